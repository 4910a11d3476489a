"""A whole game: people on one device, bots, games recorded from a real table."""

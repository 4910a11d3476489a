"""The coach on a game's page."""

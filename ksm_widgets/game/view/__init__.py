"""The game's page."""

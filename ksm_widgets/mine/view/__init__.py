"""Tiles, cards and the mine on a page."""

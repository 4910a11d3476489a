"""The puzzles' page."""

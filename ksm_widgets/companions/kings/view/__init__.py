"""The page of Kings under Mountains: set up a table, ask about it, play a game."""

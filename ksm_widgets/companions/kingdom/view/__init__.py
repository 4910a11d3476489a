"""The page of Kingdom of Solomon: set up a table, ask about it, play a game."""

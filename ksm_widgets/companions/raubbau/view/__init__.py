"""The page of Raubbau: set up a table, ask about it, play a game."""

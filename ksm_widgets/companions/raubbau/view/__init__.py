"""The page of Raubbau: set up a position, ask about it, play a match."""

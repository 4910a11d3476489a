"""`ksm puzzles`."""

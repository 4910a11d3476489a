"""The exact solver: the best moves and dig for a card and the powers spent, proven."""

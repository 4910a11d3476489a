"""The things people touch in every feature: the mine as a board, and tasks on it."""

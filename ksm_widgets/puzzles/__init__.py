"""Puzzles: a position with a question, made and graded; empty until there is one to make."""

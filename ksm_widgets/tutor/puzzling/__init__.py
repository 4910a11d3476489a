"""Solving puzzles: one as a task, what is said of an answer, which comes next, what was reached."""

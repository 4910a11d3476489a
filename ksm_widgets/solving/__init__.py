"""Solving puzzles: one as a task, which comes next, and what was reached."""

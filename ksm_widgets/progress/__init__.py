"""A learner's progress, kept in a file, and the schedule of what to review."""

MOST_STARS = 3
"""The most stars of a task."""

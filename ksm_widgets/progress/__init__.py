"""A learner's progress, kept in a file, and the schedule of what to review."""

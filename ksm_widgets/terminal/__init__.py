"""Input and output of commands."""

"""Sentences for a reader of any game; plans, hints and verdicts of the mine in words."""

"""Tasks on the mine: its table, a learner's seat at it, and the kinds that are answered there."""

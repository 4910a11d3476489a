"""A sitting at the explorer as a value, and the commands that lead from one to the next."""

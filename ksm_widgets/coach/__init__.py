"""The coach: what each choice in a game cost, and mistakes to try again."""

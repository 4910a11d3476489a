"""The course in a notebook."""

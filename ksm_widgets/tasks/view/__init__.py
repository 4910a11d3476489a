"""A task on a page."""

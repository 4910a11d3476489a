"""The explorer and the lessons in a real browser: what tests and benchmarks do there alike."""

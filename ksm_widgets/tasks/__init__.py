"""Tasks of any game: questions, answers, feedback, exercises and rulebooks."""

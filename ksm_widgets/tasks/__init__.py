"""Tasks of any game: questions, answers, feedback and exercises."""

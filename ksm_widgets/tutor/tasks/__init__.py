"""Tasks: what is asked, how it is answered by touching and filling in, what is said to it."""

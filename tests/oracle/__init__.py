"""A brute-force oracle for dig problems, and the problems the solver is held against."""

"""The same dig problems for general tools: CP-SAT, clingo, breadth-first search, Fast Downward."""

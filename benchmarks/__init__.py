"""How fast the solver is, and how it stands beside general tools: `python -m benchmarks`."""

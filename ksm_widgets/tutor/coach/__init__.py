"""Words about what the solver found: steps and ideas, hints towards a plan, a turn's verdict."""

"""Words about plans: their steps and ideas, hints towards them, and the verdict on a turn."""

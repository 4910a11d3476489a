"""How far a sweep over seeds goes: a sample in `make test-slow`, all the way in `make oracle`."""

from __future__ import annotations

import os


def swept(sample: int, whole: int = 1_000, *, first: int = 0) -> range:
    """Seeds from the first on: a sample, or as many as KSM_SEEDS says, up to the whole sweep."""
    asked = int(os.environ.get("KSM_SEEDS", sample))
    return range(first, first + min(whole, max(sample, asked)))

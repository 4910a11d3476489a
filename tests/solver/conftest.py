"""What tests of the solver share."""

from __future__ import annotations

from pathlib import Path

import pytest

collect_ignore = ["stand_in"]
"""Not tests; looked through for examples, it would be taken for numba itself."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests with a home of their own start processes, one after the other."""
    for item in items:
        if item.path.parent == Path(__file__).parent and "home" in getattr(
            item, "fixturenames", ()
        ):
            item.add_marker("long")

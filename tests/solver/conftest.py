"""What tests of the solver share."""

from __future__ import annotations

import pytest

collect_ignore = ["stand_in"]
"""Not tests; looked through for examples, it would be taken for numba itself."""


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small mines are not worth compiling the solver for."""
    monkeypatch.setenv("KSM_SOLVER", "interpreted")

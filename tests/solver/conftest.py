"""What tests of the solver share."""

from __future__ import annotations

import pytest


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small mines are not worth compiling the solver for."""
    monkeypatch.setenv("KSM_SOLVER", "interpreted")

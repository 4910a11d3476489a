"""Tests of the tutor search small mines: not worth compiling the solver for."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def interpreted_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")

"""Tests of the widgets search small mines: not worth compiling the solver for."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def interpreted_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")


@pytest.fixture(autouse=True)
def nobodys_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests may have chosen a language; what tests choose is not theirs."""
    monkeypatch.setenv("KSM_DATA", str(tmp_path / "data"))
    for name in ("KSM_LANGUAGE", "KSM_LOOK"):
        monkeypatch.delenv(name, raising=False)

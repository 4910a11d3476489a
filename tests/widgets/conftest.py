"""Tests of the widgets search small mines: not worth compiling the solver for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.widgets import Course, GameTable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(autouse=True)
def interpreted_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")


@pytest.fixture(autouse=True)
def nobodys_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever runs the tests may have chosen a language; what tests choose is not theirs."""
    monkeypatch.setenv("KSM_DATA", str(tmp_path / "data"))
    for name in ("KSM_LANGUAGE", "KSM_LOOK"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def progress() -> Iterator[Progress]:
    """A learner's progress that nothing has been kept in yet."""
    kept = Progress()
    yield kept
    kept.close()


@pytest.fixture
def course(progress: Progress) -> Course:
    return Course("en", progress=progress)


@pytest.fixture
def game(progress: Progress) -> Iterator[Any]:
    """A table at which nothing is settled yet, and the same mine and cards are dealt each time."""
    made = GameTable(language="en", progress=progress, seed=7)
    yield made
    made.close()

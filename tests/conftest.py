"""What holds for all tests, and fixtures that several folders share."""

from __future__ import annotations

import gc
import io
import sys
from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings

import ksm_widgets as ksm
from ksm_widgets.progress.progress import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    Output = pytest.CaptureFixture[str]
    Typing = Callable[..., None]

# No test fails because a machine is slow. `make test-slow` draws many examples.
_KSM = settings(deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ksm", _KSM)
settings.register_profile("many", _KSM, max_examples=100)
settings.load_profile("ksm")

_SMALL_MINES = {"course", "explorer", "mine", "page", "progress", "tasks", "telling"}
"""Folders whose tests search small mines: not worth compiling the solver for."""


_NUMBERS = count()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Keep Python's garbage collector from what stays to the end: modules and tests."""
    gc.disable()
    collected = yield
    gc.freeze()
    gc.enable()
    return collected


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the tests away from the settings and the data of whoever runs them.

    The folder is made by tests that write to it: most don't, and making thousands takes a while.
    """
    data = tmp_path_factory.getbasetemp() / f"data-{next(_NUMBERS)}"
    monkeypatch.setenv("KSM_DATA", str(data))
    for name in ("KSM_LANGUAGE", "KSM_LOOK", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture(autouse=True)
def small_mines(request: pytest.FixtureRequest) -> None:
    """Interpret the solver in folders whose mines are small."""
    if request.path.parent.name in _SMALL_MINES:
        request.getfixturevalue("interpreted")


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpret the solver instead of compiling it."""
    monkeypatch.setenv("KSM_SOLVER", "interpreted")


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile the solver, unless that is done already."""
    monkeypatch.setenv("KSM_SOLVER", "compiled")


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Type lines, text or bytes, on standard input."""

    def typed(*lines: str | bytes) -> None:
        given = b"".join((t if isinstance(t, bytes) else t.encode()) + b"\n" for t in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))

    return typed


@pytest.fixture
def progress() -> Iterator[Progress]:
    """A learner's progress that nothing has been kept in yet."""
    kept = Progress()
    yield kept
    kept.close()


@pytest.fixture
def course(progress: Progress) -> Any:
    """The course in English."""
    return ksm.Course("en", progress=progress)


@pytest.fixture
def game(progress: Progress) -> Iterator[Any]:
    """A game's page with nothing settled yet; the same mine and cards are dealt each time."""
    made = ksm.GameTable(language="en", progress=progress, seed=7)
    yield made
    made.close()

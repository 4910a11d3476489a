"""The command line speaks English here, whatever the machine's language is, and knows nobody."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Output = pytest.CaptureFixture[str]
    Typing = Callable[..., None]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")


@pytest.fixture(autouse=True)
def nobodys_data(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("KSM_DATA", str(tmp_path / "data"))


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small mines are not worth compiling the solver for."""
    monkeypatch.setenv("KSM_SOLVER", "interpreted")


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch) -> Typing:
    """Has lines be typed, text or bytes."""

    def typed(*lines: str | bytes) -> None:
        given = b"".join((t if isinstance(t, bytes) else t.encode()) + b"\n" for t in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))

    return typed

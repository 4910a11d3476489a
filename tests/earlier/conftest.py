"""A computer on which somebody has used an earlier version; what they kept is there as a copy."""

from __future__ import annotations

import io
import shutil
import sys
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.cli import main
from tests.earlier.opening import DATA

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Command = Callable[..., tuple[int, str, str]]
    Home = Callable[[str], Path]


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """English, nobody's data, and the solver as it runs everywhere."""
    for name in ("LC_ALL", "LC_MESSAGES", "KSM_LANGUAGE", "KSM_LOOK", "QUERY_STRING"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    monkeypatch.setenv("KSM_DATA", str(tmp_path / "nobody"))


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Home:
    """Make a copy of somebody's data folder this user's."""

    def moved_in(name: str) -> Path:
        folder = tmp_path / name
        shutil.copytree(DATA / "progress" / name, folder)
        monkeypatch.setenv("KSM_DATA", str(folder))
        return folder

    return moved_in


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command, with lines typed; its status, what it printed and what it complained of."""

    def run(*arguments: object, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        capsys.readouterr()
        status = main([str(argument) for argument in arguments])
        return status, *capsys.readouterr()

    return run

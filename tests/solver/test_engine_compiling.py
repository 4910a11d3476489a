"""The real numba compiles: once for all kernels of a home, and never in one that searches."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from ksm_widgets.solver import jit
from tests.solver.kernels import (
    COMPILE,
    HARD_SEARCH,
    PATIENT_SEARCH,
    PROJECT,
    SEARCH,
    Home,
    another_kernel,
    ended,
    finished,
)

pytestmark = pytest.mark.slow

# Notes each process that imports numba, and whether it does so to compile.
WATCH = """
import os, sys
def note(event, arguments):
    if event == "import" and arguments[0].startswith("numba."):
        what = "compile" if "ksm_widgets.solver" in sys.orig_argv else "search"
        with open(os.environ["STAND_IN_NOTES"], "a") as notes:
            notes.write(f"imports {what} {os.getpid()}\\n")
sys.addaudithook(note)
"""


@dataclass(frozen=True)
class Kept:
    """A home where three kernels have searched, all at once, and what became of each."""

    home: Home
    path: tuple[Path, ...]
    told: list[dict[str, Any]]
    folder: Path

    def importing(self, what: str) -> set[int]:
        """The processes that imported numba to compile, or to search."""
        return {process for _, name, process in self.home.notes if name == what}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    home = Home(tmp_path_factory.mktemp("home"))
    watch = home.folder / "watch"
    watch.mkdir()
    (watch / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    path = (watch, PROJECT)
    kernels = [home.start(*SEARCH, path=path) for _ in range(3)]
    told = [ended(kernel)[0] for kernel in kernels]
    (marker,) = home.cache.rglob("compiled")
    return Kept(home, path, told, marker.parent)


def test_three_kernels_one_compilation(kept: Kept) -> None:
    assert [told["compiled"] for told in kept.told] == [True] * 3
    assert {told["process"] for told in kept.told} <= kept.importing("search")
    assert len(kept.importing("compile")) == 1


def test_a_hard_search_goes_over_to_what_is_kept(kept: Kept) -> None:
    before = kept.home.kept()
    told, log = ended(kept.home.start(*PATIENT_SEARCH, path=kept.path))
    assert (told["compiled"], log) == (True, "")
    assert kept.home.kept() == before


def test_another_kernel_is_not_compiled_in_a_search(kept: Kept, tmp_path: Path) -> None:
    """Under a lock, so that no other process compiles for it either: this one does all it says."""
    another_kernel(tmp_path)
    before = kept.home.kept()
    with jit.lock(kept.folder):
        told, log = ended(kept.home.start(*HARD_SEARCH, path=(kept.path[0], tmp_path)))
    assert (told["compiled"], log) == (False, "")
    assert told["status"] in ("feasible", "optimal")
    assert kept.home.kept() == before
    assert told["process"] not in kept.importing("search")


def test_a_hard_search_compiles_nothing_where_a_whole_folder_is_of_no_use(kept: Kept) -> None:
    """The folder is believed, but numba is told of another processor in the very process."""
    before = kept.home.kept()
    other = "import numba; numba.config.CPU_NAME = 'generic'\n"
    with jit.lock(kept.folder):
        told, log = ended(
            kept.home.start("-c", other + HARD_SEARCH[1], HARD_SEARCH[2], path=kept.path)
        )
    assert (told["compiled"], log) == (False, "")
    assert told["status"] in ("feasible", "optimal")
    assert kept.home.kept() == before


def test_code_for_any_processor_has_a_folder_of_its_own(kept: Kept) -> None:
    told = {"NUMBA_CPU_NAME": "generic"}
    for marker in [*kept.home.cache.rglob("compiled")]:
        if marker.parent != kept.folder:  # Of this test, if it runs again.
            shutil.rmtree(marker.parent)
    before = kept.home.kept()
    assert finished(kept.home.start(*COMPILE, path=kept.path, **told)) == (0, "", "")
    after = kept.home.kept()
    assert before.items() < after.items()
    assert ended(kept.home.start(*PATIENT_SEARCH, path=kept.path, **told))[0]["compiled"]
    assert ended(kept.home.start(*PATIENT_SEARCH, path=kept.path))[0]["compiled"]
    assert kept.home.kept() == after

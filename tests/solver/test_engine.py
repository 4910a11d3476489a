"""From interpreted to compiled: who compiles, who loads, and what is said when neither will do.

Most of it is tried with a stand-in for numba that takes no time; `test_engine_compiling` has the
real one compile.
"""

from __future__ import annotations

import os
import shutil
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType

import pytest

from ksm_widgets.solver.cache_folder import CacheFolder, cache_folder
from ksm_widgets.solver.engine import BUSY, compiled_engine
from ksm_widgets.solver.twins import (
    ENTRIES,
    NotKept,
    compile_kernel,
    kernel_modules,
    load_kernel,
    names_of,
)
from ksm_widgets.words import sentence
from tests.solver.kernels import COMPILE, PROJECT, SEARCH, STAND_IN, Home, ended, finished, until


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def said(key: str) -> str:
    """A sentence up to what is filled in."""
    return sentence(key, folder="…", error="…").partition("…")[0]


def compilers(home: Home) -> list[int]:
    """The processes that began to compile."""
    return sorted({process for what, _, process in home.notes if what == "compiles"})


# One compiles, the others load.


def test_a_search_goes_over_to_what_another_process_compiled(home: Home) -> None:
    told, log = ended(home.start(*SEARCH))
    assert (told["compiled"], told["net"], log) == (True, 7, "")
    assert told["process"] not in compilers(home)
    loaded = [what for what, _, process in home.notes if process == told["process"]]
    assert loaded == ["loaded"] * len(ENTRIES)
    (marker,) = home.cache.rglob("compiled")
    os.utime(marker, (0, 0))
    later, _ = ended(home.start(*SEARCH))
    assert later["compiled"]
    assert len(compilers(home)) == 1
    # Folders that were of no use for long are cleared away: this one was.
    assert marker.stat().st_mtime > 0


def test_the_compiling_process_imports_what_this_one_has(home: Home) -> None:
    """Not what lies in the current folder, nor what is installed."""
    other = home.folder / "ksm_widgets"
    other.mkdir()
    (other / "__init__.py").write_text("raise ImportError('another copy')", encoding="utf-8")
    found = f"import sys; sys.path.insert(0, {str(PROJECT)!r})\n"
    told, log = ended(home.start("-c", found + SEARCH[1], path=(STAND_IN,)))
    assert (told["compiled"], log) == (True, "")


def test_who_comes_while_another_compiles_leaves_at_once(home: Home) -> None:
    hold = home.folder / "hold"
    hold.touch()
    first = home.start(*COMPILE, STAND_IN_HOLD=str(hold))
    until(lambda: compilers(home))
    for _ in range(2):
        log = sentence("compiling.busy") + "\n"
        assert finished(home.start(*COMPILE)) == (BUSY, "", log)
    hold.unlink()
    assert finished(first) == (0, "", "")
    assert compilers(home) == [first.pid]


def test_three_kernels_one_compilation(home: Home) -> None:
    hold = home.folder / "hold"
    hold.touch()
    kernels = [home.start(*SEARCH, STAND_IN_HOLD=str(hold)) for _ in range(3)]
    for kernel in kernels:
        assert kernel.stdout is not None
        assert kernel.stdout.readline() == "looked\n"
    until(lambda: compilers(home))
    hold.unlink()
    for kernel in kernels:
        told, log = ended(kernel)
        assert (told["compiled"], log) == (True, "")
    assert len(compilers(home)) == 1


def test_a_compilation_cut_off_is_begun_anew(home: Home) -> None:
    hold = home.folder / "hold"
    hold.touch()
    first = home.start(*COMPILE, STAND_IN_HOLD=str(hold))
    until(lambda: compilers(home))
    first.kill()
    finished(first)
    hold.unlink()
    told, log = ended(home.start(*SEARCH))
    assert (told["compiled"], log) == (True, "")
    assert len(compilers(home)) == 2


def test_told_to_be_compiled_it_waits_for_the_other_and_loads(home: Home) -> None:
    hold = home.folder / "hold"
    hold.touch()
    first = home.start(*COMPILE, STAND_IN_HOLD=str(hold))
    until(lambda: compilers(home))
    told = home.start(*SEARCH, KSM_SOLVER="compiled")
    hold.unlink()
    assert ended(told)[0]["compiled"]
    assert finished(first) == (0, "", "")
    assert compilers(home) == [first.pid]


def test_told_to_be_compiled_it_compiles_and_keeps(home: Home) -> None:
    told, log = ended(home.start(*SEARCH, KSM_SOLVER="compiled"))
    assert (told["compiled"], log) == (True, "")
    assert compilers(home) == [told["process"]]
    assert ended(home.start(*SEARCH))[0]["compiled"]
    assert len(compilers(home)) == 1


# A marker that does not hold what it promises.


@pytest.mark.slow
def test_another_copy_with_the_same_home_is_not_taken_in(home: Home, tmp_path: Path) -> None:
    ended(home.start(*SEARCH))
    (ours,) = compilers(home)
    shutil.copytree(PROJECT / "ksm_widgets", tmp_path / "copy" / "ksm_widgets")
    path = (STAND_IN, tmp_path / "copy")
    (folder,) = (home.cache / "ksm_widgets").glob("[0-9a-f]*")
    before = home.kept()
    with CacheFolder(folder).lock():
        told, _ = ended(home.start(*SEARCH, "glance", path=path))
    assert (told["compiled"], told["settled"], told["net"]) == (False, False, 7)
    assert home.kept() == before
    told, log = ended(home.start(*SEARCH, path=path))
    assert (told["compiled"], log) == (True, "")
    assert len(compilers(home)) == 2
    # Both keep theirs.
    assert ended(home.start(*SEARCH))[0]["compiled"]
    assert len(compilers(home)) == 2
    assert ours in compilers(home)
    assert before.items() < home.kept().items()


@pytest.mark.slow
def test_what_numba_does_not_load_is_compiled_elsewhere(home: Home) -> None:
    """The folder's name cannot tell all processors apart."""
    ended(home.start(*SEARCH))
    told, log = ended(home.start(*SEARCH, STAND_IN_PROCESSOR="other"))
    assert (told["compiled"], log) == (True, "")
    assert told["process"] not in compilers(home)
    assert len(compilers(home)) == 2
    # Neither has taken away what the other needs.
    for processor in ("", "other"):
        assert ended(home.start(*SEARCH, STAND_IN_PROCESSOR=processor))[0]["compiled"]
    assert len(compilers(home)) == 2


def test_what_numba_never_loads_is_said_once(home: Home) -> None:
    told, log = ended(home.start(*SEARCH, STAND_IN_PROCESSOR="forgetful"))
    assert (told["compiled"], told["settled"], told["net"]) == (False, True, 7)
    assert log.count(said("compiling.refused")) == len(log.splitlines()) == 1
    assert told["process"] not in compilers(home)


@pytest.mark.parametrize("cut", ["*.nbc", "compiled"])
def test_what_a_power_cut_damaged_is_said_once_and_compiled_anew(home: Home, cut: str) -> None:
    ended(home.start(*SEARCH))
    for file in (home.cache / "ksm_widgets").rglob(cut):
        file.write_bytes(b"")
    hold = home.folder / "hold"
    hold.touch()
    kernel = home.start(*SEARCH, STAND_IN_HOLD=str(hold))
    until(lambda: len(compilers(home)) == 2)
    hold.unlink()
    told, log = ended(kernel)
    assert told["compiled"]
    assert told["process"] not in compilers(home)
    assert log.count(said("compiling.damaged")) == len(log.splitlines()) == 1
    told, log = ended(home.start(*SEARCH))
    assert (told["compiled"], log) == (True, "")
    assert len(compilers(home)) == 2


# A numba that is there and of no use.


@pytest.fixture
def broken(tmp_path: Path) -> tuple[Path, ...]:
    """A path with a numba that does not go with the NumPy installed."""
    numba = tmp_path / "broken" / "numba"
    numba.mkdir(parents=True)
    (numba / "__init__.py").write_text("raise AttributeError('NumPy is too new')", encoding="utf-8")
    return (numba.parent, PROJECT)


def test_a_broken_numba_is_said_once_by_who_would_have_it_compile(
    home: Home, broken: tuple[Path, ...]
) -> None:
    told, log = ended(home.start(*SEARCH, path=broken))
    assert (told["compiled"], told["settled"], told["net"]) == (False, True, 7)
    assert log.count(said("compiling.failed")) == len(log.splitlines()) == 1
    # As the sentence says, this shows why.
    status, _, why = finished(home.start(*COMPILE, path=broken))
    assert status == 1
    assert "NumPy is too new" in why


def test_a_broken_numba_is_said_once_by_who_would_load(
    home: Home, broken: tuple[Path, ...]
) -> None:
    ended(home.start(*SEARCH))
    told, log = ended(home.start(*SEARCH, path=broken))
    assert (told["compiled"], told["settled"], told["net"]) == (False, True, 7)
    assert log.count(said("compiling.broken")) == len(log.splitlines()) == 1
    assert "NumPy is too new" in log


def test_warnings_that_are_errors_don_t_end_a_search(home: Home, broken: tuple[Path, ...]) -> None:
    told, _ = ended(home.start("-W", "error", *SEARCH, path=broken))
    assert told["net"] == 7


def test_without_numba_nothing_is_said(home: Home, tmp_path: Path) -> None:
    absent = "import sys; sys.modules['numba'] = None\n"
    told, log = ended(home.start("-c", absent + SEARCH[1]))
    assert (told["compiled"], told["settled"], log) == (False, True, "")
    assert list(home.cache.iterdir()) == []


# Nowhere to keep it.


@pytest.mark.parametrize("where", ["in a file", "in no home"])
def test_where_nothing_can_be_kept_it_stays_interpreted(home: Home, where: str) -> None:
    (home.folder / "file").touch()
    lost = "from pathlib import Path; Path.home = classmethod(lambda _: 1 / 0)\n"
    lost = lost.replace("1 / 0", "(_ for _ in ()).throw(RuntimeError('no home'))")
    code = lost + SEARCH[1] if where == "in no home" else SEARCH[1]
    base = "" if where == "in no home" else str(home.folder / "file")
    told, log = ended(home.start("-c", code, XDG_CACHE_HOME=base))
    assert (told["compiled"], told["settled"], told["net"], log) == (False, True, 7, "")
    assert home.notes == []
    told, log = ended(home.start("-c", code, XDG_CACHE_HOME=base, KSM_SOLVER="compiled"))
    assert (told["compiled"], log) == (True, "")
    assert compilers(home) == [told["process"]]


# What the real numba keeps.


def test_numba_loads_what_it_kept_and_compiles_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled_engine()
    folder = cache_folder()
    assert folder.whole()
    entries = load_kernel(folder.path)
    assert set(entries) == {entry.__name__ for entry in ENTRIES}
    for entry in entries.values():
        assert sum(entry.stats.cache_hits.values()) == 1
        with pytest.raises(TypeError):
            entry(1.5, 2.5)
    before = sorted(folder.path.rglob("*"))
    monkeypatch.setattr(import_module("numba").config, "CPU_NAME", "generic")
    with pytest.raises(NotKept):
        load_kernel(folder.path)
    assert sorted(folder.path.rglob("*")) == before


def test_numba_told_not_to_compile_is_of_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("numba").config, "DISABLE_JIT", 1)
    with pytest.raises(ImportError, match="NUMBA_DISABLE_JIT"):
        compile_kernel(None)


# One namespace for all of the kernel.


def made(module: str, **names: object) -> ModuleType:
    made = ModuleType(module)
    vars(made).update(names)
    return made


def function(body: str) -> FunctionType:
    function = eval(f"lambda: {body}")  # noqa: S307 - our own text
    assert isinstance(function, FunctionType)
    return function


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("hole_distance", function("1"), function("2")),
        ("_chosen_below", function("1"), function("1")),
        ("TOP", 3, function("3")),
        ("TOP", 3, 4),
        ("TOP", 1, True),
    ],
)
def test_a_name_that_means_two_things_is_an_error(name: str, one: object, other: object) -> None:
    with pytest.raises(NameError, match=f"{name!r}.* in board, .* in rough"):
        names_of([made("board", **{name: one}), made("rough", **{name: other})])


def test_a_name_that_means_one_thing_may_be_used_everywhere() -> None:
    shared = function("1")
    modules = [made("board", f=shared, TOP=3), made("rough", f=shared, TOP=3, __doc__="Rough.")]
    assert names_of(modules) == {"f": shared, "TOP": 3}


def test_the_kernel_s_names_mean_one_thing_each() -> None:
    modules = kernel_modules()
    files = (PROJECT / "ksm_widgets" / "solver" / "kernel").glob("[!_]*.py")
    assert {module.__name__.rpartition(".")[2] for module in modules} == {f.stem for f in files}
    assert {"search", "best_bound", "moves_left"} < set(names_of(modules))

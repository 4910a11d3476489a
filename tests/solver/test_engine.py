"""From interpreted to compiled: who compiles, who loads, and what is said when neither will do.

Most of it is tried with a stand-in for numba that takes no time; `test_engine_compiling` has the
real one compile.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from importlib import import_module
from pathlib import Path

import pytest

from ksm_widgets.solver import jit
from ksm_widgets.solver.engine import BUSY, compiled_engine
from ksm_widgets.words import sentence
from tests.solver.kernels import (
    COMPILE,
    PROJECT,
    SEARCH,
    STAND_IN,
    Home,
    another_kernel,
    ended,
    finished,
    until,
)


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
    assert loaded == ["loaded"] * len(jit.ENTRIES)
    later, _ = ended(home.start(*SEARCH))
    assert later["compiled"]
    assert len(compilers(home)) == 1


def test_the_folders_used_last_are_kept(home: Home) -> None:
    ended(home.start(*SEARCH))
    (marker,) = home.cache.rglob("compiled")
    folders = [home.cache / "ksm_widgets" / f"{number:016x}" for number in range(12)]
    for age, folder in enumerate(folders):
        (folder / "kernel").mkdir(parents=True)
        if age % 2:
            (folder / "compiled").touch()
        os.utime(folder / "compiled" if age % 2 else folder, (10**9 - age, 10**9 - age))
    other = home.cache / "ksm_widgets" / "notes"
    other.mkdir()
    os.utime(other, (0, 0))
    os.utime(marker, (0, 0))
    assert ended(home.start(*SEARCH))[0]["compiled"]
    finished(home.start(*COMPILE, NUMBA_CPU_NAME="generic"))
    assert [folder for folder in folders if folder.exists()] == folders[:6]
    assert marker.exists()
    assert other.exists()


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


# What is in the cache and can't be used.


@pytest.mark.slow
def test_a_copy_of_the_package_shares_it_and_another_kernel_does_not(
    home: Home, tmp_path: Path
) -> None:
    ended(home.start(*SEARCH))
    shutil.copytree(PROJECT / "ksm_widgets", tmp_path / "copy" / "ksm_widgets")
    assert ended(home.start(*SEARCH, path=(STAND_IN, tmp_path / "copy")))[0]["compiled"]
    assert len(compilers(home)) == 1
    another_kernel(tmp_path / "another")
    path = (STAND_IN, tmp_path / "another")
    before = home.kept()
    with jit.lock(home.cache / "ksm_widgets" / "any"):
        told, _ = ended(home.start(*SEARCH, "glance", path=path))
    assert (told["compiled"], told["settled"], told["net"]) == (False, False, 7)
    assert home.kept() == before
    told, log = ended(home.start(*SEARCH, path=path))
    assert (told["compiled"], log) == (True, "")
    assert len(compilers(home)) == 2
    # Both keep theirs.
    assert ended(home.start(*SEARCH))[0]["compiled"]
    assert len(compilers(home)) == 2
    assert before.items() < home.kept().items()


@pytest.mark.slow
def test_what_numba_does_not_load_is_compiled_elsewhere(home: Home) -> None:
    """Processors are not told apart by the name of the folder."""
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


@pytest.mark.parametrize("cut", ["*.nbc", "kernel.py", "compiled"])
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


SETTING = """
import os, warnings
if "x" in os.environ.get("NUMBA_NUM_THREADS", ""):
    name = "Environment variable 'NUMBA_NUM_THREADS'"
    warnings.warn(name + " is defined but its associated value …\\nTraceback")
if "0" in os.environ.get("NUMBA_NUM_THREADS", ""):
    raise ValueError("Number of threads must be > 0.")
warnings.warn("something else")
"""


@pytest.fixture
def misled(tmp_path: Path) -> tuple[Path, ...]:
    """A path with a stand-in that takes its settings from the environment, as numba does."""
    shutil.copytree(STAND_IN / "numba", tmp_path / "misled" / "numba")
    with (tmp_path / "misled" / "numba" / "__init__.py").open("a") as file:
        file.write(SETTING)
    return (tmp_path / "misled", PROJECT)


def test_a_setting_that_numba_cannot_read_is_a_line(home: Home, misled: tuple[Path, ...]) -> None:
    code = SEARCH[1] + "print(json.dumps({'compiled': os.environ.get('NUMBA_NUM_THREADS')}))"
    wrong = {"NUMBA_NUM_THREADS": "x" + 99 * "y\x1b", "KSM_SOLVER": "compiled"}
    told, log = ended(home.start("-c", code, path=misled, **wrong))
    assert told["compiled"] is None  # Processes started here, and numba, don't find it again.
    line, *other = log.splitlines()
    assert line.startswith("numba can't read the setting NUMBA_NUM_THREADS='xy\\x1b")
    assert len(line) < 150
    assert "something else" in other[0]
    assert "Traceback" not in log


def test_a_setting_that_numba_fails_at_is_a_sentence(home: Home, misled: tuple[Path, ...]) -> None:
    wrong = {"NUMBA_NUM_THREADS": "0"}
    show = ("-m", "ksm_widgets", "show", "/".join(["-,-,-,-,-,-"] * 6))
    status, _, log = finished(home.start(*show, path=misled, KSM_SOLVER="compiled", **wrong))
    assert (status, "Traceback" in log) == (2, False)
    assert "numba can't be used (ValueError: Number of threads must be > 0.)" in log
    # Where nobody asked for it, the work is done without it.
    unasked = "from ksm_widgets.solver.engine import compiled_at_once\nwith compiled_at_once():\n"
    code = unasked + textwrap.indent(SEARCH[1], " ")
    told, log = ended(home.start("-c", code, "glance", path=misled, **wrong))
    assert (told["compiled"], told["net"]) == (False, 7)
    assert log.count(said("compiling.broken")) == 1
    assert "Number of threads" in log


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
    entries = jit.load()
    assert set(entries) == {entry.__name__ for entry in jit.ENTRIES}
    for entry in entries.values():
        with pytest.raises(TypeError):
            entry(1.5, 2.5)
    before = sorted(jit.cache_folder().rglob("*"))
    monkeypatch.setattr(import_module("numba").config, "CPU_NAME", "generic")
    with pytest.raises(jit.NotCompiled):
        jit.load()
    assert sorted(jit.cache_folder().rglob("*")) == before


def test_numba_told_not_to_compile_is_of_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("numba").config, "DISABLE_JIT", 1)
    with pytest.raises(ImportError, match="NUMBA_DISABLE_JIT"):
        jit.compile_for_now()


# All of the kernel as one module.


def test_the_one_module_has_all_of_the_kernel() -> None:
    names: dict[str, object] = {}
    exec(jit.kernel_text(), names)  # noqa: S102 - our own text
    for file in (PROJECT / "ksm_widgets" / "solver" / "kernel").glob("[!_]*.py"):
        module = vars(import_module(f"ksm_widgets.solver.kernel.{file.stem}"))
        for name, value in module.items():
            if isinstance(value, int):
                assert names[name] == value
            elif callable(value) and name.islower():
                assert callable(names[name])


@pytest.mark.parametrize("line", ["PROBES = 9", "def push() -> int: ...", "def QUARRIES(): ..."])
def test_a_name_with_two_meanings_is_an_error(line: str, tmp_path: Path) -> None:
    another_kernel(tmp_path)
    with (tmp_path / "ksm_widgets" / "solver" / "kernel" / "hasty.py").open("a") as file:
        file.write(f"\n\n{line}\n")
    code = "from ksm_widgets.solver import jit; jit.kernel_text()"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "is defined twice in the kernel" in done.stderr


# The folder and its lock.


def test_versions_have_folders_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = {jit.cache_folder.__wrapped__()}
    for name in ("numba", "llvmlite", "numpy"):
        info = tmp_path / f"{name}-99.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(
            f"Metadata-Version: 2.1\nName: {name}\nVersion: 99.0\n", encoding="utf-8"
        )
        monkeypatch.syspath_prepend(tmp_path)
        folders.add(jit.cache_folder.__wrapped__())
    monkeypatch.setattr(sys, "version", "99.0.0")
    folders.add(jit.cache_folder.__wrapped__())
    for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX"):
        monkeypatch.setenv(name, "0")
        folders.add(jit.cache_folder.__wrapped__())
    monkeypatch.setattr(sys, "path", [])
    folders.add(jit.cache_folder.__wrapped__())
    assert len(folders) == 9


def test_where_the_folder_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert jit.cache_folder.__wrapped__().parent == tmp_path / ".cache" / "ksm_widgets"
    for name in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
        assert jit.cache_folder.__wrapped__().parent == tmp_path / name / "ksm_widgets"


def test_one_process_at_a_time_compiles(tmp_path: Path) -> None:
    ours, beside = tmp_path / "cache" / "ours", tmp_path / "cache" / "beside"
    with jit.lock(ours):
        for folder in (ours, beside):
            with pytest.raises(jit.Busy), jit.lock(folder):
                pass
    with jit.lock(beside):
        pass


def test_where_nothing_can_be_written_there_is_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(OSError, match="file") as caught, jit.lock(file / "of" / "none"):
        pass
    assert not isinstance(caught.value, jit.Busy)

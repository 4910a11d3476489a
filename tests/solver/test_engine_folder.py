"""The folder of the compiled kernel: its name, what is believed of it, its lock, its neighbours."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import ksm_widgets
from ksm_widgets.solver import cache_folder as module
from ksm_widgets.solver.cache_folder import Busy, CacheFolder, cache_folder

PACKAGE = Path(ksm_widgets.__file__).parent
KERNEL = PACKAGE / "solver" / "kernel"
DAY = 24 * 60 * 60


def named() -> str:
    """The folder's name as things are now."""
    return cache_folder.__wrapped__().path.name


# Its name.

NAMES_OF_CHANGED_COPY = """
import sys
from pathlib import Path
from ksm_widgets.solver.cache_folder import cache_folder
print("as it is", cache_folder.__wrapped__().path.name)
for file in map(Path, sys.argv[1:]):
    text = file.read_bytes()
    file.write_bytes(text + b"# changed")
    print(file.name, cache_folder.__wrapped__().path.name)
    file.write_bytes(text)
print("as it was", cache_folder.__wrapped__().path.name)
"""


def test_each_file_of_the_kernel_and_its_path_count(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "ksm_widgets", ignore=shutil.ignore_patterns("*.pyc"))
    solver = tmp_path / "ksm_widgets" / "solver"
    files = [*(solver / "kernel").rglob("*.py"), solver / "twins.py"]
    assert {"layout.py", "memory.py", "search.py"} < {file.name for file in files}
    done = subprocess.run(
        [sys.executable, "-c", NAMES_OF_CHANGED_COPY, *map(str, files)],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    names = dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())
    assert names.pop("as it was") == names["as it is"]
    assert len(names) == 1 + len(files)
    assert len({named(), *names.values()}) == 1 + len(names)


@pytest.mark.parametrize("distribution", ["numba", "llvmlite", "numpy"])
def test_versions_count(distribution: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = named()
    info = tmp_path / f"{distribution}-99.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {distribution}\nVersion: 99.0\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert named() != before


def test_it_has_a_name_where_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = named()
    monkeypatch.setattr(sys, "path", [])
    assert named() != before


def test_python_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    names = {named()}
    monkeypatch.setattr(sys.implementation, "cache_tag", "cpython-99")
    names.add(named())
    monkeypatch.setattr(sys, "version", "99.0.0")
    names.add(named())
    assert len(names) == 3


def test_the_processor_counts_as_numba_is_told_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "cpuinfo"
    monkeypatch.setattr(module, "_CPUINFO", told)
    for name in ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "NUMBA_ENABLE_AVX"):
        monkeypatch.delenv(name, raising=False)

    def on(flags: str, mhz: int = 2000) -> str:
        cores = [f"processor: {core}\nflags\t: {flags}\ncpu MHz: {mhz}\n" for core in range(2)]
        told.write_text("\n".join(cores), encoding="utf-8")
        return named()

    assert on("sse") == on("sse", mhz=3000) != on("sse avx2")
    host = on("sse")
    names = {host, on("sse avx2")}
    monkeypatch.setenv("NUMBA_CPU_NAME", "skylake")
    names |= {on("sse"), on("sse avx2")}
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "+sse")
    names.add(on("sse"))
    monkeypatch.setenv("NUMBA_ENABLE_AVX", "0")
    names.add(on("sse"))
    assert len(names) == 6


def test_code_for_any_processor_is_of_use_on_any(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = named()
    monkeypatch.setenv("NUMBA_CPU_NAME", "generic")
    generic = named()
    assert generic != host
    monkeypatch.setattr(module, "_CPUINFO", tmp_path / "nothing")
    assert named() == generic


def test_where_the_system_tells_of_its_processor_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_CPUINFO", tmp_path / "nothing")
    before = named()
    monkeypatch.setenv("PROCESSOR_IDENTIFIER", "Intel64 Family 6 Model 158")
    assert named() != before


def test_where_it_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert cache_folder.__wrapped__().path.parent == tmp_path / ".cache" / "ksm_widgets"
    for name in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
        assert cache_folder.__wrapped__().path.parent == tmp_path / name / "ksm_widgets"


def test_no_home_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def lost() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", lost)
    with pytest.raises(OSError, match="home"):
        cache_folder.__wrapped__()


# What is believed.


@pytest.fixture
def kept(tmp_path: Path) -> CacheFolder:
    """A folder with two functions kept."""
    folder = CacheFolder(tmp_path / "0123456789abcdef")
    for name in ("search.search-1.nbi", "search.search-1.1.nbc", "search.best_bound-9.nbi"):
        file = folder.path / "kernel_1" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(name.encode())
    folder.seal()
    return folder


def test_all_that_was_kept_is_believed(kept: CacheFolder) -> None:
    assert kept.whole()
    assert not kept.damaged()
    assert len(kept.marker.read_text(encoding="utf-8").splitlines()) == 3


def test_what_numba_left_half_written_is_no_part_of_it(kept: CacheFolder) -> None:
    (kept.path / "kernel_1" / "search.search-1.1.nbc.tmp.77").write_bytes(b"")
    assert kept.whole()


@pytest.mark.parametrize("name", ["search.search-1.nbi", "search.search-1.1.nbc"])
@pytest.mark.parametrize("what", ["gone", "cut to nothing", "zeros of the same size"])
def test_a_file_that_is_not_as_it_was_is_not_believed(
    kept: CacheFolder, name: str, what: str
) -> None:
    file = kept.path / "kernel_1" / name
    if what == "gone":
        file.unlink()
    else:
        file.write_bytes(b"" if what == "cut to nothing" else bytes(file.stat().st_size))
    assert not kept.whole()
    assert kept.damaged()


@pytest.mark.parametrize("told", [b"", b"\xff\xfe", b"compiled\n", b"\0" * 500, b"0  /dev/null\n"])
def test_a_marker_that_is_none_is_not_believed(kept: CacheFolder, told: bytes) -> None:
    kept.marker.write_bytes(told)
    assert not kept.whole()
    assert kept.damaged()


def test_nothing_kept_is_nothing_damaged(tmp_path: Path) -> None:
    folder = CacheFolder(tmp_path / "0123456789abcdef")
    assert not folder.whole()
    assert not folder.damaged()
    folder.touch()
    folder.empty()
    assert not folder.path.exists()


def test_a_marker_for_nothing_is_not_believed(tmp_path: Path) -> None:
    tmp_path.joinpath("0123456789abcdef").mkdir()
    folder = CacheFolder(tmp_path / "0123456789abcdef")
    folder.seal()
    assert not folder.whole()


# Its lock.


def test_one_at_a_time(kept: CacheFolder, tmp_path: Path) -> None:
    beside = CacheFolder(tmp_path / "fedcba9876543210")
    with kept.lock():
        for folder in (kept, beside):
            with pytest.raises(Busy), folder.lock():
                pass
    with beside.lock():
        pass


HOLDER = """
import sys
from pathlib import Path
from ksm_widgets.solver.cache_folder import CacheFolder
with CacheFolder(Path(sys.argv[1])).lock():
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_process_that_dies_holds_no_lock(kept: CacheFolder) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(kept.path)],
        env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(Busy), kept.lock():
            pass
        holder.send_signal(signal.SIGKILL)
        with kept.lock(wait=True):
            pass


def test_where_nothing_can_be_written_there_is_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"")
    with pytest.raises(OSError, match="file") as caught, CacheFolder(file / "of" / "none").lock():
        pass
    assert not isinstance(caught.value, Busy)


# Its neighbours.


def neighbour(base: Path, number: int, *, days: float, marked: bool = True) -> Path:
    """A folder like ours that was last of use so many days ago."""
    folder = base / f"{number:016x}"
    (folder / "kernel").mkdir(parents=True)
    marker = folder / "compiled"
    if marked:
        marker.write_bytes(b"")
    at = time.time() - days * DAY
    os.utime(marker if marked else folder, (at, at))
    return folder


def test_folders_of_no_use_for_long_go(kept: CacheFolder, tmp_path: Path) -> None:
    turns = neighbour(tmp_path, 1, days=3)
    half_done = neighbour(tmp_path, 2, days=0.1, marked=False)
    old = neighbour(tmp_path, 3, days=40)
    given_up = neighbour(tmp_path, 4, days=40, marked=False)
    strange = tmp_path / "notes"
    strange.mkdir()
    os.utime(strange, (0, 0))
    os.utime(kept.marker, (0, 0))
    with kept.lock():
        kept.clear_away_others()
    there = {path for path in tmp_path.iterdir() if path.is_dir()}
    assert there == {kept.path, turns, half_done, strange}
    assert not {old, given_up} & there
    assert kept.whole()


def test_one_that_was_of_use_stays(kept: CacheFolder, tmp_path: Path) -> None:
    other = CacheFolder(neighbour(tmp_path, 1, days=40))
    other.touch()
    kept.clear_away_others()
    assert other.path.exists()


def test_too_many_folders_go_the_oldest_first(kept: CacheFolder, tmp_path: Path) -> None:
    beside = [neighbour(tmp_path, number, days=number) for number in range(1, 13)]
    kept.clear_away_others()
    assert [path for path in beside if path.exists()] == beside[:8]

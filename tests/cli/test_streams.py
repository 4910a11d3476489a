"""Standard input or output that is closed, full or left: a plain sentence, a status, no traceback.

The streams are a shell's; Python's own would not be closed at the start.
"""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

BOARD = "/".join(["-,-,-,-,-,-"] * 5 + ["5,5,5,-,-,-"])
KSM = f"{shlex.quote(sys.executable)} -m ksm_widgets"
FULL = Path("/dev/full")
needs_a_full_disk = pytest.mark.skipif(not FULL.exists(), reason="a Linux device")


@pytest.fixture
def problems(tmp_path: Path) -> str:
    """A file of two problems, as a word for the shell."""
    file = tmp_path / "problems.jsonl"
    file.write_text(f"{json.dumps({'board': BOARD, 'shape': '###'})}\n" * 2, encoding="utf-8")
    return shlex.quote(str(file))


def _shell(line: str, **surroundings: str) -> tuple[int, str, str]:
    """Exit status, output and complaints of a shell's line, with Python's usual buffers."""
    env = {**os.environ, **surroundings}
    env.pop("PYTHONUNBUFFERED", None)
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, env=env)
    return done.returncode, done.stdout, done.stderr


def test_standard_input_that_is_closed() -> None:
    status, out, err = _shell(f"{KSM} solve - <&-")
    assert (status, out) == (2, "")
    assert err == "Standard input is closed; there is nothing to read.\n"


@pytest.mark.long
@pytest.mark.parametrize("command", ["solve {problems}", f"show {BOARD}"])
def test_standard_output_that_is_closed(command: str, problems: str) -> None:
    status, out, err = _shell(f"{KSM} {command.format(problems=problems)} >&-")
    assert (status, out) == (2, "")
    assert err == "Standard output is closed; there is nowhere to write to.\n"


@pytest.mark.long
@needs_a_full_disk
@pytest.mark.parametrize("command", ["solve {problems}", f"show {BOARD}", "--help"])
def test_a_full_disk_behind_standard_output(command: str, problems: str) -> None:
    status, out, err = _shell(f"{KSM} {command.format(problems=problems)} >{FULL}")
    assert (status, out) == (2, "")
    assert err == f"Standard output cannot be written: {os.strerror(28)}\n"


@pytest.mark.long
def test_what_nobody_hears_is_not_said_among_the_answers() -> None:
    assert _shell(f"{KSM} show nonsense 2>&-") == (1, "", "")
    assert _shell(f"{KSM} solve - <&- >&- 2>&-") == (2, "", "")


@needs_a_full_disk
def test_a_full_disk_behind_standard_error() -> None:
    assert _shell(f"{KSM} show nonsense 2>{FULL}") == (1, "", "")


@pytest.mark.long
@pytest.mark.parametrize("command", ["solve {problems}", f"show {BOARD}", "--help"])
def test_a_reader_who_leaves_without_a_look(command: str, problems: str, tmp_path: Path) -> None:
    """The reader has gone for certain before the command begins: it waits for a file of his."""
    gone, told = tmp_path / "gone", tmp_path / "told"
    run = f"{KSM} {command.format(problems=problems)}; echo $? >{shlex.quote(str(told))}"
    os.mkfifo(gone)
    name = shlex.quote(str(gone))
    status, out, err = _shell(f"{{ read -r _ <{name}; {run}; }} | {{ exec <&-; echo >{name}; }}")
    assert (status, out, err) == (0, "", "")
    assert told.read_text(encoding="utf-8") == "141\n"


def test_a_letter_that_the_output_s_encoding_lacks() -> None:
    status, out, err = _shell(f"{KSM} --language de --help", PYTHONIOENCODING="ascii")
    assert (status, err) == (0, "")
    assert "K\\xf6nig" in out

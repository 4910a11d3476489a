"""The key of a shared app, its address, and its picture to scan."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from ksm_widgets.site.sharing import kept_key, own_address, qr_code


def test_the_key_stays_the_same_until_another_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    key = kept_key(folder=folder)
    assert len(key) == 32
    assert kept_key(folder=folder) == key
    other = kept_key(anew=True, folder=folder)
    assert other != key
    assert kept_key(folder=folder) == other


def test_nobody_else_can_read_the_key(tmp_path: Path) -> None:
    kept_key(folder=tmp_path)
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 32, b"a" * 31 + b"/"])
def test_a_file_that_holds_no_key_gets_one(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "app-key"
    file.write_bytes(content)
    key = kept_key(folder=tmp_path)
    assert file.read_text(encoding="ascii").strip() == key
    assert len(key) == 32


def test_without_a_disk_there_is_a_key_for_this_start(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    assert len(kept_key(folder=in_the_way)) == 32
    assert kept_key(folder=in_the_way) != kept_key(folder=in_the_way)


def test_an_address_is_drawn_as_a_square_of_blocks() -> None:
    lines = qr_code(f"http://{own_address()}:8866/?token={'k' * 32}").splitlines()
    assert len(lines) > 15
    assert any("█" in line or "▀" in line or "▄" in line for line in lines)

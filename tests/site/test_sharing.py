"""The key of a shared app, its address, and its picture to scan."""

from __future__ import annotations

import logging
import stat
from pathlib import Path

import pytest
from tornado.log import app_log

from ksm_widgets.site.access import load_key, local_address, qr_code


def test_the_key_stays_the_same_until_another_is_asked_for(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    key = load_key(folder=folder)
    assert len(key) == 32
    assert load_key(folder=folder) == key
    other = load_key(renew=True, folder=folder)
    assert other != key
    assert load_key(folder=folder) == other


def test_nobody_else_can_read_the_key(tmp_path: Path) -> None:
    load_key(folder=tmp_path)
    (file,) = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("content", [b"", b"short", b"\xff" * 32, b"a" * 31 + b"/"])
def test_a_file_that_holds_no_key_gets_one(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "app-key"
    file.write_bytes(content)
    key = load_key(folder=tmp_path)
    assert file.read_text(encoding="ascii").strip() == key
    assert len(key) == 32


def test_without_a_disk_there_is_a_key_for_this_start(tmp_path: Path) -> None:
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    assert len(load_key(folder=in_the_way)) == 32
    assert load_key(folder=in_the_way) != load_key(folder=in_the_way)


def test_whoever_renews_a_key_that_can_t_be_kept_is_told(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The next start has the old one, and whoever knew it may come in again."""
    caplog.set_level(logging.WARNING, app_log.name)
    (tmp_path / "app-key").mkdir()
    load_key(folder=tmp_path)
    assert not caplog.messages
    load_key(renew=True, folder=tmp_path)
    assert "may have the old key again" in caplog.text


def test_an_address_is_drawn_as_a_square_of_blocks() -> None:
    lines = qr_code(f"http://{local_address()}:8866/?token={'k' * 32}").splitlines()
    assert len(lines) > 15
    assert any("█" in line or "▀" in line or "▄" in line for line in lines)

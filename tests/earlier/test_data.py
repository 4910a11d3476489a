"""The data is as earlier versions wrote it: nobody has changed it to please a test."""

from __future__ import annotations

from hashlib import sha256

from tests.earlier.opening import DATA

LARGEST, ALL = 300_000, 1_000_000
"""Bytes."""


def test_what_earlier_versions_wrote_is_unchanged() -> None:
    """Whoever adds data of another version adds its line: `sha256sum` writes it."""
    listed = {}
    for line in (DATA.parent / "data.sha256").read_text(encoding="utf-8").splitlines():
        digest, name = line.split("  ")
        listed[name] = digest
    found = {
        file.relative_to(DATA).as_posix(): sha256(file.read_bytes()).hexdigest()
        for file in DATA.rglob("*")
        if file.is_file()
    }
    assert found == listed


def test_it_stays_small() -> None:
    sizes = [file.stat().st_size for file in DATA.rglob("*") if file.is_file()]
    assert max(sizes) < LARGEST
    assert sum(sizes) < ALL

"""Attacks on what the page without a server is made of: nothing comes in that is not locked."""

from __future__ import annotations

import json
import subprocess
from hashlib import sha256
from subprocess import CalledProcessError
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.lite.packages import LOCKED, build_wheel, fetch_wheels, lock_file
from ksm_widgets.lite.pages import add_service_worker

if TYPE_CHECKING:
    from pathlib import Path

WHEEL = build_wheel("locked", "1", {"locked/__init__.py": b"a = 1\n"})


def test_a_wheel_is_locked_by_the_digest_of_its_bytes() -> None:
    digest = sha256(WHEEL.content).hexdigest()
    known: dict[str, object] = {"info": {}, "packages": {}}
    locked = json.loads(lock_file(known, [WHEEL]))
    assert locked["packages"]["locked"]["sha256"] == WHEEL.digest == digest


def test_pip_is_asked_for_nothing_without_a_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[str]] = []
    monkeypatch.setattr(subprocess, "run", lambda command, **_: asked.append(command))
    fetch_wheels(tmp_path)
    assert "--require-hashes" in asked[0]
    locked = LOCKED.read_text(encoding="utf-8").splitlines()
    assert locked
    assert all(" --hash=sha256:" in line for line in locked)


@pytest.mark.long
@pytest.mark.parametrize(
    ("lines", "taken"),
    [
        ([f"locked==1 --hash=sha256:{WHEEL.digest}"], True),
        (["locked==1"], False),
        ([f"locked==1 --hash=sha256:{'0' * 64}"], False),
    ],
    ids=["locked", "without a digest", "another digest"],
)
def test_only_wheels_with_the_locked_digest_are_fetched(
    lines: list[str], taken: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, required = tmp_path / "host", tmp_path / "requirements.txt"
    host.mkdir()
    (host / WHEEL.file).write_bytes(WHEEL.content)
    required.write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(host))
    monkeypatch.setenv("PIP_DISABLE_PIP_VERSION_CHECK", "1")
    if taken:
        assert fetch_wheels(tmp_path / "cache", required) == [WHEEL]
    else:
        with pytest.raises(CalledProcessError):
            fetch_wheels(tmp_path / "cache", required)


def test_the_worker_that_keeps_the_page_knows_the_digest_of_each_file(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("page")
    add_service_worker(tmp_path, {"https://far.example/a.whl": "0" * 64})
    worker = (tmp_path / "service-worker.js").read_text(encoding="utf-8")
    assert '"index.html": "sha256-' in worker
    assert f'"https://far.example/a.whl": "sha256-{"A" * 43}="' in worker
    assert "fetch(address, { integrity" in worker

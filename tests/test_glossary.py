"""The glossary names things by where they are."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import ksm_widgets

PAGE = Path(__file__).parents[1] / "docs" / "glossary.md"
ROWS = re.findall(r"^\| (.+) \| (.+) \| (`.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


def test_there_is_a_line_for_each_word() -> None:
    words = [word for word, _, _ in ROWS]
    assert len(words) == len(set(words)) > 40


@pytest.mark.parametrize(
    "name", [name for _, _, code in ROWS for name in re.findall("`(.+?)`", code)]
)
def test_the_name_in_the_code_exists(name: str) -> None:
    path = "ksm_widgets"
    found: object = ksm_widgets
    for part in name.split("."):
        path = f"{path}.{part}"
        found = getattr(found, part) if hasattr(found, part) else import_module(path)

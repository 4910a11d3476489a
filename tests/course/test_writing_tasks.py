"""The page on writing tasks: its examples run, in order, as a teacher would type them."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from ksm_widgets.course.kinds import Mark
from ksm_widgets.rules import Quarry
from ksm_widgets.tasks.task import Form
from ksm_widgets.telling.phrases import Reader

PAGE = Path(__file__).parents[2] / "docs" / "writing-tasks.md"


def test_the_examples_run(capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert len(examples) == 5
    names: dict[str, Any] = {}
    for number, example in enumerate(examples):
        exec(compile(example, f"example {number}", "exec"), names)  # noqa: S102 our own page
        if number == 0:
            first = names["task"]
    assert capsys.readouterr().out.splitlines() == [
        "mine_feedback.one_missing",
        "Moves are not free.",
        "It would be on a higher level.",
        "2",
        "3",
        "('R13',)",
    ]
    assert isinstance(first, Mark)
    told = first.check({Quarry.parse("b1")})
    assert Reader("en").say(told.remarks[0]) == "b1 is not black, so it isn't a curse."
    assert first.check(first.solution()).right


def test_the_parts_of_a_form_that_can_be_acted_on_are_on_the_page() -> None:
    listed = set(re.findall(r"^\| `([a-z]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == {part.name for part in fields(Form)} - {"how", "stakes", "done", "picture"}

"""Attacks by JSON so deep that a browser's Python, which is played here, ends without an error."""

from __future__ import annotations

import json
import time
import zlib
from base64 import urlsafe_b64encode
from typing import Any

import pytest

from ksm_widgets.course.drill import Drill
from ksm_widgets.course.final import resumed
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.explorer.editing import paste
from ksm_widgets.explorer.session import Session
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.json_text import read_json
from ksm_widgets.solving.links import puzzle_of

BORNE = 1000
DEEP = 3900
LOADS = json.loads
DEEPER = ("[" * DEEP, '{"a":' * DEEP, "[" * DEEP + "]" * DEEP, '["\\\\",' * DEEP, "[" * 10**6)


class Ended(BaseException):
    """The end of Python, as text nested too deep brings it about in a browser."""


@pytest.fixture(autouse=True)
def frail_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have Python end where a browser's does."""

    def loads(text: str, **options: Any) -> Any:
        try:
            value = LOADS(text, **options)
        except RecursionError:
            raise Ended from None
        level: Any = value
        for _ in range(BORNE):
            if not isinstance(level, list) or not level:
                return value
            level = level[-1]
        raise Ended

    monkeypatch.setattr(json, "loads", loads)


@pytest.mark.parametrize("text", DEEPER, ids=lambda text: text[:6])
def test_deep_json_is_refused(text: str) -> None:
    with pytest.raises(RecursionError):
        read_json(text)
    progress = Progress()
    for take in (progress.read_in, progress.salvage):
        with pytest.raises(KsmError):
            take(text)
    with pytest.raises(KsmError):
        paste(Session(), text[:7900])


@pytest.mark.parametrize("text", DEEPER, ids=lambda text: text[:6])
def test_a_course_s_setting_with_deep_json_is_passed_over(text: str) -> None:
    """A stranger's progress file brought it, and the course ended whenever it was opened."""
    assert resumed(text, CURRICULUM) is None
    progress = Progress()
    progress.set("practice", text)
    assert Drill(("R13",), CURRICULUM.practice, progress).next_rule(0) == "R13"


@pytest.mark.parametrize("text", DEEPER, ids=lambda text: text[:6])
def test_a_link_with_deep_json_is_one_to_no_puzzle(text: str) -> None:
    whole = urlsafe_b64encode(zlib.compress(text[:7900].encode())).decode()
    with pytest.raises(KsmError):
        puzzle_of(f"puzzle=0123456789&whole={whole}")


def test_brackets_side_by_side_or_in_texts_are_not_deep() -> None:
    for value in ([[[1]]] * 5000, ["[" * 5000, '{"' * 5000], {"[" * 500: "\\"}):
        assert read_json(json.dumps(value)) == value


def test_a_text_without_an_end_takes_no_time() -> None:
    """Each quote in it was once tried as a beginning: such a file kept a page busy for hours."""
    text = "[]" * 101 + '"' + r"\"" * 30_000
    begun = time.process_time()
    with pytest.raises(KsmError):
        Progress().read_in(text)
    assert time.process_time() - begun < 1

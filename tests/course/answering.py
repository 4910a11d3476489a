"""Tasks of the course for its tests: drawn once, and answers that must be right or wrong."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from ksm_widgets.course.kinds import PlayTurn
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.rules import edition
from ksm_widgets.telling.phrases import Reader

if TYPE_CHECKING:
    from ksm_widgets.tasks.task import AnyTask, Feedback

__all__ = ["EDITIONS", "READERS", "accepted", "drawn", "play_task", "refused"]

READERS = [Reader(language, played) for language in ("en", "de") for played in ("en", "de")]
EDITIONS = ("en", "de")


@cache
def drawn(name: str, seed: int, played: str) -> AnyTask:
    """An exercise's task, for the edition that is played."""
    return CURRICULUM.exercises[name].task(seed, edition(played))


def play_task(name: str, seed: int) -> PlayTurn:
    """A task of the English edition in which a turn is to be played."""
    task = drawn(name, seed, "en")
    assert isinstance(task, PlayTurn)
    return task


def explained(task: AnyTask, said: Feedback) -> None:
    """Each remark can be said in every language; those on an answer name a rule."""
    assert said.remarks
    assert (said.rule is not None) is said.given
    for reader in READERS:
        for remark in said.remarks:
            words = reader.say(remark)
            assert words.strip()
            assert "{" not in words


def accepted(task: AnyTask, answer: object) -> None:
    """An answer is right, and what is said to it can be said."""
    said = task.check(answer)
    assert said.right, [READERS[0].say(remark) for remark in said.remarks]
    assert 1 <= said.stars <= 3
    explained(task, said)


def refused(task: AnyTask, answer: object, key: str | None = None, rule: str | None = None) -> None:
    """An answer is wrong, and is told why: perhaps by just this sentence, or about this rule."""
    said = task.check(answer)
    assert not said.right
    assert said.stars == 0
    explained(task, said)
    if key is not None:
        assert said.remarks[0].key == key
    if rule is not None:
        assert said.rule == rule


def html(widget: Any) -> str:
    """Everything on a page of panels, as HTML."""
    within = (html(child) for child in getattr(widget, "children", ()))
    return "".join((str(getattr(widget, "html", "")), *within))


def page_text(widget: Any) -> str:
    """Everything on a page of panels, without markup."""
    bare = re.sub(r"<style.*?</style>|<[^>]*>", " ", html(widget), flags=re.DOTALL)
    return re.sub(r"\s+", " ", bare).strip()

"""How long the course takes a beginner: `python -m benchmarks.minutes`, counted lesson by lesson.

Two people who knew nothing but the course each took 71 minutes from opening lesson 0 to beginning
their own first whole game, when the short way there had 30 tasks. The figures below are such that
the count came to as much, lesson by lesson as far as they go; they are estimates, and no
measurement of a single task. Two others took 88 and 100 minutes when all tasks were on the way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from ksm_widgets.course.guided import GuidedGame
from ksm_widgets.course.kinds import Choose, Mark, Numbers, Order, PlaceCard, PlayTurn, Shift
from ksm_widgets.course.lesson import Differs, Legend
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.game.match import Phase
from ksm_widgets.tasks.exercise import Exercise
from ksm_widgets.tasks.task import question_text
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.course.guided import Stop
    from ksm_widgets.course.lesson import Lesson, Part

_WORDS_A_MINUTE = 160
_SECONDS = {Mark: 50, PlaceCard: 60, Numbers: 40, Choose: 45, Order: 45, Shift: 50, PlayTurn: 120}
"""Seconds for a task once its question is read: thinking, slips, and reading what is said to it."""
_A_NUMBER = 8
"""Seconds more for each number to fill in."""
_A_LEGEND = 15
_WITH_MAGIC = 45
"""Seconds more where magic objects are at hand, so that there is more to look for."""
_A_PAGE = 25
"""Seconds to open a page, read how it ended, and go on to the next one."""
_A_STOP, _A_LOOK = 40, 10
"""Seconds at a stop of a guided game that asks for something, and at one that only tells."""
_A_CHOICE_OF_OBJECTS = 110
"""Seconds at a stop that asks for the best turn with or without magic objects."""
_COUNTING = 120
"""Seconds to count up a game."""
_COMPARED = "guided.compared_spent"
"""The sentence counted for a turn that may be answered in several ways."""


def count_words(text: str) -> int:
    """How many words a reader reads; where links lead does not count."""
    return len(re.findall(r"\w+", re.sub(r"\]\([^)]*\)", "]", text)))


def minutes(lesson: Lesson, reader: Reader, parts: Iterable[Part] | None = None) -> float:
    """The minutes for what belongs to a lesson, or for some of its parts."""
    own = lesson.parts if parts is None else parts
    return (_A_PAGE if parts is None else 0) / 60 + sum(_part(lesson, one, reader) for one in own)


def _part(lesson: Lesson, part: Part, reader: Reader) -> float:
    match part:
        case str():
            return count_words(reader.text(f"prose_{lesson.name}.{part}")) / _WORDS_A_MINUTE
        case Differs():
            return count_words(part.text(reader)) / _WORDS_A_MINUTE
        case Legend():
            return _A_LEGEND / 60
        case GuidedGame():
            return _guided(part, reader)
        case Exercise():
            task = part.task(0, reader.edition)
            seconds = _SECONDS[type(task)] + _A_NUMBER * len(getattr(task, "fields", ()))
            seconds += _WITH_MAGIC * (isinstance(task, PlaceCard) and bool(task.table.powers))
            return count_words(question_text(task, reader)) / _WORDS_A_MINUTE + seconds / 60
        case _:
            raise TypeError(type(part))


def _guided(game: GuidedGame, reader: Reader) -> float:
    """The minutes of a guided game; of the learner's own, only until it begins."""
    found = _COUNTING / 60 if game.counts else 0.0
    words = {"lay": "", "dig": "", "compared": Phrase.of(_COMPARED, net=13, best=0)}
    for stop in game.stops:
        key = f"guided_{game.name}.{stop.name}"
        told = [reader.text(each, **words) for each in (key, f"{key}_do")[: 1 + bool(stop.asked)]]
        found += sum(map(count_words, told)) / _WORDS_A_MINUTE
        found += _stop(stop, told[-1]) / 60
    return found


def _stop(stop: Stop, asked: str) -> int:
    """The seconds at a stop of a guided game, once it is read; some say which card to choose."""
    if stop.asked is None:
        return _A_LOOK
    named = stop.phase is Phase.CHOOSE and f" {stop.asked.card} " in asked
    return _A_CHOICE_OF_OBJECTS if stop.asked.spends and not named else _A_STOP


def to_the_first_game(reader: Reader) -> float:
    """The minutes of the short way, until the learner's own first whole game begins."""
    return sum(minutes(each, reader) for each in CURRICULUM.lessons if each.name in CURRICULUM.path)


def main() -> None:
    """Print the minutes of each lesson in each language: on the short way, and what is more."""
    readers = [Reader(language) for language in LANGUAGES]
    print("lesson".ljust(18), *(f"{reader.language:>6}  more" for reader in readers))
    for lesson in CURRICULUM.lessons:
        name = f"{lesson.label} {lesson.name}{'' if lesson.name in CURRICULUM.path else ' -'}"
        counts = (
            f"{minutes(lesson, reader):6.1f} {minutes(lesson, reader, lesson.more):5.1f}"
            for reader in readers
        )
        print(name.ljust(18), *counts)
    print("short way".ljust(18), *(f"{to_the_first_game(each):6.1f}      " for each in readers))


if __name__ == "__main__":
    main()

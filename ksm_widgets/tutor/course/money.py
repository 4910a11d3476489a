"""Lessons 8 and 9: paying for the turn, and counting up at the end (R25-R32)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.scoring import CURSE_BONUS, MAGIC_BONUS, Bonus, bonuses
from ksm_widgets.tutor.course.drawing import names, until
from ksm_widgets.tutor.course.lesson import Differs, Exercise, Lesson
from ksm_widgets.tutor.course.practice.ending import (
    bonus_why,
    both_bonuses,
    collections,
    ties,
    totals,
    won,
)
from ksm_widgets.tutor.course.practice.paying import change, failed, found_wrong, payment
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.reader import plain
from ksm_widgets.tutor.tasks.kinds import Choose, Field, Numbers, asked_field, options
from ksm_widgets.tutor.tasks.task import AnyTask, Sheet, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["LESSONS"]


# 8 Paying


def _can(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> dict[str, int] | None:
        drawn = {
            "moves": 2 + below(rng, 5),
            "curses": below(rng, 6),
            "coins": below(rng, 6),
            "held": below(rng, 5),
            "dug": below(rng, 6),
        }
        over = drawn["moves"] + drawn["curses"] - drawn["coins"] - drawn["held"] - drawn["dug"]
        return drawn if -2 <= over <= 2 else None

    drawn = until(draw)
    due, have = drawn["moves"] + drawn["curses"], drawn["coins"] + drawn["held"] + drawn["dug"]
    reckoned = {"due": due, "have": have}
    return Choose(
        **asked("lesson_paying.can", **drawn),
        rules=("R25",),
        options=options(
            "lesson_paying.can_",
            ("yes", "no"),
            "yes" if due <= have else "no",
            why=lambda _: Phrase(
                f"lesson_paying.can_{'enough' if due <= have else 'too_little'}", reckoned, "R25"
            ),
        ),
    )


def _change(rng: Random, edition: Edition) -> AnyTask:
    treasure = 3 + below(rng, 3)
    due = 1 + below(rng, treasure - 1)
    return Numbers(
        **asked("lesson_paying.change", treasure=treasure, due=due),
        rules=("R25",),
        fields=(
            asked_field(
                "coins",
                "lesson_paying.change_",
                treasure - due,
                "R25",
                {0: "lost", treasure: "all"},
                due=due,
            ),
        ),
    )


def _most(rng: Random, edition: Edition) -> AnyTask:
    return payment(rng, edition, 1)


def _broke(rng: Random, edition: Edition) -> AnyTask:
    return failed(rng, edition, 1)


def _undug(rng: Random, edition: Edition) -> AnyTask:
    return failed(rng, edition, 2)


def _too_few(rng: Random, edition: Edition) -> AnyTask:
    return failed(rng, edition, 3)


def _bank(rng: Random, edition: Edition) -> AnyTask:
    return change(rng)


_AFTERMATH = ("moves", "pay", "objects", "tiles", "back")


def _aftermath(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_paying.aftermath"),
        rules=("R26",),
        several=True,
        options=options(
            "lesson_paying.after_", shuffled(rng, _AFTERMATH), ("moves", "objects", "tiles"), "R26"
        ),
    )


_RECEIVED = ("free", "points", "spend", "pay", "only")


def _received(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_paying.received"),
        rules=("R26",),
        several=True,
        options=options(
            "lesson_paying.received_", shuffled(rng, _RECEIVED), ("free", "points", "spend"), "R26"
        ),
    )


def _late(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_paying.late", 1),
        rules=("R27",),
        options=options(
            "lesson_paying.late_", shuffled(rng, ("stands", "back", "fine")), "stands", "R27"
        ),
    )


# 9 The end


def _bonus(
    rng: Random, case: str, players: int = 4, *, words: str = "ties", rule: str = "R31"
) -> AnyTask:
    """What one of the bonuses brings each player, in a case of its own."""
    curses = below(rng, 2) == 0
    return _one_bonus(
        names(rng, players),
        collections(rng, case, 29 if curses else 7, players),
        curses,
        words,
        rule,
    )


def _one_bonus(
    players: list[str], sizes: list[int], curses: bool, words: str, rule: str
) -> AnyTask:
    collection = "curses" if curses else "magic"
    return Numbers(
        **asked(f"lesson_end.{words}_{collection}"),
        rules=(rule,),
        sheet=Sheet(
            (Phrase("lesson_end.player"), Phrase(f"lesson_end.size_{collection}")),
            tuple(
                (plain(player), plain(str(size)))
                for player, size in zip(players, sizes, strict=True)
            ),
        ),
        fields=_bonus_fields(players, sizes, CURSE_BONUS if curses else MAGIC_BONUS),
    )


def _bonus_fields(players: list[str], sizes: list[int], bonus: Bonus) -> tuple[Field, ...]:
    """What each player's collection is worth, with a word to each on what was missed."""
    points = bonuses(sizes, bonus)
    return tuple(
        Field(player, plain(player), got, bonus_why(sizes, size, bonus))
        for player, size, got in zip(players, sizes, points, strict=True)
    )


def _clear(rng: Random, edition: Edition) -> AnyTask:
    case, rule = chosen(rng, (("clear", "R29"), ("half", "R30")))
    return _bonus(rng, case, words="bonus", rule=rule)


def _firsts(rng: Random, edition: Edition) -> AnyTask:
    return _bonus(rng, chosen(rng, ("first", "three")))


def _seconds(rng: Random, edition: Edition) -> AnyTask:
    return _bonus(rng, "second")


def _rounded(rng: Random, edition: Edition) -> AnyTask:
    """Three who share the second bonus for magic objects: 8 does not divide by 3."""
    players = names(rng, 5)
    return _one_bonus(players, collections(rng, "seconds", 7, 5), False, "rounded", "R31")


def _nothing(rng: Random, edition: Edition) -> AnyTask:
    return _bonus(rng, chosen(rng, ("low", "alone")), words="nothing")


def _half(rng: Random, edition: Edition) -> AnyTask:
    return Numbers(
        **asked("lesson_end.half"),
        rules=("R30",),
        fields=_bonus_fields(["Anna", "Bruno"], [29, 13], CURSE_BONUS),
    )


_SCORES = {
    "en": {"Anna": (3, 31, 2), "Bruno": (9, 36, 2), "Carlo": (2, 8, 0), "Davide": (5, 15, 1)},
    "de": {"Anna": (5, 31, 2), "Bruno": (6, 21, 2), "Carlo": (3, 23, 0), "David": (5, 15, 1)},
}
"""Coins, treasures and complete sets in the rulebooks' examples (R32)."""
_CURSES = [6, 4, 16, 16]
_OBJECTS = [2, 5, 0, 1]
"""Only 16 and 16, 2 and 5 are told; the others were chosen so that they change nothing."""


def _score(which: str) -> AnyTask:
    table = _SCORES[which]
    players = list(table)
    coins, treasures, sets = (list(column) for column in zip(*table.values(), strict=True))
    fields = list(totals(players, coins, treasures, sets, _CURSES, _OBJECTS))
    curses = bonuses(_CURSES, CURSE_BONUS)
    for place, field in enumerate(fields):
        more = {field.value + MAGIC_BONUS[1]: Phrase("lesson_end.score_anna", rule="R30")}
        if curses[place]:
            tie = Phrase("lesson_end.score_tie", rule="R31")
            more = {field.value + 6: tie, field.value - 6: tie}
        if place == 0 or curses[place]:
            fields[place] = replace(field, mistakes={**field.mistakes, **more})
    columns = ("player", "coins", "treasures", "sets", "size_curses", "size_magic")
    rows = zip(players, table.values(), _CURSES, _OBJECTS, strict=True)
    return Numbers(
        **asked(f"lesson_end.score_{which}"),
        rules=("R32", "R28", "R29", "R30", "R31"),
        sheet=Sheet(
            tuple(Phrase(f"lesson_end.{column}") for column in columns),
            tuple(
                tuple(plain(str(cell)) for cell in (player, *held, curse, magic))
                for player, held, curse, magic in rows
            ),
        ),
        fields=tuple(fields),
    )


def _score_en(rng: Random, edition: Edition) -> AnyTask:
    return _score("en")


def _score_de(rng: Random, edition: Edition) -> AnyTask:
    return _score("de")


def _winner(rng: Random, edition: Edition) -> AnyTask:
    return won(rng, names(rng, 3), leaders=1)


def _shared(rng: Random, edition: Edition) -> AnyTask:
    return won(rng, names(rng, 4), leaders=2 + below(rng, 2))


LESSONS = (
    Lesson(
        8,
        "paying",
        (
            "text1",
            Exercise("paying.can", ("R25",), _can, then=payment),
            Exercise("paying.most", ("R25",), _most),
            "text2",
            Exercise("paying.change", ("R25",), _change, then=payment),
            Exercise("paying.bank", ("R25",), _bank),
            "text3",
            Differs("broke", ("R26",)),
            "text4",
            Exercise("paying.broke", ("R26",), _broke),
            Exercise("paying.undug", ("R26",), _undug),
            Exercise("paying.too_few", ("R26",), _too_few),
            Exercise("paying.aftermath", ("R26",), _aftermath, then=failed),
            Exercise("paying.received", ("R26",), _received, then=failed),
            Differs("shown", ("R27",)),
            Exercise("paying.late", ("R27",), _late, then=found_wrong),
            "text5",
        ),
    ),
    Lesson(
        9,
        "end",
        (
            "text1",
            Exercise("end.winner", ("R28",), _winner),
            Exercise("end.shared", ("R28",), _shared),
            "text2",
            Exercise("end.clear", ("R29", "R30"), _clear, then=both_bonuses),
            Exercise("end.half", ("R30",), _half, fixed=True),
            "text3",
            Exercise("end.firsts", ("R31",), _firsts, then=ties),
            Exercise("end.seconds", ("R31",), _seconds, then=ties),
            Exercise("end.rounded", ("R31",), _rounded, then=ties),
            Exercise("end.nothing", ("R31",), _nothing, then=ties),
            "text4",
            Exercise("end.score_en", ("R32", "R28", "R29", "R30", "R31"), _score_en, fixed=True),
            Exercise("end.score_de", ("R32", "R28", "R29", "R30", "R31"), _score_de, fixed=True),
            "text5",
        ),
    ),
)

"""Practice for counting up: who wins, both bonuses, halves, ties, whole games (R28-R32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.scoring import CURSE_BONUS, MAGIC_BONUS, PARCHMENT_SET, Bonus, bonuses
from ksm_widgets.tutor.course.drawing import names
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.reader import plain
from ksm_widgets.tutor.tasks.kinds import Choose, Field, Numbers, Option
from ksm_widgets.tutor.tasks.task import AnyTask, Sheet, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition

__all__ = [
    "at_least_half",
    "bonus_why",
    "both_bonuses",
    "collections",
    "counted_up",
    "ties",
    "winner",
]

_MOST_CURSES, _MOST_OBJECTS = 29, 7
_RULE_OF_CASE = {
    "clear": "R29",
    "half": "R30",
    "just": "R30",
    "first": "R31",
    "three": "R31",
    "second": "R31",
    "seconds": "R31",
    "low": "R30",
    "alone": "R31",
}


def collections(rng: Random, case: str, most: int, count: int) -> list[int]:
    """The sizes of so many players' collections that show a case, in mixed order.

    `clear` second is at least half of first, `just` barely, with `half` it is less. Tied: `first`
    and `three` firsts, `second` and three `seconds`, `low` seconds of less than half. With
    `alone` nobody else has anything.
    """
    largest = 3 + below(rng, most - 2)
    over, under = -(-largest // 2), (largest - 1) // 2
    second = over + below(rng, largest - over)
    little = 1 + below(rng, under)
    head = {
        "clear": [largest, second],
        "just": [largest, over],
        "half": [largest, little],
        "first": [largest] * 2,
        "three": [largest] * 3,
        "second": [largest, second, second],
        "seconds": [largest, *[second] * 3],
        "low": [largest, little, little],
        "alone": [largest, *[0] * (count - 1)],
    }[case]
    rest = [below(rng, head[-1]) for _ in range(count - len(head))]
    return shuffled(rng, [*head, *rest])


def bonus_why(sizes: list[int], size: int, bonus: Bonus) -> Phrase:
    """Why a collection gets what it gets among these (R29-R31)."""
    largest, leaders = max(sizes), sizes.count(max(sizes))
    others = [other for other in sizes if other < largest]
    if size == largest:
        rule, key = ("R31", "tied_first") if leaders > 1 else ("R29", "first")
    elif not size:
        rule, key = "R31", "none"
    elif leaders > 1:
        rule, key = "R31", "no_second"
    elif size < max(others):
        rule, key = "R29", "third"
    elif 2 * size < largest:
        rule, key = "R30", "half"
    else:
        rule, key = ("R31", "tied_second") if others.count(size) > 1 else ("R29", "second")
    params = {"first": bonus[0], "second": bonus[1], "both": sum(bonus), "players": leaders}
    return Phrase(f"lesson_end.bonus_{key}", params, rule)


def _sheet(players: list[str], **columns: list[int]) -> Sheet:
    """A table with a row for each player; columns are named as in the lesson about the end."""
    rows = zip(players, *columns.values(), strict=True)
    return Sheet(
        tuple(Phrase(f"lesson_end.{name}") for name in ("player", *columns)),
        tuple(tuple(plain(str(cell)) for cell in row) for row in rows),
    )


def _cases(rng: Random, curses: str, magic: str, players: int) -> tuple[list[int], list[int]]:
    """Two columns of collections that show these cases."""
    return (
        collections(rng, curses, _MOST_CURSES, players),
        collections(rng, magic, _MOST_OBJECTS, players),
    )


def _bonuses(rng: Random, rule: str, curses: str, magic: str, count: int) -> AnyTask:
    """What both bonuses together bring each player."""
    players = names(rng, count)
    sums, numbers = _cases(rng, curses, magic, count)
    got = zip(bonuses(sums, CURSE_BONUS), bonuses(numbers, MAGIC_BONUS), strict=True)
    fields = []
    for player, size, number, (one, other) in zip(players, sums, numbers, got, strict=True):
        parts = {
            "curses": bonus_why(sums, size, CURSE_BONUS),
            "magic": bonus_why(numbers, number, MAGIC_BONUS),
        }
        why = Phrase("practice.bonus_why", parts, rule)
        mistakes = {
            one: Phrase("practice.bonus_curses_only", rule="R29"),
            other: Phrase("practice.bonus_magic_only", rule="R29"),
        }
        mistakes.pop(one + other, None)
        fields.append(Field(player, plain(player), one + other, why, mistakes))
    return Numbers(
        **asked("practice.bonuses"),
        rules=(rule,),
        sheet=_sheet(players, size_curses=sums, size_magic=numbers),
        fields=tuple(fields),
    )


def both_bonuses(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Both bonuses, without ties (R29)."""
    case = ("clear", "clear", "just")[level - 1]
    return _bonuses(rng, "R29", case, case, 2 + level)


def at_least_half(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Whether a second place counts: far from the half, near to it, with ties besides (R30)."""
    kinds = (("half", "clear"), ("half", "just"), ("low", "just"))[level - 1]
    one, other = shuffled(rng, kinds)
    return _bonuses(rng, "R30", one, other, 2 + level)


def ties(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Tied firsts and seconds, rounding, and those who have nothing (R31)."""
    kinds = (("first", "second"), ("three", "second", "alone"), ("three", "seconds", "low"))
    one, other = (chosen(rng, kinds[level - 1]) for _ in range(2))
    return _bonuses(rng, "R31", one, other, (4, 4, 5)[level - 1])


def winner(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Who wins, and who shares it (R28)."""
    players = names(rng, 2 + level)
    return won(rng, players, leaders=1 if level == 1 else 1 + below(rng, level))


def won(rng: Random, players: list[str], leaders: int, words: str = "lesson_end.winner") -> AnyTask:
    """Who of these wins without bonuses, so many of them with equally many points (R28)."""
    rows = [(2 + below(rng, 8), 5 + below(rng, 20), below(rng, 3)) for _ in players]
    totals = [coins + treasures + PARCHMENT_SET * sets for coins, treasures, sets in rows]
    most = max(totals)
    for place in range(leaders):
        coins, treasures, sets = rows[place]
        rows[place] = (coins, treasures + most + 1 - totals[place], sets)
    rows = shuffled(rng, rows)
    totals = [coins + treasures + PARCHMENT_SET * sets for coins, treasures, sets in rows]
    columns = [list(column) for column in zip(*rows, strict=True)]
    return Choose(
        **asked(words),
        rules=("R28",),
        several=True,
        sheet=_sheet(players, **dict(zip(("coins", "treasures", "sets"), columns, strict=True))),
        options=tuple(
            Option(
                player,
                plain(player),
                total == max(totals),
                Phrase("lesson_end.winner_why", {"player": player, "total": total}, "R28"),
            )
            for player, total in zip(players, totals, strict=True)
        ),
    )


def counted_up(rng: Random, edition: Edition, level: int) -> AnyTask:
    """A whole game counted up, as both rulebooks do it (R32)."""
    cases = (("clear", "clear"), ("half", "clear"), ("first", "second"))[level - 1]
    players = names(rng, (3, 4, 4)[level - 1])
    one, other = shuffled(rng, cases)
    curses, magic = _cases(rng, one, other, len(players))
    coins = [2 + below(rng, 8) for _ in players]
    treasures = [8 + below(rng, 28) for _ in players]
    sets = [below(rng, 3) for _ in players]
    return Numbers(
        **asked("practice.counted_up"),
        rules=("R32", "R28", "R29", *sorted({_RULE_OF_CASE[case] for case in cases} - {"R29"})),
        sheet=_sheet(
            players,
            coins=coins,
            treasures=treasures,
            sets=sets,
            size_curses=curses,
            size_magic=magic,
        ),
        fields=totals(players, coins, treasures, sets, curses, magic),
    )


def totals(players: list[str], *columns: list[int]) -> tuple[Field, ...]:
    """Everyone's points from coins, treasures, sets, curses and objects, a word to each slip."""
    coins, treasures, sets, curses, magic = columns
    parts = zip(
        players,
        coins,
        treasures,
        sets,
        bonuses(curses, CURSE_BONUS),
        bonuses(magic, MAGIC_BONUS),
        strict=True,
    )
    fields = []
    for player, coin, treasure, count, curse, magical in parts:
        total = coin + treasure + PARCHMENT_SET * count + curse + magical
        mistakes = {
            total - curse - magical: Phrase("lesson_end.score_bonus", rule="R29"),
            total - PARCHMENT_SET * count: Phrase("lesson_end.score_sets", rule="R28"),
        }
        mistakes.pop(total, None)
        label = Phrase("lesson_end.score_total", {"player": player})
        why = Phrase("lesson_end.score_why", rule="R28")
        fields.append(Field(player, label, total, why, mistakes))
    return tuple(fields)

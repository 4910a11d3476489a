"""The races for the first dig, for curses and for magic objects: lesson 11½ (R6, R29-R31)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.course.material import decided, names, until
from ksm_widgets.course.practice.ending import collections, sizes_sheet
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import CARD_COUNT
from ksm_widgets.rules.scoring import CURSE_BONUS, MAGIC_BONUS, bonuses
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.tasks.task import AnyTask

_CASES = ("clear", "just", "low", "half", "first", "second")
_PLAYERS = 4


def low_or_high(rng: Random, edition: Edition) -> AnyTask:
    """Whether to play a low card for the sake of the first dig, by what either brings (R6)."""
    early = below(rng, 2) == 1

    def draw() -> tuple[list[int], list[int], int, int, int, list[int], list[int]] | None:
        dealt = shuffled(rng, range(1, CARD_COUNT + 1))
        mine, theirs = sorted(dealt[:2]), sorted(dealt[2:6])
        rest = below(rng, 4)
        small = rest + 2 + below(rng, 6)
        big = small + 1 + below(rng, 6)
        firsts = [sum(card > one for card in theirs) for one in mine]
        sums = [
            first * gain + (len(theirs) - first) * rest
            for first, gain in zip(firsts, (small, big), strict=True)
        ]
        suits = firsts[0] > firsts[1] and sums[0] != sums[1] and (sums[0] > sums[1]) is early
        return (mine, theirs, small, big, rest, firsts, sums) if suits else None

    mine, theirs, small, big, rest, firsts, sums = until(draw)
    told: dict[str, object] = {"other": names(rng, 1)[0], "cards": ", ".join(map(str, theirs))}
    told |= {"low": mine[0], "high": mine[1], "small": small, "big": big, "rest": rest}
    told |= {"low_first": firsts[0], "high_first": firsts[1]}
    told |= {"low_sum": sums[0], "high_sum": sums[1]}
    key, right = "lesson_races.first", "low" if early else "high"
    why = Phrase(f"{key}_{right}_why", told, "R6")
    return decided(key, told, ("R6",), None, shuffled(rng, ("low", "high")), right, why)


def more_curses(rng: Random, edition: Edition) -> AnyTask:
    """Whether curses dug last are worth their price, by the bonus they bring (R17, R29)."""
    pays = below(rng, 2) == 1

    def draw() -> tuple[list[int], int, int, int, int] | None:
        sizes, you = collections(rng, chosen(rng, _CASES), 15, _PLAYERS), below(rng, _PLAYERS)
        price = 1 + below(rng, 12)
        before = bonuses(sizes, CURSE_BONUS)[you]
        after = bonuses(_changed(sizes, you, price), CURSE_BONUS)[you]
        rises = after > before or below(rng, 4) == 0
        gain = after - before - price
        suits = rises and gain != 0 and (gain > 0) is pays
        return (sizes, you, price, before, after) if suits else None

    sizes, you, price, before, after = until(draw)
    told: dict[str, object] = {"price": price, "before": before, "after": after}
    told["gain"] = abs(after - before - price)
    right = "dig" if pays else "leave"
    return _asked(rng, "curses", "R29", sizes, you, told, ("dig", "leave"), right)


_MOST_COINS = 12
"""The most that an object may bring in the last dig."""


def last_object(rng: Random, edition: Edition) -> AnyTask:
    """Whether to spend an object on the last dig, by the bonus it would lose (R19, R29)."""
    pays = below(rng, 2) == 1

    def draw() -> tuple[list[int], int, int, int] | None:
        sizes, you = collections(rng, chosen(rng, _CASES), 6, _PLAYERS), below(rng, _PLAYERS)
        if not sizes[you]:
            return None
        kept = bonuses(sizes, MAGIC_BONUS)[you]
        spent = bonuses(_changed(sizes, you, -1), MAGIC_BONUS)[you]
        matters = kept > spent or below(rng, 4) == 0
        suits = kept - spent < _MOST_COINS if pays else kept - spent > 1
        return (sizes, you, kept, spent) if matters and suits else None

    sizes, you, kept, spent = until(draw)
    lost = kept - spent
    worths = range(lost + 1, _MOST_COINS + 1) if pays else range(1, min(lost, _MOST_COINS + 1))
    coins = chosen(rng, worths)
    told: dict[str, object] = {"coins": coins, "kept": kept, "spent": spent, "lost": lost}
    right = "spend" if pays else "hold"
    return _asked(rng, "object", "R29", sizes, you, told, ("spend", "hold"), right)


def denied(rng: Random, edition: Edition) -> AnyTask:
    """Whether to take an object that another player would dig next, by the lead (R29)."""

    def draw() -> tuple[list[int], int, int, int, int, int] | None:
        sizes, you = collections(rng, chosen(rng, _CASES), 6, _PLAYERS), below(rng, _PLAYERS)
        other = chosen(rng, [player for player in range(_PLAYERS) if player != you])
        taken = bonuses(_changed(sizes, you, 1), MAGIC_BONUS)
        left = bonuses(_changed(sizes, other, 1), MAGIC_BONUS)
        deny, leave = taken[you] - taken[other], left[you] - left[other]
        coins = 2 + below(rng, 14)
        suits = deny > leave and deny != leave + coins
        return (sizes, you, other, coins, deny, leave) if suits else None

    sizes, you, other, coins, deny, leave = until(draw)
    told: dict[str, object] = {"coins": coins, "swing": deny - leave}
    right = "deny" if deny > leave + coins else "coins"
    return _asked(rng, "denied", "R29", sizes, you, told, ("deny", "coins"), right, other=other)


def _changed(sizes: list[int], player: int, by: int) -> list[int]:
    """The collections with one of them larger or smaller."""
    return [size + by * (at == player) for at, size in enumerate(sizes)]


def _asked(
    rng: Random,
    words: str,
    rule: str,
    sizes: list[int],
    you: int,
    told: dict[str, object],
    ways: tuple[str, str],
    right: str,
    *,
    other: int | None = None,
) -> AnyTask:
    """A decision beside the table of everybody's collections."""
    people, key = names(rng, _PLAYERS), f"lesson_races.{words}"
    told = {**told, "you": people[you]}
    if other is not None:
        told["other"] = people[other]
    why = Phrase(f"{key}_{right}_why", told, rule)
    task = decided(key, told, (rule,), None, shuffled(rng, ways), right, why)
    return replace(task, sheet=sizes_sheet(people, sizes, curses=words == "curses"))

"""Scoring: who wins, the bonuses, at least half, ties, whole games (R28-R32)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.course.kinds import Choose, NumberField, Numbers, Option, terms, worded_field
from ksm_widgets.course.material import names, to_count, treasures_of
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.scoring import (
    CURSE_BONUS,
    MAGIC_BONUS,
    PARCHMENT_SET,
    Bonus,
    bonuses,
    curse_points,
    magic_objects,
    parchment_sets,
)
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.tasks.task import AnyTask, Sheet, worded
from ksm_widgets.telling.phrases import Phrase, plain
from ksm_widgets.telling.plans import tile_term

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.rules.payment import Holding


_MOST_CURSES, _MOST_OBJECTS = 29, 7
_SCORES = {
    "en": {"Anna": (3, 31, 2), "Bruno": (9, 36, 2), "Carlo": (2, 8, 0), "Davide": (5, 15, 1)},
    "de": {"Anna": (5, 31, 2), "Bruno": (6, 21, 2), "Carlo": (3, 23, 0), "David": (5, 15, 1)},
}
"""Coins, treasures and complete sets in the rulebooks' examples (R32)."""
_CURSES = [6, 4, 16, 16]
_OBJECTS = [2, 5, 0, 1]
"""The rulebooks tell only 16 and 16, 2 and 5; the others make no difference."""
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
    """The sizes of the players' collections in a case, in random order.

    `clear`: the second is at least half of the first, `just`: barely, `half`: it is not. Ties:
    `first` (two), `three`, `second` (two), `seconds` (three), `low` (less than half). `alone`:
    nobody else has any.
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
    """The reason for a collection's bonus among these (R29-R31)."""
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


def _sheet(players: list[str], **columns: Iterable[int]) -> Sheet:
    """A table with a row per player; the columns have the names of the lesson's words."""
    rows = zip(players, *columns.values(), strict=True)
    return Sheet(
        tuple(Phrase(f"lesson_end.{name}") for name in ("player", *columns)),
        tuple(tuple(plain(str(cell)) for cell in row) for row in rows),
    )


def sizes_sheet(players: list[str], sizes: list[int], *, curses: bool) -> Sheet:
    """A table of everybody's curses, or of their magic objects."""
    return _sheet(players, **{"size_curses" if curses else "size_magic": sizes})


def _cases(rng: Random, curses: str, magic: str, players: int) -> tuple[list[int], list[int]]:
    """The collections of curses and of magic objects in these cases."""
    return (
        collections(rng, curses, _MOST_CURSES, players),
        collections(rng, magic, _MOST_OBJECTS, players),
    )


def bonuses_in(
    rng: Random, edition: Edition, rule: str, curses: str, magic: str, count: int
) -> AnyTask:
    """Add up both bonuses of each player, in these cases."""
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
        worked = terms([one, other])
        fields.append(NumberField(player, plain(player), one + other, why, mistakes, worked))
    return Numbers(
        **worded("practice.bonuses"),
        rules=(rule,),
        sheet=_sheet(players, size_curses=sums, size_magic=numbers),
        fields=tuple(fields),
    )


def one_bonus(
    rng: Random,
    edition: Edition,
    cases: tuple[str, ...],
    words: str = "ties",
    *,
    players: int = 4,
    magic: bool = False,
) -> AnyTask:
    """One of the bonuses of each player, in one of these cases (R29-R31)."""
    case = chosen(rng, cases)
    curses = not magic and below(rng, 2) == 0
    name, most = ("curses", _MOST_CURSES) if curses else ("magic", _MOST_OBJECTS)
    people, sizes = names(rng, players), collections(rng, case, most, players)
    return Numbers(
        **worded(f"lesson_end.{words}_{name}"),
        rules=(_RULE_OF_CASE[case],) if words == "bonus" else ("R31",),
        sheet=_sheet(people, **{f"size_{name}": sizes}),
        fields=bonus_fields(people, sizes, CURSE_BONUS if curses else MAGIC_BONUS),
    )


def rulebooks_half(rng: Random, edition: Edition) -> AnyTask:
    """The rulebooks' example of a second place below the half (R30)."""
    fields = bonus_fields(["Anna", "Bruno"], [29, 13], CURSE_BONUS)
    return Numbers(**worded("lesson_end.half"), rules=("R30",), fields=fields)


def bonus_fields(players: list[str], sizes: list[int], bonus: Bonus) -> tuple[NumberField, ...]:
    """A field per player for what their collection brings."""
    fields = []
    for player, size, got in zip(players, sizes, bonuses(sizes, bonus), strict=True):
        why = bonus_why(sizes, size, bonus)
        division, rounded = _shared(sizes, size, bonus) if got else ("", False)
        fields.append(NumberField(player, plain(player), got, why, {}, division, rounded))
    return tuple(fields)


def from_tiles(rng: Random, edition: Edition, magic: bool) -> AnyTask:
    """One of the bonuses, from the tiles behind each screen (R29)."""
    people = names(rng, 4)
    kinds = (
        tuple(power.tile for power in Power) if magic else (Tile.MASK, Tile.SCORPION, Tile.MUMMY)
    )
    held = [[chosen(rng, kinds) for _ in range(1 + below(rng, 5))] for _ in people]
    sizes = [len(tiles) if magic else curse_points(tiles) for tiles in held]
    rows = zip(people, held, strict=True)
    name = "magic" if magic else "curses"
    return Numbers(
        **worded(f"practice.from_tiles_{name}"),
        rules=("R29", "R30", "R31"),
        sheet=Sheet(
            (Phrase("lesson_end.player"), Phrase("practice.from_tiles_held")),
            tuple(
                (
                    plain(player),
                    Phrase("practice.from_tiles_row", {"held": [*map(tile_term, tiles)]}),
                )
                for player, tiles in rows
            ),
        ),
        fields=bonus_fields(people, sizes, MAGIC_BONUS if magic else CURSE_BONUS),
    )


def least_second(rng: Random, edition: Edition) -> AnyTask:
    """The smallest collection that gets a second bonus (R30)."""
    largest = 5 + below(rng, 25)
    one, other = names(rng, 2)
    told: dict[str, Any] = {"player": one, "other": other, "largest": largest}
    least = -(-largest // 2)
    mistakes = {largest // 2: "less"} if largest % 2 else {least + 1: "more"}
    worked = f"({largest}{' + 1' if largest % 2 else ''}) ÷ 2"
    words = "practice.least_second"
    return to_count(words, "size", least, ("R30",), mistakes, sum=worked, **told)


def _shared(sizes: list[int], size: int, bonus: Bonus) -> tuple[str, bool]:
    """The division of a shared bonus, and whether it leaves a rest; empty if not shared (R31)."""
    tied = sizes.count(size)
    if tied == 1:
        return "", False
    if size == max(sizes):
        return f"({terms(bonus)}) ÷ {tied}", sum(bonus) % tied > 0
    return f"{bonus[1]} ÷ {tied}", bonus[1] % tied > 0


def both_bonuses(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Both bonuses, without ties (R29)."""
    case = ("clear", "clear", "just")[level - 1]
    return bonuses_in(rng, edition, "R29", case, case, 2 + level)


def at_least_half(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Whether a second place counts: far from the half, near to it, with ties besides (R30)."""
    kinds = (("half", "clear"), ("half", "just"), ("low", "just"))[level - 1]
    one, other = shuffled(rng, kinds)
    return bonuses_in(rng, edition, "R30", one, other, 2 + level)


def ties(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Tied firsts and seconds, rounding, and those who have nothing (R31)."""
    kinds = (("first", "second"), ("three", "second", "alone"), ("three", "seconds", "low"))
    one, other = (chosen(rng, kinds[level - 1]) for _ in range(2))
    return bonuses_in(rng, edition, "R31", one, other, (4, 4, 5)[level - 1])


def winner(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The winners, one or several (R28)."""
    return _won(rng, 2 + level, leaders=1 if level == 1 else 1 + below(rng, level))


def shared_win(rng: Random, edition: Edition) -> AnyTask:
    """The winners, where two or three players have the most points (R28)."""
    return _won(rng, 4, leaders=2 + below(rng, 2))


def _won(rng: Random, count: int, leaders: int) -> AnyTask:
    """The winners without bonuses; so many lead."""
    players, sheet, totals = _points(rng, count, leaders)
    return Choose(
        **worded("lesson_end.winner"),
        rules=("R28",),
        several=True,
        sheet=sheet,
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


def behind(rng: Random, edition: Edition) -> AnyTask:
    """The points that a player is behind the first (R28)."""
    players, sheet, totals = _points(rng, 5, 1)
    most = max(totals)
    place = chosen(rng, [at for at, total in enumerate(totals) if total < most])
    own, told = totals[place], {"player": players[place]}
    words = "practice.behind"
    mistakes = {own: "own", most: "first"}
    mistakes.pop(most - own, None)
    field = worded_field(
        "points", f"{words}_", most - own, "R28", mistakes, f"{most} − {own}", **told
    )
    return Numbers(**worded(words, **told), rules=("R28",), sheet=sheet, fields=(field,))


def _points(rng: Random, count: int, leaders: int) -> tuple[list[str], Sheet, list[int]]:
    """Players, a table of what they have without bonuses, and their points; so many lead."""
    players = names(rng, count)
    rows = [(2 + below(rng, 8), 5 + below(rng, 20), below(rng, 3)) for _ in players]
    most = max(coins + treasures + PARCHMENT_SET * sets for coins, treasures, sets in rows)
    for place in range(leaders):
        coins, _, sets = rows[place]
        rows[place] = (coins, most + 1 - coins - PARCHMENT_SET * sets, sets)
    rows = shuffled(rng, rows)
    totals = [coins + treasures + PARCHMENT_SET * sets for coins, treasures, sets in rows]
    columns = dict(zip(("coins", "treasures", "sets"), zip(*rows, strict=True), strict=True))
    return players, _sheet(players, **columns), totals


def rulebooks_game(rng: Random, edition: Edition, which: str) -> AnyTask:
    """The game that a rulebook counts up (R32)."""
    table = _SCORES[which]
    players = list(table)
    coins, treasures, sets = (list(column) for column in zip(*table.values(), strict=True))
    fields = list(_totals(players, coins, treasures, sets, _CURSES, _OBJECTS))
    tied = bonuses(_CURSES, CURSE_BONUS)
    for place, field in enumerate(fields):
        more: dict[object, Phrase] = {}
        if tied[place]:
            tie = Phrase("lesson_end.score_tie", rule="R31")
            more = {field.value + 6: tie, field.value - 6: tie}
        elif place == 0:
            more = {field.value + MAGIC_BONUS[1]: Phrase("lesson_end.score_anna", rule="R30")}
        fields[place] = replace(field, mistakes={**field.mistakes, **more})
    return Numbers(
        **worded(f"lesson_end.score_{which}"),
        rules=("R32", "R28", "R29", "R30", "R31"),
        sheet=_sheet(
            players,
            coins=coins,
            treasures=treasures,
            sets=sets,
            size_curses=_CURSES,
            size_magic=_OBJECTS,
        ),
        fields=tuple(fields),
    )


def counted_up(
    rng: Random, edition: Edition, level: int, cases: tuple[str, str] | None = None
) -> AnyTask:
    """A whole game counted up, as both rulebooks do it (R32)."""
    cases = cases or (("clear", "clear"), ("half", "clear"), ("first", "second"))[level - 1]
    players = names(rng, (3, 4, 4)[level - 1])
    one, other = shuffled(rng, cases)
    curses, magic = _cases(rng, one, other, len(players))
    coins = [2 + below(rng, 8) for _ in players]
    treasures = [8 + below(rng, 28) for _ in players]
    sets = [below(rng, 3) for _ in players]
    rules = ("R32", "R28", "R29", *sorted({_RULE_OF_CASE[case] for case in cases} - {"R29"}))
    return _counting(rules, players, coins, treasures, sets, curses, magic)


def game_counted(players: list[str], holdings: Iterable[Holding]) -> AnyTask:
    """The points of a game that has just been played, to be added up (R28)."""
    rows = [
        (
            holding.coins,
            sum(treasures_of(holding.tiles)),
            parchment_sets(holding.tiles),
            curse_points(holding.tiles),
            magic_objects(holding.tiles),
        )
        for holding in holdings
    ]
    return _counting(("R28", "R29", "R30", "R31"), players, *map(list, zip(*rows, strict=True)))


def _counting(rules: tuple[str, ...], players: list[str], *columns: list[int]) -> AnyTask:
    """Everybody's points to be added up, with a row for each player."""
    heads = ("coins", "treasures", "sets", "size_curses", "size_magic")
    return Numbers(
        **worded("practice.counted_up"),
        rules=rules,
        sheet=_sheet(players, **dict(zip(heads, columns, strict=True))),
        fields=_totals(players, *columns),
    )


def _totals(players: list[str], *columns: list[int]) -> tuple[NumberField, ...]:
    """A field per player for their points, with the usual mistakes."""
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
        got = {"curses": curse, "magic": magical}
        mistakes = {
            total - curse - magical: Phrase("lesson_end.score_bonus", got, "R29"),
            total - PARCHMENT_SET * count: Phrase("lesson_end.score_sets", rule="R28"),
        }
        mistakes.pop(total, None)
        label = Phrase("lesson_end.score_total", {"player": player})
        why = Phrase("lesson_end.score_why", got, "R28")
        worked = terms([coin, treasure, PARCHMENT_SET * count, curse, magical])
        fields.append(NumberField(player, label, total, why, mistakes, worked))
    return tuple(fields)

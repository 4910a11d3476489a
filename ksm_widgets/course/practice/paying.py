"""Paying, a turn that cannot be paid, and a dig found wrong (R25-R27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.course.kinds import (
    Choose,
    NumberField,
    Numbers,
    Option,
    options,
    terms,
    worded_field,
)
from ksm_widgets.course.material import (
    card_of,
    count_of,
    curses_of,
    decided,
    dug_at_hand,
    names,
    to_count,
    treasures_of,
    uneven,
    until,
)
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.deck import placements
from ksm_widgets.rules.edition_rules import Sharing
from ksm_widgets.rules.payment import tiles_to_add
from ksm_widgets.rules.position import dig_fault, legal_moves, moved
from ksm_widgets.rules.quarries import Move
from ksm_widgets.rules.scoring import curse_points
from ksm_widgets.rules.tiles import Group, Power
from ksm_widgets.rules.turns import account
from ksm_widgets.tasks.task import AnyTask, worded
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import move_told

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition
    from ksm_widgets.rules.tiles import Tile


_FIVE = 5
_PLENTY = 9
"""Earlier tiles enough for any number of opponents."""


def can_pay(rng: Random, edition: Edition) -> AnyTask:
    """Whether a turn can be paid with all that the player has (R25)."""

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
    words = "lesson_paying.can"
    key = f"{words}_{'enough' if due <= have else 'too_little'}"
    why = Phrase(key, {"due": due, "have": have}, "R25")
    right = "yes" if due <= have else "no"
    return decided(words, drawn, ("R25",), None, ("yes", "no"), right, why)


def change_for_one(rng: Random, edition: Edition) -> AnyTask:
    """The change for one treasure (R25)."""
    treasure = 3 + below(rng, 3)
    due = 1 + below(rng, treasure - 1)
    mistakes, words = {0: "lost", treasure: "all"}, "lesson_paying.change"
    told: dict[str, Any] = {"treasure": treasure, "due": due}
    worked = f"{treasure} − {due}"
    return to_count(words, "coins", treasure - due, ("R25",), mistakes, sum=worked, **told)


def fewest_treasures(rng: Random, edition: Edition) -> AnyTask:
    """The fewest treasures to give up for what is due, with change for what is too much (R25)."""

    def least(treasures: list[int], due: int) -> int:
        return next(n for n in range(len(treasures) + 1) if sum(treasures[:n]) >= due)

    def draw() -> tuple[int, list[int], int, int] | None:
        coins, count = 2 + below(rng, 4), 4 + below(rng, 2)
        treasures = sorted((1 + below(rng, 5) for _ in range(count)), reverse=True)
        due = coins + 3 + below(rng, 12)
        if sum(treasures) < due - coins:
            return None
        few = least(treasures, due - coins)
        return (coins, treasures, due, few) if 1 < few < count else None

    coins, treasures, due, few = until(draw)
    told: dict[str, Any] = {
        "coins": coins,
        "treasures": ", ".join(map(str, sorted(treasures))),
        "due": due,
    }
    from_small = least(treasures[::-1], due - coins)
    mistakes = {len(treasures): "all", from_small: "small"}
    mistakes.pop(few, None)
    return to_count("practice.fewest", "treasures", few, ("R25",), mistakes, **told)


def which_fail(rng: Random, edition: Edition) -> AnyTask:
    """The turns that cannot be paid, among some of one player (R26, R25)."""
    coins, held = 2 + below(rng, 5), 1 + below(rng, 5)

    def draw() -> tuple[int, int, int] | None:
        moves, curses, dug = below(rng, 8), below(rng, 8), below(rng, 9)
        over = moves + curses - coins - held - dug
        return (moves, curses, dug) if -2 <= over <= 2 else None

    def some() -> list[tuple[int, int, int]] | None:
        turns = list(dict.fromkeys(until(draw) for _ in range(4)))
        failing = sum(moves + curses > coins + held + dug for moves, curses, dug in turns)
        return turns if len(turns) == 4 and 0 < failing < 4 else None

    def option(place: int, turn: tuple[int, int, int]) -> Option:
        moves, curses, dug = turn
        due, have = moves + curses, coins + held + dug
        told = {"moves": moves, "curses": curses, "dug": dug}
        key = f"lesson_paying.can_{'enough' if due <= have else 'too_little'}"
        why = Phrase(key, {"due": due, "have": have}, "R26")
        return Option(str(place), Phrase("practice.which_fail_turn", told), due > have, why)

    turns = until(some)
    return Choose(
        **worded("practice.which_fail", coins=coins, held=held),
        rules=("R26", "R25"),
        several=True,
        options=tuple(option(place, turn) for place, turn in enumerate(turns, start=1)),
    )


def payment(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Ask for the moves that can be paid, the cost of a turn, the money left, or change (R25)."""
    if level == 3:
        return _change(rng)

    def fits(found: tuple[Tile, ...]) -> bool:
        treasures, curses = sum(tile.treasure for tile in found), curse_points(found)
        return treasures > 0 and curses > 0 and treasures != curses

    table, tiles = dug_at_hand(rng, fits, 3, 4, 5)
    if level == 2:
        return paid_for(table, 10, 2 + below(rng, 3), "lesson_turn.account")
    treasures, curses = sum(tile.treasure for tile in tiles), curse_points(tiles)
    money = max(2, curses - treasures + 1) + below(rng, 5)
    mistakes = {money: "money", money + treasures: "no_curse", money - curses: "no_treasure"}
    left = money + treasures - curses
    words = "lesson_paying.most"
    worked = terms([money, treasures_of(tiles)], [curses_of(tiles)])
    return to_count(words, "moves", left, ("R25",), mistakes, table, worked, money=money)


def paid_for(table: MineTable, money: int, moves: int, words: str) -> AnyTask:
    """The cost of the marked dig after some moves, and the money left (R25)."""
    tiles = tuple(table.position.stack(quarry)[-1] for quarry in table.marked)
    paid = account(moves, tiles, frozenset(), money)
    due = {moves: ("no_curse", "R17"), paid.curses: ("no_moves", "R14")}
    left = {money - paid.due: ("no_treasure", "R16")}
    costs = terms([moves, curses_of(tiles)])
    rest = terms([money, treasures_of(tiles)], [paid.due])
    return Numbers(
        **worded(words, moves=moves, money=money),
        rules=("R25", "R14", "R17"),
        table=table,
        fields=(
            worded_field("due", "lesson_turn.due_", paid.due, "R25", due, costs),
            worded_field("left", "lesson_turn.left_", paid.left, "R25", left, rest),
        ),
    )


def _change(rng: Random) -> AnyTask:
    """Pay with treasures of 5, and get change though the bank has too few coins."""

    def draw() -> tuple[MineTable, int, int] | None:
        table, tiles = dug_at_hand(rng, lambda found: count_of(found, Group.CURSE) > 0, 3, 4, 5)
        moves = 1 + below(rng, 6)
        due = moves + curse_points(tiles)
        return (table, moves, due) if due % _FIVE else None

    table, moves, due = until(draw)
    back = -due % _FIVE
    bank = below(rng, back + 2)
    supplied = max(0, back - bank)
    over = f"{-(-due // _FIVE)} × {_FIVE} − {due}"
    more = f"{back} − {bank}" if supplied else ""
    mistakes = {0: "none"} if supplied else {back: "bank"}
    return Numbers(
        **worded("practice.change", moves=moves, bank=bank, due=due),
        rules=("R25",),
        table=table,
        fields=(
            worded_field("back", "practice.change_back_", back, "R25", {0: "lost"}, over),
            worded_field("supplied", "practice.change_supplied_", supplied, "R25", mistakes, more),
        ),
    )


def failed(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The end of a turn that cannot be paid: with a dig, without, with few tiles (R26)."""
    opponents = 2 + below(rng, 3)
    moves: list[Move] = []
    if level == 1:
        table, tiles = dug_at_hand(rng, lambda found: True, 3, 4, 5)
        held = _PLENTY
    else:
        tiles, position = (), uneven(rng, 1, 2, 2, 3)
        table, held = MineTable(position), _PLENTY if level == 2 else below(rng, opponents)
        for _ in range(2 + below(rng, 3)):
            moves.append(chosen(rng, legal_moves(moved(position, moves))))
    dug = len(tiles)
    added = tiles_to_add(dug, opponents, held)
    evenly = edition.shares is Sharing.EVENLY
    each = max(1, (dug + added) // opponents) if evenly else 1
    values = {
        "each": each,
        "spare": max(0, dug + added - each * opponents),
        "added": added,
        "none": max(0, opponents - dug - added),
    }
    short = opponents - dug - added > 0
    pile = terms([dug, [added] if added else []])
    sums = {
        "each": f"({pile}) ÷ {opponents}" if evenly and not short else "",
        "spare": f"{pile} − {opponents} × {each}" if values["spare"] else "",
        "added": f"{opponents} − {dug}" if added and not short else "",
        "none": f"{opponents} − {added}" if short else "",
    }
    whys = {"added": "few" if short else "missing" if added else "enough"}
    shown = (("each", "spare", "added"), ("added", "each"), ("added", "none"))[level - 1]
    way = edition.shares.value
    words = (f"lesson_paying.broke_{way}", "practice.undug", "practice.too_few")[level - 1]
    told = {
        "dug": dug,
        "opponents": opponents,
        "held": held,
        "moves": [move_told(move) for move in moves],
    }
    return Numbers(
        **worded(words, **told),
        rules=("R26",),
        table=table,
        fields=tuple(
            NumberField(
                name,
                Phrase(f"lesson_paying.broke_{name}"),
                values[name],
                Phrase(f"lesson_paying.broke_{name}_{whys.get(name, way)}", told, "R26"),
                sum=sums[name],
                rounded=name == "each" and values["spare"] > 0,
            )
            for name in shown
        ),
    )


_ANSWERS = ("fine", "again", "stands")
"""The answers about a dig: nothing is wrong; dig elsewhere; it was wrong but counts."""


def found_wrong(
    rng: Random, edition: Edition, level: int, right: str = "", *, late: bool = False
) -> AnyTask:
    """Whether a dig is wrong, and whether that was seen in time: at random, or as given (R27)."""
    players = names(rng, 2)
    if not right:
        right = chosen(rng, _ANSWERS)
        late = right == "stands" or (right == "fine" and below(rng, 2) == 0)
    powers = (frozenset(), frozenset(), frozenset([Power.CARPET]))[level - 1]

    def draw() -> MineTable | None:
        position = uneven(rng, *((1, 2, 2, 3), (0, 1, 2, 2, 2), (0, 1, 2, 3))[level - 1])
        drawn = card_of(rng, *((3,), (3, 4), (4, 5))[level - 1])
        place = chosen(rng, placements(drawn.shape))
        if right != "fine" and level > 1 and below(rng, 2):
            other = chosen(rng, placements(drawn.shape.turned(1)))
            place = other if other not in placements(drawn.shape) else place
        wrong = dig_fault(position, place, drawn.shape, powers) is not None
        if wrong is (right == "fine"):
            return None
        return MineTable(position, drawn, powers, marked=place)

    table = until(draw)
    wrong = dig_fault(table.position, table.marked, table.shape, table.powers)

    def why(name: str) -> Phrase:
        if wrong is not None and name == "fine":
            return Phrase.why(wrong)
        if name == right:
            key = f"is_{right}"
        else:
            key = "no_fault" if wrong is None else "too_late" if late else "in_time"
        return Phrase(f"practice.wrong_{key}", rule="R27", places=table.marked)

    digger, other = players
    return Choose(
        **worded(f"practice.wrong_{'late' if late else 'now'}", player=digger, other=other),
        rules=("R27", "R9"),
        table=table,
        options=options("practice.wrong_", shuffled(rng, _ANSWERS), right, why=why),
    )

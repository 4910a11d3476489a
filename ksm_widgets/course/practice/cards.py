"""Cards: dealing them, their size, whose turn it is, and how one is held (R4-R7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ksm_widgets.course.kinds import (
    Choose,
    Numbers,
    Option,
    Order,
    PlaceCard,
    options,
    worded_field,
)
from ksm_widgets.course.material import card_of, disordered, flat, names, to_count, uneven, until
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.dealing import CARDS_EACH, COINS_EACH
from ksm_widgets.rules.deck import CARD_COUNT, Card, cards, placements
from ksm_widgets.rules.quarries import QUARRIES, SIDE, Quarry
from ksm_widgets.rules.tiles import Power
from ksm_widgets.tasks.task import AnyTask, worded
from ksm_widgets.telling.phrases import Phrase, plain

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.edition_rules import Edition


def dealt(rng: Random, edition: Edition) -> AnyTask:
    """The cards and coins that each player gets (R4)."""
    players = 2 + below(rng, 4)
    each = {"cards": CARDS_EACH[players], "coins": COINS_EACH[players]}
    return Numbers(
        **worded("lesson_round.dealt", players=players),
        rules=("R4",),
        fields=tuple(
            worded_field(name, f"lesson_round.dealt_{name}_", value, "R4")
            for name, value in each.items()
        ),
    )


def left_over(rng: Random, edition: Edition) -> AnyTask:
    """The cards that are not dealt (R4)."""
    players = 2 + below(rng, 4)
    each = CARDS_EACH[players]
    told: dict[str, Any] = {"players": players, "each": each}
    mistakes = {CARD_COUNT - each: "one"}
    rest = CARD_COUNT - players * each
    words = "lesson_round.left_over"
    dealt_out = f"{CARD_COUNT} − {players} × {each}"
    return to_count(words, "cards", rest, ("R4",), mistakes, sum=dealt_out, **told)


def dealing(rng: Random, edition: Edition, level: int) -> AnyTask:
    """From the cards played so far: those still in hand, those in the box, the coins (R4)."""
    players = 2 + below(rng, 4)
    least = -(-6 // players)
    rounds = least + below(rng, CARDS_EACH[players] - least)
    played = shuffled(rng, range(1, CARD_COUNT + 1))[: players * rounds]
    values = {
        "left": CARDS_EACH[players] - rounds,
        "box": CARD_COUNT - players * CARDS_EACH[players],
        "coins": COINS_EACH[players],
    }
    sums = {
        "left": f"{CARDS_EACH[players]} − {rounds}",
        "box": f"{CARD_COUNT} − {players} × {CARDS_EACH[players]}",
    }
    mistakes = {"left": {CARDS_EACH[players]: "dealt"}, "box": {CARD_COUNT - len(played): "hands"}}
    return Numbers(
        **worded("practice.dealing", players=players, rounds=rounds, played=_rows(played, players)),
        rules=("R4",),
        fields=tuple(
            worded_field(
                name,
                f"practice.dealing_{name}_",
                value,
                "R4",
                mistakes.get(name),
                sums.get(name, ""),
            )
            for name, value in list(values.items())[:level]
        ),
    )


def how_many_play(rng: Random, edition: Edition) -> AnyTask:
    """The number of players, from the cards turned over and those in hand (R4)."""

    def draw() -> tuple[int, int, int] | None:
        players = 2 + below(rng, 4)
        rounds = 1 + below(rng, CARDS_EACH[players] - 1)
        count, left = players * rounds, CARDS_EACH[players] - rounds
        fitting = [each for each, dealt in CARDS_EACH.items() if each * (dealt - left) == count]
        return (players, rounds, left) if fitting == [players] else None

    players, rounds, left = until(draw)
    told: dict[str, Any] = {"count": players * rounds, "left": left}
    words, each = "practice.how_many_play", f"{players * rounds} ÷ {rounds}"
    return to_count(words, "players", players, ("R4",), {rounds: "rounds"}, sum=each, **told)


def others_hold(rng: Random, edition: Edition) -> AnyTask:
    """The cards that the others still have together, after some rounds (R4)."""
    players, rounds, played, _ = _some_rounds(rng)
    left = CARDS_EACH[players] - rounds
    told: dict[str, Any] = {"players": players, "played": _rows(played, players)}
    words, together = "practice.others_hold", f"({players} − 1) × {left}"
    mistakes = {players * left: "all", left: "one"}
    value = (players - 1) * left
    mistakes = {wrong: name for wrong, name in mistakes.items() if wrong != value}
    return to_count(words, "cards", value, ("R4",), mistakes, sum=together, **told)


def not_seen(rng: Random, edition: Edition) -> AnyTask:
    """The cards that a player has seen neither in their hand nor on the table (R4)."""
    players, rounds, played, rest = _some_rounds(rng)
    own, left = played[::players], CARDS_EACH[players] - rounds
    told: dict[str, Any] = {
        "players": players,
        "played": _rows(played, players),
        "hand": ", ".join(map(str, sorted(rest[:left]))),
    }
    words, value = "practice.not_seen", CARD_COUNT - len(played) - left
    mistakes = {value - len(own): "twice", CARD_COUNT - players * CARDS_EACH[players]: "box"}
    mistakes = {wrong: name for wrong, name in mistakes.items() if wrong != value}
    seen = f"{CARD_COUNT} − {len(played)} − {left}"
    return to_count(words, "cards", value, ("R4",), mistakes, sum=seen, **told)


def _some_rounds(rng: Random) -> tuple[int, int, list[int], list[int]]:
    """Players, rounds, the cards turned over in them, and all other cards."""
    players = 2 + below(rng, 4)
    rounds = 1 + below(rng, min(3, CARDS_EACH[players] - 1))
    mixed = shuffled(rng, range(1, CARD_COUNT + 1))
    return players, rounds, mixed[: players * rounds], mixed[players * rounds :]


def _rows(played: list[int], players: int) -> str:
    """The cards turned over, one round after the other."""
    rows = (played[start : start + players] for start in range(0, len(played), players))
    return "; ".join(", ".join(map(str, row)) for row in rows)


def between(rng: Random, edition: Edition) -> AnyTask:
    """The size of a card between two that have the same (R5)."""

    def draw() -> tuple[Card, Card, Card] | None:
        low, middle, high = sorted(shuffled(rng, cards())[:3], key=lambda each: each.number)
        return (low, middle, high) if low.shape.size == high.shape.size else None

    low, middle, high = until(draw)
    told: dict[str, Any] = {
        "number": low.number,
        "other": high.number,
        "asked": middle.number,
    }
    words, table = "practice.size_between", MineTable(uneven(rng), low)
    mistakes = {low.number: "number"}
    return to_count(words, "size", middle.shape.size, ("R5",), mistakes, table, **told)


def size_range(rng: Random, edition: Edition) -> AnyTask:
    """The sizes that a card between two others may have (R5)."""

    def draw() -> tuple[Card, Card, Card] | None:
        low, middle, high = sorted(shuffled(rng, cards())[:3], key=lambda each: each.number)
        return (low, middle, high) if 0 < high.shape.size - low.shape.size < 3 else None

    low, middle, high = until(draw)
    sizes = range(low.shape.size, high.shape.size + 1)
    told = {
        "number": low.number,
        "other": high.number,
        "size": high.shape.size,
        "asked": middle.number,
    }
    why = Phrase("practice.size_range_why", told, "R5")
    return Choose(
        **worded("practice.size_range", **told),
        rules=("R5",),
        table=MineTable(uneven(rng), low),
        several=True,
        options=tuple(
            Option(str(size), plain(str(size)), size in sizes, why)
            for size in shuffled(rng, range(3, 7))
        ),
    )


def least_size(rng: Random, edition: Edition) -> AnyTask:
    """The fewest quarries that a card with a higher number may have (R5)."""
    return _sized_beside(rng, higher=True)


def most_size(rng: Random, edition: Edition) -> AnyTask:
    """The most quarries that a card with a lower number may have (R5)."""
    return _sized_beside(rng, higher=False)


def _sized_beside(rng: Random, *, higher: bool) -> AnyTask:
    def draw() -> tuple[Card, int] | None:
        one, other = shuffled(rng, cards())[:2]
        return (one, other.number) if (other.number > one.number) is higher else None

    shown, other = until(draw)
    words = f"practice.size_{'least' if higher else 'most'}"
    told: dict[str, Any] = {"number": shown.number, "other": other}
    table = MineTable(uneven(rng), shown)
    return to_count(words, "size", shown.shape.size, ("R5",), {other: "number"}, table, **told)


def card_size(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The number of quarries that a card has, must have, or lacks as it was laid (R5)."""
    drawn = card_of(rng, 3, 4, 5, 6)
    size, position = drawn.shape.size, uneven(rng)
    told, laid = {"number": drawn.number}, list[Quarry]()
    if level == 1:
        words, count, mistakes = "lesson_card.size", size, {drawn.number: "number"}
    elif level == 2:
        other = chosen(rng, [each.number for each in cards() if each.number != drawn.number])
        words = f"practice.size_{'least' if other > drawn.number else 'most'}"
        told, count, mistakes = {**told, "other": other}, size, {other: "number"}
    else:
        words, count, mistakes = "practice.size_lacks", 1 + below(rng, size - 2), {size: "whole"}
        laid = shuffled(rng, chosen(rng, placements(drawn.shape)))[count:]
    table = MineTable(position, drawn, marked=tuple(sorted(laid)))
    missing = f"{size} − {len(laid)}" if laid else ""
    return to_count(words, "size", count, ("R5",), mistakes, table, missing, **told)


def order_of_turns(rng: Random, edition: Edition, level: int) -> AnyTask:
    """The order of digging: put players in order, or find the one at a place (R6)."""
    players = names(rng, 3 + min(level, 2))
    numbers = sorted(shuffled(rng, range(1, CARD_COUNT + 1))[: len(players)])
    place = 1 + below(rng, 3)

    def option(at: int) -> Option:
        told = {"player": players[at], "number": numbers[at], "count": at}
        label, right = Phrase("lesson_round.turns_label", told), level < 3 or at == place
        why = "lesson_round.turns_why" if at else "lesson_round.turns_why_first"
        why = why if level < 3 else "practice.place_why"
        return Option(players[at], label, right, Phrase(why, told, "R6"))

    in_order = tuple(map(option, range(len(players))))
    revealed = disordered(rng, in_order)
    if level < 3:
        return Order(
            **worded("lesson_round.turns"),
            rules=("R6",),
            options=in_order,
            shown=tuple(option.name for option in revealed),
        )
    words = worded("practice.place", before=place)
    return Choose(**words, rules=("R6",), options=tuple(revealed))


def before_you(rng: Random, edition: Edition) -> AnyTask:
    """The number of players who dig before one's own card (R6)."""
    own, *others = shuffled(rng, range(1, CARD_COUNT + 1))[:5]
    first = sum(other < own for other in others)
    told: dict[str, Any] = {"number": own, "cards": ", ".join(map(str, others))}
    words, mistakes = "practice.before_you", {len(others) - first: "after"}
    return to_count(words, "players", first, ("R6",), mistakes, **told)


def to_go_first(rng: Random, edition: Edition) -> AnyTask:
    """The cards in hand with which one digs after so many of the others (R6)."""
    place = below(rng, 3)

    def draw() -> tuple[list[int], list[int], list[int]] | None:
        dealt = shuffled(rng, range(1, CARD_COUNT + 1))
        hand, others = sorted(dealt[:5]), dealt[5:8]
        fitting = [one for one in hand if sum(card < one for card in others) == place]
        return (hand, others, fitting) if 0 < len(fitting) < len(hand) else None

    hand, others, fitting = until(draw)

    def option(number: int) -> Option:
        told = {"number": number, "count": sum(card < number for card in others)}
        why = Phrase("practice.to_go_why", told, "R6")
        return Option(str(number), plain(str(number)), number in fitting, why)

    cards_told = ", ".join(map(str, others))
    return Choose(
        **worded("practice.to_go", cards=cards_told, count=place),
        rules=("R6",),
        several=True,
        options=tuple(map(option, hand)),
    )


def laying(rng: Random, edition: Edition, level: int) -> AnyTask:
    """Lay a card over a quarry, into a corner, or see how it was laid (R7)."""
    return (_over, _in_the_corner, _held)[level - 1](rng)


def _over(rng: Random) -> AnyTask:
    def draw() -> MineTable | None:
        drawn = card_of(rng, 3, 4, 5)
        place = chosen(rng, placements(drawn.shape))
        turned = placements(drawn.shape, frozenset([Power.MIRROR]))
        if len(turned) < 4 * len(placements(drawn.shape)):
            return None
        return MineTable(flat(rng, 2), drawn, marked=(place[0],))

    return _to_cover("lesson_card.lay", until(draw))


def _in_the_corner(rng: Random) -> AnyTask:
    def draw() -> MineTable | None:
        drawn, corner = card_of(rng, 4, 5), chosen(rng, (QUARRIES[5], QUARRIES[30], QUARRIES[35]))
        if not any(corner in place for place in placements(drawn.shape)):
            return None
        return MineTable(flat(rng, 3), drawn, marked=(corner,))

    return _to_cover("lesson_card.edge", until(draw))


def _to_cover(words: str, table: MineTable) -> AnyTask:
    """A task to lay the card so that it covers the marked quarry."""
    return PlaceCard(
        **worded(words, quarry=table.marked[0]),
        rules=("R7",),
        table=table,
        singly=True,
        takes=frozenset(table.marked),
    )


def over_two(rng: Random, edition: Edition) -> AnyTask:
    """Lay a card so that it covers two quarries (R7)."""

    def draw() -> MineTable | None:
        drawn = card_of(rng, 4, 5)
        place = shuffled(rng, chosen(rng, placements(drawn.shape)))
        pair = frozenset(place[:2])
        fitting = [each for each in placements(drawn.shape) if pair <= set(each)]
        turned = placements(drawn.shape, frozenset([Power.MIRROR]))
        if len(turned) < 4 * len(placements(drawn.shape)) or len(fitting) > 2:
            return None
        return MineTable(flat(rng, 2), drawn, marked=tuple(sorted(pair)))

    table = until(draw)
    first, second = table.marked
    return PlaceCard(
        **worded("practice.over_two", first=first, second=second),
        rules=("R7",),
        table=table,
        singly=True,
        takes=frozenset(table.marked),
    )


def places_for(rng: Random, edition: Edition) -> AnyTask:
    """The number of places in the mine where a card can be laid as it is held (R7)."""
    drawn = card_of(rng, 3, 4, 5, 6)
    rows, columns = (1 + max(at) for at in zip(*drawn.shape.cells, strict=True))
    across, along = SIDE + 1 - columns, SIDE + 1 - rows
    told, words = {"number": drawn.number}, "practice.places_for"
    mistakes = {SIDE * SIDE: "all"} if across * along != SIDE * SIDE else {}
    table, product = MineTable(uneven(rng), drawn), f"{across} × {along}"
    return to_count(words, "places", across * along, ("R7",), mistakes, table, product, **told)


def ways_over(rng: Random, edition: Edition) -> AnyTask:
    """The number of ways in which a card covers a quarry, where the edge forbids some (R7)."""

    def draw() -> tuple[Card, Quarry, int] | None:
        drawn, quarry = card_of(rng, 3, 4, 5, 6), chosen(rng, QUARRIES)
        ways = sum(quarry in place for place in placements(drawn.shape))
        return (drawn, quarry, ways) if 0 < ways < drawn.shape.size else None

    drawn, quarry, ways = until(draw)
    told: dict[str, Any] = {"number": drawn.number, "quarry": quarry}
    words = "practice.ways_over"
    table = MineTable(uneven(rng), drawn, marked=(quarry,))
    mistakes = {drawn.shape.size: "all"}
    return to_count(words, "places", ways, ("R7",), mistakes, table, **told)


def _held(rng: Random) -> AnyTask:
    """Tell whether a card was laid as it is held, turned, or flipped."""

    def draw() -> tuple[MineTable, str] | None:
        drawn = card_of(rng, 3, 4, 5)
        shape = drawn.shape
        flipped = shape.flipped()
        turns = {shape.turned(quarters) for quarters in range(4)}
        if flipped in turns or len(turns) < 4:
            return None
        kind = chosen(rng, ("held", "turned", "flipped"))
        laid = {"held": shape, "turned": shape.turned(1 + below(rng, 3)), "flipped": flipped}[kind]
        return MineTable(flat(rng, 2), drawn, marked=chosen(rng, placements(laid))), kind

    table, kind = until(draw)
    asked = shuffled(rng, ("held", "turned", "flipped"))

    def why(name: str) -> Phrase:
        if name == kind:
            key = f"held_is_{kind}"
        else:
            key = f"held_not_{name}" + (f"_but_{kind}" if name == "turned" else "")
        return Phrase(f"lesson_card.{key}", rule="R7", places=table.marked)

    return Choose(
        **worded("lesson_card.held"),
        rules=("R7",),
        table=table,
        options=options("lesson_card.held_", asked, kind, why=why),
    )

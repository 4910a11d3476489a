"""Kingdom of Solomon for tests: worked examples, positions for the rules and at random, games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Act, Build, Pave
from ksm_widgets.companions.kingdom.fortune import UNSEEN
from ksm_widgets.companions.kingdom.goods import cubes_text, read_cubes
from ksm_widgets.companions.kingdom.links import Query, Question
from ksm_widgets.companions.kingdom.places import Action, Bonus, Spot
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position
from ksm_widgets.companions.kingdom.rules import apply, legal, new_game
from ksm_widgets.companions.kingdom.spots import free_spots
from ksm_widgets.companions.kingdom.text import read_position
from ksm_widgets.rules.chance import shuffled
from tests.companions.shared import changed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

EXAMPLE_1 = """\
players 2 | me 1 | order 1 2 | phase market | score 20 14
goods ssswwwwf ; ccf | fortune f ; 2 | tokens 0 1 | favour 2
market g0 c1 s2 w1 f3 | cards 1 4 11 12 | own 7 10 ; 3 | temple 2
sites Bashan:1 Tob:1 Judah:2 | roads Bashan-Tob | pawns -"""

EXAMPLE_2 = """\
players 4 | me 3 | order 2 3 1 4 | phase place | score 31 28 35 12
goods w ; - ; gs ; ff | fortune 0 ; 1 ; ap3 ; 2 | tokens 2 0 2 0 | favour 1
market g1 c0 s4 w2 f2 | cards 5 9 17 18 | own 2 ; 8 ; 6 11 ; - | temple 4
sites Samaria:1 Dan:2 Aram:3 Bashan:3 | roads Aram-Bashan
pawns Edom:1 Trader:2 Prophet:4 Judah:3 | left 4 4 4 4"""

MOST_ACTS = 30 * 120
"""Acts after which a game of random players is cut: some thirty rounds."""


def table(*changes: tuple[str, str], text: str = EXAMPLE_1) -> Position:
    """An example with changes."""
    return read_position(changed(text, *changes))


def random_position(rng: Random, phase: Phase, *, rounds: int | None = None) -> Position:
    """A position of a random game in a phase, as the seat in turn sees it."""
    wanted = rng.randrange(2, 9) if rounds is None else rounds
    position = new_game(rng.randrange(10**6), rng.choice((2, 3, 4)))
    done = 0
    before = position.phase
    while position.phase is not Phase.END and (done < wanted or position.phase is not phase):
        position = apply(position, rng.choice(legal(position)))
        done += position.phase is not before and position.phase is Phase.PLACE
        before = position.phase
    if position.phase is Phase.END:
        return random_position(rng, phase, rounds=rounds)
    return position.seen(position.turn)


def small_position(rng: Random, most: int = 5) -> Position:
    """A position before the market in which a seat has little: few cubes, cards, blocks left.

    The market has little room, so that an oracle can look at everything.
    """
    position = random_position(rng, Phase.MARKET)
    seat, box = position.turn, position.box
    goods = [*position.goods[seat - 1]]
    while sum(goods) > most:
        goods[rng.choice([kind for kind in range(5) if goods[kind]])] -= 1
    hand = tuple(rng.sample([*box.fortune], rng.choice((0, 1, 1, 2))))
    steps = len(box.steps)
    return replace(
        position,
        goods=(*position.goods[: seat - 1], tuple(goods), *position.goods[seat:]),
        fortune=(*position.fortune[: seat - 1], hand, *position.fortune[seat:]),
        display=tuple(sorted(rng.sample([*box.buildings], rng.choice((1, 2))))),
        market=_small_market(rng),
        temple=rng.choice((steps - 1, steps - 2, steps - 3, position.temple)),
    )


def _small_market(rng: Random) -> tuple[int, ...]:
    """A market with up to three cubes, or with a kind of which it is full."""
    levels = [0] * 5
    for _ in range(rng.choice((0, 1, 2, 3))):
        levels[rng.randrange(5)] += 1
    if rng.random() < 0.2:
        levels[rng.randrange(5)] = 4
    return tuple(levels)


def small_placement(rng: Random, pawns: int, *, ark: bool = False) -> Position:
    """A position in which a seat has few pawns left to place, and few spots are free.

    With `ark` that is one of them, and few fortune cards are left.
    """
    position = random_position(rng, Phase.PLACE)
    while ark and Bonus.ARK not in position.box.bonuses(position.players):
        position = random_position(rng, Phase.PLACE)
    seat, box = position.turn, position.box
    bare = replace(position, pawns=())
    spots = [spot for spot in free_spots(bare, seat) if spot != Bonus.ARK]
    free = rng.sample(spots, 5 if ark else 8)
    taken: list[Spot] = [spot for spot in spots if spot not in free]
    if not ark and Bonus.ARK in box.bonuses(position.players):
        taken.append(Bonus.ARK)
    hand = tuple(rng.sample([*box.fortune], rng.choice((0, 1, 2))))
    others = [other for other in position.seats if other != seat]
    own = rng.sample([spot for spot in taken if spot in box.lands or isinstance(spot, Action)], 2)
    placed = [Pawn(spot, seat if spot in own else rng.choice(others)) for spot in taken]
    position = replace(
        position,
        pawns=tuple(placed),
        left=(*position.left[: seat - 1], pawns, *position.left[seat:]),
        fortune=(*position.fortune[: seat - 1], hand, *position.fortune[seat:]),
        display=position.display[: rng.choice((1, 2, 4))],
    )
    return _with_few_cards(rng, position, seat) if ark else position


def _with_few_cards(rng: Random, position: Position, seat: int) -> Position:
    """A position in which all fortune cards are discarded but for a hand and five in the pile."""
    mine = position.fortune[seat - 1]
    left = [*(position.box.fortune - Counter(mine)).elements()]
    rng.shuffle(left)
    fortune = tuple(mine if other == seat else () for other in position.seats)
    return replace(position, fortune=fortune, pile=(UNSEEN,) * 5, discards=tuple(left[5:]))


# Whole games.


def some_act(acts: Sequence[Act], rng: Random) -> Act:
    """An act at random: roads and buildings, which are rare among so many, more often."""
    rare = [act for act in acts if isinstance(act, Pave | Build)]
    return rng.choice(rare if rare and rng.random() < 0.3 else acts)


def conserved(_: Position, __: Act, position: Position) -> None:
    """No cube and no card has come or gone, and nothing is below 0."""
    box = position.box
    assert min(position.stock) >= 0
    assert min(min(goods) for goods in position.goods) >= 0
    assert min(*position.scores, *position.tokens, *position.left) >= 0
    hands = (card for hand in position.fortune for card in hand)
    assert Counter((*position.pile, *position.discards, *hands)) == box.fortune
    own = [card for cards in position.own for card in cards]
    assert sorted((*position.deck, *position.display, *own)) == sorted(box.buildings)
    assert sum(position.tokens) <= position.temple <= len(box.steps)
    assert len(position.roads) <= box.roads


def alike(position: Position, seat: int, rng: Random) -> Position:
    """Another table that looks the same to a seat: the cards that it hasn't seen are mixed."""
    hidden = [
        card for other in position.seats if other != seat for card in position.fortune[other - 1]
    ]
    mixed = shuffled(rng, [*hidden, *position.pile])
    hands = []
    for other, hand in zip(position.seats, position.fortune, strict=True):
        hands.append(hand if other == seat else tuple(mixed.pop() for _ in hand))
    deck = tuple(shuffled(rng, position.deck))
    return replace(position, fortune=tuple(hands), pile=tuple(mixed), deck=deck)


# The page.


TOUCHES = (
    *("players=2", "me=1", "phase=market", "first=1"),
    *("score=1,10", "score=2,4", "temple=2", "tool=token", "seat 2"),
    *("seat=1", "Bashan", "Tob", "seat=2", "Judah", "tool=road", "Bashan", "Tob"),
    *("good=s", *["seat 1"] * 3, "good=w", *["seat 1"] * 4, "good=f", "seat 1"),
    *("good=c", *["seat 2"] * 2, "good=f", "seat 2"),
    *("good=c", "market c", "good=s", *["market s"] * 2, "market w", *["market f"] * 3),
    *("fortune=f", "seat 1", "seat 2", "seat 2"),
    *("card=7", "seat 1", "card=10", "seat 1", "card=3", "seat 2"),
    *(step for card in (1, 4, 11, 12) for step in (f"card={card}", "temple")),
)
"""Example 1 from an empty table."""

SET_UP = EXAMPLE_1
"""The example that is set up by TOUCHES."""

FAULTY = (
    ("card=1", "seat 1", *["good=g", *["seat 2"] * 7], "tool=road", "Asher", "Ophir"),
    ("but building cards for", "cubes of g", "not neighbours"),
    "Asher",
)
"""Touches that break rules at several places, parts of what is told of them, and one place."""

NO_POSITION = ("players 9", ("not a number from 2 to 4",))
"""A text that is none, and parts of what is told of it."""

QUERIES = (Query(Question.BLOCK), Query(Question.ROUND, 2, 6))
"""Questions that links keep."""


def hides(view: Position, viewer: int | None) -> bool:
    """Whether a view of a viewer, or of nobody, shows no card that it must not."""
    hands = zip(view.seats, view.fortune, strict=True)
    return {card for seat, hand in hands if seat != viewer for card in hand} <= {UNSEEN} and {
        *view.deck
    } <= {0}


# Text.

WRONG = (
    ("players 2 | ", "", "missing"),
    ("me 1", "me 3", "number"),
    ("order 1 2", "order 1 1", "order"),
    ("order 1 2", "order one two", "numbers"),
    ("phase market", "phase sleep", "word"),
    ("phase market", "phase end", "not_over"),
    ("phase market", "phase market | phase market", "twice"),
    ("phase market", "phase market | fase market", "unknown"),
    ("score 20 14", "score 20", "numbers"),
    ("score 20 14", "score 20 -4", "numbers"),
    ("goods ssswwwwf ; ccf", "goods ssswwwwf", "seats"),
    ("goods ssswwwwf ; ccf", "goods ssswwwwx ; ccf", "goods"),
    ("goods ssswwwwf ; ccf", "goods ssswwwwf ; ccccccccf", "goods"),
    ("fortune f", "fortune z", "fortune"),
    ("fortune f", "fortune p9", "fortune"),
    ("fortune f", "fortune f f f f f", "fortune"),
    ("fortune f ; 2", "fortune f ; 32", "fortunes"),
    ("tokens 0 1", "tokens 2 1", "tokens"),
    ("favour 2", "favour 1", "favour"),
    ("favour 2", "favour -", "no_favour"),
    ("favour 2", "favour 3", "number"),
    ("f3 |", "f5 |", "level"),
    ("f3 |", "x3 |", "market"),
    ("cards 1 4 11 12", "cards 1 4 11 12 13", "display"),
    ("cards 1 4 11 12", "cards 1 4 11 21", "no_card"),
    ("cards 1 4 11 12", "cards 1 4 11 7", "card_twice"),
    ("cards 1 4 11 12", "cards 1 4 11 twelve", "numbers"),
    ("own 7 10 ; 3", "own 7 ; 3", "own"),
    ("own 7 10 ; 3", "own 7 8 10 ; 3", "own"),
    ("Bashan:1 Tob:1", "Bashan:1", "own_one"),
    ("own 7 10 ; 3", "own 7 ten ; 3", "cards"),
    ("temple 2", "temple 11", "number"),
    ("Bashan:1 Tob:1", "Bashan:1 Bashan:1 Tob:1", "site_twice"),
    ("Judah:2", "Edom:2", "no_site"),
    ("Judah:2", "Nineveh:2", "no_place"),
    ("Judah:2", "Judah:4", "seat"),
    ("Judah:2", "Judah", "sites"),
    ("roads Bashan-Tob", "roads Bashan:Tob", "roads"),
    ("roads Bashan-Tob", "roads Bashan-Tob Tob-Bashan", "road_twice"),
    ("roads Bashan-Tob", "roads Bashan-Judah", "no_neighbours"),
    ("roads Bashan-Tob", "roads Bashan-Nineveh", "no_neighbours"),
    ("roads Bashan-Tob", "roads Bashan-Aram", "empty_site"),
    ("roads Bashan-Tob", "roads Ammon-Moab", "no_end"),
    ("pawns -", "pawns Edom:1", "pawns_home"),
    ("pawns -", "pawns Edom", "pawns"),
    ("pawns -", "pawns - | bought perhaps", "word"),
    ("pawns -", "pawns - | owing 2", "owing"),
    ("pawns -", "pawns - | done 3", "seat"),
)
"""Changes of the first example, and the fault that each brings about."""

TOGETHER = (
    (
        ("me 1", "me 1 | colour red"),
        ("score 20", "score x"),
        ("ssswwwwf", "ssswwwwfgggggggg"),
        ("f3 |", "f9 |"),
        ("cards 1", "cards 7"),
        ("Bashan-Tob", "Bashan-Judah"),
    ),
    ("unknown", "numbers", "goods", "level", "card_twice", "no_neighbours"),
)
"""Changes that are made at once, and the faults that they bring about."""

NO_ACTS = (
    *("", "put", "put A B", "use", "use A b c d e f", "give", "give x", "sell ws", "buy", "pas"),
    *("road Bashan", "road A B C", "block", "block coin", "block token x", "build 1", "build x y"),
    *("build 123 Dan", "pass now", "play", "discard", "build 1 Dan with", "build 1 Dan with z"),
    *("sell w with f", "x" * 200),
)
"""Texts that are no act."""

TABLES = ("kingdom_places.csv", "kingdom_buildings.csv")
"""The data files besides the numbers, as they are read."""

WRONG_LINES = (
    (("Dan,f", "Dan,x"), ("wwfff,14", "wwfff,x"), ("roads = [12", 'roads = ["12"')),
    ["box.roads", "place Dan", "card 1"],
)
"""Changes of the data files, and the lines that are named."""


# Positions for the rules, from the examples.


def place(*changes: tuple[str, str]) -> Position:
    """The second example, in which pawns are placed, with changes."""
    return table(*changes, text=EXAMPLE_2)


def resolving(pawns: str, *changes: tuple[str, str]) -> Position:
    """The second example once all pawns are placed."""
    text = ("pawns Edom:1 Trader:2 Prophet:4 Judah:3 | left 4 4 4 4", f"pawns {pawns}")
    return place(("phase place", "phase resolve"), text, *changes)


def building(*changes: tuple[str, str]) -> Position:
    """The first example when seat 1 builds."""
    return table(("phase market", "phase build"), *changes)


def rich(position: Position, goods: str = "ggggccccsssswwwwwwffffff") -> Position:
    """The same with other cubes for the seat in turn, whatever the box has."""
    seat = position.turn
    held = (*position.goods[: seat - 1], read_cubes(goods), *position.goods[seat:])
    return replace(position, goods=held)


def goods_text(position: Position, seat: int) -> str:
    """The cubes of a seat as letters."""
    return cubes_text(position.goods[seat - 1])

"""Kings under Mountains for tests: examples, small positions with a small box, whole games."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.box import Box
from ksm_widgets.companions.kings.cards import RACES, UNSEEN, Card, Mine, Unit
from ksm_widgets.companions.kings.checking import faults_of
from ksm_widgets.companions.kings.links import Query, Question
from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.kings.position import Hand, Position, Site, Units, deck_of
from ksm_widgets.companions.kings.rules import Act, Play
from ksm_widgets.rules.chance import shuffled

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

EXAMPLE_1 = """\
kings D1 O2 | me 1 | turn 1 | deck 52 | next 2.2.3
centre 2.3.5!:O2 ; 1.1.1 ; 3.4.6:G0,T4 ; 2.2.3:D9
camp D3,D8 O1 T9
hand D2 D5 O7 G0 G6 T5
own 1.2.2:G3 ; -
done - ; 1.1.1 | discard T2 | others 6"""

EXAMPLE_2 = """\
kings D1 O2 G3 | me 2 | turn 2 | deck 47 | next 1.3.3
centre 3.1.3:T4,O9 ; 2.4.5:G9 ; 3.3.5:D1,D9 ; 3.2.4:G9
camp D0,D7 G2
hand O1 O3 T5 G6 D8 T9
own - ; 2.2.3:D9 ; - | done - ; - ; - | discard - | others 6 6"""

HEAD = "card,race,strength,unit_source,defence,size,overseer,value,penalty,mine_source"
CARDS = 24


def numbers(hand: int, *, returned: str = "top", tie: str = "finished", cards: int = CARDS) -> str:
    """The numbers of a small box."""
    return (
        f'cards = [{cards}, "known"]\n'
        f'[set_up]\nhand = [{hand}, "known"]\ncentre = [2, "known"]\ncamp = [4, "known"]\n'
        'start_seat = [1, "known"]\n'
        f'[play]\nreturned = ["{returned}", "known"]\ntie = ["{tie}", "known"]\n'
    )


def small_box(rng: Random, hand: int) -> Box:
    """A box of few cards: units of few strengths, so that chains meet, and small mines."""
    strengths = rng.choice(((0, 1, 3, 5, 7, 9), (0, 2, 4, 8, 9), tuple(range(10))))
    units = [Unit(race, strength) for race in RACES for strength in strengths for _ in range(2)]
    rng.shuffle(units)
    lines = [HEAD]
    for number, unit in enumerate(units[:CARDS], start=1):
        defence, size = rng.choice((1, 1, 2, 2, 3)), rng.choice((1, 1, 2))
        overseer = rng.choice(("no", "no", "yes"))
        value = rng.randrange(1, 8)
        penalty = rng.choice((value, value, rng.randrange(8)))
        lines.append(
            f"{number},{unit.race},{unit.strength},known,{defence},{size},{overseer},{value},"
            f"{penalty},known"
        )
    return Box.parse("\n".join(lines), numbers(hand, returned=rng.choice(("top", "top", "bottom"))))


def _chain(
    units: list[Unit], mine: Mine, most: int, fits: Callable[[Unit], bool], rng: Random
) -> Site:
    """A mine with some units on it, taken from these."""
    site = Site(mine)
    for _ in range(rng.randrange(most + 1)):
        fitting = [unit for unit in units if fits(unit) and site.takes(unit)]
        if fitting:
            unit = rng.choice(fitting)
            units.remove(unit)
            site = site._replace(units=(*site.units, unit))
    return site


def _hands(
    dealt: Sequence[Units], me: int, *, hidden: bool
) -> tuple[tuple[Units, ...], tuple[Hand, ...]]:
    """What is known of the other hands, and every hand: theirs are all shown, or all hidden."""
    others = [hand if seat != me else () for seat, hand in enumerate(dealt, start=1)]
    if not hidden:
        return tuple(others), tuple(dealt)
    shown: tuple[Units, ...] = ((),) * len(dealt)
    return shown, tuple(
        hand if seat == me else (UNSEEN,) * len(hand) for seat, hand in enumerate(dealt, start=1)
    )


def small_position(rng: Random, *, hidden: bool = False, poor: bool = False) -> Position:
    """A position of a small box that a seat sees before its play.

    `hidden` if the other hands are unseen; `poor` if there is little to play with, and little left.
    """
    size = 2 if poor else rng.choice((2, 3))
    box = small_box(rng, size)
    units = [card.unit for card in box.cards]
    mines = [card.mine for card in box.cards]
    rng.shuffle(units)
    rng.shuffle(mines)
    players = 2 if hidden else rng.choice((2, 2, 3, 4))
    kings = tuple(rng.sample(RACES, players))
    me = rng.randrange(players) + 1
    race = kings[me - 1]
    dealt = [tuple(units.pop() for _ in range(size)) for _ in kings]
    centre = tuple(
        _chain(units, mine, mine.defence - 1, lambda unit: True, rng)
        for mine in (mines.pop(), mines.pop())
    )
    own = tuple(
        _chain(units, mine, mine.size - 1 + mine.overseer, lambda unit: unit.race != race, rng)
        for mine in (mines.pop() for _ in range(rng.choice((0, 1, 1, 2))))
    )
    camp = [
        units.pop() for _ in range(min(rng.choice((0, 1) if poor else (0, 1, 1, 2, 3)), len(units)))
    ]
    deck = rng.choice((2, 3) if poor else (1, 2, 3, 3, 4, 5))
    unseen = deck + len(centre) + len(own)
    shown, hands = _hands(dealt, me, hidden=hidden)
    position = Position(
        box=box,
        kings=kings,
        turn=me,
        me=me,
        deck=deck_of(deck, mines.pop()),
        centre=centre,
        camp=tuple(tuple(unit for unit in camp if unit.race == one) for one in RACES),
        hands=hands,
        shown=shown,
        own=tuple(own if seat == me else () for seat in range(1, players + 1)),
        done=((),) * players,
        discard=tuple(units[unseen:]),
    )
    if len(units) < unseen:
        return small_position(rng, hidden=hidden, poor=poor)
    assert faults_of(position) == (), faults_of(position)
    return position


# Whole games.

MOST_ACTS = 500
"""Acts before which every game of random players is over."""


def some_act(acts: Sequence[Act], rng: Random) -> Act:
    """An act at random."""
    return rng.choice(acts)


def conserved(before: Position, act: Act, after: Position) -> None:
    """Units stay units, mines stay mines; what left the deck is now one or the other."""
    gone = before.deck[len(after.deck) :]
    assert before.deck[: len(after.deck)] == after.deck
    units, mines = Counter(after.units()), Counter(after.laid_mines())
    units.subtract(before.units())
    mines.subtract(before.laid_mines())
    if isinstance(act, Play):
        wanted: tuple[Counter[object], Counter[object]] = (
            Counter(),
            Counter(card.mine for card in gone),
        )
    else:
        wanted = Counter(card.unit for card in gone), Counter()
    assert (units, mines) == wanted
    assert (
        sum(1 for _ in after.units()) + sum(1 for _ in after.laid_mines()) + len(after.deck) == 80
    )


def alike(position: Position, seat: int, rng: Random) -> Position:
    """Another table that looks the same to a seat: the units that it hasn't seen are mixed."""
    hidden = [
        unit
        for other in position.seats
        if other != seat
        for unit in (Counter(position.hand(other)) - Counter(position.shown_of(other))).elements()
    ]
    mixed = shuffled(rng, [*hidden, *(card.unit for card in position.deck)])
    hands = []
    for other, hand, shown in zip(position.seats, position.hands, position.shown, strict=True):
        count = len(hand) - len(shown)
        hands.append(hand if other == seat else (*shown, *(mixed.pop() for _ in range(count))))
    mines = [*shuffled(rng, (card.mine for card in position.deck[:-1])), position.next_mine]
    deck = tuple(Card(mixed.pop(), mine) for mine in mines[: len(position.deck)])
    return replace(position, hands=tuple(hands), deck=deck)


# The page.


def unit_acts(name: str) -> tuple[str, str]:
    """The acts that take a unit in hand."""
    return f"race={name[0]}", f"strength={name[1]}"


def mine_acts(defence: int, size: int, overseer: int = 0) -> tuple[str, ...]:
    """The acts that take a mine in hand."""
    return "tool=mine", f"defence={defence}", f"size={size}", f"overseer={overseer}"


TOUCHES = (
    *("king=1,D", "king=2,O"),
    *(*mine_acts(2, 3, 1), "centre 1", *mine_acts(1, 1), "centre 2", "tool=done", "seat 2"),
    *(
        *mine_acts(3, 4),
        "centre 3",
        *mine_acts(2, 2),
        "centre 4",
        "deck",
        *mine_acts(1, 2),
        "own new",
    ),
    *(*unit_acts("O2"), "centre 1", *unit_acts("G0"), "centre 3", *unit_acts("T4"), "centre 3"),
    *(*unit_acts("D9"), "centre 4", *unit_acts("G3"), "own 1", *unit_acts("T2"), "discard"),
    *(*unit_acts("D8"), "camp D", *unit_acts("D3"), "camp D", *unit_acts("O1"), "camp O"),
    *(*unit_acts("T9"), "camp T"),
    *(
        step
        for name in ["D2", "D5", "O7", "G0", "G6", "T5"]
        for step in (*unit_acts(name), "hand new")
    ),
)
"""Example 1 from an empty table."""

SET_UP = EXAMPLE_1
"""The example that is set up by TOUCHES."""

FAULTY = (
    (*unit_acts("D9"), "centre 1", "centre 2", "deck=5"),
    ("Centre 2: this mine has as many", "Dwarf 9 appears 3 times", "There are 85 cards"),
    Numbered(Row.CENTRE, 2),
)
"""Touches that break rules at several places, parts of what is told of them, and one place."""

NO_POSITION = ("kings D1 | deck x", ("Deck",))
"""A text that is none, and parts of what is told of it."""

QUERIES = (Query(Question.OPENS),)
"""Questions that links keep."""


def hides(view: Position, viewer: int | None) -> bool:
    """Whether a view of a viewer, or of nobody, shows no card that it must not."""
    hands = zip(view.seats, view.hands, view.shown, strict=True)
    others = [(hand, known) for seat, hand, known in hands if seat != viewer]
    return all({*hand} <= {*known, UNSEEN} for hand, known in others) and all(
        card.unit == UNSEEN for card in view.deck
    )


# Text.

WRONG = (
    ("kings D1 O2", "kings D1 O1", "kings"),
    ("kings D1 O2", "kings D1 D2", "kings"),
    ("kings D1 O2", "kings D1", "kings"),
    ("kings D1 O2 | ", "", "missing"),
    ("me 1", "me 3", "number"),
    ("turn 1", "turn 0", "number"),
    ("turn 1", "turn 1 | phase wait", "word"),
    ("turn 1", "turn 1 | phase end", "over"),
    ("turn 1", "turn 1 | turn 1", "twice"),
    ("turn 1", "turn 1 | trun 1", "unknown"),
    ("deck 52", "deck 51", "cards"),
    ("deck 52", "deck 81", "number"),
    ("deck 52", "deck 0", "no_deck"),
    ("next 2.2.3", "next 4.2.3", "mine"),
    ("next 2.2.3", "next 2.2", "mine"),
    ("2.3.5!:O2 ; ", "", "centre"),
    ("2.3.5!:O2", "-", "gap"),
    ("2.3.5!:O2", "2.3.5!:O2,D5", "captured"),
    ("2.3.5!:O2", "2.3.5!:X2", "unit"),
    ("G0,T4", "T4,G0", "chain"),
    ("G0,T4", "T4,O4", "chain"),
    ("1.1.1 ;", "1.1.1:T5 ;", "captured"),
    ("D3,D8 O1", "D3,O8 O1", "pile"),
    ("D3,D8 O1", "D3 D8 O1", "pile"),
    ("hand D2 D5", "hand", "hand"),
    ("hand D2", "hand D9 D2", "hand"),
    ("hand D2", "hand Z2", "unit"),
    ("hand D2 D5", "hand D9 D9", "unit"),
    ("own 1.2.2:G3 ; -", "own 1.2.2:G3", "seats"),
    ("own 1.2.2:G3", "own 1.2.2:D4", "miner"),
    ("own 1.2.2:G3", "own 1.2.2:G3,G4", "finished"),
    ("own 1.2.2:G3", "own 1.2.3!:G3,G4,D5", "finished"),
    ("own 1.2.2:G3", "own 1.2.3!:G3,G4,G5", "overseer"),
    ("own 1.2.2:G3", "own 1.1.2!:G3,G4", "overseer"),
    ("own 1.2.2:G3", "own 1.1.2!:G3,G4,G5", "overseer"),
    ("own 1.2.2:G3", "own 1.2.2:G3,G2", "chain"),
    ("done - ; 1.1.1", "done 1.1.1 1.1.1 1.1.1 1.1.1 ; 1.1.1", "mine"),
    ("discard T2", "discard T2 T5 T5", "unit"),
    ("others 6", "others 6 6", "others"),
    ("others 6", "others x", "other"),
    ("others 6", "others 1:G4,G5", "other"),
    ("others 6", "others 5", "hand"),
    ("me 1", "me -", "no_hand"),
)
"""Changes of the first example, and the fault that each brings about."""

TOGETHER = (
    (
        ("me 1", "me 1 | colour red"),
        ("deck 52", "deck x"),
        ("2.3.5!:O2", "2.3.5!:O7,O2"),
        ("D3,D8", "D3,G8"),
        ("own 1.2.2:G3", "own 1.2.2:D3"),
        ("done - ;", "done 9 ;"),
    ),
    ("unknown", "number", "chain", "captured", "pile", "miner", "mine"),
)
"""Changes that are made at once, and the faults that they bring about."""

NO_ACTS = (
    *("", "play", "play O7", "play O7 centre", "play O7 centre 0", "play O7 camp O", "play X7"),
    *("play O77 centre 1", "draw", "draw camp", "draw camp X", "draw centre 1", "draw deck 1"),
    *("swap now", "jump"),
)
"""Texts that are no act."""

TABLES = ("kings.csv",)
"""The data files besides the numbers, as they are read."""

WRONG_LINES = (
    (
        ("\n3,D,", "\n3,X,"),
        ("\n7,D,3", "\n7,D,33"),
        ("hand = [6", "hand = [0"),
    ),
    ["set_up.hand", "card 3", "card 7"],
)
"""Changes of the data files, and the lines that are named."""

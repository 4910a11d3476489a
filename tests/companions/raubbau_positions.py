"""Raubbau for tests: the examples, small positions whose counts add up, whole games."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.links import Query, Question
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.plans import Leave
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.questions import Aim
from ksm_widgets.companions.raubbau.text import read_position
from ksm_widgets.rules.chance import shuffled

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from ksm_widgets.companions.raubbau.rules import Act

EXAMPLE_1 = """\
match 1 | players 3 | start 1 | turn 1 | me 1 | out - | points 0 0 0 | drift 3 3 3 | tunnels 14
stacks r15 v15 g15 | front - ; - ; - | gone -
mine -,-,rG1@1,-/-,-,nes,gD12@2/v?3@3,ew,E,nw"""

EXAMPLE_2 = """\
match 2 | players 3 | start 3 | turn 1 | me 1 | out 2 | points 0 3 0 | drift 1 0 2 | tunnels 4 | \
rounds_left 0
stacks r12 g12 v13 | gone - | front rG gG vU ; r? g? v? ; g? v?
mine #,#,!r,-/#,#,#,-/-,#,#,r?2@3s/v?3,#,#,ns/ne,ew,E,nw"""


def table(
    mine: str,
    *,
    players: int = 3,
    front: str = "",
    gone: str = "-",
    more: str = "",
    drift: str = "",
    tunnels: Sequence[str] = (),
    tops: Sequence[str] = (),
) -> Position:
    """A whole table with this mine, seat 1 to move; `tunnels` and `tops` come first, in order.

    `tops` are cards that are on the stacks in turn: the first on the first stack, and so on.
    """
    front = front or " ; ".join("-" * players)
    cards = len(re.findall(r"[rgv][GDUPS?]|![rgv]", f"{mine} {front} {gone}"))
    laid = len(re.findall(r"(?<![a-zA-Z])(?:[nesw]{2,4}|#)(?![a-zA-Z?])", mine))
    stacked = 48 - cards
    sizes = [(stacked + 2 - at) // 3 for at in range(3)]
    position = read_position(
        "\n".join(
            (
                f"players {players} | start 1 | turn 1 | points {' '.join('0' * players)}",
                f"drift {drift or ' '.join('3' * players)} | tunnels {5 * players + 2 - laid}",
                f"stacks r{sizes[0]} g{sizes[1]} v{sizes[2]} | front {front} | gone {gone}",
                f"mine {mine}",
                more,
            )
        )
    )
    order = [*map(Tunnel, reversed(tunnels))]
    stacks = list(position.stacks)
    depth = [0, 0, 0]
    for number, top in enumerate(tops):
        at = number % 3
        below = len(stacks[at]) - 1 - depth[at]
        card = Treasure(top[0], Face(top[1]))
        stacks[at] = (*stacks[at][:below], card, *stacks[at][below + 1 :])
        depth[at] += 1
    return replace(
        position,
        tunnels=(*[Tunnel("nes")] * (len(position.tunnels) - len(order)), *order),
        stacks=tuple(stacks),
    )


# Whole games.

MOST_ACTS = 5_000
"""Acts before which every game of random players is over."""


def some_act(acts: Sequence[Act], rng: Random) -> Act:
    """An act at random: who may leave mostly stays, so that matches last."""
    staying = [act for act in acts if not isinstance(act, Leave)]
    return rng.choice(staying if staying and rng.random() < 0.8 else acts)


def conserved(before: Position, _: Act, after: Position) -> None:
    """No card has come or gone, and the tunnels laid and left are those of the box."""
    assert _cards(after) == _cards(before)
    laid = sum(isinstance(thing, Tunnel) for thing in after.mine.values()) - 1
    drawn = after.step is not None and after.step.tunnel != ""
    assert laid + drawn + len(after.tunnels) == after.box.tunnels_for(after.players)


def _cards(position: Position) -> Counter[tuple[str, Face]]:
    return Counter((card.set, card.face) for card in position.treasures())


def alike(position: Position, seat: int, rng: Random) -> Position:
    """Another table that looks the same to a seat: its unseen cards are mixed, set by set."""
    unseen = [
        card
        for front in position.fronts
        for card in front
        if seat not in card.known and not card.kept
    ]
    unseen += [
        thing
        for thing in position.mine.values()
        if isinstance(thing, Treasure) and seat not in thing.known
    ]
    faces = {
        name: iter(shuffled(rng, (card.face for card in unseen if card.set == name)))
        for name in position.box.sets
    }

    def mixed(card: Treasure) -> Treasure:
        if seat in card.known or card.kept:
            return card
        return replace(card, face=next(faces[card.set]))

    fronts = tuple(tuple(map(mixed, front)) for front in position.fronts)
    mine = {
        place: mixed(thing) for place, thing in position.mine.items() if isinstance(thing, Treasure)
    }
    below = [card for stack in position.stacks for card in stack[:-1]]
    below = shuffled(rng, below)
    stacks = tuple((*(below.pop() for _ in stack[:-1]), *stack[-1:]) for stack in position.stacks)
    tunnels = tuple(shuffled(rng, position.tunnels))
    return replace(position.with_mine(mine), fronts=fronts, stacks=stacks, tunnels=tunnels)


# The page.


TOUCHES = (
    *("tool=bend", "e1", "e1", "tool=straight", "n1e1", "w1", "tool=bend", "w2"),
    *("tool=down", "n1", "n1w1", "n2", "n2w1", "n3", "n3w1", "n3w2", "n4w1", "n4w2"),
    *("set=r", "face=C", "n4", "face=?", "n2e1", "set=v", "n1w2"),
    *("set=r", "seat2", "set=g", "seat2", "seat3", "set=v", "seat2", "seat3"),
    *("set=r", "face=G", "seat1", "set=g", "face=G", "seat1", "set=v", "face=U", "seat1"),
    *("tool=knows2", "n2e1", "tool=knows3", "n1w2"),
    *("tool=meeple3", "n2e1", "tool=meeple2", "stairs", "stairs"),
    *("match=2", "start=3", "points=2,3"),
    *("drift=1,-2", "drift=2,-9", "drift=3,-1"),
)
"""Example 2 from an empty mine."""

SET_UP = EXAMPLE_2
"""The example that is set up by TOUCHES."""

FAULTY = (
    ("tool=t", "n4e1", "tunnels=6", "stack=1,8"),
    ("not joined", "9 tunnel cards are left", "The stacks have 45 cards"),
    Field(-4, 1),
)
"""Touches that break rules at several places, parts of what is told of them, and one place."""

NO_POSITION = (
    "players 9 | mine -",
    ("not a number from 3 to 5", "turn&#x27; is missing"),
)
"""A text that is none, and parts of what is told of it."""

QUERIES = (Query(), Query(Question.LEAVE, Aim.WIN, trusting=False))
"""Questions that links keep."""


def hides(view: Position, viewer: int | None) -> bool:
    """Whether a view of a viewer, or of nobody, shows no card that it must not."""
    everybody = {*view.seats}
    hidden = (
        card.face
        for card in view.treasures()
        if viewer not in card.known and {*card.known} != everybody and not card.kept
    )
    return {*hidden} <= {Face.UNSEEN} and {*view.tunnels} <= {None}


# Text.

WRONG = (
    ("match 1", "match 4", "number"),
    ("players 3", "players 6", "number"),
    ("players 3 | ", "", "missing"),
    ("start 1", "start 4", "number"),
    ("turn 1", "turn x", "number"),
    ("me 1", "me 4", "number"),
    ("out -", "out 1 1", "seats"),
    ("out -", "out 4", "seats"),
    ("points 0 0 0", "points 0 0", "numbers"),
    ("drift 3 3 3", "drift 3 3 4", "numbers"),
    ("tunnels 14", "tunnels 13", "tunnels"),
    ("tunnels 14", "tunnels 14 | tunnels 14", "twice"),
    ("tunnels 14", "tunnels 14 | tunel 14", "unknown"),
    ("tunnels 14", "tunnels 14 | phase dig", "word"),
    ("tunnels 14", "tunnels 14 | rounds_left 1", "rounds_left"),
    ("tunnels 14", "tunnels 14 | leaving 1", "two_places"),
    ("tunnels 14", "tunnels 14 | acted 1", "acted"),
    ("tunnels 14", "tunnels 14 | step turn n", "step"),
    ("tunnels 14", "tunnels 14 | step turn nes", "step"),
    ("r15 v15", "r15 v14", "stacks"),
    ("r15 v15", "r15", "stacks"),
    ("front - ; - ; -", "front - ; -", "seats"),
    ("front - ; - ; -", "front - ; xG ; -", "card"),
    ("front - ; - ; -", "front - ; rG4 ; -", "card_seat"),
    ("front - ; - ; -", "front r? ; - ; -", "own"),
    ("front - ; - ; -", "front - ; rD ; -", "front"),
    ("gone -", "gone gS gS", "face"),
    ("-/-,-,nes", "-,-/-,-,nes", "rectangle"),
    (",E,", ",-,", "entry"),
    (",E,", ",xx,", "entry"),
    ("rG1@1", "rC1@1", "on_field"),
    ("rG1@1", "rG1@1@1", "two_meeples"),
    ("rG1@1", "rG1@2", "two_places"),
    ("rG1@1", "rG2@1", "known"),
    ("rG1@1", "r?1@1", "unknown"),
    ("nes,", "ne,", "joined"),
    ("rG1@1,-", "rG1,-@1", "reach"),
    ("ew,E", "ns,E", "reach"),
)
"""Changes of the first example, and the fault that each brings about."""

TOGETHER = (
    (
        ("match 1", "match 4"),
        ("drift 3 3 3", "drift 3"),
        ("tunnels 14", "tunnels 15"),
        ("r15", "r14"),
        ("rG1@1", "rG2@1"),
        ("me 1", "me 1 | colour red"),
    ),
    ("number", "numbers", "tunnels", "stacks", "known", "unknown"),
)
"""Changes that are made at once, and the faults that they bring about."""

NO_ACTS = (
    *("", "dig", "dig n1", "dig n0 s", "dig n1 x", "blast n1 s s", "spider 0 s", "leave now"),
    *("lay", "lay n2", "lay nes n1", "draw", "draw 0", "draw 1 x", "put x", "stand", "take"),
    *("stand n1 n2", "jump", "spider 12 s"),
)
"""Texts that are no act."""

TABLES: tuple[str, ...] = ()
"""The data files besides the numbers, as they are read."""

WRONG_LINES = (
    (("laps = [5", "laps = [0"), ("matches = [3", "matches = [99")),
    ["length.matches", "length.laps"],
)
"""Changes of the data files, and the lines that are named."""

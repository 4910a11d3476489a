"""The rules of Raubbau: what may be done in a position, and the position after it (B1-B46)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import accumulate, pairwise
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.raubbau import NAME
from ksm_widgets.companions.raubbau.action import deed_done, legal_deeds, set_going
from ksm_widgets.companions.raubbau.box import KEPT, KINDS, Box, Face, the_box
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel, even_sizes
from ksm_widgets.companions.raubbau.deeds import Deed
from ksm_widgets.companions.raubbau.places import ENTRY
from ksm_widgets.companions.raubbau.planning import legal_moves, move_made
from ksm_widgets.companions.raubbau.plans import Move
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.scoring import has_left
from ksm_widgets.companions.raubbau.tie import draw_made, legal_draws
from ksm_widgets.rules.chance import shuffled

if TYPE_CHECKING:
    from collections.abc import Sequence

Act = Move | Deed


def new_match(
    rng: Random,
    players: int,
    box: Box | None = None,
    *,
    match: int = 1,
    start: int | None = None,
    points: Sequence[int] = (),
    kept: Sequence[Sequence[Treasure]] = (),
) -> Position:
    """A match that is set up: the cards are shuffled, but for those kept (B4, B5, B45)."""
    box = the_box() if box is None else box
    start = box.first_seat if start is None else start
    kinds = [Tunnel(KINDS[kind]) for kind, count in box.tunnels.items() for _ in range(count)]
    tunnels = shuffled(rng, kinds)[: box.tunnels_for(players)]
    fronts = tuple(map(tuple, kept)) or ((),) * players
    stacks = _stacks(rng, box, Counter((card.set, card.face) for cards in kept for card in cards))
    return Position(
        box=box,
        match=match,
        players=players,
        start=start,
        turn=start,
        points=tuple(points) or (0,) * players,
        drift=(box.drift_sets,) * players,
        tunnels=tuple(tunnels),
        stacks=stacks,
        fronts=fronts,
        mine=MappingProxyType({ENTRY: Tunnel(box.entry)}),
        plans=(None,) * players,
    )


def _stacks(
    rng: Random, box: Box, kept: Counter[tuple[str, Face]]
) -> tuple[tuple[Treasure, ...], ...]:
    """The treasures that nobody has kept, shuffled, in stacks as even as can be (B4)."""
    whole = Counter({(name, face): n for name in box.sets for face, n in box.faces.items()})
    cards = shuffled(rng, (Treasure(*kind) for kind in (whole - kept).elements()))
    ends = [0, *accumulate(even_sizes(len(cards), box.stacks))]
    return tuple(tuple(cards[first:end]) for first, end in pairwise(ends))


def next_match(position: Position, rng: Random) -> Position:
    """The match after one that is over: who left keeps materials and spiders (B45)."""
    kept = [
        [
            replace(card, kept=True, known=tuple(position.seats))
            for card in position.front(seat)
            if has_left(position, seat) and card.face in KEPT
        ]
        for seat in position.seats
    ]
    return new_match(
        rng,
        position.players,
        position.box,
        match=position.match + 1,
        start=position.following(position.start),
        points=position.points,
        kept=kept,
    )


def legal(position: Position) -> tuple[Act, ...]:
    """Every act of the seat whose turn it is; none once the match is over."""
    match position.phase:
        case Phase.PLAN:
            return legal_moves(position)
        case Phase.ACT:
            return legal_deeds(position)
        case Phase.DRAW:
            return legal_draws(position)
    return ()


def apply(position: Position, act: Act) -> Position:
    """The position after an act; raises ActRefused, with rule and places."""
    match position.phase:
        case Phase.PLAN:
            if not isinstance(act, Move):
                raise ActRefused("raubbau_refused.planning", "B8")
            position = move_made(position, act)
            return set_going(position) if position.phase is Phase.ACT else position
        case Phase.ACT:
            if isinstance(act, Move):
                raise ActRefused("raubbau_refused.acting", "B8")
            return deed_done(position, act)
        case Phase.DRAW:
            return draw_made(position, act)
    raise ActRefused("raubbau_refused.over", "B44")


def new_game(seed: int, players: int, box: Box | None = None) -> Position:
    """The first match of a game; the same seed deals the same cards."""
    return new_match(Random(f"{NAME} {seed} 1"), players, box)


def match_after(position: Position, seed: int) -> Position:
    """The next match of a game dealt by this seed; raises ActRefused if there is none."""
    if position.phase is not Phase.MATCH_OVER:
        raise ActRefused("raubbau_refused.no_match", "B44")
    return next_match(position, Random(f"{NAME} {seed} {position.match + 1}"))

"""Changes to a whole table of Raubbau that is being set up: players, match, what is left.

As long as the numbers of cards add up, `balanced` keeps them so.
"""

from __future__ import annotations

from dataclasses import replace

from ksm_widgets.companions.raubbau.box import KINDS, Face, the_box
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel, even_sizes, stack_of
from ksm_widgets.companions.raubbau.drawn_tunnel import with_drawn_tunnel, without_drawn_tunnel
from ksm_widgets.companions.raubbau.places import ENTRY
from ksm_widgets.companions.raubbau.plans import Reached
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.tuples import resized
from ksm_widgets.telling.phrases import Notice

# Tables and players.


def blank(players: int) -> Position:
    """The mine before anybody has dug, as seat 1 sees it."""
    box = the_box()
    sizes = even_sizes(box.treasures, box.stacks)
    return replace(
        Position.of_mine({ENTRY: Tunnel(box.entry)}, players),
        me=1,
        drift=(box.drift_sets,) * players,
        tunnels=(None,) * box.tunnels_for(players),
        stacks=tuple(stack_of(box.sets[at % len(box.sets)], size) for at, size in enumerate(sizes)),
    )


def for_players(position: Position, players: int) -> Position:
    """The position for so many players: seats that are new have nothing, others go."""
    seats, step = range(1, players + 1), position.step

    def known(card: Treasure) -> Treasure:
        """A card as these seats know it; cards that lie open are known to all of them."""
        told = replace(card, known=tuple(seat for seat in card.known if seat in seats))
        return told.known_to(*seats) if card.kept or card.face is Face.CAVE_IN else told

    mine = {
        field: known(thing) if isinstance(thing, Treasure) else thing
        for field, thing in position.mine.items()
    }
    out = tuple(seat for seat in position.out if seat <= players)
    return replace(
        position,
        players=players,
        start=min(position.start, players),
        turn=min(position.turn, players),
        passed=max(0, min(position.passed, players - len(out) - 1)),
        out=out,
        rounds_left=position.rounds_left if out else None,
        acted=tuple(seat for seat in position.acted if seat <= players),
        leaders=(),
        waker=None,
        points=resized(position.points, players, 0),
        drift=resized(position.drift, players, position.box.drift_sets),
        fronts=tuple(tuple(map(known, front)) for front in resized(position.fronts, players, ())),
        gone=tuple(known(card).known_to(*seats) for card in position.gone),
        step=None if step is None else replace(step, cards=tuple(map(known, step.cards))),
        plans=resized(position.plans, players, None),
    ).with_mine(mine)


def asked_by(position: Position, seat: int) -> Position:
    """The position as another seat asks, which doesn't see what only the one before it knew.

    Unless somebody is acting, it is then that seat's turn.
    """
    if seat != position.me:
        position = position.seen(seat)
    return position if position.phase is Phase.ACT else replace(position, turn=seat)


def with_kind_drawn(position: Position, kind: str) -> Position | Notice:
    """The position in which I have just drawn a tunnel of a kind; in planning, if it is of none."""
    position = without_drawn_tunnel(position)
    if not kind:
        return position
    me = position.me
    if me is None:
        return Notice.of("raubbau_edit.drawn")
    drawn = with_drawn_tunnel(replace(position, turn=me), Tunnel(KINDS[kind]))
    return Notice.of("raubbau_edit.drawn") if drawn is None else drawn


# What numbers follow from.


def _tunnels_due(position: Position) -> int:
    return max(0, position.tunnels_due)


def _stacks_due(position: Position) -> int:
    rest = sum(1 for _ in position.treasures()) - position.stacked
    return max(0, position.box.treasures - rest)


def balanced(before: Position, after: Position) -> Position:
    """The position with as many cards left as there must be, if there were so many before.

    A meeple that a tunnel reaches now has a way there.
    """
    after = _with_ways(after)
    if len(after.tunnels) == len(before.tunnels) == _tunnels_due(before):
        after = _tunnels_filled(after)
    sizes = tuple(map(len, before.stacks)), tuple(map(len, after.stacks))
    if before.stacked == _stacks_due(before) and sizes[0] == sizes[1]:
        after = _stacks_filled(after)
    return after


def _with_ways(position: Position) -> Position:
    """The position with the first way, where one has come to be, of each plan without any."""
    for seat in position.seats:
        plan = position.plan(seat)
        if isinstance(plan, Reached) and not plan.way:
            way = "".join(position.ways(plan.field)[:1])
            position = position.with_plan(seat, replace(plan, way=way))
    return position


def filled_up(position: Position) -> Position:
    """The position with as many tunnels and cards in the stacks left as there must be."""
    return _stacks_filled(_tunnels_filled(position))


def _tunnels_filled(position: Position) -> Position:
    """The position with as many tunnels left as there must be."""
    return replace(position, tunnels=(None,) * _tunnels_due(position))


def _stacks_filled(position: Position) -> Position:
    """The position with as many cards in the stacks as there must be.

    Those too many are taken from the highest stack, those that lack go to the lowest.
    """
    stacks = list(position.stacks)
    due = _stacks_due(position)
    while sum(map(len, stacks)) != due:
        sizes = list(map(len, stacks))
        if sum(sizes) > due:
            at = sizes.index(max(sizes))
            stacks[at] = stacks[at][1:]
        else:
            at = sizes.index(min(sizes))
            stacks[at] = (
                (Treasure(""), *stacks[at]) if stacks[at] else stack_of(position.box.sets[0], 1)
            )
    return replace(position, stacks=tuple(stacks))


# Numbers and choices.


def with_match(position: Position, match: int) -> Position:
    """The position in another match."""
    return replace(position, match=max(1, min(match, position.box.matches)))


def with_stacked(position: Position, number: int, size: int) -> Position:
    """The position with so many cards in a stack."""
    stack = position.stack(number)
    top = stack[-1].set if stack else position.box.sets[0]
    return position.with_stack(number, stack_of(top, size))

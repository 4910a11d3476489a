"""An oracle for Raubbau: every filling of a small box, played out by the rules alone.

It shares with the answers only the rules and their values: no closed form, no gems counted apart,
no branch left out. Fillings are permutations of the cards that a seat has not seen; where somebody
chooses, all fillings that look alike to that seat are played on together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import asdict, replace
from fractions import Fraction
from functools import partial
from itertools import permutations
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.action import set_going
from ksm_widgets.companions.raubbau.box import KINDS, Box, Face, the_box
from ksm_widgets.companions.raubbau.cards import Treasure, Tunnel
from ksm_widgets.companions.raubbau.deeds import Lay, Stand
from ksm_widgets.companions.raubbau.places import ENTRY
from ksm_widgets.companions.raubbau.planning import legal_moves, move_made, with_binding_plans
from ksm_widgets.companions.raubbau.plans import Dig, Leave
from ksm_widgets.companions.raubbau.position import Phase, Position, StepKind
from ksm_widgets.companions.raubbau.rules import apply, legal, new_match

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from ksm_widgets.companions.raubbau.rules import Act

Worlds = list[tuple[Position, int]]
Range = tuple[Fraction, Fraction]
Value = Callable[[Position, Position, bool], Fraction | int]
"""The worth of a world at the end of an action phase, by how it began and whether `me` acted."""
MOST_UNSEEN = 6


def small_box(rng: Random, cave_ins: int) -> Box:
    """A box of one set or two with so many cave-ins and four or five other cards each.

    There are few tunnels, of one kind or two.
    """
    source = (
        ("gem", rng.choice((2, 2, 3))),
        ("dragon", 1),
        ("cave_in", cave_ins),
        ("sulphur", 1),
        ("saltpeter", rng.choice((0, 1))),
        ("spider", 0),
    )
    faces = dict(source)
    kinds = rng.choice(({"t": 7}, {"t": 6, "straight": 1}, {"cross": 7}))
    lines = [
        'entry = ["nesw", "assumed"]',
        "[tunnels]",
        *(f'{kind} = [{kinds.get(kind, 0)}, "known"]' for kind in KINDS),
        "[treasures]",
        *(f'{name} = [{count}, "known"]' for name, count in faces.items()),
        f'sets = ["{rng.choice(("r", "r v"))}", "known"]',
        '[set_up]\ntunnels_per_player = [1, "known"]\ntunnels_extra = [2, "known"]',
        f'drift_sets = [3, "known"]\nstacks = [{rng.choice((1, 2))}, "known"]',
        'first_seat = [1, "known"]',
    ]
    ours = the_box()
    lines.append("[points]")
    for name, value in asdict(ours.points).items():
        lines.append(f'{name} = [{value}, "known"]')
    lines.append(
        '[length]\nmatches = [3, "known"]\nend_at_points = [4, "known"]\n'
        'blast_cost = ["U P", "known"]\ncave_ins = [true, "known"]\nlaps = [5, "known"]\n'
        'draw_order = ["token", "known"]'
    )
    return Box.parse("\n".join(lines))


def small_position(rng: Random, cave_ins: int = 1) -> Position | None:
    """A position in the last round of a match played at random; None if it ended before."""
    players = rng.randrange(3, 6)
    points = [rng.randrange(-1, 3) for _ in range(players)]
    position = new_match(
        rng, players, small_box(rng, cave_ins), match=rng.randrange(1, 4), points=points
    )
    for _ in range(400):
        if position.phase not in (Phase.PLAN, Phase.ACT):
            return None
        last = position.phase is Phase.PLAN and position.rounds_left == 0
        if last and rng.random() < 0.3:
            view = position.seen(position.turn)
            return replace(view, lap=1, passed=0)
        acts = list(legal(position))
        if rng.random() < (0.9 if position.out else 0.7):
            acts = [act for act in acts if not isinstance(act, Leave)] or acts
        if rng.random() < 0.7:  # Together in an arm, where one's cave-in is another's.
            digs = [act for act in acts if isinstance(act, Dig) and act.field in position.mine]
            acts = [*digs] or acts
        position = apply(position, rng.choice(acts))
    return None


def oracle(position: Position, value: Value | None = None) -> dict[Act, Range] | None:
    """The least and the greatest worth of each turn of `me`; None with too many fillings.

    `value` is the worth of the end of the action phase, by default that of the match.
    """
    value = _worth if value is None else value
    me = position.me
    assert me is not None
    position = replace(position, turn=me)
    worlds = fillings(position)
    if worlds is None:
        return None
    total = sum(weight for _, weight in worlds)
    found: dict[Act, Range] = {}
    for move in legal_moves(position):
        bound_worlds = []
        for world, weight in worlds:
            after = move_made(world, move)
            after = set_going(after if after.phase is Phase.ACT else with_binding_plans(after))
            bound_worlds.append((after, weight))
        low, high = _played(bound_worlds, position, value)
        found[move] = (low / total, high / total)
    return found


def fillings(position: Position) -> Worlds | None:
    """Every way to fill what `me` has not seen, each once, with its weight."""
    box = position.box
    left = Counter({(name, face): n for name in box.sets for face, n in box.faces.items()})
    left.subtract(
        (card.set, card.face) for card in position.treasures() if card.face is not Face.UNSEEN
    )
    cards = sorted(left.elements(), key=lambda kind: (kind[0], kind[1].value))
    if len(cards) > MOST_UNSEEN:
        return None
    sequences = _tunnels(position)
    worlds = []
    for filling in dict.fromkeys(permutations(cards)):
        world = _filled(position, iter(filling))
        if world is not None:
            worlds += [(replace(world, tunnels=one), weight) for one, weight in sequences]
    return worlds


def _filled(position: Position, cards: Iterator[tuple[str, Face]]) -> Position | None:
    """The position with these cards where it has unseen ones; None if they cannot be there."""
    me = position.me
    mine = {}
    for place, thing in position.mine.items():
        if isinstance(thing, Treasure) and thing.face is Face.UNSEEN:
            name, face = next(cards)
            diggers = [
                seat
                for seat in position.inside
                if position.target(seat) == place and seat != me and seat in thing.known
            ]
            if name != thing.set or face is Face.CAVE_IN or (diggers and face is Face.DRAGON):
                return None
            mine[place] = replace(thing, face=face)
    fronts = []
    for front in position.fronts:
        shown = []
        for card in front:
            if card.face is Face.UNSEEN:
                name, face = next(cards)
                if name != card.set or face in (Face.CAVE_IN, Face.DRAGON):
                    return None
                shown.append(replace(card, face=face))
            else:
                shown.append(card)
        fronts.append(tuple(shown))
    stacks = []
    for stack in position.stacks:
        filled = []
        for card in stack:
            name, face = next(cards)
            if card.set not in ("", name):
                return None
            filled.append(Treasure(name, face))
        stacks.append(tuple(filled))
    return replace(position.with_mine(mine), fronts=tuple(fronts), stacks=tuple(stacks))


def _tunnels(position: Position) -> list[tuple[tuple[Tunnel, ...], int]]:
    """Every order of the tunnels in the stack, with its weight."""
    laid = [
        thing
        for place, thing in position.mine.items()
        if place != ENTRY and isinstance(thing, Tunnel)
    ]
    left = [
        Tunnel(ends)
        for kind, ends in KINDS.items()
        for _ in range(
            position.box.tunnels[kind] - sum(one in Tunnel(ends).rotations() for one in laid)
        )
    ]
    orders = Counter(
        order if len(set(left)) > 1 else tuple(left[: len(position.tunnels)])
        for order in (permutations(left, len(position.tunnels)) if len(set(left)) > 1 else [()])
    )
    return list(orders.items())


def _played(worlds: Worlds, root: Position, value: Value, *, acted: bool = False) -> Range:
    """The least and the greatest worth of worlds played on, not divided by their number."""
    alike: dict[object, Worlds] = defaultdict(list)
    for world, weight in worlds:
        alike[_look(world, root)].append((world, weight))
    low = high = Fraction(0)
    for group in alike.values():
        worth = _of_group(group, root, value, acted=acted)
        low, high = low + worth[0], high + worth[1]
    return low, high


def _look(world: Position, root: Position) -> object:
    """How a world looks to `me`; and whether cards that are about to be laid are cave-ins."""
    assert root.me is not None
    step = world.step
    caves: tuple[bool, ...] = ()
    if step is not None and step.kind is StepKind.LAY:
        caves = tuple(card.face is Face.CAVE_IN for card in step.cards)
    if world.phase is not Phase.ACT:
        return "over"
    view = world.seen(root.me)
    return (
        *(view.turn, view.step, view.plans, view.out, view.acted, view.fronts, view.stacks),
        *(tuple(view.mine.items()), caves),
    )


def _of_group(group: Worlds, root: Position, value: Value, *, acted: bool) -> Range:
    first = group[0][0]
    if first.phase is not Phase.ACT:
        total = sum(weight * value(world, root, acted) for world, weight in group)
        return Fraction(total), Fraction(total)
    acts = legal(first)
    if isinstance(acts[0], Stand):  # Nobody digs there any more.
        acts = acts[:1]
    elif isinstance(acts[0], Lay):  # To look costs nothing in the last round.
        acts = tuple(act for act in acts if isinstance(act, Lay) and not act.unlooked)
    acted |= first.turn == root.me
    worths = [
        _played([(apply(world, act), weight) for world, weight in group], root, value, acted=acted)
        for act in acts
    ]
    least = max if first.turn == root.me else min
    return least(low for low, _ in worths), max(high for _, high in worths)


def _worth(world: Position, root: Position, _: bool) -> Fraction:
    """Points of the match, in the last match the share of the game."""
    me = root.me
    assert me is not None
    if root.match < root.box.matches:
        return Fraction(world.points[me - 1] - root.points[me - 1])
    best = max(world.points)
    leaders = world.points.count(best)
    return Fraction(1, leaders) if world.points[me - 1] == best else Fraction(0)


def _wakes_before(world: Position, root: Position) -> bool:
    """Whether a dragon has been woken by somebody who acts before `me`."""
    assert root.me is not None
    order = root.order()
    waker = world.waker
    return waker is not None and order.index(waker) < order.index(root.me)


_True = Callable[[Position, Position, bool], bool]
_CHANCES: dict[str, _True] = {
    "wakes": lambda world, root, _: world.waker == root.me,
    "before": lambda world, root, _: _wakes_before(world, root),
    "after": lambda world, root, _: (
        world.waker not in (None, root.me) and not _wakes_before(world, root)
    ),
    "others": lambda world, root, _: world.waker not in (None, root.me),
    "skipped": lambda world, root, acted: not acted and not _wakes_before(world, root),
}
"""Whether each of the odds of a plan has come true in a world."""


def _less(true: _True, world: Position, root: Position, acted: bool) -> int:
    return -int(true(world, root, acted))


def odds_oracle(position: Position) -> dict[str, dict[Act, Range]]:
    """The least and the greatest of each of the odds of each turn of `me`, who chooses the least.

    There must be few enough fillings.
    """
    found: dict[str, dict[Act, Range]] = {}
    for name, true in _CHANCES.items():
        worths = oracle(position, partial(_less, true))
        assert worths is not None
        found[name] = {act: (-high, -low) for act, (low, high) in worths.items()}
    return found

"""Everything that a seat can build in Kingdom of Solomon, by the cubes that it costs.

That is a building card or none, roads, some temple blocks with their free cubes. The costs form a
tree in which each is at least that of its parent, so that below what cannot be paid nothing is
looked at. Of cards of several goods every use is tried.
"""

from __future__ import annotations

from dataclasses import InitVar, dataclass, field
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from ksm_widgets.companions.kingdom.acts import Block, Build, Pave
from ksm_widgets.companions.kingdom.country import open_roads
from ksm_widgets.companions.kingdom.goods import (
    GOODS,
    NONE,
    Cubes,
    added,
    least,
    less,
    read_cubes,
    total,
)
from ksm_widgets.companions.kingdom.search.round.build_worths import BuildWorths
from ksm_widgets.companions.kingdom.search.round.covering import (
    Covering,
    coverings,
    families,
    shared,
)
from ksm_widgets.companions.kingdom.works import (
    Work,
    open_cards,
    sites_for,
    with_building,
)
from ksm_widgets.companions.kingdom.worths import Number, Worths

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.fortune import Paid
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.pulse import Pulse


class PaidWork(NamedTuple):
    """Something built: the act for it, its cost with a block's free cubes, cards that helped."""

    kind: type[Work]
    cost: Cubes
    free: str = ""
    paid: Paid = ()


class Built(NamedTuple):
    """Everything built: its points, and all works; `tokens` are the blocks taken as tokens."""

    points: int
    card: int | None
    roads: int
    blocks: int
    tokens: int
    works: tuple[PaidWork, ...]


_Works = tuple[PaidWork, "_Works"] | None
"""Works, linked to those before, so that many sets of them share most."""
Need = tuple[Number, Cubes]
"""The worth of something built, and the cubes needed of each kind."""
_States = dict[Cubes, _Works]
"""The costs that can be reached, each with one way to reach it."""
_Below = dict[Cubes, list[Cubes]]
"""The costs with one block more, by the cost that they are below."""


class Made(NamedTuple):
    """A card or none, roads and blocks, and the works that build them, the last first."""

    card: int | None
    roads: int
    blocks: int
    works: _Works


class Node(NamedTuple):
    """A node of the tree: what it needs, also with other uses of cards, what it is.

    `after` is the place of the node after all below it.
    """

    need: Need
    others: tuple[Need, ...]
    after: int
    made: Made


class _Branch(NamedTuple):
    """The part of the tree with one card or none, and a number of roads.

    By number of blocks, `layers` are the costs, `below` those with one block more, `worths` what
    all of them are worth.
    """

    card: int | None
    roads: int
    layers: list[_States]
    below: list[_Below]
    worths: list[Number]

    def add_to(self, nodes: list[Node], needed: Cubes, blocks: int = 0) -> None:
        """Add a cost and all that are below it to the nodes of the tree."""
        made = Made(self.card, self.roads, blocks, self.layers[blocks][needed])
        at = len(nodes)
        nodes.append(Node((self.worths[blocks], needed), (), at + 1, made))
        if blocks < len(self.below):
            for child in self.below[blocks].get(needed, ()):
                self.add_to(nodes, child, blocks + 1)
            nodes[at] = nodes[at]._replace(after=len(nodes))


@dataclass(slots=True)
class Costs:
    """All that a seat can build with at most `caps` of each kind, and `limit` of all together.

    `must_take` is the number of blocks that must be taken as tokens, None if any may. `pulse` is
    called now and then, and may raise to stop.
    """

    position: Position
    seat: int
    worths: Worths
    caps: Cubes
    limit: int
    must_take: InitVar[int | None]
    pulse: Pulse
    build_worths: BuildWorths = field(init=False)
    _trees: dict[tuple[str, ...], list[Node]] = field(default_factory=dict)

    def __post_init__(self, must_take: int | None) -> None:
        self.build_worths = BuildWorths(self.position, self.seat, self.worths, must_take)

    def tree(self, several: tuple[str, ...]) -> list[Node]:
        """Everything that can be built with these cards of several goods, in the tree's order."""
        if several not in self._trees:
            self._trees[several] = self._with_cards(several) if several else self._plain()
        return self._trees[several]

    def _plain(self) -> list[Node]:
        """Everything that can be built without cards of several goods.

        Such cards pay for some of it; what needs more than there is can still be paid with them.
        """
        nodes: list[Node] = []
        position, box = self.position, self.position.box
        for card in (None, *open_cards(position, self.seat)):
            states: _States = {NONE: None}
            if card is not None:
                states, _ = self._extended(states, [PaidWork(Build, box.buildings[card].cost)])
            for roads in range(self._most_roads(card) + 1):
                if roads:
                    states, _ = self._extended(states, [PaidWork(Pave, box.road_cost)])
                if not states:
                    break
                branch = self._branch(states, card, roads)
                for needed in states:
                    branch.add_to(nodes, needed)
        return nodes

    def _most_roads(self, card: int | None) -> int:
        """The most roads that the seat might build, if a road is worth anything."""
        if self.worths.last or not self.worths.road:
            return 0
        position, seat = self.position, self.seat
        after = [position]
        if card is not None:
            sites = sites_for(position, card)
            after += [with_building(position, seat, site) for site in sites]
        most = max(len(open_roads(one, seat)) for one in after)
        return min(most, position.box.roads - len(position.roads))

    def _branch(self, states: _States, card: int | None, roads: int) -> _Branch:
        """All that can be built with this card and these roads: first no block, then one more."""
        layers, below = [states], []
        for step in self.position.box.steps[self.position.temple :]:
            chosen = map("".join, combinations_with_replacement(GOODS, step.free))
            ways = [PaidWork(Block, added(step.cost, read_cubes(free)), free) for free in chosen]
            states, after = self._extended(states, ways)
            if not states:
                break
            layers.append(states)
            below.append(after)
        worths = [self.build_worths.worth(card, roads, blocks) for blocks in range(len(layers))]
        return _Branch(card, roads, layers, below, worths)

    def _extended(self, states: _States, things: list[PaidWork]) -> tuple[_States, _Below]:
        """The states after one of these things was built, and which are below each one before."""
        found: _States = {}
        below: _Below = {}
        for thing in things:
            for state, works in states.items():
                more = added(state, thing.cost)
                if more in found or least(more, self.caps) != more or sum(more) > self.limit:
                    continue
                found[more] = thing, works
                below.setdefault(state, []).append(more)
        return found, below

    def _with_cards(self, several: tuple[str, ...]) -> list[Node]:
        """The tree with the best uses of cards of several goods."""
        nodes: list[Node] = []
        for node in self.tree(()):
            self.pulse()
            first, *rest = self.needs_with(several, node)
            nodes.append(node._replace(need=first, others=tuple(rest)))
        return nodes

    def needs_with(self, several: tuple[str, ...], node: Node) -> list[Need]:
        """The cubes a node needs, for each of the best uses of cards of several goods."""
        worth, needed = node.need
        kept = self.worths.card_kept
        costs = [work.cost for work in _listed(node.made.works)]
        uses: list[Covering] = [(NONE, 0)]
        for group in families(several):
            more = coverings(group, costs, keeps=kept > 0)
            uses = [
                (added(paid, other), unused + others)
                for paid, unused in uses
                for other, others in more
            ]
        return [(worth + kept * unused, less(needed, paid)) for paid, unused in uses]

    def built(self, needed: Cubes, made: Made, several: tuple[str, ...]) -> Built:
        """The things built for the cubes needed; cards of several goods pay for the rest."""
        card, roads, blocks, linked = made
        works = _listed(linked)[::-1]
        costs = [work.cost for work in works]
        wanted = less(total(costs), needed)
        if any(wanted):
            parts = shared(several, costs, wanted, self.pulse)
            works = [work._replace(paid=paid) for work, paid in zip(works, parts, strict=True)]
        _, tokens, lost = self.build_worths.tokens(blocks)
        points = self.build_worths.points(card, blocks) - lost
        return Built(points, card, roads, blocks, tokens, tuple(works))


def _listed(linked: _Works) -> list[PaidWork]:
    """Works, the last first."""
    found: list[PaidWork] = []
    while linked is not None:
        work, linked = linked
        found.append(work)
    return found

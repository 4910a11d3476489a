"""Everything that a seat can build in Kingdom of Solomon, by the cubes that it costs.

That is a building card or none, roads, some temple blocks with their free cubes. The costs form a
tree in which each is at least that of its parent, so that below what cannot be paid nothing is
looked at. Of cards of several goods every use is tried.
"""

from __future__ import annotations

from dataclasses import dataclass, field
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
from ksm_widgets.companions.kingdom.position import favoured
from ksm_widgets.companions.kingdom.search.round.covering import (
    Covering,
    coverings,
    families,
    shared,
)
from ksm_widgets.companions.kingdom.search.scales import UNWANTED
from ksm_widgets.companions.kingdom.works import (
    Work,
    open_cards,
    sites_for,
    with_building,
)
from ksm_widgets.companions.kingdom.worths import Number, Worths
from ksm_widgets.companions.tuples import with_item

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
    must_take: int | None
    pulse: Pulse
    _trees: dict[tuple[str, ...], list[Node]] = field(default_factory=dict)

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
                states = self._extended(states, [PaidWork(Build, box.buildings[card].cost)])
            for roads in range(self._most_roads(card) + 1):
                if roads:
                    states = self._extended(states, [PaidWork(Pave, box.road_cost)])
                if not states:
                    break
                self._grow(nodes, states, card, roads)
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

    def _grow(self, nodes: list[Node], states: _States, card: int | None, roads: int) -> None:
        """Add the tree of everything with this card and these roads: first no block, then one."""
        steps, temple = self.position.box.steps, self.position.temple
        layers = [states]
        parents: list[dict[Cubes, list[Cubes]]] = []
        for step in steps[temple:]:
            chosen = map("".join, combinations_with_replacement(GOODS, step.free))
            ways = [PaidWork(Block, added(step.cost, read_cubes(free)), free) for free in chosen]
            below: dict[Cubes, list[Cubes]] = {}
            states = self._extended(layers[-1], ways, below)
            if not states:
                break
            parents.append(below)
            layers.append(states)
        worths = [self._worth_of(card, roads, blocks) for blocks in range(len(layers))]

        def add(needed: Cubes, blocks: int) -> None:
            made = Made(card, roads, blocks, layers[blocks][needed])
            at = len(nodes)
            nodes.append(Node((worths[blocks], needed), (), at + 1, made))
            if blocks < len(parents):
                for child in parents[blocks].get(needed, ()):
                    add(child, blocks + 1)
                nodes[at] = nodes[at]._replace(after=len(nodes))

        for needed in layers[0]:
            add(needed, 0)

    def _extended(
        self,
        states: _States,
        things: list[PaidWork],
        below: dict[Cubes, list[Cubes]] | None = None,
    ) -> _States:
        """The states after one of these things was built, each below one of the states before."""
        found: _States = {}
        for thing in things:
            for state, works in states.items():
                more = added(state, thing.cost)
                if more in found or least(more, self.caps) != more or sum(more) > self.limit:
                    continue
                found[more] = thing, works
                if below is not None:
                    below.setdefault(state, []).append(more)
        return found

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

    def _worth_of(self, card: int | None, roads: int, blocks: int) -> Number:
        """The worth of a card, roads and blocks, with the best number of tokens."""
        worths = self.worths
        worth = self._points(card, blocks) + self._tokens(blocks)[0]
        if worths.last:
            return worth
        return worth + worths.road * roads + (0 if card is None else worths.card)

    def _points(self, card: int | None, blocks: int) -> int:
        """The points of a card and the next blocks."""
        position, box = self.position, self.position.box
        steps = box.steps[position.temple : position.temple + blocks]
        card_points = 0 if card is None else box.buildings[card].points
        return card_points + sum(step.points for step in steps)

    def _tokens(self, blocks: int) -> tuple[Number, int, int]:
        """The best tokens among the next blocks: their worth, their number, the points lost."""
        temple = self.position.temple
        steps = self.position.box.steps[temple : temple + blocks]
        wanted = self.must_take
        best: tuple[Number, int, int] = (0 if not wanted else UNWANTED, 0, 0)
        lost = 0
        for count, loss in enumerate(sorted(step.points for step in steps), start=1):
            lost += loss
            worth = self._token_worth(count) - lost
            fits = worth > best[0] if wanted is None else count == wanted
            if fits:
                best = worth, count, lost
        return best

    def _token_worth(self, count: int) -> Number:
        """The worth of more tokens: at the game's end, that of the favour (S31, S35)."""
        if not self.worths.last:
            return self.worths.token * count
        position, seat = self.position, self.seat
        if position.favour == seat:
            return 0
        tokens = with_item(position.tokens, seat, position.token_count(seat) + count)
        return position.box.favour_points * (favoured(tokens, position.favour) == seat)

    def built(self, needed: Cubes, made: Made, several: tuple[str, ...]) -> Built:
        """The things built for the cubes needed; cards of several goods pay for the rest."""
        card, roads, blocks, linked = made
        works = _listed(linked)[::-1]
        costs = [work.cost for work in works]
        wanted = less(total(costs), needed)
        if any(wanted):
            parts = shared(several, costs, wanted, self.pulse)
            works = [work._replace(paid=paid) for work, paid in zip(works, parts, strict=True)]
        _, tokens, lost = self._tokens(blocks)
        points = self._points(card, blocks) - lost
        return Built(points, card, roads, blocks, tokens, tuple(works))


def _listed(linked: _Works) -> list[PaidWork]:
    """Works, the last first."""
    found: list[PaidWork] = []
    while linked is not None:
        work, linked = linked
        found.append(work)
    return found

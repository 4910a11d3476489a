"""A plan that reacts: moves, a look at the tile they uncover, and a plan for each such tile."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.json_text import json_number
from ksm_widgets.rules.tiles import Group, Power, Tile
from ksm_widgets.solver.answer import Plan, Status, after, chosen_in_words, written
from ksm_widgets.words import Term, counted, rough, sentence

if TYPE_CHECKING:
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.solver.problem import Problem

    Said = tuple[str, dict[str, object]]


_MOST_BRANCHES = 4
"""Lines on what may show: people read no more, and these are nearly always enough."""


@dataclass(frozen=True, slots=True)
class Policy:
    """The rest of a turn: either a plan to its end, or moves, a look, and what follows it.

    `net` is its exact expectation in coins from here on; None if no dig is affordable whatever
    shows, or if nothing was found in time. `bound` is proven: no plan that looks as often as the
    problem allows nets more. With a `look`, `moves` lead to it and `then` has a policy for each
    tile that can show; otherwise `plan` is the whole of it. `fixed` is the best plan without any
    look, for comparison.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("?1,2")
    >>> policy = ksm.solve_covered(mine, "#", unseen={"5": 1, "z": 1}, reactions=1)
    >>> print(policy)
    Look first: net 2.5 on average. Stop and dig now: net 2.
    Proven: no plan with one look nets more.
    Moves: a1-a2
    Then look at a1. It may show:
    – a treasure of 5 (50%): dig a1, net 4
    – otherwise (50%): dig b1, net 1
    >>> policy.then[ksm.Tile("z")].plan.dig == (ksm.Quarry.parse("b1"),)
    True
    """

    problem: Problem = field(repr=False)
    status: Status
    net: Fraction | None
    bound: Fraction | None
    plan: Plan | None = None
    moves: tuple[Move, ...] = ()
    look: Quarry | None = None
    then: Mapping[Tile, Policy] = field(default_factory=dict, hash=False, repr=False)
    fixed: Plan | None = field(default=None, repr=False)
    seconds: float = 0.0

    @property
    def dig(self) -> tuple[Quarry, ...] | None:
        """The quarries dug without a further look; None for a look, and for doing nothing."""
        return None if self.plan is None else self.plan.dig

    @property
    def chosen(self) -> frozenset[Power]:
        """The objects that the answer chose to spend on the dig of this plan."""
        return frozenset() if self.plan is None else self.plan.turn.powers - self.problem.powers

    def chances(self) -> dict[Tile, Fraction]:
        """The probability of each tile to show at the look."""
        counts = dict(self.problem.unseen or ())
        total = sum(counts.values())
        return {tile: Fraction(counts[tile], total) for tile in self.then}

    def after(self, tile: Tile) -> Policy | None:
        """The policy after a tile shows at the look; None if it cannot be that one.

        If nothing beats the whole, nothing beats what follows a tile, with the looks left then.
        """
        then = self.then.get(tile)
        if then is None or self.status is not Status.OPTIMAL:
            return then
        left = replace(then.problem, reactions=(self.problem.reactions or 0) - 1)
        return replace(then, problem=left, status=Status.OPTIMAL, bound=then.net)

    def branches(self, most: int = _MOST_BRANCHES) -> tuple[Branch, ...]:
        """The branches of the look: tiles after which the same is to be done.

        The likeliest is last and described as the rest, those before it are sorted by net. If there
        are more than `most`, the least likely become the rest, which does not say what to do.
        """
        alike: dict[object, list[Tile]] = {}
        for tile, policy in self.then.items():
            doing = policy.look, policy.dig, len(policy.moves), policy.chosen
            alike.setdefault(doing, []).append(tile)
        found = [self._branch(tiles, self.then[tiles[0]]) for tiles in alike.values()]
        found.sort(key=lambda one: (-one.chance, -len(one.tiles), one.net))
        if len(found) > most:
            few = [tile for tile in self.then for one in found[most - 1 :] if tile in one.tiles]
            found, rest = found[: most - 1], [self._branch(few, None)]
        else:
            found, rest = found[1:], found[:1]
        last = (replace(one, rest=True) for one in rest)
        return (*sorted(found, key=lambda one: -one.net), *last)

    def _branch(self, tiles: list[Tile], policy: Policy | None) -> Branch:
        """These tiles as a branch; none of them follows a look that cannot be paid."""
        chances = self.chances()
        chance = sum((chances[tile] for tile in tiles), Fraction(0))
        nets = ((self.then[tile].net or 0) * chances[tile] for tile in tiles)
        net = sum(nets, Fraction(0)) / chance - len(self.moves)
        return Branch(tuple(tiles), tuple(self.then), chance, net, policy)

    def in_words(self, language: str = "en") -> str:
        """The policy in a few lines: a look compared with the dig now, and what follows it."""
        expect_language(language)
        return "\n".join(self._lines(language))

    def _lines(self, language: str) -> Iterator[str]:
        if self.net is None:
            yield sentence(f"outcome.{self.status.value}", language)
            return
        *figures, sure = (sentence(key, language, **params) for key, params in self.told())
        yield " ".join(figures)
        yield sure
        if self.plan is not None:
            if self.problem.chooses:
                yield from chosen_in_words(self.problem, self.plan, language)
            yield from self.plan.in_words(language).splitlines()[1:]
            return
        yield sentence("told.moves", language, moves=self.moves or Term("told.none"))
        yield sentence("look.then", language, quarry=self.look)
        for branch in self.branches():
            yield f"– {branch.in_words(language)}"

    def compared(self, *, made: int = 0) -> tuple[Decimal, Decimal | None]:
        """The net, and that of the best plan without a look, for the whole turn, rounded.

        `made` is how many moves of the turn are made already. None if no dig is affordable without
        a look. Some plan must be affordable.
        """
        assert self.net is not None
        if self.fixed is None:
            return rough(self.net - made), None
        return _told_apart(self.net - made, Fraction(self.fixed.net) - made)

    def told(self, *, made: int = 0) -> tuple[Said, ...]:
        """The first sentences: catalogue keys with their parameters.

        They compare a look with the dig without one, and say how certain that is; for the whole
        turn, of which so many moves are `made` already. Some plan must be payable.
        """
        assert self.bound is not None
        stop: Said = "look.must", {}
        net, fixed = self.compared(made=made)
        if self.fixed is not None:
            way = "pass" if self.fixed.dig is None else "unlooked" if self.fixed.moves else "stop"
            stop = f"look.{way}", {"net": fixed}
        proven = self.status is Status.OPTIMAL
        first: Said
        if self.look is not None:
            first = "look.once" if made else "look.first", {"net": net}
        else:
            first = "look.not_worth" if proven else "look.not_worth_yet", {}
        looks = min(self.problem.reactions or 0, self.problem.position.counts()[Tile.UNSEEN])
        figures = {"looks": looks, "bound": _upwards(self.bound - made)}
        sure = counted("look.proven" if proven else "look.at_most", looks)
        order = [first, stop] if self.look is not None else [stop, first]
        return *order, (sure, figures)

    def __str__(self) -> str:
        return self.in_words()

    def to_dict(self) -> dict[str, object]:
        """The policy as the data of a JSON object; `id` is for the caller to add."""
        return {
            "status": self.status.value,
            "bound": json_number(self.bound),
            **self._rest(),
            "shape": str(self.problem.shape),
            "seconds": round(self.seconds, 6),
        }

    def _rest(self) -> dict[str, object]:
        """The keys that every policy of the tree has."""
        told: dict[str, object]
        if self.plan is not None:
            told = {
                **written(self.problem, self.plan),
                "after": after(self.problem, self.plan),
                "then": {},
            }
        else:
            looks = {tile.letter: policy._rest() for tile, policy in self.then.items()}
            known = self.look is not None
            told = {
                "net": json_number(self.net),
                "moves": [str(move) for move in self.moves] if known else None,
                "dig": None,
                "taken": [] if known else None,
                "expected": known,
                "move_cost": len(self.moves) if known else None,
                "curse_cost": 0 if known else None,
                "after": None,
                "then": {str(self.look): looks} if known else {},
            }
            if self.problem.stakes is not None:
                told["worth"] = None
        return told


@dataclass(frozen=True, slots=True)
class Branch:
    """The same action for each of these tiles at a look, of all those that `can` show.

    `net` is its average in coins, the moves to the look paid. `policy` is the action, the same in
    words for each of the tiles; it is None if that differs. The `rest` is what no other branch
    covers.
    """

    tiles: tuple[Tile, ...]
    can: tuple[Tile, ...]
    chance: Fraction
    net: Fraction
    policy: Policy | None
    rest: bool = False

    def in_words(self, language: str = "en", *, made: int = 0) -> str:
        """One line: the tiles, how likely they are, what to do then, and the net.

        The net is that of the whole turn, of which so many moves are `made` already.
        """
        percent = round(100 * self.chance)
        if len(self.tiles) == len(self.can):
            tiles = sentence("look.any", language)
        elif self.rest:
            tiles = sentence("look.otherwise", language)
        else:
            tiles = ", ".join(_named(self.tiles, self.can, language))
        return sentence(
            "look.branch" if percent else "look.branch_rare",
            language,
            tiles=tiles,
            percent=percent,
            act=self._act(language),
            net=rough(self.net - made),
        )

    def _act(self, language: str) -> str:
        policy = self.policy
        if policy is None:
            return sentence("look.various", language)
        if policy.look is None and policy.dig is None:
            return sentence("look.no_dig", language)
        key, moves = "look.dig" if policy.look is None else "look.again", len(policy.moves)
        act = sentence(
            counted(f"{key}_after", moves) if moves else key,
            language,
            moves=moves,
            quarries=policy.dig,
            quarry=policy.look,
        )
        if not policy.chosen:
            return act
        powers = [edition(language).power_term(power) for power in Power if power in policy.chosen]
        return sentence("look.spending", language, powers=powers, act=act)


def _named(tiles: tuple[Tile, ...], can: tuple[Tile, ...], language: str) -> Iterator[str]:
    """Tiles by their names, as short as possible: `a treasure of 4 or more`, `a curse`."""
    for group in Group:
        ours = [tile for tile in tiles if tile.group is group]
        every = [tile for tile in can if tile.group is group]
        if ours == every and len(ours) > 1:
            yield sentence(f"look.{group.value}", language)
        elif group is Group.TREASURE and len(ours) > 1 and ours == every[-len(ours) :]:
            yield sentence("look.or_more", language, value=ours[0].treasure)
        elif group is Group.TREASURE and len(ours) > 1 and ours == every[: len(ours)]:
            yield sentence("look.or_less", language, value=ours[-1].treasure)
        else:
            yield from (sentence(f"a_tile.{tile.letter}", language) for tile in ours)


def _told_apart(one: Fraction, other: Fraction) -> tuple[Decimal, Decimal]:
    """Round two amounts to as many digits as it takes to see which is more, two at the most."""
    digits = 2 if one != other and rough(one) == rough(other) else 1
    return rough(one, digits), rough(other, digits)


def _upwards(value: Fraction) -> Decimal:
    """Round a limit for people, never down."""
    return rough(value) if (100 * value).denominator == 1 else Decimal(ceil(10 * value)) / 10

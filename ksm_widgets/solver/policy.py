"""A plan that reacts: moves, a look at what they lay bare, and a plan for each tile it may be."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import TYPE_CHECKING

from ksm_widgets.rules.arguments import expect_language
from ksm_widgets.rules.tiles import Group, Tile
from ksm_widgets.solver.answer import Plan, Status
from ksm_widgets.words import Term, counted, sentence

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.solver.problem import Problem

    Said = tuple[str, dict[str, object]]

__all__ = ["Branch", "Policy"]

_MOST_BRANCHES = 4
"""So many lines on what may show are read; what is told in them is nearly always all."""


@dataclass(frozen=True, slots=True)
class Policy:
    """What to do from here on: either a plan to its end, or moves, a look, and what follows it.

    `net` is its expectation in coins from here on, exact; None if nothing can be paid whatever
    shows, or if nothing was found in the time. `bound` is proven: no plan that looks as often as
    the problem allows nets more. With a `look`, `moves` lead to it and `then` has a policy for
    each tile that can show; else `plan` is the whole of it. `fixed` is the best plan that looks at
    nothing, for comparison.

    >>> import ksm_widgets as ksm
    >>> mine = ksm.Position.near("?1,2")
    >>> policy = ksm.solve_covered(mine, "#", unseen={"5": 1, "z": 1}, reactions=1)
    >>> print(policy)
    Look first: net 2.5 on average. Stop and dig now: net 2.
    No plan with one look nets more, that is proven.
    Moves: a1-a2
    Then look at a1. What it may show:
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
        """What is dug without a further look; None for a look, and for doing nothing."""
        return None if self.plan is None else self.plan.dig

    def chances(self) -> dict[Tile, Fraction]:
        """How likely each tile is to show at the look."""
        counts = dict(self.problem.unseen or ())
        total = sum(counts.values())
        return {tile: Fraction(counts[tile], total) for tile in self.then}

    def after(self, tile: Tile) -> Policy | None:
        """What to do if a tile shows at the look; None if it cannot be that one.

        If nothing beats the whole, nothing beats what follows a tile, with the looks left then.
        """
        then = self.then.get(tile)
        if then is None or self.status is not Status.OPTIMAL:
            return then
        left = replace(then.problem, reactions=(self.problem.reactions or 0) - 1)
        return replace(then, problem=left, status=Status.OPTIMAL, bound=then.net)

    def branches(self, most: int = _MOST_BRANCHES) -> tuple[Branch, ...]:
        """What to do for what shows at the look, the same for all tiles of a branch.

        The likeliest is last and told as the rest, those before it by what they net. If there are
        more than `most`, the least likely become the rest, which does not say what to do.
        """
        alike: dict[object, list[Tile]] = {}
        for tile, policy in self.then.items():
            doing = policy.look, policy.dig, len(policy.moves)
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
        """The policy in a few lines: a look against the dig now, and what to do for what shows."""
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
            yield from self.plan.in_words(language).splitlines()[1:]
            return
        yield sentence("told.moves", language, moves=self.moves or Term("told.none"))
        yield sentence("look.then", language, quarry=self.look)
        for branch in self.branches():
            yield f"– {branch.in_words(language)}"

    def compared(self, *, made: int = 0) -> tuple[Decimal, Decimal | None]:
        """What it nets, and the best plan without a look, for the whole turn, as it is told.

        So many moves of the turn are `made` already. None where nothing can be paid without a look.
        There must be something that can be paid.
        """
        assert self.net is not None
        if self.fixed is None:
            return _rounded(self.net - made), None
        return _told_apart(self.net - made, Fraction(self.fixed.net) - made)

    def told(self, *, made: int = 0) -> tuple[Said, ...]:
        """What is to be said first, as sentences of the catalogue with what fills them in.

        A look against the dig without one, and how sure that is; for the whole turn, of which so
        many moves are `made` already. There must be something that can be paid.
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
            "bound": _number(self.bound),
            **self._rest(),
            "shape": str(self.problem.shape),
            "seconds": round(self.seconds, 6),
        }

    def _rest(self) -> dict[str, object]:
        """The keys that every policy of the tree has."""
        told: dict[str, object]
        if self.plan is not None:
            told = {**self.plan.to_dict(), "then": {}}
        else:
            looks = {tile.letter: policy._rest() for tile, policy in self.then.items()}
            known = self.look is not None
            told = {
                "net": _number(self.net),
                "moves": [str(move) for move in self.moves] if known else None,
                "dig": None,
                "taken": [] if known else None,
                "expected": known,
                "move_cost": len(self.moves) if known else None,
                "curse_cost": 0 if known else None,
                "then": {str(self.look): looks} if known else {},
            }
            if self.problem.stakes is not None:
                told["worth"] = None
        return told


@dataclass(frozen=True, slots=True)
class Branch:
    """What to do if one of these tiles shows at a look, of all those that `can` show.

    `net` is what it comes to on average then, in coins, the moves to the look paid. `policy` says
    what to do, for each of the tiles in the same words; it is None if that differs. The `rest` is
    what no other branch is about.
    """

    tiles: tuple[Tile, ...]
    can: tuple[Tile, ...]
    chance: Fraction
    net: Fraction
    policy: Policy | None
    rest: bool = False

    def in_words(self, language: str = "en", *, made: int = 0) -> str:
        """A line: what shows, how likely that is, what to do then, and what it comes to.

        The net is told for the whole turn, of which so many moves are `made` already.
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
            net=_rounded(self.net - made),
        )

    def _act(self, language: str) -> str:
        policy = self.policy
        if policy is None:
            return sentence("look.various", language)
        if policy.look is None and policy.dig is None:
            return sentence("look.no_dig", language)
        key, after = "look.dig" if policy.look is None else "look.again", len(policy.moves)
        return sentence(
            counted(f"{key}_after", after) if after else key,
            language,
            moves=after,
            quarries=policy.dig,
            quarry=policy.look,
        )


def _named(tiles: tuple[Tile, ...], can: tuple[Tile, ...], language: str) -> Iterator[str]:
    """Tiles by their names, as short as can be: `a treasure of 4 or more`, `a curse`."""
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


def _rounded(value: Fraction, digits: int = 1) -> Decimal:
    """An amount as it is told: to the hundredth if that is all of it, else to so many digits."""
    exact = 100 * value
    if exact.denominator == 1:
        return Decimal(exact.numerator) / 100
    return Decimal(round(value * 10**digits)).scaleb(-digits)


def _told_apart(one: Fraction, other: Fraction) -> tuple[Decimal, Decimal]:
    """Two amounts to as many digits as it takes to see which is more, if two are enough."""
    digits = 2 if one != other and _rounded(one) == _rounded(other) else 1
    return _rounded(one, digits), _rounded(other, digits)


def _upwards(value: Fraction) -> Decimal:
    """A limit as it is told, never less than it is."""
    return _rounded(value) if (100 * value).denominator == 1 else Decimal(ceil(10 * value)) / 10


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return int(value) if value.denominator == 1 else float(value)

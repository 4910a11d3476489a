"""A situation: mine, card, money and what tiles are worth; and the turn played in it so far.

Situation ──► Attempt   moves and dig of the turn, always legal
          ──► Query     what the solver is asked: the rest of the turn
    │
    └─────► Screen    the tiles that the player keeps, and the rounds left (R28-R33)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.deck import Card, card, cards
from ksm_widgets.rules.position import Position, dig_fault, moved, takings
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.stakes import Collected, Stakes
from ksm_widgets.rules.tiles import GROUP_COUNTS, KEPT, Group, Power, Tile, power_sets
from ksm_widgets.rules.turns import Account, Balance, Turn, account, cost_fault
from ksm_widgets.rules.values import USUAL_VALUES, Values
from ksm_widgets.solver.answer import balance_of
from ksm_widgets.solver.problem import (
    DEFAULT_MONEY,
    Problem,
    may_dig_unseen,
    spending,
    unseen_tiles,
    worth_apart,
)
from ksm_widgets.solver.turn_parts import rest_of, turn_after, whole_turn
from ksm_widgets.telling.plans import turn_phrases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.deck import Placement
    from ksm_widgets.rules.errors import RuleError
    from ksm_widgets.rules.quarries import Move
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.problem import Unseen
    from ksm_widgets.telling.phrases import Phrase


MOST_COLLECTED = 99
"""The most points or objects that can be entered for another player."""


@dataclass(frozen=True, slots=True)
class Other:
    """Another player's curse points and magic objects, each None until it is entered.

    `to_dig` is whether this player still digs before the end.
    """

    curses: int | None = None
    magic: int | None = None
    to_dig: bool = False

    @property
    def known(self) -> bool:
        """Whether both have been entered."""
        return self.curses is not None and self.magic is not None

    @property
    def collected(self) -> Collected:
        """The collections as far as they are known."""
        return Collected(self.curses or 0, self.magic or 0, self.to_dig)


@dataclass(frozen=True, slots=True)
class Screen:
    """The tiles a player keeps behind the screen, and how near the end of the game is.

    `used` is whether tiles are worth what they change by these, or their standard values. On the
    `last` dig of the game `others` are the other players' collections; before that, `rounds_left`
    is the number of rounds to come. `tiles` are in the order of Tile; there is one other less than
    players. `gone` are further tiles seen at the table that have left the mine: no `?` is one of
    them, and the collections of others need not be guessed at for that.
    """

    used: bool = False
    tiles: tuple[Tile, ...] = ()
    players: int = 3
    rounds_left: int = 4
    last: bool = False
    others: tuple[Other, ...] = ()
    gone: tuple[Tile, ...] = ()

    def __post_init__(self) -> None:
        """Sort the tiles; limit rounds and others to what the players can have (R4)."""
        held = Counter(self.tiles)
        object.__setattr__(self, "tiles", tuple(tile for tile in KEPT for _ in range(held[tile])))
        others = (*self.others, *[Other()] * self.players)[: self.players - 1]
        object.__setattr__(self, "others", others)
        object.__setattr__(self, "gone", tuple(sorted(self.gone, key=[*Tile].index)))
        object.__setattr__(self, "rounds_left", min(self.rounds_left, self.most_rounds_left))

    @classmethod
    def of(cls, stakes: Stakes) -> Screen:
        """The screen of a problem's stakes, in use."""
        if stakes.others is not None:
            others = tuple(Other(one.curses, one.magic, one.to_dig) for one in stakes.others)
            return cls(True, stakes.holding, len(others) + 1, last=True, others=others)
        assert stakes.players is not None
        assert stakes.rounds_left is not None
        return cls(True, stakes.holding, stakes.players, stakes.rounds_left)

    @property
    def most_rounds_left(self) -> int:
        """The most rounds that can follow this one, with this many players (R4)."""
        return CARDS_EACH[self.players] - 1

    @property
    def guesses(self) -> bool:
        """Whether it is the last dig, and the others' collections are not all entered yet."""
        return self.used and self.last and not all(other.known for other in self.others)

    @property
    def stakes(self) -> Stakes | None:
        """This player's stakes; None while tiles have their standard values.

        As long as some of the others' collections are missing, all are those that players have at
        the end of a game on average: nothing entered does not mean that they have nothing.
        """
        if not self.used:
            return None
        if self.guesses:
            return Stakes(self.tiles, None, 0, self.players)
        if self.last:
            return Stakes(self.tiles, tuple(other.collected for other in self.others))
        return Stakes(self.tiles, None, self.rounds_left, self.players)

    @property
    def seen(self) -> tuple[tuple[Tile, ...], tuple[Collected, ...]]:
        """The tiles known to be behind screens, which cannot be unseen in the mine."""
        if not self.used:
            return (), ()
        if self.gone:
            return (*self.tiles, *self.gone), ()
        return self.tiles, tuple(other.collected for other in self.others) if self.last else ()

    def room_for(self, tile: Tile) -> bool:
        """Whether the box has another tile of this group (R2)."""
        held = sum(other.group is tile.group for other in self.tiles)
        return tile in KEPT and held < GROUP_COUNTS[tile.group]

    def surplus(self, position: Position) -> tuple[Group, ...]:
        """The groups of which mine and screens have more tiles than the box (R2)."""
        tiles, others = self.seen
        counts = position.counts() + Counter(tiles)
        of_group = Counter[Group]()
        for tile, count in counts.items():
            of_group[tile.group] += count
        of_group[Group.MAGIC] += sum(other.magic for other in others)
        return tuple(group for group, most in GROUP_COUNTS.items() if of_group[group] > most)

    def with_tiles(self, tiles: Iterable[Tile]) -> Screen:
        """Add tiles, apart from those that are not kept there, such as treasures."""
        return replace(self, tiles=(*self.tiles, *tiles))

    def without(self, tiles: Iterable[Tile]) -> Screen:
        """Remove tiles, as far as they are there."""
        left = Counter(self.tiles) - Counter(tiles)
        return replace(self, tiles=tuple(left.elements()))

    def holding_all(self, tiles: Iterable[Tile]) -> Screen:
        """Add tiles, as far as they are missing."""
        return self.with_tiles(tile for tile in tiles if tile not in self.tiles)

    def after_turn(self, taken: Iterable[Tile], spent: Iterable[Tile]) -> Screen:
        """The screen after a turn that took and spent these tiles, and with it a round."""
        spent = tuple(spent)
        gone = (*self.gone, *spent) if self.gone else ()
        after = replace(self.without(spent).with_tiles(taken), gone=gone)
        return replace(after, rounds_left=max(0, self.rounds_left - 1))


@dataclass(frozen=True, slots=True)
class Situation:
    """The mine, the card to play, the magic objects, money, and what tiles are worth.

    `powers` are those of the objects that the player has and may spend. `deck` are the cards to
    choose from, `number` that of the one played, `hand` those held, for the question which of them
    to play. What tiles are worth depends on `values`, or on the `screen` if that is used.
    `digs_unseen` is whether a `?` may be dug: it counts what `values` say, or else the mean of what
    it can be.
    """

    position: Position = field(default_factory=Position)
    deck: tuple[Card, ...] = field(default_factory=cards)
    number: int = 1
    hand: tuple[int, ...] = ()
    powers: frozenset[Power] = frozenset()
    money: int = DEFAULT_MONEY
    values: Values = field(default_factory=Values)
    variant: Variant = Variant.STANDARD
    screen: Screen = field(default_factory=Screen)
    digs_unseen: bool = True

    @classmethod
    def of(cls, problem: Problem) -> Situation:
        """The situation of a dig problem; a shape of no card becomes that of card 1.

        Wanted tiles and the like are left out.
        """
        known = [card for card in cards() if card.shape == problem.shape]
        situation = cls(
            position=problem.position,
            powers=problem.powers | problem.may_spend,
            money=problem.money,
            values=problem.values,
            variant=problem.variant,
            screen=Screen() if problem.stakes is None else Screen.of(problem.stakes),
            digs_unseen=may_dig_unseen(problem) or not problem.position.holds_unseen,
        )
        if known:
            return replace(situation, number=known[0].number)
        return situation.with_card(Card(situation.number, problem.shape))

    @property
    def card(self) -> Card:
        """The card to play; CardError if the deck has none of that number."""
        return card(self.number, self.deck)

    @property
    def chooses_card(self) -> bool:
        """Whether there are cards in the hand to choose from."""
        return len(self.hand) > 1

    def with_card(self, card: Card) -> Situation:
        """The situation with a card of the deck replaced, or added."""
        others = [other for other in self.deck if other.number != card.number]
        return replace(self, deck=tuple(sorted([*others, card], key=lambda card: card.number)))

    @property
    def unseen(self) -> Unseen | None:
        """The tiles that a `?` can be; None if there is none, or it does not count their mean."""
        valued = self.screen.stakes is None and self.values.unseen is not None
        if not self.digs_unseen or valued or not self.position.holds_unseen:
            return None
        return unseen_tiles(self.position, *self.screen.seen)

    def problem(
        self, *, best: int = 0, frontier: bool = False, reactions: int | None = None
    ) -> Problem:
        """The dig problem this situation poses.

        The answer chooses which objects to spend, with `reactions` anew after each look.
        Raises FaultyPosition for a faulty mine, and ProblemError for `reactions` where it is not
        known what the `?` can be.
        """
        self.position.check()
        return self._posed(best=best, frontier=frontier, reactions=reactions)

    def _posed(
        self, *, best: int = 0, frontier: bool = False, reactions: int | None = None
    ) -> Problem:
        """The dig problem of a mine that may have more tiles than the box."""
        stakes = self.screen.stakes
        values = USUAL_VALUES if stakes is not None else self.values
        if not self.digs_unseen:
            values = replace(values, unseen=None)
        return Problem(
            position=self.position,
            shape=self.card.shape,
            may_spend=self.powers,
            money=self.money,
            values=values,
            stakes=stakes,
            unseen=self.unseen,
            variant=self.variant,
            best=best,
            frontier=frontier,
            reactions=reactions,
        )

    def best_spent(self, ground: Position, moves: int, quarries: Placement) -> frozenset[Power]:
        """The objects that are best spent on a dig of these quarries after so many moves.

        They allow the dig, and make it net the most; among equals, the fewest. For a dig that no
        objects allow, all of them.
        """
        if not self.powers:
            return self.powers
        problem, taken = self._posed(), takings(ground, quarries)
        best, most = self.powers, None
        for spent in power_sets(self.powers):
            cost = account(moves, taken, spent, self.money)
            if cost.affordable and dig_fault(ground, quarries, problem.shape, spent) is None:
                net = balance_with(problem, cost, taken, spent).net
                if most is None or net > most:
                    best, most = spent, net
        return best


@dataclass(frozen=True, slots=True)
class Attempt:
    """The turn so far: moves made in a situation, and the dig.

    `positions` are the start, the one after each move, and the one after the dig. `spent` are the
    objects spent on the dig. Raises MoveError for an illegal move.
    """

    situation: Situation
    moves: tuple[Move, ...] = ()
    dig: Placement | None = None
    positions: tuple[Position, ...] = field(init=False, repr=False, compare=False)
    spent: frozenset[Power] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Make the moves and the dig on the situation's mine."""
        positions = [self.situation.position]
        for move in self.moves:
            positions.append(moved(positions[-1], move, self.situation.variant))
        if self.dig is not None:
            positions.append(positions[-1].lifted(self.dig))
        object.__setattr__(self, "positions", tuple(positions))
        spent = frozenset[Power]()
        if self.dig is not None:
            spent = self.situation.best_spent(self.ground, len(self.moves), self.dig)
        object.__setattr__(self, "spent", spent)

    @property
    def position(self) -> Position:
        """The mine now."""
        return self.positions[-1]

    @property
    def ground(self) -> Position:
        """The mine at the dig, that is after the last move."""
        return self.positions[len(self.moves)]

    @property
    def taken(self) -> tuple[Tile, ...]:
        """The tiles dug, in the order of the dig's quarries."""
        return takings(self.ground, self.dig or ())

    @property
    def account(self) -> Account:
        """The account of the turn so far."""
        return account(len(self.moves), self.taken, self.spent, self.situation.money)

    def moving(self, move: Move) -> Attempt:
        """Make one more move; raises MoveError if it is illegal."""
        return replace(self, moves=(*self.moves, move))

    def digging(self, quarries: Placement) -> Attempt:
        """Dig; raises DigError or Unaffordable."""
        fault = dig_refusal(self, quarries)
        if fault is not None:
            raise fault
        return replace(self, dig=tuple(sorted(set(quarries))))

    def phrases(self) -> tuple[Phrase, ...]:
        """The turn so far in words, step by step."""
        return turn_phrases(self.positions, self.turn, self.taken, self.account.curses)

    @property
    def turn(self) -> Turn:
        """The attempt as a turn."""
        return Turn(self.moves, self.dig, self.spent)


def dig_refusal(attempt: Attempt, quarries: Placement) -> RuleError | None:
    """The reason why these quarries cannot be dug now, money included, or None."""
    situation, chosen = attempt.situation, tuple(sorted(set(quarries)))
    fault = dig_fault(attempt.ground, chosen, situation.card.shape, situation.powers)
    if fault is not None:
        return fault
    taken = takings(attempt.ground, chosen)
    cost = account(len(attempt.moves), taken, situation.powers, situation.money)
    return cost_fault(chosen, taken, cost, unseen=situation.digs_unseen)


def balance_with(
    problem: Problem, cost: Account, taken: tuple[Tile, ...], spent: frozenset[Power]
) -> Balance:
    """The balance of a turn that digs these tiles and spends these of the objects held."""
    kept = worth_apart(problem, spent) if taken else Decimal(0)
    return replace(balance_of(spending(problem, spent), cost, taken), kept=kept)


@dataclass(frozen=True, slots=True)
class Query:
    """A question to the solver: a situation at the start of a turn, and the moves made since."""

    situation: Situation
    made: tuple[Move, ...] = ()

    def with_card(self, number: int) -> Query:
        """The same question with another card of the deck."""
        return replace(self, situation=replace(self.situation, number=number))

    def problem(
        self, *, best: int = 0, frontier: bool = False, reactions: int | None = None
    ) -> Problem:
        """The dig problem left; raises what `Situation.problem` raises."""
        asked = self.situation.problem(best=best, frontier=frontier, reactions=reactions)
        return rest_of(asked, self.made)

    def turn(self, rest: Plan) -> Turn:
        """The whole turn of a plan for what is left."""
        return turn_after(self.made, rest.turn)

    def whole(self, rest: Plan, reactions: int | None = None) -> Plan:
        """A plan for what is left, asked for with `reactions`, as a plan for the whole turn."""
        if not self.made:
            return rest
        return whole_turn(self.situation.problem(reactions=reactions), self.made, rest)

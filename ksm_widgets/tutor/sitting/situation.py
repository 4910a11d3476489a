"""What lies before a player who is about to dig."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.deck import Card, card, cards
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.worth import USUAL_VALUES
from ksm_widgets.solver.problem import DEFAULT_MONEY, Problem, Values
from ksm_widgets.solver.reckoning import may_dig_unseen
from ksm_widgets.solver.unseen import holds_unseen, unseen_tiles
from ksm_widgets.tutor.sitting.screen import Screen

if TYPE_CHECKING:
    from ksm_widgets.solver.unseen import Unseen

__all__ = ["Situation"]


@dataclass(frozen=True, slots=True)
class Situation:
    """The mine, the card to play, the powers to spend, money, and what tiles are worth.

    `deck` are the cards to choose from; `card` is one of their numbers. `hand` are the cards a
    player holds, for the question which of them to play. What tiles are worth is told by `values`,
    or by what lies behind the `screen` if that is used. `digs_unseen` is whether a `?` may be dug:
    it counts what `values` say, or if these are silent the mean of what it can be.
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
        """The situation that a dig problem tells of; a shape of no card becomes that of card 1.

        What can be asked for besides, such as wanted tiles, is left out.
        """
        known = [card for card in cards() if card.shape == problem.shape]
        situation = cls(
            position=problem.position,
            powers=problem.powers,
            money=problem.money,
            values=problem.values,
            variant=problem.variant,
            screen=Screen() if problem.stakes is None else Screen.of(problem.stakes),
            digs_unseen=may_dig_unseen(problem) or not holds_unseen(problem.position),
        )
        if known:
            return replace(situation, number=known[0].number)
        return situation.with_card(Card(situation.number, problem.shape))

    @property
    def card(self) -> Card:
        """The card to play; CardError if the deck has none of that number."""
        return card(self.number, self.deck)

    def with_card(self, card: Card) -> Situation:
        """The same situation with a card of the deck replaced, or a new one put in."""
        others = [other for other in self.deck if other.number != card.number]
        return replace(self, deck=tuple(sorted([*others, card], key=lambda card: card.number)))

    @property
    def unseen(self) -> Unseen | None:
        """What the `?` can be; None if there are none, or if they do not count the mean of it."""
        valued = self.screen.stakes is None and self.values.unseen is not None
        if not self.digs_unseen or valued or not holds_unseen(self.position):
            return None
        return unseen_tiles(self.position, *self.screen.seen)

    def problem(
        self, *, best: int = 0, frontier: bool = False, reactions: int | None = None
    ) -> Problem:
        """The dig problem this situation poses.

        Raises FaultyPosition for a faulty mine, and ProblemError for `reactions` where it is not
        known what the `?` can be.
        """
        self.position.check()
        stakes = self.screen.stakes
        values = USUAL_VALUES if stakes is not None else self.values
        if not self.digs_unseen:
            values = replace(values, unseen=None)
        return Problem(
            position=self.position,
            shape=self.card.shape,
            powers=self.powers,
            money=self.money,
            values=values,
            stakes=stakes,
            unseen=self.unseen,
            variant=self.variant,
            best=best,
            frontier=frontier,
            reactions=reactions,
        )

"""What lies before a player who is about to dig."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ksm_widgets.rules.deck import Card, card, cards
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.powers import Power
from ksm_widgets.solver.problem import DEFAULT_MONEY, Problem, Values

__all__ = ["Situation"]


@dataclass(frozen=True, slots=True)
class Situation:
    """The mine, the card to play, the powers to spend, money, and what tiles are worth.

    `deck` are the cards to choose from; `card` is one of their numbers. `hand` are the cards a
    player holds, for the question which of them to play.
    """

    position: Position = field(default_factory=Position)
    deck: tuple[Card, ...] = field(default_factory=cards)
    number: int = 1
    hand: tuple[int, ...] = ()
    powers: frozenset[Power] = frozenset()
    money: int = DEFAULT_MONEY
    values: Values = field(default_factory=Values)
    variant: Variant = Variant.STANDARD

    @property
    def card(self) -> Card:
        """The card to play; CardError if the deck has none of that number."""
        return card(self.number, self.deck)

    def with_card(self, card: Card) -> Situation:
        """The same situation with a card of the deck replaced, or a new one put in."""
        others = [other for other in self.deck if other.number != card.number]
        return replace(self, deck=tuple(sorted([*others, card], key=lambda card: card.number)))

    def problem(self, *, best: int = 0, frontier: bool = False) -> Problem:
        """The dig problem this situation poses; raises FaultyPosition for a faulty mine."""
        self.position.check()
        return Problem(
            position=self.position,
            shape=self.card.shape,
            powers=self.powers,
            money=self.money,
            values=self.values,
            variant=self.variant,
            best=best,
            frontier=frontier,
        )

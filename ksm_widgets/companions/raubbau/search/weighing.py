"""The worth of plans in Raubbau under models of what the others do in the last round (B37-B44)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.search.last_round import LastRound, Model
from ksm_widgets.companions.raubbau.search.rough import worth_found
from ksm_widgets.companions.raubbau.search.walking import Walk, binding_after
from ksm_widgets.companions.raubbau.search.worth import Worth

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.companions.pulse import Pulse
    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.plans import Move
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.search.settling import Settling


@dataclass(frozen=True, slots=True)
class Option:
    """A plan with its worth under each model.

    `modelled` is whether the worth rests on a model, `roughly` whether it is only known roughly.
    """

    act: Move
    worths: Mapping[Model, Worth]
    modelled: bool
    roughly: bool

    @property
    def worth(self) -> Worth:
        """The worth between its least and its greatest under all models."""
        worths = self.worths.values()
        return Worth(min(worth.low for worth in worths), max(worth.high for worth in worths))


@dataclass
class Weighing:
    """The worths of plans of the seat whose turn it is, under `models` of the last round."""

    position: Position
    settling: Settling
    safe: frozenset[Field]
    models: Sequence[Model]
    limit: int
    pulse: Pulse
    decisions: dict[object, Worth] = field(default_factory=dict)

    def option(self, move: Move) -> Option:
        """A plan with its worth under each model."""
        me, after = self.position.turn, binding_after(self.position, move)
        worths: dict[Model, Worth] = {}
        rough = False
        for model in self.models:
            onward = LastRound(me, model, self.safe, self.settling, self.decisions)
            walk = Walk(me, self.settling, onward, self.safe, limit=self.limit, pulse=self.pulse)
            worths[model], rough = worth_found(walk, after, rough=rough)
            if not onward.used:
                same = dict.fromkeys(self.models, worths[model])
                return Option(move, same, modelled=False, roughly=rough)
        return Option(move, worths, modelled=True, roughly=rough)


def is_best(option: Option, others: Sequence[Option]) -> bool:
    """Whether no other option can be better, whatever the others choose.

    Before the last round that is not known: I may have drawn cards by then that tell me more than
    the models count.
    """
    options = (option, *others)
    if any(one.roughly for one in options) or (others and any(one.modelled for one in options)):
        return False
    return all(option.worth.low >= other.worth.high for other in others)

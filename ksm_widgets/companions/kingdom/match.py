"""A game of Kingdom of Solomon on one device: people who pass it around, and simple bots."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.companions.kingdom.acts import (
    Act,
    Block,
    Build,
    Pass,
    Pave,
    Put,
    Steal,
    Swap,
    Use,
)
from ksm_widgets.companions.kingdom.bot import choose
from ksm_widgets.companions.kingdom.naming import phase_phrase
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.record import Game
from ksm_widgets.companions.kingdom.rules import legal
from ksm_widgets.companions.kingdom.scoring import score, summed, winners
from ksm_widgets.companions.kingdom.spots import spot_fault, spots
from ksm_widgets.companions.kingdom.telling import act_phrase, did_phrase, gains_phrase
from ksm_widgets.companions.kingdom.touching import Pair, aims, touch_places
from ksm_widgets.companions.match import Match
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.position import AnyPlace

_BEGINS = "kingdom_play.begins"


@dataclass(frozen=True, slots=True)
class KingdomMatch(Match[Position, Act]):
    """A game of Kingdom of Solomon under way.

    The first touch of a place only chooses it, unless a pawn is placed or resolved there and
    nothing else can be meant. `place` can also be a `Pair` of them. `asks_again` if its player is
    asked once more whether to build nothing more.
    """

    game_type = Game
    chosen = staticmethod(choose)
    legal = staticmethod(legal)
    phrase = staticmethod(act_phrase)
    score = staticmethod(score)
    winners = staticmethod(winners)

    game: Game
    asks_again: bool = False

    @staticmethod
    def places(view: Position, act: Act) -> tuple[AnyPlace, ...]:
        """The places, and pairs of them, whose touch means an act."""
        return (*touch_places(view, act), *aims(act))

    def at_foot(self, act: Act) -> bool:
        """Whether an act's button is at the foot: that of a pass always is."""
        return isinstance(act, Pass)

    @property
    def stage(self) -> int:
        """A number that is another one, too, while its player is asked once more.

        So a second tap of the same button does nothing.
        """
        return 2 * len(self.game.acts) + self.asks_again

    @property
    def round_number(self) -> int:
        """The number of the round, by those that have begun since the first."""
        return 1 + sum(event.sentence.key == _BEGINS for event in self.events)

    @property
    def moment(self) -> Mapping[str, object]:
        """The round, whether it is the last, the phase; what pawns ask for; the hand limit."""
        position = self.game.position
        key = "when_last" if position.ending else "when"
        params = {"round": self.round_number, "phase": phase_phrase(position.phase)}
        what = "give" if position.owing else "resolve"
        return {
            "when": Phrase(f"kingdom_play.{key}", params),
            "what": Phrase(f"kingdom_play.{what}"),
            "hand": position.box.hand_limit,
        }

    def end_sentences(self, before: Self) -> tuple[Phrase, ...]:
        """The new round that follows the end of one."""
        placing = [match.game.position.phase is Phase.PLACE for match in (before, self)]
        begins = placing == [False, True]
        return (Phrase(_BEGINS, {"round": before.round_number + 1}),) if begins else ()

    @classmethod
    def points(cls, position: Position) -> list[Phrase]:
        """The points of each seat, as a sum."""
        return [
            Phrase(
                "kingdom_play.points_of",
                {"seat": seat, "sum": summed(position, seat), "points": cls.score(position, seat)},
            )
            for seat in position.seats
        ]

    @classmethod
    def points_sentence(cls, position: Position) -> Phrase:
        """The end of the game, with the points of all."""
        return Phrase("kingdom_play.ended", {"points": cls.points(position)})

    def did(self, act: Act) -> Phrase:
        """A sentence about an act, by what everybody sees, and what a pawn has brought."""
        position = self.game.position
        told = did_phrase(self.common(position), position.turn, act)
        gains = None
        if isinstance(act, Use) and not isinstance(act.how, Steal | Swap):
            gains = gains_phrase(position, self.game.after(act).position, position.turn)
        if gains is None:
            return Phrase("kingdom_did.by", {"act": told})
        return Phrase("kingdom_did.gains", {"act": told, "gains": gains})

    def unchosen(self) -> Self:
        """The game with no place chosen, and nothing asked once more."""
        return replace(self, place=None, asks_again=False)

    def touched(self, place: AnyPlace) -> Self:
        """The game after a touch: what two places in a row mean is done, or one is chosen."""
        meant, view, unchosen = self._meant(place), self.view, self.unchosen()
        if len(meant) == 1:
            return self.after(meant[0][0])
        if meant:
            return replace(unchosen, place=meant[0][1])
        fitting = [act for act in self.open_acts if place in touch_places(view, act)]
        if len(fitting) == 1 and isinstance(fitting[0], Put | Use):
            return self.after(fitting[0])
        return replace(unchosen, place=place) if fitting and self.place != place else unchosen

    def _meant(self, place: AnyPlace) -> list[tuple[Act, Pair]]:
        """The acts that the place touched first and this one mean together, each with the two."""
        first = self.place.first if isinstance(self.place, Pair) else self.place
        return [
            (act, pair)
            for act in self.open_acts
            for pair in aims(act)
            if pair.first == first and pair.second == place
        ]

    def decided(self, act: Act) -> Self:
        """The game after the act of a button; who could still build is asked once more."""
        building = isinstance(act, Pass) and self.game.position.phase is Phase.BUILD
        if building and len(self.open_acts) > 1 and not self.asks_again:
            return replace(self, place=None, asks_again=True)
        return self.after(act)

    @property
    def can_take_back(self) -> bool:
        """Whether the last act can be taken back: a work, as long as its player still builds."""
        acts, phase = self.game.acts, self.game.position.phase
        building = bool(self.open_acts) and phase is Phase.BUILD
        return building and any(isinstance(act, Build | Pave | Block) for act in acts[-1:])

    def taken_back(self) -> Self:
        """The game without its last act, which hasn't revealed anything."""
        game = self.game.up_to(len(self.game.acts) - 1)
        return replace(self.unchosen(), game=game, events=self.events[:-1])

    @property
    def open_places(self) -> tuple[AnyPlace, ...]:
        """The places whose touch does something now."""
        view = self.view
        touched = [place for act in self.open_acts for place in touch_places(view, act)]
        return tuple(dict.fromkeys(touched))

    @property
    def fitting_places(self) -> tuple[AnyPlace, ...]:
        """The places to mark: those that do something now or, after a first one, go with it."""
        if self.place is None:
            return self.open_places
        pairs = [pair for act in self.open_acts for pair in aims(act)]
        return tuple(dict.fromkeys(pair.second for pair in pairs if pair.first == self.place))

    def remark(self, place: AnyPlace | None) -> Phrase | None:
        """Advice on a place that was touched, or the reason why nothing can be done there.

        After the button to build nothing more, whether that is meant.
        """
        if self.asks_again:
            return Phrase("kingdom_play.really", {"act": act_phrase(self.view, Pass())})
        if place is None or self.waits or self.actor is None or self.at is not None:
            return None
        return self._nothing_at(place) if self.place is None else self._next_to_touch()

    def _next_to_touch(self) -> Phrase:
        """The request for the next touch after the chosen place."""
        if not isinstance(self.place, Pair):
            reached = [act for act in self.open_acts if self.place in self.places(self.view, act)]
            kinds = {type(act) for act in reached if aims(act)}
            for kind, key in ((Use, "use"), (Build, "build"), (Pave, "road")):
                if kind in kinds:
                    return Phrase(f"kingdom_play.choose_{key}")
        return Phrase("kingdom_play.choose")

    def _nothing_at(self, place: AnyPlace) -> Phrase:
        """The reason why nothing can be done at a place: its own, or that of the phase."""
        view, phase = self.view, self.game.position.phase
        spot = next((spot for spot in spots(view) if spot == place), None)
        if phase is Phase.PLACE and spot is not None:
            fault = spot_fault(view, spot, view.turn)
            if fault is not None:
                return Phrase.why(fault)
        return Phrase(f"kingdom_play.nothing_{'give' if view.owing else phase.value}")

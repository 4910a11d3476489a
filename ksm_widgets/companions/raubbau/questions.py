"""The questions of Raubbau about plans: the odds of each, and leave or once more.

All arrangements of the unseen cards are equally likely (see `search.unseen`); others carry out the
plans that they show. An answer names what it assumes, compares the plans, and says why.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Answer, NoAnswer, Status
from ksm_widgets.companions.raubbau.action import set_going
from ksm_widgets.companions.raubbau.box import NAMED_SETS, Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.planning import bound, kept_plan, legal_turns, turn_taken
from ksm_widgets.companions.raubbau.position import Phase, Position
from ksm_widgets.companions.raubbau.scoring import points_after
from ksm_widgets.companions.raubbau.search.chances import ONE, Worth
from ksm_widgets.companions.raubbau.search.last_round import MODELS, LastRound
from ksm_widgets.companions.raubbau.search.unseen import not_dragons, unseen_cards
from ksm_widgets.companions.raubbau.search.walking import LIMIT, TooLong, Walk
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ksm_widgets.companions.raubbau.planning import Turn

POINTS, WIN = "points", "win"
AIMS = (POINTS, WIN)


@dataclass(frozen=True, slots=True)
class Odds:
    """The odds of a plan; each is an interval where it depends on what others choose.

    `wakes` is the chance to wake a dragon oneself, `before` that somebody does earlier, `after`
    that somebody does later, `skipped` that a cave-in takes the action; `faces` has the chances of
    the card taken, if the dig comes off.
    """

    turn: Turn
    wakes: Worth
    before: Worth
    after: Worth
    skipped: Worth
    faces: Mapping[Face, Fraction]

    @property
    def others(self) -> Worth:
        """The chance that somebody else wakes a dragon, whether before or after one acts."""
        return Worth(self.before.low + self.after.low, self.before.high + self.after.high)

    @property
    def gem(self) -> Fraction:
        """The chance that the card taken is a gem."""
        return self.faces.get(Face.GEM, Fraction(0))


@dataclass(frozen=True, slots=True)
class Option:
    """A plan with its worth under each model; if no model matters there is one, without a name."""

    turn: Turn
    worths: Mapping[str, Worth]

    def under(self, model: str) -> Worth:
        """The worth under a model."""
        return self.worths.get(model) or self.worths[""]

    @property
    def worth(self) -> Worth:
        """The worth between its least and its greatest under all models."""
        found = self.worths.values()
        return Worth(min(one.low for one in found), max(one.high for one in found))


@dataclass(frozen=True, slots=True)
class LeaveAnswer(Answer[Option]):
    """The answer in worths; `aim` says of what: points of this match, or the chance to win.

    It is optimal if the first option is best whatever others do.
    """

    aim: str


def ask_odds(
    position: Position, *, trusting: bool = True, pulse: Callable[[], None] = lambda: None
) -> Answer[Odds]:
    """The odds of every plan that `me` may make now; others carry out those they show (B12-B36).

    The plans with the fewest dragons come first; if they tie, those with the most gems. `trusting`
    assumes that nobody digs a card they know to be a dragon. `pulse` is called now and then, and
    may raise to stop. Raises NoAnswer.
    """
    position, safe = _asked(position, trusting=trusting)
    found = [_odds(position, turn, safe, pulse) for turn in _turns(position)]
    found.sort(key=lambda odds: (odds.wakes.high, -odds.gem))
    reasons, assuming = _reasons(position, safe), _assuming(position, safe)
    return Answer(Status.OPTIMAL, tuple(found), reasons, assuming)


def ask_leave(
    position: Position,
    *,
    aim: str | None = None,
    trusting: bool = True,
    models: Sequence[str] = MODELS,
    limit: int | None = None,
    pulse: Callable[[], None] = lambda: None,
) -> LeaveAnswer:
    """The worth of every plan in the last action phase, or in the one before (B37-B44).

    In the last phase it is exact. One phase earlier, it is given for `models` of what the others do
    then (of MODELS), and each digger, I too, then takes one card unknown to him. The aim is the
    points of this match, in the last match the chance to win the game. What takes more than `limit`
    steps is answered roughly, and says so. `pulse` is called now and then, and may raise to stop.
    Raises NoAnswer.
    """
    position, safe = _asked(position, trusting=trusting)
    if limit is None:
        limit = LIMIT if position.rounds_left == 0 else LIMIT // 2
    if aim is None:
        aim = WIN if position.match == position.box.matches else POINTS
    weighing = _Weighing(position, _value(position, aim), safe, models, limit, pulse)
    options = [weighing.option(turn) for turn in _turns(position)]
    options.sort(key=lambda option: option.worth.low + option.worth.high, reverse=True)
    sure = weighing.is_best(options[0], options[1:])
    shared = (Phrase("raubbau_ask.draw_shared"),) if aim == WIN else ()
    return LeaveAnswer(
        Status.OPTIMAL if sure else Status.FEASIBLE,
        tuple(options),
        _reasons(position, safe),
        (*_assuming(position, safe), *weighing.assumed(), *shared),
        aim,
    )


@dataclass
class _Weighing:
    """The worths of plans under `models` of what the others do in the last round.

    `used` are the models that some worth depends on; `roughly` is whether some worth is only known
    roughly.
    """

    position: Position
    value: Callable[[Mapping[int, int], int | None], Fraction | int]
    safe: frozenset[Field]
    models: Sequence[str]
    limit: int
    pulse: Callable[[], None]
    used: set[str] = field(default_factory=set)
    roughly: bool = False
    settlements: dict[object, Fraction] = field(default_factory=dict)
    decisions: dict[object, Worth] = field(default_factory=dict)

    def option(self, turn: Turn) -> Option:
        """A plan with its worth under each model."""
        me, after = self.position.turn, _binding(self.position, turn)
        worths: dict[str, Worth] = {}
        rough = False
        for model in self.models:
            onward = LastRound(me, model, self.safe, self.value, self.settlements, self.decisions)
            walk = Walk(
                me,
                self.value,
                onward,
                self.safe,
                settlements=self.settlements,
                limit=self.limit,
                pulse=self.pulse,
            )
            worths[model], rough = _walked(walk, after, rough=rough)
            self.roughly |= rough
            if not onward.used:
                return Option(turn, {"": worths[model]})
            self.used.add(model)
        return Option(turn, worths)

    def is_best(self, option: Option, others: Sequence[Option]) -> bool:
        """Whether no other option can be better, whatever the others do."""
        return not self.roughly and all(
            option.under(model).low >= other.under(model).high
            for model in self.used or {""}
            for other in others
        )

    def assumed(self) -> Iterator[Phrase]:
        """The assumptions behind the worths."""
        if self.roughly:
            yield Phrase("raubbau_ask.roughly")
        if self.used:
            named = f"_{self.models[0]}" if len(self.models) == 1 else ""
            yield Phrase(f"raubbau_ask.last_round{named}")


def _asked(position: Position, *, trusting: bool) -> tuple[Position, frozenset[Field]]:
    """The position as if it were the asker's turn, and the fields trusted to have no dragon.

    Raises NoAnswer if that cannot be, or if no arrangement of the unseen cards is possible.
    """
    if position.me is None or position.me in position.out or position.phase is not Phase.PLAN:
        raise NoAnswer("raubbau_ask.not_planning", "B10")
    safe = not_dragons(position) if trusting else frozenset()
    for name, unseen in unseen_cards(position, safe).items():
        if unseen.fault():
            raise NoAnswer("raubbau_ask.no_filling", "B3", sorted(safe), set=name)
    return replace(position, turn=position.me), safe


def _turns(position: Position) -> tuple[Turn, ...]:
    """The plans to compare: keeping the shown one is a turn too."""
    return legal_turns(replace(position, lap=1))


def _binding(position: Position, turn: Turn) -> Position:
    """The position when plans are binding after this turn, nobody else changing anything."""
    position = replace(position, lap=1, passed=0)
    after = turn_taken(position, turn)
    return set_going(after if after.phase is Phase.ACT else bound(after))


def _value(
    position: Position, aim: str
) -> Callable[[Mapping[int, int], int | None], Fraction | int]:
    """The worth of a match's end for who asks: points won, or the chance to win the game."""
    me, box = position.turn, position.box

    def value(gems: Mapping[int, int], awakened: int | None) -> Fraction | int:
        points = points_after(box, position.match, position.points, gems, awakened)
        if aim == POINTS:
            return points[me - 1] - position.points[me - 1]
        leaders = [seat for seat in position.seats if points[seat - 1] == max(points)]
        return Fraction(1, len(leaders)) if me in leaders else 0

    return value


def _walked(walk: Walk, after: Position, *, rough: bool = False) -> tuple[Worth, bool]:
    """The worth of a position, and whether it is only known roughly; `rough` asks for no more."""
    if not rough:
        try:
            return walk.worth(after), False
        except TooLong:
            pass
    return replace(walk, rough=True, limit=40 * LIMIT).worth(after), True


def _odds(
    position: Position, turn: Turn, safe: frozenset[Field], pulse: Callable[[], None]
) -> Odds:
    me = position.turn
    after = _binding(position, turn)
    nothing = Worth.sure(0)

    def chance(told: Callable[[int | None], bool], acting: Worth | None) -> Worth:
        walk = Walk(
            me,
            lambda gems, awakened: int(told(awakened)),
            lambda _: nothing,
            safe,
            acting,
            pulse=pulse,
        )
        return _walked(walk, after)[0]

    plan = after.plan(me)
    if after.phase is not Phase.ACT or plan is None:
        later = chance(lambda awakened: awakened is not None, None)
        return Odds(turn, nothing, nothing, later, nothing, {})
    wakes = chance(lambda awakened: awakened == me, None)
    anybody = chance(lambda awakened: awakened not in (None, me), None)
    before = chance(lambda awakened: awakened is not None, nothing)
    acts = chance(lambda _: False, Worth.sure(1))
    return Odds(
        turn,
        wakes,
        before,
        Worth(max(Fraction(0), anybody.low - before.high), anybody.high - before.low),
        Worth(max(Fraction(0), ONE - before.high - acts.high), ONE - before.low - acts.low),
        _card_odds(position, after.target(me), safe),
    )


def _card_odds(
    position: Position, place: Field | None, safe: frozenset[Field]
) -> Mapping[Face, Fraction]:
    """The chances of the face of a treasure in the mine."""
    card = None if place is None else position.mine.get(place)
    if not isinstance(card, Treasure):
        return {}
    if card.face is not Face.UNSEEN:
        return {card.face: ONE}
    unseen = unseen_cards(position, safe)[card.set]
    dragon = Fraction(0) if place in safe else unseen.dragon()
    left = dict(position.box.faces)
    for one in position.treasures():
        if one.set == card.set and one.face in left:
            left[one.face] -= 1
    kinds = (Face.GEM, Face.SULPHUR, Face.SALTPETER, Face.SPIDER)
    total = sum(left[face] for face in kinds)
    chances = {Face.DRAGON: dragon} if dragon else {}
    return chances | {
        face: (ONE - dragon) * Fraction(left[face], total) for face in kinds if left[face]
    }


def _reasons(position: Position, safe: frozenset[Field]) -> tuple[Phrase, ...]:
    """The reasons for the odds: what is unseen of each set that can be dug."""
    cards = unseen_cards(position, safe)
    shown = {
        thing.set
        for thing in position.mine.values()
        if isinstance(thing, Treasure) and thing.face is Face.UNSEEN
    }
    found = [
        Phrase(
            counted("raubbau_ask.dragons", unseen.dragons)
            if unseen.dragons
            else "raubbau_ask.dragons_none",
            {
                "count": unseen.dragons,
                "total": unseen.no_cave_ins,
                "set": Phrase(f"raubbau_set.{name}") if name in NAMED_SETS else name,
            },
        )
        for name, unseen in cards.items()
        if name in shown
    ]
    if any(cards[name].cave_ins for name in shown):
        found.append(Phrase("raubbau_ask.no_cave_ins"))
    if any(cards[name].safe for name in shown):
        found.append(Phrase("raubbau_ask.no_safe"))
    return tuple(found)


def _assuming(position: Position, safe: frozenset[Field]) -> tuple[Phrase, ...]:
    found = [Phrase("raubbau_ask.equally")]
    if safe:
        found.append(Phrase("raubbau_ask.safe", {"places": [str(place) for place in sorted(safe)]}))
    idle = [
        seat
        for seat in position.inside
        if seat != position.me and kept_plan(position, seat) is None
    ]
    if idle:
        found.append(Phrase("raubbau_ask.idle", {"seats": idle}))
    return tuple(found)

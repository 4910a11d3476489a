"""The questions of Kings under Mountains: plans for the asker's own turns, and what a play opens.

Plans assume that nobody interferes: no other seat plays or draws. An answer names what it assumes,
and says why. While it is searched for, `pulse` is called now and then, and may raise to stop.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Answer, NoAnswer, OptionT_co, Status
from ksm_widgets.companions.kings.finding import MineFinding, ResultT
from ksm_widgets.companions.kings.naming import place_phrase
from ksm_widgets.companions.kings.position import Phase, Position
from ksm_widgets.companions.kings.reasons import STUCK, assumptions
from ksm_widgets.companions.kings.rules import is_stuck
from ksm_widgets.companions.kings.search.alone import LONGEST, NEVER, Alone
from ksm_widgets.companions.kings.search.chances import MOST_CHANCE_TURNS, SURE, Chance, Chances
from ksm_widgets.companions.kings.search.fewest import Fewest, fewest_turns
from ksm_widgets.companions.kings.search.openings import Opening, openings
from ksm_widgets.companions.kings.search.sure import (
    MOST_SURE_TURNS,
    USUAL_SURE_TURNS,
    SurePlan,
    sure_plan,
)
from ksm_widgets.companions.kings.search.unseen import unseen_units
from ksm_widgets.companions.pulse import PartDone, Pulse, no_pulse, untold
from ksm_widgets.companions.telling import counted_phrase
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ksm_widgets.companions.kings.places import Numbered
    from ksm_widgets.companions.kings.search.state import State


def ask_sure(
    position: Position,
    *,
    turns: int = USUAL_SURE_TURNS,
    pulse: Pulse = no_pulse,
) -> Answer[SurePlan]:
    """The plan with the largest change of score in the next turns of `me`; raises NoAnswer."""
    position, seat = _own_turn(position)
    plan = sure_plan(position, seat, turns, pulse)
    return _answer(position, [plan], [], ["alone", "blank"])


def ask_sure_by_turns(
    position: Position,
    *,
    pulse: Pulse = no_pulse,
    part_done: PartDone = untold,
) -> Answer[SurePlan]:
    """One answer with the sure plan for each number of turns; raises NoAnswer.

    `part_done` gets each number when its plan has been found.
    """
    answers = []
    for turns in range(1, MOST_SURE_TURNS + 1):
        answers.append(ask_sure(position, turns=turns, pulse=pulse))
        part_done(turns)
    options = tuple(option for answer in answers for option in answer.options)
    return replace(answers[0], options=options)


def ask_fewest(
    position: Position, *, target: Numbered | None = None, pulse: Pulse = no_pulse
) -> Answer[MineFinding[Fewest]]:
    """The fewest own turns in which `me` can finish mines on the table, the soonest first.

    For one mine or all. Raises NoAnswer.
    """
    position, seat = _own_turn(position)
    alone = Alone(position, seat, pulse)
    options = _of_mines(alone, target, partial(fewest_turns, alone))
    options.sort(key=lambda one: one.result.turns or NEVER)
    left = turns_left(position)
    params: dict[str, object] = {"deck": len(position.deck), "turns": left}
    reasons = [Phrase(counted("kings_ask.turns_left", left), params)]
    return _answer(position, options, reasons, ["alone", "blank"], _status(options))


def _status(options: Sequence[MineFinding[Fewest]]) -> Status:
    """The status: whether a way was found for any mine, and whether all is proven."""
    proven = all(one.result.proven for one in options)
    if any(one.result.turns is not None for one in options):
        return Status.OPTIMAL if proven else Status.FEASIBLE
    return Status.INFEASIBLE if proven else Status.UNKNOWN


def ask_chance(
    position: Position,
    *,
    target: Numbered | None = None,
    turns: int | None = None,
    pulse: Pulse = no_pulse,
) -> Answer[MineFinding[Chance]]:
    """The greatest chance of `me` to finish mines on the table with the deck's help, best first.

    For one mine or all. Without `turns`, it is one turn less than the sure way takes, or the first
    number of turns with any chance; at most MOST_CHANCE_TURNS. Raises NoAnswer.
    """
    position, seat = _own_turn(position)
    alone = Alone(position, seat, pulse)
    chances = Chances(alone)

    def find(state: State, slot: int) -> Chance:
        return _chance(chances, slot, alone.missing(state.site(slot)), turns)

    options = _of_mines(alone, target, find)
    options.sort(key=lambda one: (-one.result.chance, one.result.turns))
    reasons = [Phrase("kings_ask.unseen", {"count": unseen_units(position).total()})]
    return _answer(position, options, reasons, ["alone", "equally", "hand"])


def _chance(chances: Chances, slot: int, missing: int, turns: int | None) -> Chance:
    """The chance for a mine; without `turns`, in the number of turns that `ask_chance` says."""
    if turns is not None:
        return chances.finishing(slot, turns)
    found: list[Chance] = []
    for number in range(min(missing, MOST_CHANCE_TURNS), MOST_CHANCE_TURNS + 1):
        found.append(chances.finishing(slot, number))
        if found[-1].chance == SURE:
            break
    *earlier, last = found
    if last.chance == SURE:
        return earlier[-1] if earlier and earlier[-1].chance else last
    return next((one for one in found if one.chance), last)


def ask_opens(position: Position, *, pulse: Pulse = no_pulse) -> Answer[Opening]:
    """For every play of `me`, what it opens to the next player; raises NoAnswer."""
    position, seat = _own_turn(position)
    options = openings(position, pulse)
    following = position.following(seat)
    params: dict[str, object] = {
        "seat": following,
        "cards": len(position.hand(following)),
        "unseen": unseen_units(position).total(),
    }
    reasons = [Phrase("kings_ask.hand_of", params)]
    status = Status.OPTIMAL if options else Status.INFEASIBLE
    return _answer(position, options, reasons, ["equally"], status)


def turns_left(position: Position) -> int:
    """The most turns that a seat about to play has left if everybody draws from the deck."""
    # After a new hand of the last cards this turn is still played (K17).
    return max(1, -(-len(position.deck) // position.players))


def _own_turn(position: Position) -> tuple[Position, int]:
    """The position as if it were the asker's turn; raises NoAnswer if that cannot be."""
    if position.is_over:
        raise NoAnswer("kings_ask.over", "K19")
    if position.me is None or position.phase is not Phase.PLAY:
        cards = counted_phrase("shelf_told.cards", position.box.hand)
        if position.phase is Phase.DRAW and position.me not in (None, position.turn):
            raise NoAnswer("kings_ask.other_draws", "K6", seat=position.turn, cards=cards)
        raise NoAnswer("kings_ask.not_playing", "K6", cards=cards)
    return position.for_asker, position.me


def _of_mines(
    alone: Alone, target: Numbered | None, find: Callable[[State, int], ResultT]
) -> list[MineFinding[ResultT]]:
    """The findings about the target, or all mines; raises NoAnswer if there are none.

    `find` gets the state and the slot of a mine.
    """
    state = alone.state(LONGEST)
    findings = []
    for place, site in alone.position.playable(alone.seat):
        if target in (None, place):
            slot = state.slot(place)
            missing = alone.missing(state.site(slot))
            findings.append(MineFinding(place, site.mine, missing, find(state, slot)))
    if not findings:
        raise NoAnswer("kings_ask.no_mine", "K7", place=place_phrase(target) if target else "-")
    return findings


def _answer(
    position: Position,
    options: Sequence[OptionT_co],
    reasons: Sequence[Phrase],
    assuming: Sequence[str],
    status: Status = Status.OPTIMAL,
) -> Answer[OptionT_co]:
    """The answer with what it assumes; if nothing can be played, that is its only reason (K17).

    Each option has that reason then, if there is any.
    """
    if is_stuck(position):
        reasons = () if options else (STUCK,)
    return Answer(status, tuple(options), tuple(reasons), assumptions(position, assuming))

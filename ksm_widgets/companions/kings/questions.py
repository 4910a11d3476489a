"""The questions of Kings under Mountains: plans for the asker's own turns, and what a play opens.

Plans take it that nobody interferes: no other seat plays or draws. An answer names what it assumes,
and says why. While it is searched for, `pulse` is called now and then, and may raise to stop.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ksm_widgets.companions.answering import Answer, NoAnswer, Status
from ksm_widgets.companions.kings.naming import numbers_phrase, onto, place_phrase, unit_phrase
from ksm_widgets.companions.kings.places import Numbered
from ksm_widgets.companions.kings.position import Phase, Position
from ksm_widgets.companions.kings.rules import Play, legal
from ksm_widgets.companions.kings.search.alone import NEVER, Alone
from ksm_widgets.companions.kings.search.chances import MOST_CHANCE_TURNS, SURE, Chance, Chances
from ksm_widgets.companions.kings.search.fewest import Fewest, fewest_turns
from ksm_widgets.companions.kings.search.openings import Opening, openings
from ksm_widgets.companions.kings.search.supply import LONGEST
from ksm_widgets.companions.kings.search.sure import (
    MOST_SURE_TURNS,
    USUAL_SURE_TURNS,
    SurePlan,
    sure_plan,
)
from ksm_widgets.companions.kings.search.unseen import unseen_units
from ksm_widgets.companions.pulse import PartDone, Pulse, no_pulse, untold
from ksm_widgets.companions.telling import counted_phrase, numeral, percent
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.companions.kings.box import Mine
    from ksm_widgets.companions.kings.rules import Act


F = TypeVar("F", Fewest, Chance)
R_co = TypeVar("R_co", bound="SurePlan | MineFinding[Any] | Opening", covariant=True)


@dataclass(frozen=True, slots=True)
class MineFinding(Generic[F]):
    """A mine on the table, and what is found about it."""

    place: Numbered
    mine: Mine
    missing: int
    result: F

    @property
    def acts(self) -> tuple[Act, ...]:
        """The acts that were found."""
        return self.result.acts


@dataclass(frozen=True, slots=True)
class Reasoned(Generic[R_co]):
    """An option of an answer, and why it is so."""

    option: R_co
    why: tuple[Phrase, ...]


def ask_sure(
    position: Position,
    *,
    turns: int = USUAL_SURE_TURNS,
    pulse: Pulse = no_pulse,
) -> Answer[Reasoned[SurePlan]]:
    """The plan with the largest change of score in the next turns of `me`; raises NoAnswer."""
    position, seat = _own_turn(position)
    plan = sure_plan(position, seat, turns, pulse)
    reasons: list[Phrase] = []
    for change in plan.changes:
        key = "kings_ask.finishes" if change.gain > 0 else "kings_ask.captures"
        params = {
            "turn": change.turn,
            "unit": unit_phrase(change.play.unit),
            "place": onto(change.play.place),
            "mine": numbers_phrase(change.mine),
            "gain": numeral(change.gain, "+d"),
        }
        reasons.append(Phrase(key, params))
    if not plan.changes:
        reasons.append(Phrase(counted("kings_ask.no_change", turns), {"turns": turns}))
    return _answer(position, [(plan, reasons)], [], ["alone", "blank"])


def ask_sure_by_turns(
    position: Position,
    *,
    pulse: Pulse = no_pulse,
    part_done: PartDone = untold,
) -> Answer[Reasoned[SurePlan]]:
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
) -> Answer[Reasoned[MineFinding[Fewest]]]:
    """The fewest own turns in which `me` can finish mines on the table, the soonest first.

    For one mine or all. Raises NoAnswer.
    """
    position, seat = _own_turn(position)
    alone = Alone(position, seat, pulse)
    state = alone.state(LONGEST)
    left = turns_left(position)
    rows: list[tuple[MineFinding[Fewest], list[Phrase]]] = []
    for place, mine in _targets(position, seat, target):
        at = state.at(place)
        fewest = fewest_turns(alone, state, at)
        one = MineFinding(place, mine, alone.missing(state, at), fewest)
        rows.append((one, [_fewest_told(one, left)]))
    rows.sort(key=lambda row: NEVER if row[0].result.turns is None else row[0].result.turns)
    left_params: dict[str, object] = {"deck": len(position.deck), "turns": left}
    reasons = [Phrase(counted("kings_ask.turns_left", left), left_params)]
    every = [row.result for row, _ in rows]
    proven = all(fewest.proven for fewest in every)
    if any(fewest.turns is not None for fewest in every):
        status = Status.OPTIMAL if proven else Status.FEASIBLE
    else:
        status = Status.INFEASIBLE if proven else Status.UNKNOWN
    return _answer(position, rows, reasons, ["alone", "blank"], status)


def _fewest_told(finding: MineFinding[Fewest], left: int) -> Phrase:
    """The turns that a mine takes, and its points if so many turns are left."""
    mine, fewest = finding.mine, finding.result
    params = _named(finding)
    if fewest.turns is not None:
        late = fewest.turns > left
        gain = numeral(-mine.penalty if late else mine.value, "+d")
        key = counted(f"kings_ask.{'late' if late else 'in_time'}", fewest.turns)
        return Phrase(key, params | {"turns": fewest.turns, "gain": gain})
    if fewest.proven:
        return Phrase("kings_ask.never", params)
    return Phrase("kings_ask.at_least", params | {"turns": fewest.at_least})


def ask_chance(
    position: Position,
    *,
    target: Numbered | None = None,
    turns: int | None = None,
    pulse: Pulse = no_pulse,
) -> Answer[Reasoned[MineFinding[Chance]]]:
    """The greatest chance of `me` to finish mines on the table with the deck's help, best first.

    For one mine or all. Without `turns`, it is one turn less than the sure way takes, or the first
    number of turns with any chance; at most MOST_CHANCE_TURNS. Raises NoAnswer.
    """
    position, seat = _own_turn(position)
    alone = Alone(position, seat, pulse)
    chances = Chances(alone)
    state = alone.state(LONGEST)
    rows: list[tuple[MineFinding[Chance], list[Phrase]]] = []
    for place, mine in _targets(position, seat, target):
        at = state.at(place)
        missing = alone.missing(state, at)
        one = MineFinding(place, mine, missing, _chance(chances, at, missing, turns))
        rows.append((one, _chance_told(one)))
    rows.sort(key=lambda row: (-row[0].result.chance, row[0].result.turns))
    reasons = [Phrase("kings_ask.unseen", {"count": unseen_units(position).total()})]
    assuming = ["alone", "equally", "hand"]
    return _answer(position, rows, reasons, assuming)


def _chance_told(finding: MineFinding[Chance]) -> list[Phrase]:
    """The chance to finish a mine, or why there is none."""
    one = finding.result
    if finding.missing > one.turns:
        key = "too_many"
    elif not one.chance:
        key = "no_chance"
    else:
        key = "sure" if one.chance == SURE else "chance"
    params = {"turns": one.turns, "chance": percent(one.chance)}
    told = [Phrase(counted(f"kings_ask.{key}", one.turns), _named(finding) | params)]
    if not one.chance and one.turns == MOST_CHANCE_TURNS:
        told.append(Phrase("kings_ask.no_further"))
    return told


def _chance(chances: Chances, at: int, missing: int, turns: int | None) -> Chance:
    if turns is not None:
        return chances.finishing(at, turns)
    first = before = None
    for number in range(min(missing, MOST_CHANCE_TURNS), MOST_CHANCE_TURNS + 1):
        found = chances.finishing(at, number)
        if found.chance == SURE:
            return before if before is not None and before.chance else found
        if first is None and found.chance:
            first = found
        before = found
    return first or found


def ask_opens(position: Position, *, pulse: Pulse = no_pulse) -> Answer[Reasoned[Opening]]:
    """For every play of `me`, what it opens to the next player; raises NoAnswer."""
    position, seat = _own_turn(position)
    rows = [(option, _opening_told(option, seat)) for option in openings(position, pulse)]
    following = position.following(seat)
    reasons = [
        Phrase(
            "kings_ask.hand_of",
            {
                "seat": following,
                "cards": len(position.hand(following)),
                "unseen": unseen_units(position).total(),
            },
        )
    ]
    status = Status.OPTIMAL if rows else Status.INFEASIBLE
    return _answer(position, rows, reasons, ["equally"], status)


def _opening_told(option: Opening, seat: int) -> list[Phrase]:
    """The mine that a play wins for somebody, and the next player's chances on each mine then."""
    told: list[Phrase] = []
    if option.mine is not None:
        key = f"kings_ask.now_{option.brings(seat)}"
        told = [Phrase(key, {"seat": option.owner, "mine": numbers_phrase(option.mine)})]
    for one in option.opened:
        params: dict[str, object] = {"place": place_phrase(one.place)}
        for name, chance in (("take", one.take), ("push", one.push)):
            params[name] = percent(chance)
        told.append(Phrase("kings_ask.opens", params))
    return told or [Phrase("kings_ask.opens_nothing")]


def turns_left(position: Position) -> int:
    """The most turns that a seat about to play has left if everybody draws from the deck."""
    # After a new hand of the last cards this turn is still played (K17).
    return max(1, -(-len(position.deck) // position.players))


def _own_turn(position: Position) -> tuple[Position, int]:
    """The position as if it were the asker's turn; raises NoAnswer if that cannot be."""
    if position.me is None or position.phase is not Phase.PLAY:
        hand = position.box.hand
        cards = counted_phrase("shelf_told.cards", hand)
        raise NoAnswer("kings_ask.not_playing", "K6", cards=cards)
    return replace(position, turn=position.me), position.me


def _targets(position: Position, seat: int, target: Numbered | None) -> list[tuple[Numbered, Mine]]:
    """The mines that are asked about, with their places; raises NoAnswer if there are none."""
    found = [
        (place, site.mine) for place, site in position.playable(seat) if target in (None, place)
    ]
    if not found:
        raise NoAnswer("kings_ask.no_mine", "K7", place=place_phrase(target) if target else "-")
    return found


def _named(finding: MineFinding[F]) -> dict[str, object]:
    """The place and the numbers of a mine, and how many units it needs."""
    return {
        "place": place_phrase(finding.place),
        "mine": numbers_phrase(finding.mine),
        "missing": finding.missing,
    }


def _answer(
    position: Position,
    rows: Sequence[tuple[R_co, list[Phrase]]],
    reasons: list[Phrase],
    assuming: list[str],
    status: Status = Status.OPTIMAL,
) -> Answer[Reasoned[R_co]]:
    if not isinstance(legal(position)[0], Play):
        stuck = [Phrase("kings_ask.stuck")]
        rows, reasons = [(option, stuck) for option, _ in rows], [] if rows else stuck
    assumed = [Phrase(f"kings_ask.{name}") for name in assuming]
    # Another box than ours may have them.
    unlisted = sorted({*position.named_mines()} - position.box.mines.keys())
    if unlisted:
        assumed.append(Phrase("kings_ask.unlisted", {"mines": [*map(str, unlisted)]}))
    options = tuple(Reasoned(option, tuple(told)) for option, told in rows)
    return Answer(status, options, tuple(reasons), tuple(assumed))

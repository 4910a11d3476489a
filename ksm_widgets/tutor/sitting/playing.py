"""Commands that play a turn by the rules, and what the board can say about a wish beforehand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.balance import Balance
from ksm_widgets.rules.digs import takings
from ksm_widgets.rules.errors import KsmError, RuleError
from ksm_widgets.rules.moves import Move
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.solver.answer import balance_of
from ksm_widgets.tutor.coach.gains import gain_phrases
from ksm_widgets.tutor.coach.steps import dig_phrase, move_phrase
from ksm_widgets.tutor.phrases import Notice, Phrase, Tone, a_tile, the_tile
from ksm_widgets.tutor.sitting.attempt import account_with, dig_refusal
from ksm_widgets.tutor.sitting.session import Mode, Session, Tool
from ksm_widgets.tutor.touch import picked_up

if TYPE_CHECKING:
    from ksm_widgets.rules.shapes import Placement
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Account
    from ksm_widgets.tutor.sitting.situation import Situation

__all__ = [
    "Ghost",
    "balance",
    "dig",
    "dig_at",
    "drop",
    "ghost",
    "ghost_notice",
    "let_go",
    "pick_up",
    "step_targets",
    "turn_card",
    "weighed",
]


@dataclass(frozen=True, slots=True)
class Ghost:
    """The card's shape laid on the mine for a moment, and why it cannot be dug there, if so."""

    placement: Placement
    fault: RuleError | None


def pick_up(session: Session, quarry: Quarry) -> Session:
    """Take the topmost tile of a quarry in hand; its legal targets can light up then."""
    tile = session.position.top(quarry)
    if tile is None:
        return session.telling(Notice.of("tell.empty", quarry=quarry))
    if session.mode is Mode.PLAY and session.state.dig is not None:
        return session.telling(Notice.of("tell.dug_already", Tone.WARNING))
    count = len(step_targets(replace(session, picked=quarry)))
    playing = session.mode is Mode.PLAY
    key = picked_up(count) if playing else "tell.picked_freely"
    told = Notice.of(key, tile=the_tile(tile), quarry=quarry, count=count)
    return replace(session, picked=quarry, notice=told)


def let_go(session: Session) -> Session:
    """Put the tile in hand back where it was, and forget the quarries chosen for a dig."""
    return replace(session, picked=None, marked=(), asked=None, notice=None)


def step_targets(session: Session) -> tuple[Quarry, ...]:
    """Where the tile in hand may step; empty if none is held."""
    if session.mode is not Mode.PLAY:
        return ()
    return session.reach(session.position, session.situation.variant)


def drop(session: Session, target: Quarry) -> Session:
    """Make the step of the tile in hand; an illegal one is explained and nothing is lost."""
    source = session.picked
    if source is None:
        return session
    if source == target:
        return let_go(session)
    move = Move(source, target)
    try:
        attempt = session.state.attempt.moving(move)
    except KsmError as error:
        return replace(session, picked=None, notice=Notice.refusal(error, move))
    told = Notice((move_phrase(session.position, move),))
    state = replace(session.state, moves=attempt.moves, watching=False)
    return session.become(state, told)


def ghost(session: Session, quarry: Quarry) -> Ghost:
    """The card's shape around a quarry, as far as it fits into the mine, and what is missing.

    With the seal it is the quarries chosen so far and this one.
    """
    situation = session.situation
    if Power.SEAL in situation.powers:
        placement: Placement = tuple(sorted({*session.marked, quarry}))
    else:
        placement = session.held_over(quarry, situation.card.shape, situation.powers)
    return Ghost(placement, dig_refusal(session.state.attempt, placement))


def ghost_notice(session: Session, quarry: Quarry) -> Notice:
    """Whether the card can be dug around a quarry, and what is missing if not."""
    laid = ghost(session, quarry)
    if laid.fault is None:
        tiles = [a_tile(tile) for tile in takings(session.position, laid.placement)]
        return Notice.of("tell.can_dig", Tone.GOOD, tiles=tiles)
    if Power.SEAL in session.situation.powers:
        size = session.situation.card.shape.size
        if len(laid.placement) < size:
            return Notice.of("tell.marked", count=len(session.marked), size=size)
    return Notice.refusal(laid.fault)


def turn_card(session: Session) -> Session:
    """Turn the card a quarter; that takes a mirror."""
    if Power.MIRROR not in session.situation.powers:
        return session.telling(Notice.of("tell.no_mirror", Tone.WARNING))
    return replace(session, turned=(session.turned + 1) % 4, notice=None)


def dig_at(session: Session, quarry: Quarry) -> Session:
    """Dig with the card around a quarry; with the seal choose quarries one by one until all are.

    An illegal dig is explained and nothing is lost.
    """
    if Power.SEAL not in session.situation.powers:
        return dig(session, ghost(session, quarry).placement)
    marked = session.toggled(quarry)
    size = session.situation.card.shape.size
    if len(marked) == size:
        return dig(replace(session, marked=()), marked)
    told = Notice.of("tell.marked", count=len(marked), size=size)
    return replace(session, marked=marked, notice=told)


def dig(session: Session, quarries: Placement) -> Session:
    """Dig these quarries with the card and powers of the situation."""
    state = session.state
    if state.dig is not None:
        return session.telling(Notice.of("tell.dug_already", Tone.WARNING))
    try:
        attempt = state.attempt.digging(quarries)
    except KsmError as error:
        return session.telling(Notice.refusal(error))
    told = [dig_phrase(attempt.dig or (), attempt.taken, attempt.account.curses)]
    problem = session.situation.problem()
    reckoned = balance_of(problem, attempt.account, attempt.taken)
    told.append(
        Phrase.of("tell.paid", due=attempt.account.due, left=attempt.account.left, net=reckoned.net)
    )
    told += gain_phrases(problem, attempt.taken)
    state = replace(state, dig=attempt.dig, watching=False)
    return session.become(state, Notice(tuple(told), Tone.GOOD))


def weighed(session: Session) -> tuple[Situation, Account, tuple[Tile, ...]]:
    """What the board shows as dug, what the turn costs, and in which situation it is asked.

    With a ghost that may be dug, as if. Of a plan it is what it comes to at the step shown.
    """
    state, attempt = session.state, session.state.attempt
    if state.plan is not None and state.shown is not None:
        step, plan = state.shown.step, state.plan
        if step > len(plan.turn.moves):
            return state.shown.question.situation, plan.played.account, plan.taken
        so_far = replace(plan.played.account, moves=step, curses=0, treasures=0)
        return state.shown.question.situation, so_far, ()
    if state.dig is None and session.pointed is not None and session.tool is Tool.DIG:
        laid = ghost(session, session.pointed).placement
        if all(session.position.height(quarry) for quarry in laid):
            return session.situation, account_with(attempt, laid), takings(session.position, laid)
    return session.situation, attempt.account, attempt.taken


def balance(session: Session) -> Balance:
    """What the turn on the board costs and brings so far."""
    situation, reckoned, taken = weighed(session)
    return balance_of(situation.problem(), reckoned, taken) if taken else Balance(reckoned)

"""Touches and keys in the explorer, and what the turn on its board costs and brings.

The hand on the mine asks for things, which are done here: a move or a dig by the rules while
playing, anything while setting up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.explorer.editing import choose_brush, choose_tool, erase, place, shift
from ksm_widgets.explorer.entering import ask_about, enter_key, name_tile, walk_entering
from ksm_widgets.explorer.plans import sees, step_by, take_over
from ksm_widgets.explorer.session import Mode, Session, Tool
from ksm_widgets.explorer.situation import balance_with
from ksm_widgets.mine.hand import LetGo, Marked, Tapped, tile_of_key
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import takings
from ksm_widgets.rules.quarries import Move
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Balance, account
from ksm_widgets.solver.answer import worth_kept
from ksm_widgets.solver.problem import spending
from ksm_widgets.telling.phrases import Notice, Phrase, Tone
from ksm_widgets.telling.plans import dig_phrase, gain_phrases, move_phrase, objects_phrase

if TYPE_CHECKING:
    from ksm_widgets.explorer.situation import Situation
    from ksm_widgets.mine.hand import Hand, Wish
    from ksm_widgets.rules.deck import Placement
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.tiles import Power
    from ksm_widgets.rules.turns import Account


def press(session: Session, quarry: Quarry) -> Session:
    """Press the button at a quarry; a plan being watched is taken over."""
    session = replace(session, asked=None)
    if session.state.plan is not None:
        session = take_over(session)
    return _done(session, *session.hand.press(session.playable, quarry))


def release(session: Session, quarry: Quarry | None) -> Session:
    """Lift the button at a quarry or beside the mine."""
    return _done(session, *session.hand.release(session.playable, quarry))


def point(session: Session, quarry: Quarry | None) -> Session:
    """Move the pointer to a quarry or off the mine."""
    return replace(session, hand=session.hand.point(quarry))


def key(session: Session, name: str) -> Session:
    """Press a key on the board; one that means nothing here changes nothing."""
    after = _tile_key(session, name) or _tool_key(session, name)
    if after is not None:
        return replace(after, hand=replace(after.hand, keyboard=True))
    walks = name.startswith("Arrow")
    if session.state.plan is not None and name in ("Enter", " "):
        session = take_over(session)
    hand, wish = session.hand.key(session.playable, name)
    if walks and session.tool is Tool.TABLE:
        return walk_entering(replace(session, hand=hand), hand.cursor)
    return _done(replace(session, asked=None) if walks else session, hand, wish)


def _tile_key(session: Session, name: str) -> Session | None:
    """A key that enters a mine, or names or chooses a tile; None for any other."""
    if session.tool is Tool.TABLE:
        if name == "Escape":
            return choose_tool(session, Tool.PLACE)
        if (len(name) == 1 and name != " ") or name == "Backspace":
            return enter_key(session, name)
    if name == "u":
        return ask_about(session, session.hand.cursor)
    tile = tile_of_key(name)
    # While a turn is played `m` moves, unless it was asked which tile that is.
    if tile is not None and (name != "m" or session.asked is not None) and session.unseen_tile:
        return name_tile(session, tile)
    if session.mode is Mode.EDIT:
        if name in ("Delete", "Backspace"):
            return erase(session, session.hand.cursor)
        return None if tile is None else choose_brush(session, tile)
    return None


def _tool_key(session: Session, name: str) -> Session | None:
    """A key that changes the tool, or steps through a plan; None for any other."""
    playing = session.mode is Mode.PLAY
    match name:
        case "m" | "g" if playing:
            return choose_tool(session, Tool.MOVE if name == "m" else Tool.DIG)
        case "PageDown" if sees(session):
            return take_over(session)
        case "PageDown" | "PageUp":
            return step_by(session, 1 if name == "PageDown" else -1)
        case "r":
            return None if playing else session
        case _:
            return None


def _done(session: Session, hand: Hand, wish: Wish) -> Session:
    """Carry out what the hand asks for."""
    before, session = session.hand, replace(session, hand=hand)
    playing = session.mode is Mode.PLAY
    match wish:
        case None:
            return session
        case Notice():
            return session.telling(wish)
        case LetGo():
            return replace(session, asked=None, notice=None)
        case Move() | Tapped() if playing and session.state.dig is not None:
            return session.telling(Notice.of("tell.dug_already", Tone.WARNING))
        case Move(source, target):
            return move(session, wish) if playing else shift(session, source, target)
        case Marked(quarry) if _hides(replace(session, hand=before), quarry):
            return ask_about(replace(session, hand=before), quarry)
        case Marked():
            return _laid(session)
        case Tapped(quarry):
            return _tapped(session, quarry)


def _tapped(session: Session, quarry: Quarry) -> Session:
    match session.tool:
        case Tool.ERASE:
            return erase(session, quarry)
        case Tool.TABLE:
            return walk_entering(session, quarry)
        case _:
            return place(session, quarry)


def _hides(session: Session, quarry: Quarry) -> bool:
    """Whether a touch asks which tile the topmost one is, since the card cannot be dug there."""
    if session.position.top(quarry) is not Tile.UNSEEN:
        return False
    laid, playable = session.hand.card_at(session.playable, quarry), session.playable
    if playable.one_by_one or quarry not in laid:
        return not session.situation.digs_unseen
    return playable.fault is not None and playable.fault(laid) is not None


def _laid(session: Session) -> Session:
    """Dig where the card was laid; with the seal once enough quarries are chosen."""
    marked, playable = session.hand.marked, session.playable
    if playable.one_by_one and len(marked) < playable.shape.size:
        return session.telling(session.hand.dig_notice(playable, marked))
    return dig(replace(session, hand=session.hand.emptied()), marked)


def move(session: Session, move: Move) -> Session:
    """Make a move; an illegal one is explained."""
    try:
        attempt = session.state.attempt.moving(move)
    except KsmError as error:
        return session.telling(Notice.refusal(error, move))
    notice = Notice((move_phrase(session.position, move),))
    return session.step(replace(session.state, moves=attempt.moves, watching=False), notice)


def dig(session: Session, quarries: Placement) -> Session:
    """Dig quarries with the situation's card and magic objects; an illegal dig is explained."""
    state = session.state
    if state.dig is not None:
        return session.telling(Notice.of("tell.dug_already", Tone.WARNING))
    try:
        attempt = state.attempt.digging(quarries)
    except KsmError as error:
        return session.telling(Notice.refusal(error))
    phrases = [dig_phrase(attempt.dig or (), attempt.taken, attempt.account.curses)]
    after = session.step(replace(state, dig=attempt.dig, watching=False))
    found = weighed(after)
    cost = found.cost
    phrases.append(Phrase.of("tell.paid", due=cost.due, left=cost.left, net=found.balance.net))
    phrases += [*found.spent_phrases, *found.gain_phrases]
    return after.telling(Notice(tuple(phrases), Tone.GOOD))


def turn_card(session: Session) -> Session:
    """Turn the card a quarter, which takes a mirror."""
    return _done(session, *session.hand.turn(session.playable))


def pointer_notice(session: Session) -> Notice | None:
    """Whether the card can be dug where the hand is; None if it holds none there."""
    hand, playable = session.hand, session.playable
    if not session.holds_card or hand.at is None:
        return None
    return hand.dig_notice(playable, hand.card_at(playable, hand.at))


# What the turn costs and brings.


@dataclass(frozen=True, slots=True)
class Weighed:
    """A turn as far as it has come: its cost, the tiles dug, and the objects spent.

    `reacts` is whether it follows a plan with looks, which spends all objects ticked.
    """

    situation: Situation
    cost: Account
    taken: tuple[Tile, ...] = ()
    spent: frozenset[Power] = frozenset()
    reacts: bool = False

    @property
    def balance(self) -> Balance:
        """The balance of the turn."""
        if not self.taken:
            return Balance(self.cost)
        problem = self.situation.problem()
        if self.reacts:
            problem = spending(problem, self.spent)
        return balance_with(problem, self.cost, self.taken, self.spent & problem.may_spend)

    @property
    def gain_phrases(self) -> tuple[Phrase, ...]:
        """The gains of the dig, for a player who holds tiles."""
        if not self.taken:
            return ()
        return gain_phrases(spending(self.situation.problem(), self.spent), self.taken)

    @property
    def spent_phrases(self) -> tuple[Phrase, ...]:
        """The objects spent, and what they would be worth if kept; nothing without any."""
        if not self.taken or not self.spent or self.reacts:
            return ()
        worth = worth_kept(self.situation.problem(), self.taken, self.spent)
        return (Phrase.of("tell.spent", spent=objects_phrase(self.spent), worth=worth),)


def weighed(session: Session) -> Weighed:
    """The turn on the board, weighed.

    With the card over tiles that may be dug, as if they were; of a plan, up to the step shown.
    """
    state, attempt, hand = session.state, session.state.attempt, session.hand
    situation = session.situation
    if state.plan is not None and state.shown is not None:
        step, plan, situation = state.shown.step, state.plan, state.shown.question.situation
        cost = plan.played.account
        if step > len(plan.turn.moves):
            reacts = state.shown.policy is not None
            return Weighed(situation, cost, plan.taken, plan.turn.powers, reacts)
        return Weighed(situation, replace(cost, moves=step, curses=0, treasures=0))
    if session.holds_card and hand.at is not None:
        laid = hand.card_at(session.playable, hand.at)
        if all(session.position.height(quarry) for quarry in laid):
            made, taken = len(attempt.moves), takings(session.position, laid)
            spent = situation.best_spent(session.position, made, laid)
            cost = account(made, taken, spent, situation.money)
            return Weighed(situation, cost, taken, spent)
    return Weighed(situation, attempt.account, attempt.taken, attempt.spent)

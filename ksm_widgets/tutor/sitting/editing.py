"""Commands that set up the situation: placing tiles, choosing card, powers, money and values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.deck import Card, parse_cards
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.stages import Stage
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.tutor.phrases import Notice, Phrase, Tone, a_tile, the_tile
from ksm_widgets.tutor.sitting.screen import KEPT
from ksm_widgets.tutor.sitting.session import Mode, Session, State, Tool
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.rules.moves import Move, Variant
    from ksm_widgets.rules.powers import Power
    from ksm_widgets.rules.quarries import Quarry
    from ksm_widgets.rules.shapes import Shape
    from ksm_widgets.solver.problem import Values
    from ksm_widgets.tutor.sitting.situation import Situation

__all__ = [
    "MOST_STACKED",
    "choose_brush",
    "choose_card",
    "choose_tool",
    "clear",
    "dig_unseen",
    "erase",
    "hold_card",
    "keep",
    "lay",
    "lay_out",
    "load",
    "load_deck",
    "place",
    "play_card",
    "random_mine",
    "set_money",
    "set_shape",
    "set_values",
    "set_variant",
    "shift",
    "switch_mode",
    "toggle_power",
    "under",
]

MOST_STACKED = 6
"""Editing may stack higher than the rules allow (which is shown as a fault), but no higher."""


def switch_mode(session: Session, mode: Mode) -> Session:
    """Set up or play; a mine with faults can be set up but not played."""
    if mode is Mode.PLAY and session.faults:
        return session.telling(Notice((Phrase.of("tell.faulty"), *session.faults), Tone.WARNING))
    tool = Tool.MOVE if mode is Mode.PLAY else Tool.PLACE
    state = replace(session.state, mode=mode, watching=False)
    if mode is Mode.EDIT:
        state = replace(state, moves=(), dig=None)
    return replace(session.become(state), tool=tool)


def choose_tool(session: Session, tool: Tool) -> Session:
    """Take a tool in hand, and with it the mode it belongs to."""
    if tool.mode not in (None, session.mode):
        session = switch_mode(session, Mode.PLAY if tool is Tool.DIG else Mode.EDIT)
        if session.mode is not tool.mode:
            return session
    return replace(
        session, tool=tool, picked=None, marked=(), asked=None, pointed=None, notice=None
    )


def choose_brush(session: Session, tile: Tile) -> Session:
    """Take a tile from the box in hand, to place it."""
    return replace(choose_tool(session, Tool.PLACE), brush=tile)


def place(session: Session, quarry: Quarry, tile: Tile | None = None) -> Session:
    """Put a tile, by default the one in hand, on top of a quarry.

    On an unseen tile a known one is what that turns out to be: it takes its place (R33).
    """
    tile = session.brush if tile is None else tile
    stack = session.situation.position.stack(quarry)
    if stack and stack[-1] is Tile.UNSEEN and tile is not Tile.UNSEEN:
        told = Notice.of("tell.named", tile=a_tile(tile), quarry=quarry, level=len(stack))
        position = session.situation.position.with_stack(quarry, (*stack[:-1], tile))
        return lay_out(session, position, told)
    if len(stack) >= MOST_STACKED:
        return session.telling(Notice.of("tell.no_higher", Tone.WARNING, quarry=quarry))
    told = Notice.of("tell.placed", tile=a_tile(tile), quarry=quarry, level=len(stack) + 1)
    return lay_out(session, session.situation.position.with_stack(quarry, (*stack, tile)), told)


def erase(session: Session, quarry: Quarry) -> Session:
    """Take the topmost tile off a quarry."""
    stack = session.situation.position.stack(quarry)
    if not stack:
        return session.telling(Notice.of("tell.empty", quarry=quarry))
    told = Notice.of("tell.erased", tile=the_tile(stack[-1]), quarry=quarry)
    return lay_out(session, session.situation.position.with_stack(quarry, stack[:-1]), told)


def shift(session: Session, source: Quarry, target: Quarry) -> Session:
    """Move a topmost tile anywhere, no rule asked."""
    position = session.situation.position
    tile = position.top(source)
    if tile is None or source == target or position.height(target) >= MOST_STACKED:
        return replace(session, picked=None)
    after = position.lifted([source]).with_stack(target, (*position.stack(target), tile))
    told = Notice.of("tell.shifted", tile=the_tile(tile), source=source, target=target)
    return lay_out(session, after, told)


def lay(session: Session, quarry: Quarry, height: int, top: Tile) -> Session:
    """Enter a quarry as it is seen at the table: so high, that tile on top, the rest unseen."""
    from_below = (Tile.UNSEEN,) * (height - 1)
    stack = (*from_below, top) if height else ()
    return lay_out(session, session.situation.position.with_stack(quarry, stack), None)


def clear(session: Session) -> Session:
    """Take every tile off the mine."""
    return lay_out(session, Position(), Notice.of("tell.cleared"))


def load(
    session: Session,
    situation: Situation,
    notice: Notice | None = None,
    *,
    mode: Mode = Mode.EDIT,
) -> Session:
    """Put a whole situation in place of the present one, to be set up further or to be played."""
    tool = Tool.MOVE if mode is Mode.PLAY else Tool.PLACE
    return replace(session.become(State(situation=situation, mode=mode), notice), tool=tool)


def random_mine(session: Session, seed: int, stage: Stage) -> Session:
    """Lay out a mine as it may look at a stage of the game; the same for the same seed."""
    told = Notice.of(f"tell.random_{stage.value}", seed=seed)
    return lay_out(session, Position.random(seed, stage), told)


def choose_card(session: Session, number: int) -> Session:
    """Choose the card to play by its number; KeyError if the deck has none such."""
    situation = replace(session.situation, number=number)
    size = situation.card.shape.size
    told = Notice.of(counted("tell.card", size), number=number, size=size)
    return under(session, situation, told)


def play_card(
    session: Session, number: int, powers: frozenset[Power], made: tuple[Move, ...]
) -> Session:
    """Choose a card and the magic objects to spend with it, as an answer after some moves does."""
    situation = replace(session.situation, number=number, powers=powers)
    moves = session.state.moves
    state = State(situation=situation, mode=Mode.PLAY, moves=moves, anew=moves != made)
    return session.become(state)


def hold_card(session: Session, number: int) -> Session:
    """Take a card into the hand, or put it back; KeyError if the deck has none such."""
    if number not in {card.number for card in session.situation.deck}:
        raise KeyError(number)
    held = set(session.situation.hand) ^ {number}
    state = replace(session.state, situation=replace(session.situation, hand=tuple(sorted(held))))
    return session.become(state)


def set_shape(session: Session, number: int, shape: Shape) -> Session:
    """Enter the shape of a card of the real game, and choose that card."""
    situation = replace(session.situation.with_card(Card(number, shape)), number=number)
    return under(session, situation, Notice.of("tell.shape", number=number))


def load_deck(session: Session, text: str) -> Session:
    """Take the cards of a card file's text; if it cannot be read, it is said why."""
    try:
        deck = parse_cards(text)
    except KsmError as error:
        return session.telling(Notice.refusal(error))
    numbers = [card.number for card in deck]
    number = session.situation.number if session.situation.number in numbers else numbers[0]
    hand = tuple(held for held in session.situation.hand if held in numbers)
    situation = replace(session.situation, deck=deck, number=number, hand=hand)
    return under(session, situation, Notice.of("tell.deck", count=len(deck)))


def toggle_power(session: Session, power: Power) -> Session:
    """Spend a magic object this turn, or keep it; what is spent must be held (R19)."""
    spent = session.situation.powers ^ {power}
    screen = session.situation.screen
    if screen.used and power in spent and power.tile not in screen.tiles:
        told = Notice.of("screen.told_spent", tile=the_tile(power.tile))
        held = screen.with_tiles([power.tile])
        return under(session, replace(session.situation, powers=spent, screen=held), told)
    return under(session, replace(session.situation, powers=spent))


def set_money(session: Session, money: int) -> Session:
    """Set the coins and treasures the player holds; at least 0."""
    return under(session, replace(session.situation, money=max(0, min(money, 999))))


def set_values(session: Session, values: Values) -> Session:
    """Set what tiles are worth to the player."""
    return under(session, replace(session.situation, values=values))


def dig_unseen(session: Session, allowed: bool, worth: int | None = None) -> Session:
    """Say whether a tile nobody has seen may be dug, and if it is not to count the mean, what."""
    values = replace(session.situation.values, unseen=worth if allowed else None)
    return under(session, replace(session.situation, digs_unseen=allowed, values=values))


def set_variant(session: Session, variant: Variant) -> Session:
    """Choose the rule for moving."""
    return under(session, replace(session.situation, variant=variant))


def keep(session: Session) -> Session:
    """Make what the board shows now the start of a new turn, with the money that is left.

    After a dig what was dug is held, and what was spent is gone, if worth goes by what is held.
    """
    state = session.state
    plan = state.plan
    if plan is not None and state.shown is not None:
        whole = state.shown.step == len(plan.positions) - 1
        paid = plan.played.account.left if whole else session.situation.money - state.shown.step
        dug = whole and plan.dig is not None
    else:
        paid, dug = state.attempt.account.left, state.dig is not None
    situation = replace(session.situation, position=session.position, money=max(0, paid))
    told = [Phrase.of("tell.kept")]
    if dug and situation.screen.used:
        taken = state.attempt.taken if plan is None else plan.taken
        kept = [tile for tile in taken if tile in KEPT]
        spent = [power.tile for power in situation.powers]
        screen = situation.screen.after_turn(kept, spent)
        situation = replace(situation, screen=screen, powers=frozenset())
        if kept:
            told.append(Phrase.of("screen.told_joined", tiles=[a_tile(tile) for tile in kept]))
        if not screen.last:
            told.append(Phrase.of("screen.told_rounds", rounds=screen.rounds_left))
    return session.become(State(situation=situation, mode=state.mode), Notice(tuple(told)))


def lay_out(session: Session, position: Position, notice: Notice | None) -> Session:
    """Another mine to dig in; the own turn and the plans of the old one are gone with it."""
    situation = replace(session.situation, position=position)
    state = State(situation=situation, mode=session.mode if not position.faults() else Mode.EDIT)
    return session.become(state, notice)


def under(session: Session, situation: Situation, notice: Notice | None = None) -> Session:
    """The same mine under other conditions: the moves stay, dig and plans may not fit any more."""
    if situation == session.situation:
        return session.telling(notice)
    if session.state.dig is not None:
        told = () if notice is None else notice.phrases
        notice = Notice((*told, Phrase.of("tell.dig_gone")))
    moves = session.state.moves if situation.variant is session.situation.variant else ()
    state = State(situation=situation, mode=session.mode, moves=moves, anew=session.state.anew)
    return session.become(state, notice)

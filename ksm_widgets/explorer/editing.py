"""Commands that set up the situation: tiles, cards, magic objects, money, values, pasted text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.explorer.links import LONGEST_PROBLEM, LinkError, situation_of
from ksm_widgets.explorer.session import Mode, Session, State, Tool
from ksm_widgets.explorer.situation import Situation
from ksm_widgets.rules.deck import CARD_COUNT, Card, card, cards, own_cards, parse_cards
from ksm_widgets.rules.errors import CardError
from ksm_widgets.rules.json_text import read_json
from ksm_widgets.rules.position import Position, Stage
from ksm_widgets.rules.tile_words import a_tile
from ksm_widgets.rules.tiles import KEPT, Tile
from ksm_widgets.solver.problem import MOST_MONEY, Problem
from ksm_widgets.solver.problem_reading import ProblemError
from ksm_widgets.telling.phrases import Notice, Phrase, Tone
from ksm_widgets.telling.plans import the_tile, tiles_phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.rules.deck import Shape
    from ksm_widgets.rules.quarries import Move, Quarry, Variant
    from ksm_widgets.rules.tiles import Power
    from ksm_widgets.rules.values import Values


MOST_STACKED = 6
"""The highest stack while setting up; more than 4 tiles are shown as a fault."""


def switch_mode(session: Session, mode: Mode) -> Session:
    """Set up or play; a mine with faults cannot be played."""
    if mode is Mode.PLAY and session.faults:
        return session.telling(Notice((Phrase.of("tell.faulty"), *session.faults), Tone.WARNING))
    tool = Tool.MOVE if mode is Mode.PLAY else Tool.PLACE
    state = replace(session.state, mode=mode, watching=False)
    if mode is Mode.EDIT:
        state = replace(state, moves=(), dig=None)
    return replace(session.step(state), tool=tool)


def choose_tool(session: Session, tool: Tool) -> Session:
    """Choose a tool, and with it the mode it belongs to."""
    if tool.mode not in (None, session.mode):
        session = switch_mode(session, Mode.PLAY if tool is Tool.DIG else Mode.EDIT)
        if session.mode is not tool.mode:
            return session
    hand = replace(session.hand.emptied(), pointed=None)
    return replace(session, tool=tool, hand=hand, asked=None, notice=None)


def choose_brush(session: Session, tile: Tile) -> Session:
    """Choose a tile of the box, to place it."""
    return replace(choose_tool(session, Tool.PLACE), brush=tile)


def place(session: Session, quarry: Quarry, tile: Tile | None = None) -> Session:
    """Put a tile, by default the one chosen, on top of a quarry.

    On an unseen tile a known one takes its place: that is which tile it is (R33).
    """
    tile = session.brush if tile is None else tile
    stack = session.situation.position.stack(quarry)
    key = "tell.placed"
    if stack and stack[-1] is Tile.UNSEEN and tile is not Tile.UNSEEN:
        key, stack = "tell.named", stack[:-1]
    if len(stack) >= MOST_STACKED:
        return session.telling(Notice.of("tell.no_higher", Tone.WARNING, quarry=quarry))
    notice = Notice.of(key, tile=a_tile(tile), quarry=quarry, level=len(stack) + 1)
    return lay_out(session, session.situation.position.with_stack(quarry, (*stack, tile)), notice)


def erase(session: Session, quarry: Quarry) -> Session:
    """Remove the topmost tile of a quarry."""
    stack = session.situation.position.stack(quarry)
    if not stack:
        return session.telling(Notice.of("touch.empty", quarry=quarry))
    notice = Notice.of("tell.erased", tile=the_tile(stack[-1]), quarry=quarry)
    return lay_out(session, session.situation.position.with_stack(quarry, stack[:-1]), notice)


def shift(session: Session, source: Quarry, target: Quarry) -> Session:
    """Move a topmost tile anywhere, whatever the rules say."""
    position = session.situation.position
    tile = position.top(source)
    if tile is None or source == target or position.height(target) >= MOST_STACKED:
        return session
    after = position.lifted([source]).with_stack(target, (*position.stack(target), tile))
    notice = Notice.of("tell.shifted", tile=the_tile(tile), source=source, target=target)
    return lay_out(session, after, notice)


def lay(session: Session, quarry: Quarry, height: int, top: Tile) -> Session:
    """Enter a quarry as it looks on a real board: its height and topmost tile, the rest unseen."""
    from_below = (Tile.UNSEEN,) * (height - 1)
    stack = (*from_below, top) if height else ()
    return lay_out(session, session.situation.position.with_stack(quarry, stack), None)


def clear(session: Session) -> Session:
    """Empty the mine."""
    return lay_out(session, Position(), Notice.of("tell.cleared"))


def load(
    session: Session,
    situation: Situation,
    notice: Notice | None = None,
    *,
    mode: Mode = Mode.EDIT,
) -> Session:
    """Load a whole situation with the user's own cards, to set it up further or to play it."""
    situation = with_own(situation, session.own)
    tool = Tool.MOVE if mode is Mode.PLAY else Tool.PLACE
    return replace(session.step(State(situation=situation, mode=mode), notice), tool=tool)


def random_mine(session: Session, seed: int, stage: Stage) -> Session:
    """Lay out a random mine as it may look at a stage of the game."""
    notice = Notice.of(f"tell.random_{stage.value}", seed=seed)
    return lay_out(session, Position.random(seed, stage), notice)


def choose_card(session: Session, number: int) -> Session:
    """Choose the card to play by its number; raises CardError if the deck has none."""
    situation = replace(session.situation, number=number)
    size = situation.card.shape.size
    notice = Notice.of(counted("tell.card", size), number=number, size=size)
    return under(session, situation, notice)


def play_card(session: Session, number: int, made: tuple[Move, ...]) -> Session:
    """Choose a card to play, as an answer asked for after the moves `made`."""
    situation = replace(session.situation, number=number)
    moves = session.state.moves
    state = State(situation=situation, mode=Mode.PLAY, moves=moves, anew=moves != made)
    return session.step(state)


def hold_card(session: Session, number: int) -> Session:
    """Add a card of the deck to the hand, or put it back; raises CardError if there is none."""
    card(number, session.situation.deck)
    held = set(session.situation.hand) ^ {number}
    state = replace(session.state, situation=replace(session.situation, hand=tuple(sorted(held))))
    return session.step(state)


def set_shape(session: Session, number: int, shape: Shape) -> Session:
    """Enter the shape of a card of the user's own game, and choose that card.

    Raises CardError for a shape that no card of that number has.
    """
    expect_size(number, shape.size, session.own)
    others = [card for card in session.own if card.number != number]
    own = own_cards(sorted([*others, Card(number, shape)], key=lambda card: card.number))
    session = replace(session, own=own)
    situation = replace(session.situation.with_card(Card(number, shape)), number=number)
    return under(session, situation, Notice.of("tell.shape", number=number))


def load_deck(session: Session, text: str) -> Session:
    """Load the cards of a card file's text; raises CardFileError if it cannot be read.

    A file need not have every card: those of the user's own that it lacks stay. One that has other
    shapes for these replaces them only when it is chosen again.
    """
    deck = parse_cards(text)
    numbers = [card.number for card in deck]
    changed = [card.number for card in session.own if card.number in numbers and card not in deck]
    if changed and session.replacing != text:
        asked = Notice.of(counted("tell.deck_replaces", len(changed)), Tone.WARNING, cards=changed)
        return replace(session, replacing=text).telling(asked)
    number = session.situation.number if session.situation.number in numbers else numbers[0]
    hand = tuple(held for held in session.situation.hand if held in numbers)
    kept = [card for card in session.own if card.number not in numbers]
    own = own_cards(sorted([*kept, *deck], key=lambda card: card.number))
    session = replace(session, own=own, replacing="")
    situation = replace(session.situation, deck=deck, number=number, hand=hand)
    return under(session, situation, Notice.of("tell.deck", count=len(deck)))


def toggle_power(session: Session, power: Power) -> Session:
    """Tick a magic object that the player has, or untick it; only what is held is spent (R19)."""
    ticked = session.situation.powers ^ {power}
    screen = session.situation.screen
    if screen.used and power in ticked and power.tile not in screen.tiles:
        notice = Notice.of("screen.told_spent", tile=the_tile(power.tile))
        held = screen.with_tiles([power.tile])
        return under(session, replace(session.situation, powers=ticked, screen=held), notice)
    return under(session, replace(session.situation, powers=ticked))


def set_money(session: Session, money: int) -> Session:
    """Set the player's money, coins and treasures; at least 0."""
    return under(session, replace(session.situation, money=max(0, min(money, MOST_MONEY))))


def set_values(session: Session, values: Values) -> Session:
    """Set the values of tiles."""
    return under(session, replace(session.situation, values=values))


def dig_unseen(session: Session, allowed: bool, worth: int | None = None) -> Session:
    """Allow unseen tiles to be dug or not; they count `worth`, or their mean."""
    values = replace(session.situation.values, unseen=worth if allowed else None)
    return under(session, replace(session.situation, digs_unseen=allowed, values=values))


def set_variant(session: Session, variant: Variant) -> Session:
    """Choose the rule for moving."""
    return under(session, replace(session.situation, variant=variant))


def keep(session: Session) -> Session:
    """Make the board as shown the start of a new turn, with the money left.

    Objects spent are gone. If tiles are worth what they change for the player, those dug are held.
    """
    state = session.state
    if state.watched is not None:
        plan, step = state.watched
        whole = step == len(plan.positions) - 1
        paid = plan.played.account.left if whole else session.situation.money - step
        dug, spent, taken = whole and plan.dig is not None, plan.turn.powers, plan.taken
    else:
        own = state.attempt
        paid, dug, spent, taken = own.account.left, state.dig is not None, own.spent, own.taken
    situation = replace(session.situation, position=session.position, money=max(0, paid))
    phrases = [Phrase.of("tell.kept")]
    screen = situation.screen
    if dug:
        situation = replace(situation, powers=situation.powers - spent)
    if dug and screen.used:
        kept = [tile for tile in taken if tile in KEPT]
        screen = screen.after_turn(kept, [power.tile for power in spent])
        situation = replace(situation, screen=screen)
        if kept:
            phrases.append(Phrase.of("screen.told_joined", tiles=tiles_phrase(kept)))
        if not screen.last:
            phrases.append(Phrase.of("screen.told_rounds", rounds=screen.rounds_left))
    return session.step(State(situation=situation, mode=state.mode), Notice(tuple(phrases)))


def lay_out(session: Session, position: Position, notice: Notice | None) -> Session:
    """Change the mine; own turn and plans of the old one are gone."""
    situation = replace(session.situation, position=position)
    state = State(situation=situation, mode=session.mode if not position.faults() else Mode.EDIT)
    return session.step(state, notice)


def under(session: Session, situation: Situation, notice: Notice | None = None) -> Session:
    """Change the conditions, not the mine: own moves stay, dig and plans are gone."""
    if situation == session.situation:
        return session.telling(notice)
    if session.state.dig is not None:
        phrases = () if notice is None else notice.phrases
        notice = Notice((*phrases, Phrase.of("tell.dig_gone")))
    moves = session.state.moves if situation.variant is session.situation.variant else ()
    state = State(situation=situation, mode=session.mode, moves=moves, anew=session.state.anew)
    return session.step(state, notice)


def paste(session: Session, text: str) -> Session:
    """Read a board in one line, a link, or a dig problem as JSON; raises what these raise."""
    notice = Notice.of("tell.pasted")
    if text.lstrip().startswith("{"):
        return load(session, _of_json(text), notice)
    if "board=" in text:
        return load(session, situation_of(text.strip().rpartition("?")[2]), notice)
    return lay_out(session, Position.parse("".join(text.split())), notice)


def _of_json(text: str) -> Situation:
    """Parse a dig problem; raises LinkError if it is too long, ProblemError for anything else."""
    if len(text.encode(errors="replace")) > LONGEST_PROBLEM:
        raise LinkError("page.long", most=LONGEST_PROBLEM)
    try:
        data = read_json(text)
    except (ValueError, RecursionError):
        raise ProblemError("problem.object") from None
    situation = Situation.of(Problem.from_dict(data))
    number = data.get("card")
    return situation if number is None else replace(situation, number=number)


_SIZES = {1: 3, 15: 5, CARD_COUNT: 6}
"""The numbers of quarries that are documented."""


def with_own(situation: Situation, own: tuple[Card, ...]) -> Situation:
    """The situation with the user's own cards in the deck.

    The card played stays as it is: a link says which shape it means.
    """
    known = {card.number: card for card in own}
    deck = tuple(
        known.get(card.number, card)
        if card.number != situation.number and card in cards()
        else card
        for card in situation.deck
    )
    return replace(situation, deck=deck)


def expect_size(number: int, size: int, own: Iterable[Card]) -> None:
    """Raise CardError if no card of this number has so many quarries.

    Some numbers are documented, and a higher number never has fewer quarries.
    """
    sizes = _SIZES | {card.number: card.shape.size for card in own if card.number != number}
    if number in _SIZES and size != _SIZES[number]:
        raise CardError("own_cards.size", number=number, expected=_SIZES[number], found=size)
    for other, known in sorted(sizes.items()):
        if (other < number and known > size) or (other > number and known < size):
            key = "own_cards.fewer" if other < number else "own_cards.more"
            raise CardError(key, number=number, found=size, other=other, known=known)


def next_number(number: int) -> int:
    """The number to enter after this one."""
    return min(number + 1, CARD_COUNT)

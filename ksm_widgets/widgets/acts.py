"""What the page's controls do: each act's name and the function from page to page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from decimal import Decimal
from types import MappingProxyType

from ksm_widgets.draw import THEMES
from ksm_widgets.rules.deck import card
from ksm_widgets.rules.errors import CardError, KsmError
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.quarries import FULL_HEIGHT, SIDE
from ksm_widgets.rules.stages import Stage
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.solver.problem import Slot, Values
from ksm_widgets.tutor.phrases import Notice, Phrase
from ksm_widgets.tutor.sitting import editing, entering, holding, naming, playing, viewing
from ksm_widgets.tutor.sitting.examples import example
from ksm_widgets.tutor.sitting.pasting import paste
from ksm_widgets.tutor.sitting.screen import MOST_COLLECTED
from ksm_widgets.tutor.sitting.session import Mode, Session, Tool
from ksm_widgets.widgets.page import AUTO, Draft, Page
from ksm_widgets.words import LANGUAGES

__all__ = ["ACTS", "perform"]

Act = Callable[[Page, str], Page]

_WHOLE = re.compile(r"-?[0-9]+")
_LONGEST = 20
"""Characters of a number that are looked at: more digits make no difference to any field."""


def perform(page: Page, act: str, value: str) -> Page:
    """The page after an act; one that is unknown or makes no sense leaves it as it is."""
    known = ACTS.get(act)
    if known is None:
        return page
    try:
        return known(page, value)
    except KsmError as error:
        return page.with_session(page.session.telling(Notice.refusal(error)))
    except (ValueError, LookupError, ArithmeticError):
        return page  # A value that no control of the page sends, or a number out of all bounds.


def _on_session(command: Callable[[Session, str], Session]) -> Act:
    return lambda page, value: page.with_session(command(page.session, value))


def _option(page: Page, index: str) -> Page:
    """Take a card of the hand and its magic object, and show what they can do."""
    found, _ = page.hand[_whole(index, 0, len(page.hand) - 1)]
    assert page.options is not None
    made = page.options.question.made
    session = editing.play_card(page.session, found.card.number, found.powers, made)
    return page.with_session(viewing.show_answer(session, session.question, found.answer))


def _example(session: Session, key: str) -> Session:
    found = example(key)
    told = Notice((Phrase.of(f"example.{key}_idea"),))
    return editing.load(session, found.situation, told, mode=Mode.PLAY)


def _random(page: Page, stage: str) -> Page:
    session = editing.random_mine(page.session, page.seed, Stage(stage))
    return replace(page, session=session, seed=page.seed + 1)


def _seed(page: Page, text: str) -> Page:
    return replace(page, seed=_whole(text, 0, 999_999_999))


def _number(text: str) -> int:
    """A whole number as a field for numbers writes it; ValueError for any other text."""
    digits = text.strip()
    if not _WHOLE.fullmatch(digits):
        raise ValueError(text[:_LONGEST])
    return int(digits[:_LONGEST])


def _whole(text: str, least: int, most: int) -> int:
    """The number nearest to the one in the field that is allowed there."""
    return max(least, min(_number(text), most))


def _money(session: Session, text: str) -> Session:
    return editing.set_money(session, _whole(text, 0, 999))


def _worth(name: str) -> Callable[[Session, str], Session]:
    def command(session: Session, text: str) -> Session:
        parsed = Values.parse({name: _decimal(text)})
        values = replace(session.situation.values, **{name: getattr(parsed, name)})
        return editing.set_values(session, values)

    return command


def _unseen(session: Session, text: str) -> Session:
    """Never to be dug, at the mean of what it can be, or at a worth of one's own."""
    if text in ("never", "mean"):
        return editing.dig_unseen(session, text == "mean")
    return editing.dig_unseen(session, True, Values.parse({"?": _decimal(text)}).unseen)


def _other(session: Session, text: str) -> Session:
    """Another player's curse points or objects: which player, what, and how many."""
    player, what, size = text.split(",")
    name = {"curses": "curses", "magic": "magic"}[what]
    sizes = {name: _whole(size, 0, MOST_COLLECTED)}
    return holding.set_other(session, _whole(player, 0, 9), **sizes)


def _decimal(text: str) -> Decimal:
    """A number with a point or a comma; ArithmeticError for any other text."""
    return Decimal(text.replace(",", ".")[:_LONGEST])


def _variant(session: Session, _: str) -> Session:
    beginner = session.situation.variant is Variant.BEGINNER
    return editing.set_variant(session, Variant.STANDARD if beginner else Variant.BEGINNER)


def _card(page: Page, number: str) -> Page:
    return replace(page, session=editing.choose_card(page.session, _number(number)), draft=None)


def _draft_number(page: Page, text: str) -> Page:
    number = _whole(text, 1, 32)
    try:
        known = card(number, page.session.situation.deck)
    except CardError:
        return replace(page, draft=Draft(number))
    return replace(page, draft=Draft.of(number, known.shape))


def _draft_cell(page: Page, text: str) -> Page:
    row, _, column = text.partition(",")
    cell = (_whole(row, 0, SIDE - 1), _whole(column, 0, SIDE - 1))
    draft = page.drawn
    return replace(page, draft=replace(draft, cells=draft.cells ^ {cell}))


def _draft_take(page: Page, _: str) -> Page:
    draft = page.drawn
    session = editing.set_shape(page.session, draft.number, draft.shape())
    return replace(page, session=session, draft=None)


def _draft_empty(page: Page, _: str) -> Page:
    return replace(page, draft=replace(page.drawn, cells=frozenset()))


def _sizes(page: Page, text: str) -> Page:
    return replace(page, sizes=_whole(text, 0, 6))


def _ask(session: Session, text: str) -> Session:
    slot = Slot.parse(text)
    return naming.ask_about(session, slot.quarry, slot.level)


def _pad_height(session: Session, text: str) -> Session:
    return entering.enter_height(session, _whole(text, 0, FULL_HEIGHT))


def _look(page: Page, look: str) -> Page:
    return replace(page, look=look) if look in (*THEMES, AUTO) else page


def _language(page: Page, language: str) -> Page:
    return replace(page, language=language) if language in LANGUAGES else page


ACTS: Mapping[str, Act] = MappingProxyType(
    {
        "mode": _on_session(lambda session, value: editing.switch_mode(session, Mode(value))),
        "undo": _on_session(lambda session, _: session.undo()),
        "redo": _on_session(lambda session, _: session.redo()),
        "covered": _on_session(lambda session, value: replace(session, covered=bool(value))),
        "brush": _on_session(lambda session, value: editing.choose_brush(session, Tile(value))),
        "tool": _on_session(lambda session, value: editing.choose_tool(session, Tool(value))),
        "clear": _on_session(lambda session, _: editing.clear(session)),
        "paste": _on_session(paste),
        "enter": _on_session(
            lambda session, value: entering.start_entering(session, anew=value == "anew")
        ),
        "pad-height": _on_session(_pad_height),
        "pad-top": _on_session(lambda session, value: entering.enter_top(session, Tile(value))),
        "pad-back": _on_session(lambda session, _: entering.enter_back(session)),
        "ask": _on_session(_ask),
        "name": _on_session(lambda session, value: naming.name_tile(session, Tile(value))),
        "copied": _on_session(lambda session, _: session.telling(Notice.of("tell.copied"))),
        "example": _on_session(_example),
        "random": _random,
        "seed": _seed,
        "card": _card,
        "hold": _on_session(lambda session, value: editing.hold_card(session, _number(value))),
        "deck": _on_session(editing.load_deck),
        "sizes": _sizes,
        "gather": lambda page, value: replace(page, gathering=bool(value)),
        "keys": lambda page, value: replace(page, keys=bool(value)),
        "draft-number": _draft_number,
        "draft-cell": _draft_cell,
        "draft-take": _draft_take,
        "draft-empty": _draft_empty,
        "power": _on_session(lambda session, value: editing.toggle_power(session, Power(value))),
        "money": _on_session(_money),
        "worth-parchment": _on_session(_worth("parchment")),
        "worth-magic": _on_session(_worth("magic")),
        "worth-curse": _on_session(_worth("curse")),
        "unseen": _on_session(_unseen),
        "variant": _on_session(_variant),
        "screen": _on_session(lambda session, value: holding.use_screen(session, bool(value))),
        "have": _on_session(lambda session, value: holding.hold_tile(session, Tile(value))),
        "put-back": _on_session(lambda session, value: holding.put_back(session, Tile(value))),
        "players": _on_session(lambda session, value: holding.set_players(session, _number(value))),
        "rounds": _on_session(
            lambda session, value: holding.set_rounds_left(session, _number(value))
        ),
        "last": _on_session(lambda session, value: holding.set_last(session, bool(value))),
        "other": _on_session(_other),
        "turn": _on_session(lambda session, _: playing.turn_card(session)),
        "keep": _on_session(lambda session, _: editing.keep(session)),
        "option": _option,
        "plan": _on_session(lambda session, value: viewing.choose_plan(session, _number(value))),
        "step": _on_session(lambda session, value: viewing.step_to(session, _number(value))),
        "step-by": _on_session(lambda session, value: viewing.step_by(session, _number(value))),
        "over": _on_session(lambda session, _: viewing.take_over(session)),
        "own": _on_session(lambda session, _: viewing.back_to_own(session)),
        "unlose": _on_session(lambda session, _: viewing.back_before_loss(session)),
        "anew": _on_session(lambda session, value: viewing.ask_anew(session, bool(value))),
        "look": _look,
        "language": _language,
    }
)
"""The acts that only change the page; those that search, save or play are the explorer's own."""

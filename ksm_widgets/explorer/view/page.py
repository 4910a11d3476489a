"""The explorer's page as a value: the session, and all that undo does not touch.

The browser keeps a session as text (`kept_text`), for when the program behind the page has ended:
its position, the turn so far, and the plan shown. A plan is not kept but searched for again, so
that what the page says of it is true.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, cast

from ksm_widgets.draw.board import Marks, MinePicture
from ksm_widgets.draw.showing import BoardView
from ksm_widgets.explorer import playing
from ksm_widgets.explorer.editing import load
from ksm_widgets.explorer.links import link_of, situation_of
from ksm_widgets.explorer.playing import pointer_notice
from ksm_widgets.explorer.session import Mode, Session, Tool
from ksm_widgets.mine.hand import uncovered
from ksm_widgets.page.state import ForgedValue, PageState
from ksm_widgets.rules.deck import Shape
from ksm_widgets.rules.errors import DigError, RuleError, Unaffordable
from ksm_widgets.rules.json_text import read_json
from ksm_widgets.rules.quarries import SIDE, Move, Quarry
from ksm_widgets.telling.phrases import Notice, Reader, Tone
from ksm_widgets.telling.plans import HintLevel, hint_area, hint_marks, read_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.explorer.session import ShownPlans
    from ksm_widgets.explorer.situation import Query
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.solver.answer import Answer, Plan, SearchProgress


@dataclass(frozen=True, slots=True)
class Draft:
    """A card's shape being drawn in the editor: cells as (row, column), row 0 nearest."""

    number: int = 1
    cells: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def of(cls, card: Card) -> Draft:
        """Begin with a card's shape, in the middle of the grid."""
        shape = card.shape
        row, column = (SIDE - shape.rows) // 2, (SIDE - shape.columns) // 2
        return cls(card.number, frozenset((r + row, c + column) for r, c in shape.cells))

    def shape(self) -> Shape:
        """The shape drawn; raises ShapeTextError for none or too many quarries."""
        return Shape(tuple(sorted(self.cells)))


@dataclass(frozen=True, slots=True)
class Running:
    """A search that is running; `progress` is None while there is nothing to show yet."""

    what: str
    late: bool = False
    progress: SearchProgress | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """The answer for each card of a hand, best first, and the question that they answer.

    With each is its plan as a whole turn, None for a card that can do nothing affordable.
    """

    question: Query
    found: tuple[tuple[Answer, Plan | None], ...]

    @classmethod
    def of(cls, question: Query, answers: Iterable[Answer]) -> Options:
        """The options with their turns from the start."""

        def whole(answer: Answer) -> Plan | None:
            if answer.plan is None:
                return None
            return question.with_card(answer.problem.hand[0].number).whole(answer.plan)

        return cls(question, tuple((answer, whole(answer)) for answer in answers))

    def answer(self, question: Query) -> bool:
        """Whether they answer a question, whichever card it is about."""
        return question.with_card(self.question.situation.number) == self.question


@dataclass(frozen=True, slots=True)
class Page(PageState):
    """The session and how it is looked at.

    `sizes` filters the gallery (0 shows all); `options` are what the hand was found to be able to
    do; `keys` is whether the list of keys is shown, `coded` whether the QR code of the link is;
    `gathering` is whether a touch on a card adds it to the hand; `unsaved` is whether the cards of
    the user's own game could not be saved; `auto` is whether a plan is playing step by step.
    """

    session: Session = field(default_factory=Session)
    sizes: int = 0
    seed: int = 1
    draft: Draft | None = None
    running: Running | None = None
    options: Options | None = None
    keys: bool = False
    coded: bool = False
    gathering: bool = False
    unsaved: bool = False
    auto: bool = False

    @property
    def drawn(self) -> Draft:
        """The shape in the card editor: an empty grid until something is marked."""
        return Draft() if self.draft is None else self.draft

    @property
    def hand(self) -> tuple[tuple[Answer, Plan | None], ...]:
        """The options of the hand on this board; empty until they are asked for."""
        if self.options is None or not self.options.answer(self.session.question):
            return ()
        return self.options.found

    def with_session(self, session: Session) -> Page:
        """The page with another session; one with another state stops a plan that plays."""
        auto = self.auto and session.state is self.session.state
        return replace(self, session=session, auto=auto)

    def telling(self, notice: Notice | None) -> Page:
        """The page with something to tell."""
        return replace(self, session=self.session.telling(notice))

    def failed(self, error: str) -> Page:
        """The page after an unexpected error, with nothing running any more."""
        return replace(self, trouble=error, running=None, auto=False)

    # What it shows.

    @property
    def reader(self) -> Reader:
        """The reader of the page, with the edition of their language."""
        return Reader(self.language)

    @property
    def picture(self) -> MinePicture:
        """The board's picture."""
        session = self.session
        return MinePicture(
            session.seen_position,
            marks_of(session),
            not session.covered,
            self.theme,
            self.edition,
            self.language,
        )

    @property
    def board(self) -> BoardView:
        """The board, with the card under the pointer if one is to be laid."""
        session = self.session
        held = session.hand.covers(session.playable) if session.holds_card else {}
        return BoardView(
            self.picture,
            text=session.position.text,
            label=self.text("touch.board_label", cursor=self.at_cursor),
            help=self.text("explorer.board_help"),
            held=held,
        )

    @property
    def at_cursor(self) -> str:
        """The tiles at the cursor, in words."""
        cursor = self.session.hand.cursor
        stack = self.session.seen_position.stack(cursor)
        return read_out(cursor, stack, self.reader)

    @property
    def notice(self) -> Notice | None:
        """The current notice: about the last command, faults, or the place pointed at."""
        session = self.session
        if session.notice is not None:
            return session.notice
        if session.faults:
            return Notice(session.faults, Tone.WARNING)
        return pointer_notice(session)

    @property
    def announcement(self) -> str:
        """The text that screen readers read out when it changes."""
        return "" if self.notice is None else self.notice.text(self.reader)

    @property
    def classes(self) -> frozenset[str]:
        """Names for the style sheet: while a mine is entered, its keys take the foot of a phone."""
        entering = self.session.tool is Tool.TABLE
        return super(Page, self).classes | (
            frozenset({"ksm-entering"}) if entering else frozenset()
        )

    @property
    def link(self) -> str:
        """The query string that opens this situation."""
        return link_of(self.session.situation)

    @property
    def kept(self) -> str:
        """The session as text, with the turn so far and the plan."""
        return kept_text(self.session)

    # What a touch on the board makes of it.

    def pressed(self, place: Quarry) -> Page:
        """The button or a finger went down."""
        return self.with_session(playing.press(self.session, place))

    def released(self, place: Quarry | None) -> Page:
        """The button or finger was lifted at a quarry, or beside the mine."""
        return self.with_session(playing.release(self.session, place))

    def pointed(self, place: Quarry | None) -> Page:
        """The pointer came to another quarry, or left the board."""
        return self.with_session(playing.point(self.session, place))

    def keyed(self, key: str) -> Page:
        """A key was pressed."""
        return self.with_session(playing.key(self.session, key))

    def unfocused(self) -> Page:
        """The board lost the keyboard's focus: the cursor is not shown."""
        hand = replace(self.session.hand, keyboard=False)
        return replace(self, session=replace(self.session, hand=hand))

    def shortcut(self, key: str, *, command: bool, shift: bool) -> tuple[str, str] | None:
        """Ctrl and Z or Y, ? and Escape for the list of keys."""
        if command and key.lower() in ("z", "y"):
            return ("undo" if key.lower() == "z" and not shift else "redo"), ""
        if key == "?" and self.session.mode is Mode.PLAY:
            return "keys", "" if self.keys else "on"
        return ("keys", "") if key == "Escape" and self.keys else None

    def read_out(self, before: Page) -> str:
        """The tiles at the cursor after it has moved, and whether the card can be dug there."""
        here, there = self.session, before.session
        if here.hand.cursor == there.hand.cursor or here.notice != there.notice:
            return ""
        notice = pointer_notice(here)
        dig = "" if notice is None else f". {notice.text(self.reader)}"
        return f"{self.at_cursor}{dig}"


# What is pointed out on the board.


def marks_of(session: Session) -> Marks:
    """Everything to point out on the board."""
    hand, state = session.hand, session.state
    asked = session.unseen_tile
    area = () if asked is None else (asked.quarry,)
    focus = hand.cursor if hand.keyboard or session.tool is Tool.TABLE else None
    if state.plan is not None:
        due = state.look_due
        return _plan_marks(session, focus, area if due is None else (due,))
    marks = replace(hand.marks(session.playable), focus=focus, area=area)
    if session.mode is Mode.EDIT:
        faults = (fault for fault in session.faults if isinstance(fault, RuleError))
        return replace(marks, faults=tuple(place for fault in faults for place in fault.places))
    refused = _refused(session)
    # The ghost of another place goes before the one refused.
    if hand.at is not None and not set(refused) <= set(marks.ghost):
        refused = ()
    return replace(
        marks,
        dig=state.dig or marks.dig,
        not_diggable=refused or marks.not_diggable,
        ghost=() if refused else marks.ghost,
        bare=state.dig or uncovered(state.moves),
        illegal=None if session.notice is None else session.notice.arrow,
        area=area or _hinted(session),
    )


def _plan_marks(session: Session, focus: Quarry | None, area: tuple[Quarry, ...]) -> Marks:
    """A plan: at its start all the rest of it as arrows, then each step alone."""
    plan, shown = session.state.plan, session.state.shown
    assert plan is not None
    assert shown is not None
    moves, step = plan.turn.moves, shown.step
    dug = step > len(moves)
    first = max(step - 1, 0)
    path: tuple[Move, ...] = moves[first:step]
    if step == shown.begun:
        first, path = step, moves[step:]
    return Marks(
        dig=plan.dig or (),
        path=() if dug else path,
        first_step=first + 1,
        bare=(plan.dig or ()) if dug else uncovered(moves[:step]),
        focus=focus,
        area=area,
    )


def _refused(session: Session) -> tuple[Quarry, ...]:
    """The quarries of a dig that was just refused."""
    notice = session.notice
    refusals = (DigError, Unaffordable)
    if notice is None or not any(isinstance(each, refusals) for each in notice.phrases):
        return ()
    return notice.places


def _hinted(session: Session) -> tuple[Quarry, ...]:
    state = session.state
    if (
        state.shown is None
        or not state.shown.plans
        or state.hint_level in (HintLevel.NONE, HintLevel.ALL)
    ):
        return ()
    if state.dig is not None or not session.follows_plan:
        return ()
    best = state.shown.plans[0]
    if state.hint_level is HintLevel.WHERE:
        return hint_area(best)
    return hint_marks(best, state.hint_level, state.moves)


# A session as text.

_MOST = 500
"""Moves and steps that are brought back."""


@dataclass(frozen=True, slots=True)
class PlanAgain:
    """A plan to be searched for again: the search, the moves made when it was asked for, its place.

    `chosen`, `step` and `watching` are as in the session.
    """

    what: str
    made: int
    chosen: int
    step: int
    watching: bool


def kept_text(session: Session) -> str:
    """A session as text, the inverse of `brought_back`."""
    state = session.state
    data: dict[str, object] = {"link": link_of(session.situation), "mode": state.mode.value}
    if state.moves:
        data["moves"] = [str(move) for move in state.moves]
    if state.dig is not None:
        data["dig"] = [str(quarry) for quarry in state.dig]
    if session.covered:
        data["covered"] = True
    if state.shown is not None and not state.shown.hidden and state.shown.plans:
        data["plan"] = _plan(state.shown, watching=state.watching)
    return json.dumps(data)


def _plan(shown: ShownPlans, *, watching: bool) -> dict[str, object]:
    problem = shown.answer.problem
    what = "frontier" if problem.frontier else "best" if problem.best else "plan"
    return {
        "what": what if shown.policy is None else "look",
        "made": shown.begun,
        "chosen": shown.chosen,
        "step": shown.step,
        "watching": watching,
    }


def brought_back(session: Session, text: str) -> tuple[Session, PlanAgain | None]:
    """The session of a text, and the plan to search for; it may also be a link alone.

    Raises ForgedValue, or the error of the link, the move or the dig at fault.
    """
    notice = Notice.of("pulse.restored")
    if not text.startswith("{"):
        return load(session, situation_of(text), notice), None
    try:
        data = read_json(text)
    except (ValueError, RecursionError):
        raise ForgedValue(text[:20]) from None
    mode = Mode.PLAY if data.get("mode") == Mode.PLAY.value else Mode.EDIT
    loaded = load(session, situation_of(str(data.get("link", ""))), notice, mode=mode)
    if mode is Mode.EDIT or loaded.faults:
        return loaded, None
    attempt = loaded.state.attempt
    for name in _names(data.get("moves", [])):
        attempt = attempt.moving(Move.parse(name))
    dig = tuple(map(Quarry.parse, _names(data.get("dig", []))))
    if dig:
        attempt = attempt.digging(dig)
    state = replace(loaded.state, moves=attempt.moves, dig=attempt.dig)
    shown = replace(loaded.show(state, notice), covered=data.get("covered") is True)
    return shown, _asked(data.get("plan"), len(attempt.moves))


def _names(given: object) -> list[str]:
    if not isinstance(given, list) or len(given) > _MOST:
        raise ForgedValue("names")
    return list(map(str, given))


def _asked(given: object, moves: int) -> PlanAgain | None:
    if given is None:
        return None
    if not isinstance(given, dict):
        raise ForgedValue("plan")
    plan = cast("dict[str, object]", given)
    numbers = [plan.get(name) for name in ("made", "chosen", "step")]
    if plan.get("what") not in ("plan", "best", "frontier", "look") or not all(
        type(number) is int and 0 <= number <= _MOST for number in numbers
    ):
        raise ForgedValue("plan")
    made, chosen, step = cast("list[int]", numbers)
    return PlanAgain(
        str(plan["what"]), min(made, moves), chosen, step, plan.get("watching") is True
    )


def as_asked(session: Session, plan: PlanAgain) -> Session:
    """The session as it was when the plan was asked for."""
    state = replace(session.state, moves=session.state.moves[: plan.made], dig=None, shown=None)
    return replace(session, state=state)


def with_plan(session: Session, found: Session, plan: PlanAgain) -> Session:
    """The session with the plan that `found` shows, where it was before."""
    shown = found.state.shown
    changed = session.situation != found.situation or session.state.shown is not None
    if shown is None or not shown.plans or changed:
        return session
    chosen = plan.chosen if plan.chosen < len(shown.plans) else 0
    steps = len(shown.plans[chosen].steps)
    shown = replace(shown, chosen=chosen, step=max(shown.begun, min(plan.step, steps)))
    state = replace(
        session.state, shown=shown, watching=plan.watching, hint_level=HintLevel.ALL, mode=Mode.PLAY
    )
    return session.show(state, Notice.of("pulse.restored"))

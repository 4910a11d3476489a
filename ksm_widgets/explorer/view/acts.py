"""The acts of the explorer's controls, and its searches: their work, and the page after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.explorer import editing, entering, plans, playing
from ksm_widgets.explorer.editing import next_number
from ksm_widgets.explorer.links import EXAMPLES, example
from ksm_widgets.explorer.session import Mode, Session, Tool
from ksm_widgets.explorer.situation import MOST_COLLECTED
from ksm_widgets.explorer.view.page import Draft, Options, Page
from ksm_widgets.page.state import ForgedValue, among, decimal, item, member, number, whole
from ksm_widgets.rules.deck import CARD_COUNT
from ksm_widgets.rules.position import Stage
from ksm_widgets.rules.quarries import FULL_HEIGHT, SIDE, Variant
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.rules.values import Values
from ksm_widgets.solver.answer import Status
from ksm_widgets.solver.covered import solve_covered
from ksm_widgets.solver.judging import judge
from ksm_widgets.solver.problem import MOST_MONEY
from ksm_widgets.solver.problem_reading import Slot
from ksm_widgets.telling.phrases import Notice, Phrase

if TYPE_CHECKING:
    from ksm_widgets.explorer.situation import Query
    from ksm_widgets.page.state import Act
    from ksm_widgets.solver import Answer, Policy, Problem, SearchProgress


def _session(
    command: Callable[..., Session], parse: Callable[[str], Any] | None = None
) -> Act[Page]:
    """The act of a command on the session, which gets the value as `parse` reads it."""
    if parse is None:
        return lambda page, _: page.with_session(command(page.session))
    return lambda page, value: page.with_session(command(page.session, parse(value)))


def _page(**changes: Callable[[str], Any]) -> Act[Page]:
    """The act that sets fields of the page."""
    return lambda page, value: replace(
        page, **{name: parse(value) for name, parse in changes.items()}
    )


def _tile(text: str) -> Tile:
    return member(Tile, text)


def _option(page: Page, index: str) -> Page:
    """Choose a card of the hand, and show what it can do."""
    found, _ = item(page.hand, index)
    assert page.options is not None
    made = page.options.question.made
    session = editing.play_card(page.session, found.problem.hand[0].number, made)
    return page.with_session(plans.show_answer(session, session.question, found))


def _example(session: Session, key: str) -> Session:
    found = example(among([each.key for each in EXAMPLES], key))
    notice = Notice((Phrase.of(f"example.{key}_idea"),))
    return editing.load(session, found.situation, notice, mode=Mode.PLAY)


def _random(page: Page, stage: str) -> Page:
    session = editing.random_mine(page.session, page.seed, member(Stage, stage))
    return replace(page.with_session(session), seed=page.seed + 1)


def _worth(name: str) -> Act[Page]:
    def command(session: Session, text: str) -> Session:
        worth = getattr(Values.parse({name: decimal(text)}), name)
        return editing.set_values(session, replace(session.situation.values, **{name: worth}))

    return _session(command, str)


def _unseen(session: Session, text: str) -> Session:
    """Never dig unseen tiles, or value them at their mean or at an amount."""
    if text in ("never", "mean"):
        return editing.dig_unseen(session, text == "mean")
    return editing.dig_unseen(session, True, Values.parse({"?": decimal(text)}).unseen)


def _other(session: Session, text: str) -> Session:
    """Set another player's curse points or objects: player, which of the two, and how many."""
    parts = text.split(",")
    if len(parts) != 3:
        raise ForgedValue(text[:20])
    player, what, size = parts
    others = session.situation.screen.others
    sizes = {among(("curses", "magic"), what): whole(size, 0, MOST_COLLECTED)}
    return entering.set_other(session, item(range(len(others)), player), **sizes)


def _card(page: Page, text: str) -> Page:
    return page.with_session(editing.choose_card(page.session, number(text)))


def _draft_number(page: Page, text: str) -> Page:
    chosen = whole(text, 1, CARD_COUNT)
    known = [card for card in page.session.own if card.number == chosen]
    return replace(page, draft=Draft.of(known[0]) if known else Draft(chosen))


def _draft_cell(page: Page, text: str) -> Page:
    row, _, column = text.partition(",")
    cell = (whole(row, 0, SIDE - 1), whole(column, 0, SIDE - 1))
    return replace(page, draft=replace(page.drawn, cells=page.drawn.cells ^ {cell}))


def _draft_take(page: Page, _: str) -> Page:
    drawn = page.drawn
    session = editing.set_shape(page.session, drawn.number, drawn.shape())
    return _draft_number(page.with_session(session), str(next_number(drawn.number)))


def _ask(session: Session, text: str) -> Session:
    slot = Slot.parse(text)
    return entering.ask_about(session, slot.quarry, slot.level)


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        "mode": _session(editing.switch_mode, lambda text: member(Mode, text)),
        "undo": _session(Session.undo),
        "redo": _session(Session.redo),
        "covered": _session(lambda session, on: replace(session, covered=on), bool),
        "brush": _session(editing.choose_brush, _tile),
        "tool": _session(editing.choose_tool, lambda text: member(Tool, text)),
        "clear": _session(editing.clear),
        "paste": _session(editing.paste, str),
        "enter": _session(
            lambda session, anew: entering.start_entering(session, anew=anew),
            lambda text: text == "anew",
        ),
        "pad-height": _session(entering.enter_height, lambda text: whole(text, 0, FULL_HEIGHT)),
        "pad-top": _session(entering.enter_top, _tile),
        "pad-back": _session(entering.enter_back),
        "ask": _session(_ask, str),
        "name": _session(entering.name_tile, _tile),
        "copied": _session(lambda session: session.telling(Notice.of("tell.copied"))),
        "example": _session(_example, str),
        "random": _random,
        "seed": _page(seed=lambda text: whole(text, 0, 999_999_999)),
        "card": _card,
        "hold": _session(editing.hold_card, number),
        "deck": _session(editing.load_deck, str),
        "sizes": _page(sizes=lambda text: whole(text, 0, 6)),
        "gather": _page(gathering=bool),
        "keys": _page(keys=bool),
        "code": _page(coded=bool),
        "draft-number": _draft_number,
        "draft-cell": _draft_cell,
        "draft-take": _draft_take,
        "draft-empty": lambda page, _: replace(page, draft=Draft(page.drawn.number)),
        "power": _session(editing.toggle_power, lambda text: member(Power, text)),
        "money": _session(editing.set_money, lambda text: whole(text, 0, MOST_MONEY)),
        "worth-parchment": _worth("parchment"),
        "worth-magic": _worth("magic"),
        "worth-curse": _worth("curse"),
        "unseen": _session(_unseen, str),
        "variant": _session(editing.set_variant, lambda text: member(Variant, text)),
        "screen": _session(entering.use_screen, bool),
        "have": _session(entering.hold_tile, _tile),
        "put-back": _session(entering.put_back, _tile),
        "players": _session(entering.set_players, number),
        "rounds": _session(entering.set_rounds_left, number),
        "last": _session(entering.set_last, bool),
        "other": _session(_other, str),
        "others-none": _session(entering.set_rest_empty),
        "turn": _session(playing.turn_card),
        "keep": _session(editing.keep),
        "option": _option,
        "plan": _session(plans.choose_plan, number),
        "step": _session(plans.step_to, number),
        "step-by": _session(plans.step_by, number),
        "over": _session(plans.take_over),
        "own": _session(plans.back_to_own),
        "unlose": _session(plans.back_before_loss),
        "anew": _session(plans.ask_anew, bool),
    }
)
"""The acts that only change the page's state."""


Solver = Callable[..., "Answer"]
Work = Callable[[Callable[[], bool], Callable[["SearchProgress"], None]], Any]
"""Work for the background; it gets a function that says whether to stop, and one for progress."""
Done = Callable[[Page, Any], Page]
"""From the page at the end of the work, and its result, to the next page."""

_BEST = 5
"""The number of digs asked for by `best`."""
_PATIENCE = 3.0
"""Seconds for a plan with looks: in a full mine the best is found soon, but its proof takes long.

After a look the search is repeated, so a look or two ahead are enough.
"""


_SEARCHES = ("plan", "best", "frontier", "look", "hand", "hint", "judge")


def search_for(page: Page, what: str, solver: Solver) -> tuple[Work, Done]:
    """The work and its end for `plan`, `best`, `frontier`, `look`, `hand`, `hint` or `judge`.

    Without unseen tiles, `look` asks for the best plan, and so does `hand` with less than two
    cards. Raises FaultyPosition for a faulty mine, and ForgedValue for anything else to search for.
    """
    among(_SEARCHES, what)
    if what == "hand" and page.session.situation.chooses_card:
        return _hand(page, solver)
    if what == "judge":
        return _verdict(page, solver)
    question = page.session.question
    if what == "look" and question.situation.unseen is not None:
        return _policy(question)
    problem = question.problem(best=_BEST if what == "best" else 0, frontier=what == "frontier")
    hint = what == "hint"

    def done(page: Page, answer: Answer) -> Page:
        session = plans.show_answer(page.session, question, answer, hide=hint)
        return page.with_session(plans.next_hint(session) if hint else session)

    return _work(problem, solver), done


def _work(problem: Problem, solver: Solver) -> Work:
    return lambda stop, tell: solver(problem, cancelled=stop, progress=tell)


def _policy(question: Query) -> tuple[Work, Done]:
    """The best plan that reacts to what shows."""
    once, twice = (question.problem(reactions=looks) for looks in (1, 2))

    def work(stop: Callable[[], bool], tell: Callable[[SearchProgress], None]) -> Policy:
        found = solve_covered(once, time_limit=_PATIENCE, cancelled=stop, progress=tell)
        left = _PATIENCE - found.seconds
        if found.status is not Status.OPTIMAL or left <= 0 or found.net is None:
            return found
        # There is time to look a second time ahead.
        further = solve_covered(twice, time_limit=left, cancelled=stop, progress=tell)
        more = further.net is not None and further.net > found.net
        return further if more or further.status is Status.OPTIMAL else found

    return work, lambda page, policy: page.with_session(
        plans.show_policy(page.session, question, policy)
    )


def _hand(page: Page, solver: Solver) -> tuple[Work, Done]:
    """Each card of the hand."""
    question = page.session.question
    situation = question.situation
    held = tuple(card for card in situation.deck if card.number in situation.hand)
    problem = replace(question.problem(), shape=held[0].shape, hand=held)

    def done(page: Page, answer: Answer) -> Page:
        options = Options.of(question, answer.cards)
        notice = Notice.of("tell.other_situation")
        if options.answer(page.session.question):
            notice = plans.hand_notice(question, answer)
        return replace(page, options=options, session=page.session.telling(notice))

    return _work(problem, solver), done


def _verdict(page: Page, solver: Solver) -> tuple[Work, Done]:
    """The own turn against the best from its start."""
    problem = page.session.situation.problem()
    turn = page.session.state.attempt.turn

    def work(stop: Callable[[], bool], tell: Callable[[SearchProgress], None]) -> Any:
        return judge(problem, turn, lambda asked: solver(asked, cancelled=stop, progress=tell))

    return work, lambda page, verdict: page.with_session(plans.show_verdict(page.session, verdict))

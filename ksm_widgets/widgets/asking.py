"""What the page asks the solver for: the work for a thread, and the page once it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.solver.hand import solve_hand
from ksm_widgets.solver.judging import judge
from ksm_widgets.solver.unseen import holds_unseen
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.sitting import viewing
from ksm_widgets.widgets.page import Options, Page

if TYPE_CHECKING:
    from ksm_widgets.solver import Answer, Problem, Standing

__all__ = ["Done", "Solver", "Work", "search_for"]

Solver = Callable[..., "Answer"]
Work = Callable[[Callable[[], bool], Callable[["Standing"], None]], Any]
"""Something to be done elsewhere, with a way to ask whether to stop and one to tell progress."""
Done = Callable[[Page, Any], Page]
"""From the page as it is when the work has ended, and what came of it, to the next page."""

_BEST = 5
"""How many digs `the best digs` asks for."""


def search_for(page: Page, what: str, solver: Solver) -> tuple[Work, Done]:
    """The work and its end for `plan`, `best`, `frontier`, `hand`, `hint` or `judge`.

    Raises FaultyPosition for a mine that cannot be solved.
    """
    if what == "hand":
        return _hand(page)
    if what == "judge":
        return _verdict(page, solver)
    question = page.session.question
    problem = question.problem(best=_BEST if what == "best" else 0, frontier=what == "frontier")
    hint = what == "hint"

    def done(page: Page, answer: Answer) -> Page:
        session = viewing.show_answer(page.session, question, answer, hide=hint)
        return page.with_session(viewing.next_hint(session) if hint else session)

    return _work(problem, solver), done


def _work(problem: Problem, solver: Solver) -> Work:
    return lambda stop, tell: solver(problem, cancelled=stop, progress=tell)


def _hand(page: Page) -> tuple[Work, Done]:
    """Every card of the hand with every set of the objects ticked, from the board as it stands."""
    question = page.session.question
    situation, problem = question.situation, question.problem()
    held = [card for card in situation.deck if card.number in situation.hand]

    def work(stop: Callable[[], bool], tell: Callable[[Standing], None]) -> Any:
        found = solve_hand(problem, held, situation.powers, cancelled=stop, progress=tell)
        return Options.of(question, found)

    def done(page: Page, options: Options) -> Page:
        told = Notice.of("tell.other_situation")
        if options.answer(page.session.question):
            unseen = holds_unseen(question.situation.position)
            told = viewing.hand_notice(options.found, unseen=unseen)
        return replace(page, options=options, session=page.session.telling(told))

    return work, done


def _verdict(page: Page, solver: Solver) -> tuple[Work, Done]:
    """The own turn against the best from its start."""
    problem = page.session.situation.problem()
    turn = page.session.state.attempt.turn

    def work(stop: Callable[[], bool], tell: Callable[[Standing], None]) -> Any:
        return judge(problem, turn, lambda asked: solver(asked, cancelled=stop, progress=tell))

    return work, lambda page, verdict: page.with_session(
        viewing.show_verdict(page.session, verdict)
    )

"""The explorer's searches: the work to do, and the page once it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ksm_widgets.explorer import plans
from ksm_widgets.explorer.view.page import Options, Page
from ksm_widgets.page.state import among
from ksm_widgets.solver.answer import Status
from ksm_widgets.solver.covered import solve_covered
from ksm_widgets.solver.judging import judge
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from ksm_widgets.explorer.situation import Query
    from ksm_widgets.solver import Answer, Policy, Problem, SearchProgress


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

"""A search for an answer in the background, and the page before, during and after it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from ksm_widgets.companions.answering import Looked, ShelfFound
from ksm_widgets.companions.links import QueryT
from ksm_widgets.companions.position import PositionT
from ksm_widgets.companions.view.page import Mode
from ksm_widgets.rules.errors import KsmError, RuleError
from ksm_widgets.telling.phrases import Notice, Phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.answering import AnyFound, FoundT
    from ksm_widgets.companions.pulse import PartDone, Pulse
    from ksm_widgets.companions.view.page import PageT


class Running(NamedTuple):
    """A search under way: how much of it is done, and whether it shows yet."""

    done: int = 0
    late: bool = False


@dataclass(frozen=True, slots=True)
class Search(Generic[PositionT, QueryT]):
    """A search for the first of some questions about a position that has an answer.

    If it was asked `from_game`, the game goes on where none of them has one.
    """

    position: PositionT
    query: QueryT
    questions: tuple[str, ...]
    from_game: bool = False

    def result(
        self,
        find: Callable[[PositionT, QueryT, Pulse, PartDone], FoundT],
        pulse: Pulse,
        part_done: PartDone,
    ) -> FoundT | KsmError:
        """The answer, or the reason why the first question has none; raises what `pulse` does."""
        refusals = []
        for question in self.questions:
            try:
                return find(self.position, replace(self.query, question=question), pulse, part_done)
            except KsmError as error:
                refusals.append(error)
        return refusals[0]


AnySearch = Search[Any, Any]


def started(page: PageT) -> PageT:
    """The page when a search has started; it shows once it is late."""
    return replace(page, running=Running(), looked=None)


def late(page: PageT, done: int | None) -> PageT:
    """The page while a search is late, with `done` of its parts done."""
    if page.running is None:
        return page
    return replace(page, running=Running(done or 0, late=True))


def ended(page: PageT, search: AnySearch, result: AnyFound | KsmError | None) -> PageT:
    """The page after a search: it has an answer, or why there is none; None if it was stopped.

    An answer, or a refusal, is left out if something else is asked by now. Nothing is told of it in
    a game, where notices are about the game.
    """
    after = replace(page, running=None)
    asked = (page.position, page.query) == (search.position, search.query)
    if asked and isinstance(result, ShelfFound):
        after = replace(after, query=result.query, looked=Looked(result, result.first_row))
    if page.mode is Mode.PLAY:
        return after
    if result is None:
        return after.telling(Notice.of("shelf_page.stopped"))
    if not asked:
        return after
    if isinstance(result, KsmError):
        return _unanswered(after, search, result)
    return after.telling(Notice((result.headline,), result.tone))


def _unanswered(page: PageT, search: AnySearch, refused: KsmError) -> PageT:
    """The page without an answer, and why; a game that was asked about goes on."""
    if not search.from_game:
        return page.telling(Notice.refusal(refused))
    rule = refused.rule if isinstance(refused, RuleError) else None
    told = Notice((Phrase("shelf_play.no_question"), refused), rule=rule)
    return page.in_mode(Mode.PLAY).telling(told)

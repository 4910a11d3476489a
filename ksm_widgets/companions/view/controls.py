"""The acts of the controls that the page of every game has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.answering import AnyLooked
from ksm_widgets.companions.replaying import SEEDS
from ksm_widgets.companions.view.acting import in_match
from ksm_widgets.companions.view.page import AnyPage, Mode
from ksm_widgets.page.state import ForgedValue, among, item, member, number, whole
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ksm_widgets.companions.drafting import ShelfDraft
    from ksm_widgets.companions.match import AnyMatch
    from ksm_widgets.page.state import Act

    AnyDraft = ShelfDraft[Any]


def _size(page: AnyPage, value: str) -> int:
    """A number of players that the game can have."""
    return whole(value, page.sizes[0], page.sizes[-1])


# A position that is set up.


def _draft(command: Callable[[AnyDraft, str], AnyDraft]) -> Act[Any]:
    """The act of a control that changes the draft."""
    return lambda page, value: page.with_draft(command(page.draft, value))


def _of_example(draft: AnyDraft, value: str) -> AnyDraft:
    """Begin with an example; this can be undone."""
    return draft.read(draft.examples[among(draft.examples, value)])


def _asked_by_seat(draft: AnyDraft, value: str) -> AnyDraft:
    """Ask as another seat."""
    return draft.with_me(whole(value, 1, draft.position.players))


def _tool_in_hand(draft: AnyDraft, value: str) -> AnyDraft:
    """Take a tool in hand."""
    return draft.changed(tool=among(draft.tools, value))


def _with_players(page: AnyPage, value: str) -> AnyPage:
    """Set up another number of players."""
    return page.with_draft(page.draft.with_players(_size(page, value)))


# A question and its answer.


def _with_question(page: AnyPage, value: str) -> AnyPage:
    """Choose the question."""
    return page.with_query(replace(page.query, question=among(page.query.questions, value)))


def _looked(change: Callable[[AnyLooked, str], AnyLooked]) -> Act[Any]:
    """The act of a control that is there only beside an answer."""

    def act(page: AnyPage, value: str) -> AnyPage:
        if page.looked is None:
            raise ForgedValue(value[:20])
        return replace(page, looked=change(page.looked, value))

    return act


def _row_shown(looked: AnyLooked, value: str) -> AnyLooked:
    """Look at a row of the answer, before its first act."""
    return replace(looked, row=item(range(len(looked.found.rows)), value), step=0)


def _step_shown(looked: AnyLooked, value: str) -> AnyLooked:
    """Show the first acts of the row that is looked at, as many as the value says."""
    return replace(looked, step=whole(value, 0, len(looked.acts)))


def _copied(page: AnyPage, _: str) -> AnyPage:
    """Tell that a text has been copied."""
    return page.telling(Notice.of("shelf_page.copied"))


# A game that is played.


def _in_mode(page: AnyPage, value: str) -> AnyPage:
    """Set up a position, or play."""
    return page.in_mode(member(Mode, value))


def _game_begun(page: AnyPage, value: str) -> AnyPage:
    """Begin a game; its seed is the value."""
    seed = whole(value, 0, SEEDS - 1)
    return page.with_match(page.match_type.begin(page.players, page.people, seed))


def _act_done(match: AnyMatch, value: str) -> AnyMatch:
    """Do an open act by its number, unless the game has gone on since its button was shown."""
    stage, _, at = value.partition(",")
    if number(stage) != match.stage:
        raise ForgedValue(value[:20])
    return match.decided(item(match.open_acts, at))


def _replayed_to(match: AnyMatch, value: str) -> AnyMatch:
    """Replay the game up to an act; up to the last one, it is played on."""
    count = len(match.game.acts)
    at = whole(value, 0, count)
    return replace(match.unchosen(), at=None if at == count else at)


def _study(page: AnyPage, _: str) -> AnyPage:
    """Ask about the position of the game, as the viewer sees it."""
    match = page.playing
    if match is None or match.viewer is None or match.waits or match.pause is not None:
        raise ForgedValue("study")
    view = match.view
    return page.studying(view if view.me is not None else view.seen(match.viewer))


def _record_opened(page: AnyPage, value: str) -> AnyPage:
    """Go on with a game from its record."""
    return page.with_match(page.match_type.parse(value))


SHELF_ACTS: Mapping[str, Act[Any]] = MappingProxyType(
    {
        "undo": _draft(lambda draft, _: draft.undo()),
        "redo": _draft(lambda draft, _: draft.redo()),
        "clear": _draft(lambda draft, _: draft.with_balanced(draft.blank(draft.position.players))),
        "example": _draft(_of_example),
        "fill": _draft(lambda draft, _: draft.with_balanced(draft.filled_up(draft.position))),
        "paste": _draft(lambda draft, text: draft.read(text)),
        "tool": _draft(_tool_in_hand),
        "players": _with_players,
        "me": _draft(_asked_by_seat),
        "question": _with_question,
        "row": _looked(_row_shown),
        "step": _looked(_step_shown),
        "copied": _copied,
        "code": lambda page, value: replace(page, coded=bool(value)),
        "mode": _in_mode,
        "seats": lambda page, value: replace(page, players=_size(page, value)),
        "people": lambda page, value: replace(page, people=whole(value, 1, page.sizes[-1])),
        "begin": _game_begun,
        "do": in_match(_act_done),
        "ready": in_match(lambda match, _: match.passed_on()),
        "all": in_match(lambda match, _: match.unchosen()),
        "at": in_match(_replayed_to),
        "end": lambda page, _: page.with_match(None),
        "study": _study,
        "record": _record_opened,
    }
)
"""The acts that every game has: to set up, to ask and to play."""

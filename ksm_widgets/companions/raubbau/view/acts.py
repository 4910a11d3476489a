"""The acts of the controls that set up a position and choose a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ksm_widgets.companions.raubbau import editing
from ksm_widgets.companions.raubbau.box import KINDS, MOST_PLAYERS, Face
from ksm_widgets.companions.raubbau.editing import EXAMPLES, TOOLS, Draft, adjust
from ksm_widgets.companions.raubbau.links import QUESTIONS
from ksm_widgets.companions.raubbau.match import Match
from ksm_widgets.companions.raubbau.questions import AIMS
from ksm_widgets.companions.raubbau.rules import FEWEST_PLAYERS
from ksm_widgets.companions.raubbau.view.page import Mode, Page
from ksm_widgets.page.state import ForgedValue, item, member, one_of, whole
from ksm_widgets.telling.phrases import Notice

if TYPE_CHECKING:
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.page.state import Act


def _draft(command: Callable[[Draft], Draft]) -> Act[Page]:
    return lambda page, _: page.with_draft(command(page.draft))


def _number(change: Callable[[Position, int], Position], least: int, most: int) -> Act[Page]:
    """The act of a field for a number of the position."""

    def act(page: Page, value: str) -> Page:
        number = whole(value, least, most)
        return page.with_draft(adjust(page.draft, lambda position: change(position, number)))

    return act


def _seat(change: Callable[[Position, int], Position]) -> Act[Page]:
    def act(page: Page, value: str) -> Page:
        seat = whole(value, 1, page.position.players)
        return page.with_draft(adjust(page.draft, lambda position: change(position, seat)))

    return act


def _tool(page: Page, value: str) -> Page:
    return page.with_draft(replace(page.draft, tool=one_of(TOOLS, value), notice=None))


def _set(page: Page, value: str) -> Page:
    name = one_of(page.position.box.sets, value)
    return page.with_draft(replace(page.draft, tool=editing.CARD, set=name, notice=None))


def _face(page: Page, value: str) -> Page:
    face = member(Face, value)
    return page.with_draft(replace(page.draft, tool=editing.CARD, face=face, notice=None))


def _count(page: Page, value: str) -> Page:
    """Add to a number of one seat or stack: its name, the index, and how much is added.

    A button that sent the number itself would lose the second of two quick taps.
    """
    name, _, rest = value.partition(",")
    at, _, more = rest.partition(",")
    one_of(("points", "drift", "stack", "tunnels"), name)
    position = page.position
    many = position.stacks if name == "stack" else range(position.players)
    item(range(len(many)), at)
    changed = editing.with_more(position, name, int(at), whole(more, -99, 99))
    return page.with_draft(page.draft.changed(changed))


def _drawn(page: Page, value: str) -> Page:
    if value:
        one_of(KINDS, value)
    position, notice = editing.with_drawn(page.position, value)
    position = editing.balanced(page.position, position)
    return page.with_draft(page.draft.changed(position, notice))


def _aim(page: Page, value: str) -> Page:
    aim = one_of(AIMS, value) if value else None
    return page.with_query(replace(page.query, aim=aim))


def _question(page: Page, value: str) -> Page:
    return page.with_query(replace(page.query, question=one_of(QUESTIONS, value)))


def _row(page: Page, value: str) -> Page:
    if page.found is None:
        raise ForgedValue(value[:20])
    rows = page.found.turned or page.found.options
    return replace(page, row=rows.index(item(rows, value)))


def _copied(page: Page, _: str) -> Page:
    return page.telling(Notice.of("raubbau_page.copied"))


def _fields(**changes: Callable[[str], Any]) -> Act[Page]:
    return lambda page, value: replace(page, **{name: to(value) for name, to in changes.items()})


# A game.


def _mode(page: Page, value: str) -> Page:
    return replace(page, mode=member(Mode, value), draft=replace(page.draft, notice=None))


def _begin(page: Page, value: str) -> Page:
    seed = whole(value, 0, 999_999_999)
    return page.with_match(Match.begin(page.players, min(page.people, page.players), seed))


def _playing(command: Callable[[Match, str], Match]) -> Act[Page]:
    def act(page: Page, value: str) -> Page:
        if page.match is None:
            raise ForgedValue(value[:20])
        return page.with_match(command(page.match, value))

    return act


def _do(match: Match, value: str) -> Match:
    return match.after(item(match.acts, value))


def _at(match: Match, value: str) -> Match:
    count = len(match.game.acts)
    at = whole(value, 0, count)
    return replace(match, at=None if at == count else at, place=None)


def _study(page: Page, _: str) -> Page:
    """Ask about the position of the game, as the viewer sees it."""
    if page.match is None or page.match.viewer is None or page.match.waits:
        raise ForgedValue("study")
    view = page.match.view
    draft = page.draft.changed(view if view.me is not None else view.seen(page.match.viewer))
    return replace(page, mode=Mode.SET).with_draft(draft)


def _record(page: Page, value: str) -> Page:
    return page.with_match(Match.parse(value))


ACTS: Mapping[str, Act[Page]] = MappingProxyType(
    {
        "undo": _draft(Draft.undo),
        "redo": _draft(Draft.redo),
        "clear": _draft(lambda draft: draft.changed(editing.blank(draft.position.players))),
        "fill": _draft(lambda draft: draft.changed(editing.filled_up(draft.position))),
        "example": lambda page, value: page.with_draft(
            page.draft.changed(Draft.of_example(one_of(EXAMPLES, value)).position)
        ),
        "paste": lambda page, value: page.with_draft(page.draft.read(value)),
        "tool": _tool,
        "set": _set,
        "face": _face,
        "players": _number(editing.with_players, FEWEST_PLAYERS, MOST_PLAYERS),
        "match": _number(editing.with_match, 1, 9),
        "rounds": _number(editing.with_rounds, -1, 1),
        "start": _seat(editing.with_start),
        "me": _seat(editing.with_me),
        "count": _count,
        "drawn": _drawn,
        "question": _question,
        "aim": _aim,
        "trusting": lambda page, value: page.with_query(replace(page.query, trusting=bool(value))),
        "row": _row,
        "copied": _copied,
        "code": _fields(coded=bool),
        "mode": _mode,
        "seats": _fields(players=lambda text: whole(text, FEWEST_PLAYERS, MOST_PLAYERS)),
        "people": _fields(people=lambda text: whole(text, 1, MOST_PLAYERS)),
        "begin": _begin,
        "do": _playing(_do),
        "ready": _playing(lambda match, _: match.passed_on()),
        "all": _playing(lambda match, _: replace(match, place=None)),
        "at": _playing(_at),
        "end": lambda page, _: page.with_match(None),
        "study": _study,
        "record": _record,
    }
)
"""The acts that only change the page's state."""

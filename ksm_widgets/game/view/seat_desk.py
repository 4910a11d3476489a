"""The page of a seat on a device of its own, or of a spectator, at a match that many share."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from ksm_widgets.game.keeping import Start
from ksm_widgets.game.match import MatchError, Phase
from ksm_widgets.game.seats import Seating
from ksm_widgets.game.view.acts import ACTS
from ksm_widgets.game.view.ending import RECORD_FILE, record
from ksm_widgets.game.view.page import TablePage
from ksm_widgets.game.view.table import PANELS
from ksm_widgets.game.view.turn import hinted
from ksm_widgets.page.desk import STYLES, Desk
from ksm_widgets.page.html import Child, button, row
from ksm_widgets.page.state import ForgedValue
from ksm_widgets.rules.quarries import Variant

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.game.advice import Advice
    from ksm_widgets.game.shared import SharedMatch
    from ksm_widgets.rules.views import View

SEAT_STYLES = (*STYLES, *(Path(__file__).with_name(name) for name in ("play.css", "seat.css")))
"""The style sheets of the page."""
_SEATED = frozenset(
    {
        *("card", "choose", "tool", "turn-card", "spend", "dig", "no-dig", "back"),
        *("add-tile", "add", "concede", "unsure", "sure", "hint"),
    }
)
_AT_THE_END = frozenset({"replay", "at", "at-by", "end-replay", "copied", "save"})
"""What a seat may do; everything else of a game's page is the host's."""
_TOP = ".ksm-round-told"


def _of_page(panel: Callable[[TablePage], Child]) -> Callable[[SeatDesk], Child]:
    return lambda desk: panel(desk.page)


class SeatDesk(Desk[TablePage]):
    """The page of a `seat`, None for a spectator; it never gets what that seat may not know."""

    panels: ClassVar[Mapping[str, Callable[[SeatDesk], Child]]] = MappingProxyType(
        {
            **{name: _of_page(panel) for name, panel in PANELS.items() if name != "start"},
            "set": lambda desk: desk.leaving(),
        }
    )

    def __init__(self, shared: SharedMatch, seat: int | None, language: str, look: str) -> None:
        self.shared, self.seat, self._moment = shared, seat, shared.moment
        self.advise: Callable[[View], None] = lambda _: None
        """Called to have advice thought out, which then is handed to `advised`."""
        self._advised = 0
        match = shared.seen_from(seat)
        sitters = tuple((one.name, one.level) for one in match.seats)
        setting = match.game.setting
        seating = Seating(sitters, setting.edition.name, Variant(setting.variant))
        page = TablePage(
            start=Start(seating), language=language, look=look, apart=True, hints=shared.hints
        )
        super().__init__(page.sitting(match))

    def receive(self, content: Any) -> None:
        """Take a message of the phone, and what it does to the match.

        Once there is something to do, the top of the page comes into sight, wherever they read.
        """
        before = self.page.phase
        self._take(content)
        if self._acts and self.page.phase is not before:
            self.look = _TOP

    def _take(self, content: Any) -> None:
        self.catch_up()
        known = self.page.match
        super().receive(content)
        after = self.page.match
        if after is None or after is known:
            return
        assert self.seat is not None, "spectators do nothing"
        try:
            self.shared.commit(self.seat, after)
        except MatchError:
            self._arrive()
            raise
        self._moment = self.shared.moment
        self.page = replace(self.page, match=self.shared.seen_from(self.seat))

    def catch_up(self) -> None:
        """Show what the others have done meanwhile."""
        if self.shared.moment != self._moment:
            self._arrive()

    def _arrive(self) -> None:
        page, match = self.page, self.shared.seen_from(self.seat)
        # A card that is being tried stays in hand while others lay down theirs.
        chooses = page.phase is Phase.CHOOSE and match.phase is Phase.CHOOSE
        own = [at for at, step in enumerate(match.steps) if step.seat == self.seat]
        since = min(own[-1] + 1 if own else 0, len(match.steps) - 1)
        self.page = page.arriving(match, since=since, turn=page.turn if chooses else None)
        self._moment = self.shared.moment

    def act(self, name: str, value: str) -> None:
        """Do what a control asks for."""
        match = self.page.match
        allowed = _AT_THE_END if match is None or match.over else _SEATED
        if self.seat is None or name not in allowed:
            raise ForgedValue(name)
        if name == "concede" and not self._acts:
            raise ForgedValue(name)
        if name == "hint":
            self._hint()
            return
        if name == "save":
            self.file = RECORD_FILE, self.page.record
            return
        self.page = ACTS[name](self.page.attending(name, value), value)

    def _hint(self) -> None:
        """Tell one level more of the best choice, once it is known."""
        page = self.page
        seen, known = page.seen, page.turn.advice
        if not page.hints or seen is None or page.phase not in (Phase.CHOOSE, Phase.DIG):
            raise ForgedValue("hint")
        if known is not None and (found := known.known(seen)) is not None:
            self.page = hinted(replace(page, told=None), found)
        elif not page.thinking:
            self.page = replace(page, told=None, thinking=True)
            self.advise(seen)

    def advised(self, seen: View, found: Advice) -> None:
        """Tell the advice on a view, unless things have changed since."""
        if self.page.thinking and self.page.seen == seen:
            self.page, self._advised = hinted(self.page, found), self._advised + 1

    @property
    def moment(self) -> int:
        """A number that grows with all that there is to show."""
        return self.shared.moment + self._advised

    def shown(self, pictures: int) -> dict[str, Any]:
        """The data to show, and the moment of the match."""
        self.catch_up()
        return {**super().shown(pictures), "moment": self._moment + self._advised}

    @property
    def _acts(self) -> bool:
        return self.page.phase in (Phase.CHOOSE, Phase.DIG, Phase.ADD)

    def leaving(self) -> Child:
        """The way to give up, and at the end the record."""
        page = self.page
        if page.phase is Phase.OVER:
            return record(page)
        return row(button(page.text("round_table.concede"), "concede")) if self._acts else None

"""Tables of a game whose players each have a device of their own; pages without a kernel.

Anyone who may use the app opens a table, and gets an address for each seat and one for spectators.
The address is the key: it opens that seat on any device, and nothing else.
"""

from __future__ import annotations

import secrets
from contextlib import closing
from typing import TYPE_CHECKING, Any

from jupyter_server.auth.decorator import allow_unauthenticated
from tornado.web import HTTPError, authenticated

from ksm_widgets.game.door import PLAY, saved_game
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match
from ksm_widgets.game.seats import LEVELS, LONGEST_NAME, MOST, PERSON, Seating
from ksm_widgets.game.shared import KEY
from ksm_widgets.game.view.seat_desk import SEAT_STYLES
from ksm_widgets.game.view.start import bots_told
from ksm_widgets.page.part import joined_files
from ksm_widgets.progress.progress import Progress, timestamp
from ksm_widgets.rules.dealing import CARDS_EACH
from ksm_widgets.rules.deck import cards
from ksm_widgets.rules.edition_rules import editions
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.site.access import AskedByPages
from ksm_widgets.site.connections import note_let_in
from ksm_widgets.site.desks import answer, linked
from ksm_widgets.site.handlers import PageHandler
from ksm_widgets.site.served_tables import ServedTable, ServedTables, TablesFull
from ksm_widgets.terminal.streams import escaped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ksm_widgets.rules.deck import Card

OPEN, TABLE = "tables", "table"
_KEY = f"({KEY.pattern})"
_SEED_BITS = 128
"""Too many to try: with the seed, whoever sees the mine could deal it again, hands and all."""
_USUAL = "steady"
"""The level that is offered first for a seat whose player has left."""


class _TablePage(AskedByPages, PageHandler):
    """A page of the tables."""

    has_guests = False

    @property
    def tables(self) -> ServedTables:
        """All tables."""
        found: ServedTables = self.settings["voila"].tables
        return found

    def find(self, key: str) -> ServedTable | None:
        """The table that a key opens, if it opens one."""
        table = self.tables.find(key)
        if table is not None:
            note_let_in()
        return table

    def finish_page(self, template: str, heading: str, path: str, **more: object) -> None:
        """Answer with a page of a table."""
        self.finish_apart(template, path, heading, joined_files(*SEAT_STYLES), **more)


class OpenTable(_TablePage):
    """The page on which a table is set up."""

    SUPPORTED_METHODS = ("GET", "POST")
    has_guests = True

    @authenticated
    def get(self) -> None:
        """Answer."""
        if not self.keep_choices():
            language = self.visit.language
            seats = [(name, PERSON) for name, _ in Seating.first(language).sitters]
            self._ask(seats, language)

    @authenticated
    def post(self) -> None:
        """Open the table and lead to the host's page, or say what is wrong."""
        names = [self.get_body_argument(f"name{at}", "").strip() for at in range(MOST)]
        levels = [self.get_body_argument(f"level{at}", PERSON) for at in range(MOST)]
        asked = list(zip(names, levels, strict=True))
        beginner = bool(self.get_body_argument("beginner", ""))
        variant = Variant.BEGINNER if beginner else Variant.STANDARD
        played = self.get_body_argument("edition", "")
        played = played if played in editions() else self.visit.language
        seating = Seating.of_lines(asked, played, variant, self.visit.language)
        try:
            match = Match.begin(
                seating.seats(),
                seed=secrets.randbits(_SEED_BITS),
                edition_name=seating.edition,
                variant=variant,
                deck=self._deck(),
                begun=timestamp(),
            )
            hints = bool(self.get_body_argument("hints", ""))
            table = self.tables.open(match, hints=hints, owner=self._owner)
        except KsmError as error:
            self.set_status(503 if isinstance(error, TablesFull) else 400)
            shown = [("".join(filter(str.isprintable, name)), level) for name, level in asked]
            self._ask(shown, played, escaped(error.sentence(self.visit.language)))
            return
        self.redirect(f"{self.base_url}{TABLE}/{table.shared.host}", status=303)

    @property
    def _owner(self) -> str:
        """The guest who asks; all whose browser brings no guest's name count as one, unnamed."""
        guest = self.visit.guest
        return guest if self.get_cookie("ksm-guest", "") == guest else ""

    def _deck(self) -> tuple[Card, ...]:
        """The cards of the own game of whoever opens the table, as on their other pages."""
        file = self.visit.folder / "progress.sqlite3"
        if not file.exists():
            return cards()
        with closing(Progress(file)) as progress:
            return SavedMatches(progress).deck

    def _ask(self, seats: list[tuple[str, str]], played: str, said: str = "") -> None:
        text = self.reader().text
        more = [("", PERSON)] * (MOST - len(seats))
        own = [
            {"at": f"{self.base_url}{TABLE}/{one.shared.host}", "words": self._told(one)}
            for one in self.tables.opened_by(self.visit.guest)
        ]
        self.finish_page(
            "table_open.html",
            text("site.table_title"),
            OPEN,
            said=said,
            own=own,
            seats=[*seats, *more],
            levels=[(PERSON, text("seating.person")), *bots_told(self.reader())],
            longest=LONGEST_NAME,
            editions=[(one, text(f"seating.edition_{one}")) for one in editions()],
            played=played,
        )

    def _told(self, table: ServedTable) -> str:
        """A table that was opened before: who plays, and how far they are."""
        match = table.shared.match
        names = [seat.name for seat in match.seats]
        if match.over:
            return self.reader().text("site.table_ended", players=names)
        rounds = CARDS_EACH[len(names)]
        numbers = {"round": match.game.round, "rounds": rounds}
        return self.reader().text("seating.kept_what", players=names, **numbers)


class Table(_TablePage):
    """The page of a key: the host's, a seat's, or the spectators'."""

    SUPPORTED_METHODS = ("GET", "POST")

    @allow_unauthenticated
    def get(self, key: str) -> None:
        """Answer."""
        table, path = self.find(key), f"{TABLE}/{key}"
        text = self.reader().text
        if table is None:
            ways = [(self.base_url + path, text("site.table_again"))]
            if self.current_user:
                ways.append((self.base_url, text("site.missing_home")))
            self.finish_notice("table_gone", 404, ways)
        elif self.keep_choices():
            return
        elif table.shared.is_host(key):
            self._finish_host(table, path)
        elif (lent := table.shared.lent(key)) is not None:
            name = table.shared.match.seats[lent].name
            watch = f"{self.base_url}{TABLE}/{table.shared.looking}"
            self.finish_page(
                "table_lent.html", name, path, name=name, again=self.base_url + path, watch=watch
            )
        else:
            seat = table.shared.seat_of(key)
            looks_on = text("site.table_onlooker")
            heading = looks_on if seat is None else table.shared.match.seats[seat].name
            self.finish_page("table_seat.html", heading, path, at=f"{self.base_url}{path}")

    @allow_unauthenticated
    def post(self, key: str) -> None:
        """Hand a seat to a bot, or back to a person; only the host may."""
        table = self.find(key)
        if table is None or not table.shared.is_host(key):
            raise HTTPError(403)
        seat = _number(self.get_body_argument("seat", ""))
        level = self.get_body_argument("level", "")
        try:
            if seat is None:
                pass
            elif level in LEVELS:
                table.shared.hand_over(seat, level)
            elif level == PERSON:
                table.shared.hand_back(seat)
        except (KsmError, IndexError):
            pass  # It has one already, or the game is over: the page shows it.
        self.redirect(f"{self.base_url}{TABLE}/{key}", status=303)

    def _finish_host(self, table: ServedTable, path: str) -> None:
        text, shared = self.reader().text, table.shared
        match = shared.match
        seats: list[Mapping[str, object]] = [
            {
                "number": at,
                "name": seat.name,
                "person": seat.person,
                "level": text(f"seating.short_{seat.level}") if seat.level else "",
                **(self._link(shared.seats[at]) if seat.person else {}),
            }
            for at, seat in enumerate(match.seats)
        ]
        play = PLAY.url(self.base_url, self.visit.language)
        # Whoever has only been given the host's address has none of the owner's games.
        own = shared.owner and self.get_cookie("ksm-guest", "") == shared.owner
        self.finish_page(
            "table_host.html",
            text("site.table_title"),
            path,
            seats=seats,
            spectators=self._link(shared.looking),
            over=match.over,
            unkept=not table.kept,
            state=f"{match.over} {shared.saved} {table.kept} {[one.level for one in match.seats]}",
            own=own,
            saved=shared.saved,
            coach=f"{play}?{saved_game(match.begun, coached=True)}",
            replay=f"{play}?{saved_game(match.begun)}",
            person=PERSON,
            levels=bots_told(self.reader()),
            usual=_USUAL,
        )

    def _link(self, key: str) -> dict[str, object]:
        """An address, as text and as a code."""
        return linked(f"{self.others_url}{TABLE}/{key}")


class TableDesk(_TablePage):
    """The messages of a seat's page, each answered with what to show."""

    SUPPORTED_METHODS = ("POST",)

    @allow_unauthenticated
    def post(self, key: str) -> None:
        """Answer."""
        table = self.find(key)
        if table is None or not table.shared.opens(key):
            raise HTTPError(403)
        answer(self, table.desk(key, self.visit.language, self.visit.look))


class TableNews(_TablePage):
    """The moment of a match, told once it changes."""

    SUPPORTED_METHODS = ("GET",)

    @allow_unauthenticated
    async def get(self, key: str) -> None:
        """Answer."""
        table = self.find(key)
        if table is None or not table.shared.opens(key):
            raise HTTPError(403)
        desk = table.desk(key, self.visit.language, self.visit.look)
        known = _number(self.get_query_argument("after", ""))
        self.finish({"moment": await table.news(desk, -1 if known is None else known)})


def _number(text: str) -> int | None:
    """A number in plain digits, if it is one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None


def table_routes(at: Callable[[str], str]) -> list[Any]:
    """The routes of the tables' pages; `at` makes an address of the site of a path."""
    return [
        (at(f"/{OPEN}"), OpenTable),
        (at(f"/{TABLE}/{_KEY}"), Table),
        (at(f"/{TABLE}/{_KEY}/desk"), TableDesk),
        (at(f"/{TABLE}/{_KEY}/news"), TableNews),
    ]

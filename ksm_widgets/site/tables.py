"""Tables of a game whose players each have a device of their own; pages without a kernel.

Anyone who may use the app opens a table, and gets an address for each seat and one for
spectators. The address is the key: it opens that seat on any device, and nothing else.
"""

from __future__ import annotations

import asyncio
import secrets
import shutil
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any

import segno
from jupyter_server.auth.decorator import allow_unauthenticated
from markupsafe import Markup
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, authenticated

from ksm_widgets.draw.themes import AUTO
from ksm_widgets.game.advice import advice
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.seats import LEVELS, LONGEST_NAME, MOST, PERSON, Seating
from ksm_widgets.game.shared import SharedMatch
from ksm_widgets.game.view.saying import announced
from ksm_widgets.game.view.seat_desk import SEAT_STYLES, SeatDesk
from ksm_widgets.game.view.start import bots_told
from ksm_widgets.progress.progress import Progress, data_folder, timestamp
from ksm_widgets.rules.deck import cards
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.rules.rulebooks import editions
from ksm_widgets.site.access import AskedByPages
from ksm_widgets.site.desks import answer, style_sheet
from ksm_widgets.site.handlers import PageHandler
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.views import View

OPEN, TABLE = "tables", "table"
_KEY = r"([A-Za-z0-9_-]{22})"
MOST_TABLES = 20
"""Tables; a new one replaces the oldest that is over, else the oldest."""
_USUAL = "steady"
"""The level that is offered first for a seat whose player has left."""
_WAIT = 25.0
"""Seconds after which a device that waits for news asks again."""
_PACE, _READING = 1.2, 0.035
"""Seconds that a step is shown before the next one, and more for each letter of its sentences."""


class ServedTable:
    """A shared match on the server: its devices, its bots, and its file."""

    def __init__(self, shared: SharedMatch, file: Path) -> None:
        self.shared, self._file = shared, file
        self._desks: dict[tuple[str, ...], SeatDesk] = {}
        self._news = asyncio.Event()
        self._playing: asyncio.Task[None] | None = None
        self._advising: set[asyncio.Task[None]] = set()
        shared.changed = self._changed

    def desk(self, key: str, language: str, look: str) -> SeatDesk:
        """The desk of a key; spectators who read another language have one of their own."""
        seat = self.shared.seat_of(key)
        name = (key,) if seat is not None else (key, language, look)
        if name not in self._desks:
            desk = SeatDesk(self.shared, seat, language, look)
            desk.advise = lambda seen: self._advise(desk, seen)
            self._desks[name] = desk
        return self._desks[name]

    async def news(self, desk: SeatDesk, moment: int) -> int:
        """The moment of a desk, once it is not this one any more, or after a while."""
        if desk.moment == moment:
            with suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._news.wait(), _WAIT)
        return desk.moment

    def _advise(self, desk: SeatDesk, seen: View) -> None:
        """Have advice thought out beside everything else, and told on that desk alone."""

        async def think() -> None:
            try:
                found = await IOLoop.current().run_in_executor(None, advice, seen)
                desk.advised(seen, found)
            except Exception as error:  # As on every page: it is shown, and the page goes on.
                desk.failed(error)
            self._tell_news()

        task = asyncio.get_running_loop().create_task(think())
        self._advising.add(task)
        task.add_done_callback(self._advising.discard)

    def _tell_news(self) -> None:
        self._news.set()
        self._news = asyncio.Event()

    def keep(self) -> None:
        """Write the table's file, from which a restarted server continues.

        While the disk is full, the match goes on in memory.
        """
        unfinished = self._file.with_suffix(".part")
        with suppress(OSError):
            self._file.parent.mkdir(0o700, parents=True, exist_ok=True)
            unfinished.touch(mode=0o600)
            unfinished.write_text(self.shared.to_text(), encoding="utf-8")
            unfinished.replace(self._file)

    def delete(self) -> None:
        """Delete the table's file."""
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def _changed(self) -> None:
        self.keep()
        self._tell_news()
        self.play_on()

    def play_on(self) -> None:
        """Have the bots play, if it is their turn and they don't yet."""
        if self.shared.bot_acts and (self._playing is None or self._playing.done()):
            self._playing = asyncio.get_running_loop().create_task(self._play())

    async def _play(self) -> None:
        while self.shared.bot_acts:
            before = self.shared.match
            after = await IOLoop.current().run_in_executor(None, before.step)
            await asyncio.sleep(self._time_to_read())
            self.shared.stepped(before, after)

    def _time_to_read(self) -> float:
        """Seconds for what spectators are told now."""
        match = self.shared.match
        if match.game.current is None and match.phase is Phase.WATCH:
            return 0.0  # A card laid face down is nothing to look at.
        told = announced(SeatDesk(self.shared, None, LANGUAGES[0], AUTO).page)
        return _PACE + _READING * sum(map(len, told))


class ServedTables:
    """All tables of a server, by the keys that open them."""

    def __init__(self, *, renew: bool = False) -> None:
        self._folder = data_folder() / "tables"
        if renew:  # Old addresses open nothing any more.
            shutil.rmtree(self._folder, ignore_errors=True)
        self._tables: list[ServedTable] = []
        for file in sorted(self._folder.glob("*.json"))[-MOST_TABLES:]:
            try:
                shared = SharedMatch.from_text(file.read_text(encoding="utf-8"))
            except (OSError, ValueError):
                continue
            if shared is not None:
                self._tables.append(ServedTable(shared, file))

    def open(self, match: Match, *, hints: bool = False) -> ServedTable:
        """Open a table, in place of an old one if there are too many."""
        if len(self._tables) >= MOST_TABLES:
            over = [one for one in self._tables if one.shared.match.over]
            gone = (over or self._tables)[0]
            self._tables.remove(gone)
            gone.delete()
        file = self._folder / f"{match.begun}-{secrets.token_hex(4)}.json"
        table = ServedTable(SharedMatch.of(match, hints=hints), file)
        self._tables.append(table)
        table.keep()
        table.play_on()
        return table

    def find(self, key: str) -> ServedTable | None:
        """The table that a key opens; its bots play on if the server was restarted."""
        for table in self._tables:
            if table.shared.opens(key) or table.shared.is_host(key):
                table.play_on()
                return table
        return None


class _TablePage(AskedByPages, PageHandler):
    """A page of the tables."""

    has_guests = False

    @property
    def tables(self) -> ServedTables:
        """All tables."""
        found: ServedTables = self.settings["voila"].tables
        return found

    def finish_page(self, template: str, heading: str, path: str, **more: object) -> None:
        """Answer with a page of a table."""
        self.finish_apart(template, path, heading, style_sheet(SEAT_STYLES), **more)


class OpenTable(_TablePage):
    """The page on which a table is set up."""

    SUPPORTED_METHODS = ("GET", "POST")
    has_guests = True

    @authenticated
    def get(self) -> None:
        """Answer."""
        if not self.keep_choices():
            language = self.visit.language
            (you, _), (other, level), *_ = Seating.first(language).sitters
            seats = [(you, PERSON), (other, PERSON), ("", PERSON), ("", level or PERSON)]
            self._ask(seats, language)

    @authenticated
    def post(self) -> None:
        """Open the table and lead to the host's page, or say what is wrong."""
        names = [self.get_body_argument(f"name{at}", "").strip() for at in range(MOST)]
        levels = [self.get_body_argument(f"level{at}", PERSON) for at in range(MOST)]
        asked = list(zip(names, levels, strict=True))
        sitters = tuple((name, level if level in LEVELS else None) for name, level in asked if name)
        beginner = bool(self.get_body_argument("beginner", ""))
        played = self.get_body_argument("edition", "")
        played = played if played in editions() else self.visit.language
        seating = Seating(sitters, played)
        try:
            match = Match.begin(
                seating.seats(),
                seed=secrets.randbelow(1_000_000_000),
                edition_name=seating.edition,
                variant=Variant.BEGINNER if beginner else Variant.STANDARD,
                deck=self._deck(),
                begun=timestamp(),
            )
        except KsmError as error:
            self.set_status(400)
            self._ask(asked, played, error.sentence(self.visit.language))
            return
        table = self.tables.open(match, hints=bool(self.get_body_argument("hints", "")))
        self.redirect(f"{self.base_url}{TABLE}/{table.shared.host}", status=303)

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
        self.finish_page(
            "table_open.html",
            text("site.table_title"),
            OPEN,
            said=said,
            seats=[*seats, *more],
            levels=[(PERSON, text("seating.person")), *bots_told(self.reader())],
            longest=LONGEST_NAME,
            editions=[(one, text(f"seating.edition_{one}")) for one in editions()],
            played=played,
        )


class Table(_TablePage):
    """The page of a key: the host's, a seat's, or the spectators'."""

    SUPPORTED_METHODS = ("GET", "POST")

    @allow_unauthenticated
    def get(self, key: str) -> None:
        """Answer."""
        table, path = self.tables.find(key), f"{TABLE}/{key}"
        text = self.reader().text
        if table is None:
            self.finish_notice("table_gone", 404)
        elif self.keep_choices():
            return
        elif table.shared.is_host(key):
            self._finish_host(table, path)
        else:
            seat = table.shared.seat_of(key)
            looks_on = text("site.table_onlooker")
            heading = looks_on if seat is None else table.shared.match.seats[seat].name
            self.finish_page("table_seat.html", heading, path, at=f"{self.base_url}{path}")

    @allow_unauthenticated
    def post(self, key: str) -> None:
        """Hand a seat to a bot; only the host may."""
        table = self.tables.find(key)
        if table is None or not table.shared.is_host(key):
            raise HTTPError(403)
        seat, level = self.get_body_argument("seat", ""), self.get_body_argument("level", "")
        try:
            if level in LEVELS and seat.isascii() and seat.isdigit() and len(seat) < 10:
                table.shared.hand_over(int(seat), level)
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
                "kind": text(f"seating.short_{seat.level}") if seat.level else "",
                **(self._link(shared.seats[at]) if seat.person else {}),
            }
            for at, seat in enumerate(match.seats)
        ]
        self.finish_page(
            "table_host.html",
            text("site.table_title"),
            path,
            seats=seats,
            spectators=self._link(shared.looking),
            over=match.over,
            levels=bots_told(self.reader()),
            usual=_USUAL,
        )

    def _link(self, key: str) -> dict[str, object]:
        """An address, as text and as a code."""
        address = f"{self.settings['voila'].table_url}{key}"
        code = segno.make(address, error="l", micro=False)
        drawn = code.svg_inline(omitsize=True, border=2, dark="#000", light="#fff")
        return {"address": address, "code": Markup(drawn)}


class TableDesk(_TablePage):
    """The messages of a seat's page, each answered with what to show."""

    SUPPORTED_METHODS = ("POST",)

    @allow_unauthenticated
    def post(self, key: str) -> None:
        """Answer."""
        table = self.tables.find(key)
        if table is None or not table.shared.opens(key):
            raise HTTPError(403)
        answer(self, table.desk(key, self.visit.language, self.visit.look))


class TableNews(_TablePage):
    """The moment of a match, told once it changes."""

    SUPPORTED_METHODS = ("GET",)

    @allow_unauthenticated
    async def get(self, key: str) -> None:
        """Answer."""
        table = self.tables.find(key)
        if table is None or not table.shared.opens(key):
            raise HTTPError(403)
        desk = table.desk(key, self.visit.language, self.visit.look)
        after = self.get_query_argument("after", "")
        known = int(after) if after.isascii() and after.isdigit() and len(after) < 10 else -1
        self.finish({"moment": await table.news(desk, known)})


def table_routes(at: Callable[[str], str]) -> list[Any]:
    """The routes of the tables' pages; `at` makes an address of the site of a path."""
    return [
        (at(f"/{OPEN}"), OpenTable),
        (at(f"/{TABLE}/{_KEY}"), Table),
        (at(f"/{TABLE}/{_KEY}/desk"), TableDesk),
        (at(f"/{TABLE}/{_KEY}/news"), TableNews),
    ]

"""The tables that a server keeps: their devices, their bots, and the files that outlast it."""

from __future__ import annotations

import asyncio
import os
import secrets
import weakref
from collections import Counter
from contextlib import closing, suppress
from functools import partial
from hashlib import sha256
from itertools import count
from time import monotonic, time
from typing import TYPE_CHECKING

from tornado.ioloop import IOLoop
from tornado.log import app_log

from ksm_widgets._files import try_lock
from ksm_widgets.draw.themes import AUTO
from ksm_widgets.game.advice import advice
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.shared import SharedMatch
from ksm_widgets.game.view.saying import time_to_read
from ksm_widgets.game.view.seat_desk import SeatDesk
from ksm_widgets.progress.progress import Progress, data_folder
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.site.visitors import Visit, is_guest
from ksm_widgets.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from ksm_widgets.rules.views import View


MOST_TABLES = 20
"""Tables; a new one replaces one that is over, else one that has been left."""
_LEFT = 1800.0
"""Seconds after which a table that nobody has asked for counts as left."""
_NOTE_EVERY = 60.0
"""Seconds after which a table's file is noted again as asked for."""
_MOST_BYTES = 1_000_000
"""A file of a table has some ten thousand bytes; what is larger is none."""
_LOCK = "lock"
_WAIT = 25.0
"""Seconds after which a device that waits for news asks again."""


class TablesFull(KsmError):
    """There are as many tables as there may be, and all of them are in use."""


class ServedTable:
    """A shared match on the server: its devices, its bots, and its file."""

    def __init__(self, shared: SharedMatch, file: Path, *, age: float = 0.0) -> None:
        self.shared, self._file = shared, file
        self._asked = self._noted = monotonic() - age
        self._desks: dict[tuple[str, ...], SeatDesk] = {}
        self._news = asyncio.Event()
        self.kept = True
        """Whether the file has all of the match, as far as is known."""
        self._playing: asyncio.Task[None] | None = None
        self._advising: set[asyncio.Task[None]] = set()
        shared.changed = self._changed

    @property
    def left(self) -> bool:
        """Whether nobody has asked for it for long; an open page asks all the time."""
        return monotonic() - self._asked > _LEFT

    @property
    def replaceable(self) -> bool:
        """Whether another one may take its place."""
        return self.shared.match.over or self.left

    def note_asked(self) -> None:
        """Note that somebody who has a key asks for it, also for the next server."""
        self._asked = monotonic()
        if self._asked - self._noted > _NOTE_EVERY:
            self._noted = self._asked
            with suppress(OSError):
                os.utime(self._file)

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
                work = partial(advice, seen, before=desk.page.turn.advice)
                found = await IOLoop.current().run_in_executor(None, work)
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

        While the disk is full, the match goes on in memory; the host's page and the log say so.
        """
        unfinished = self._file.with_suffix(".part")
        try:
            self._file.parent.mkdir(0o700, parents=True, exist_ok=True)
            unfinished.touch(mode=0o600)
            unfinished.write_text(self.shared.to_text(), encoding="utf-8")
            unfinished.replace(self._file)
        except OSError as error:
            if self.kept:
                app_log.warning("A table could not be saved: %s", error)
            self.kept = False
        else:
            self.kept = True

    def close(self) -> None:
        """End the table: its bots stop, and its file is deleted."""
        self.shared.changed = lambda: None
        for task in (self._playing, *self._advising):
            if task is not None:
                task.cancel()
        with suppress(OSError):
            self._file.unlink(missing_ok=True)

    def save_match(self) -> None:
        """Save the match, once it is over, with the games of whoever opened the table."""
        shared = self.shared
        if shared.saved or not shared.match.over or not is_guest(shared.owner):
            return
        folder = Visit(LANGUAGES[0], guest=shared.owner).folder
        with closing(Progress(folder / "progress.sqlite3")) as progress:
            SavedMatches(progress).keep(shared.match)
            shared.saved = progress.saved
        if shared.saved:
            self.keep()

    def _changed(self) -> None:
        self.keep()
        self.save_match()
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
        return time_to_read(SeatDesk(self.shared, None, LANGUAGES[0], AUTO).page)


def _held_folders(base: Path, server: ServedTables) -> Iterator[Path]:
    """The folders whose tables are this server's, as long as the object is there; at least one.

    Each server that runs has one of its own, and a new one takes over those of all that have ended,
    however that happened: the operating system releases a lock whose process is gone.
    """
    held = False
    for number in count(1):
        folder = base if number == 1 else base / f"server-{number}"
        if number > 1 and held and not folder.exists():
            return
        try:
            folder.mkdir(0o700, parents=True, exist_ok=True)
            descriptor = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:  # Nothing can be kept here, so nobody takes anything from others.
            if not held:
                yield base
            return
        if try_lock(descriptor):
            weakref.finalize(server, os.close, descriptor)
            held = True
            yield folder
        else:
            os.close(descriptor)


def _files(folders: Iterable[Path], *endings: str) -> list[Path]:
    """The files of tables in some folders, the oldest first."""
    found = (file for folder in folders for end in endings for file in folder.glob(f"*{end}"))
    return sorted(found, key=lambda file: file.name)


def _read(file: Path) -> SharedMatch | None:
    """The table of a file; None if it has none, or is no file that has an end."""
    try:
        if not file.is_file() or file.stat().st_size > _MOST_BYTES:
            return None
        return SharedMatch.from_text(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def _age(file: Path) -> float:
    """The seconds since a file was written, 0 if the clock says that it has yet to be."""
    try:
        return max(0.0, time() - file.stat().st_mtime)
    except OSError:
        return 0.0


class ServedTables:
    """All tables of a server, by the keys that open them."""

    def __init__(self, key: str = "", *, renew: bool = False) -> None:
        """Take over the tables of servers that have ended, if they were opened under this key.

        With `renew`, all of them are closed.
        """
        self._mark = sha256(f"tables {key}".encode()).hexdigest()
        self._folder, *_ = held = [*_held_folders(data_folder() / "tables", self)]
        for old in _files(held, *((".json", ".part") if renew else (".part",))):
            with suppress(OSError):
                old.unlink()
        found = map(self._taken_over, _files(held, ".json"))
        self._tables = [table for table in found if table is not None]
        closed = self._close_down_to(MOST_TABLES)
        if closed:
            app_log.warning("Tables that were over or had been left are closed: %s", closed)

    def _taken_over(self, file: Path) -> ServedTable | None:
        """The table of a file; one that was opened under another key is closed instead."""
        shared = _read(file)
        if shared is None:
            return None
        table = ServedTable(shared, file, age=_age(file))
        if shared.mark not in ("", self._mark):
            # A server that went on with the old key has left it.
            table.close()
            return None
        if not shared.mark:
            shared.mark = self._mark
            table.keep()
        return table

    def open(self, match: Match, *, hints: bool = False, owner: str = "") -> ServedTable:
        """Open a table, in place of one that is not in use if there are too many.

        Raises TablesFull if all are. Whoever is not known has the empty name for an `owner`.
        """
        if sum(not table.replaceable for table in self._tables) >= MOST_TABLES:
            raise TablesFull("site.table_full", most=MOST_TABLES)
        self._close_down_to(MOST_TABLES - 1)
        file = self._folder / f"{match.begun}-{secrets.token_hex(4)}.json"
        table = ServedTable(SharedMatch.of(match, hints=hints, owner=owner, mark=self._mark), file)
        self._tables.append(table)
        table.keep()
        table.play_on()
        return table

    def _close_down_to(self, most: int) -> int:
        """Close tables until there are so many or all are in use; return how many went."""
        closed = 0
        while len(self._tables) > most and (gone := self._next_to_go()) is not None:
            self._tables.remove(gone)
            gone.save_match()
            gone.close()
            closed += 1
        return closed

    def _next_to_go(self) -> ServedTable | None:
        for one in self._tables:
            if one.shared.match.over:
                return one
        left = [one for one in self._tables if one.left]
        # Whoever opens many takes nobody else's.
        opened = Counter(one.shared.owner for one in self._tables)
        return max(left, key=lambda one: opened[one.shared.owner], default=None)

    def keys(self) -> Iterator[str]:
        """All keys of all tables."""
        for table in [*self._tables]:
            yield from (table.shared.host, table.shared.looking, *table.shared.seats)

    def find(self, key: str) -> ServedTable | None:
        """The table of a key; its bots play on if the server was restarted."""
        for table in self._tables:
            shared = table.shared
            if shared.opens(key) or shared.is_host(key) or shared.lent(key) is not None:
                table.note_asked()
                table.play_on()
                table.save_match()
                if not table.kept:
                    table.keep()
                return table
        return None

    def opened_by(self, owner: str) -> list[ServedTable]:
        """The tables that somebody opened, the last one first."""
        own = [one for one in self._tables if owner and one.shared.owner == owner]
        return own[::-1]

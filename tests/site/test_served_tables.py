"""What the server keeps of a table once its game is over."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import subprocess
import sys
from contextlib import closing
from time import monotonic, time
from typing import TYPE_CHECKING

import pytest
from tornado.log import app_log

from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match
from ksm_widgets.game.seats import PERSON, Seat, SeatError, Seating, check_seats
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules.quarries import Variant
from ksm_widgets.site import served_tables
from ksm_widgets.site.served_tables import MOST_TABLES, ServedTable, ServedTables, TablesFull

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OWNER = "0123456789abcdef" * 2
BEGUN = 1_700_000_000_000


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    return tmp_path


def opened(owner: str = OWNER, tables: ServedTables | None = None) -> ServedTable:
    match = Match.begin([Seat("Anna"), Seat("Berta")], seed=1, begun=BEGUN)
    return (tables or ServedTables()).open(match, owner=owner)


def give_up(table: ServedTable) -> None:
    table.shared.commit(0, table.shared.seen_from(0).concede())


def saved(data: Path) -> list[Match]:
    with closing(Progress(data / "guests" / OWNER / "progress.sqlite3")) as progress:
        assert len(progress.finished()) in (0, 2)
        return [one.match for one in SavedMatches(progress).matches()]


def test_a_finished_game_is_saved_with_those_of_who_opened_the_table(data: Path) -> None:
    table = opened()
    assert saved(data) == []
    give_up(table)
    (match,) = saved(data)
    assert (match.begun, match.conceded, match.persons) == (BEGUN, 0, (0, 1))


def test_a_game_that_was_deleted_stays_deleted(data: Path) -> None:
    give_up(opened())
    with closing(Progress(data / "guests" / OWNER / "progress.sqlite3")) as progress:
        SavedMatches(progress).forget(BEGUN)
    tables = ServedTables()
    (table,) = tables.opened_by(OWNER)
    assert tables.find(table.shared.host) is table
    assert saved(data) == []


def test_what_could_not_be_saved_is_saved_later(data: Path) -> None:
    table = opened()
    in_the_way = data / "guests" / OWNER
    in_the_way.parent.mkdir()
    in_the_way.touch()
    give_up(table)
    assert not table.shared.saved
    in_the_way.unlink()
    tables = ServedTables()
    assert tables.find(table.shared.host) is not None
    assert [one.begun for one in saved(data)] == [BEGUN]


def test_a_table_that_can_t_be_kept_says_so_until_it_can(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, app_log.name)  # Dask keeps Tornado silent once it is there.
    (data / "tables").write_text("in the way")
    tables = ServedTables()
    table = opened(tables=tables)
    give_up(table)
    assert [each.kept for each in tables.opened_by(OWNER)] == [False]
    told = [one for one in caplog.records if "could not be saved" in one.getMessage()]
    assert [one.levelname for one in told] == ["WARNING"]
    (data / "tables").unlink()
    assert tables.find(table.shared.host) is table
    assert table.kept
    (again,) = ServedTables().opened_by(OWNER)
    assert again.shared.match.over


@pytest.mark.parametrize("owner", ["", "..", OWNER[:-1] + "/"])
def test_a_table_whose_owner_is_not_known_is_saved_nowhere(data: Path, owner: str) -> None:
    table = opened(owner)
    give_up(table)
    assert not table.shared.saved
    assert not list(data.rglob("progress.sqlite3"))


def test_each_owner_finds_their_own_tables(data: Path) -> None:
    tables = ServedTables()
    first, second = opened(tables=tables), opened(tables=tables)
    opened("f" * 32, tables)
    opened("", tables)
    assert tables.opened_by(OWNER) == [second, first]
    assert tables.opened_by("") == []


@pytest.fixture
def wait(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets so many seconds pass."""
    now = monotonic()

    def passes(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(served_tables, "monotonic", lambda: now)
    return passes


def test_a_table_that_somebody_is_at_is_never_replaced(
    data: Path, wait: Callable[[float], None]
) -> None:
    tables = ServedTables()
    own = [opened(f"{number:032x}", tables) for number in range(MOST_TABLES)]
    wait(1700)
    for table in own[1:]:
        assert tables.find(table.shared.looking) is table
    with pytest.raises(TablesFull) as refused:
        opened("", tables)
    assert f"All {MOST_TABLES} tables" in refused.value.sentence("en")
    wait(101)
    opened("", tables)
    assert [tables.find(table.shared.host) for table in own] == [None, *own[1:]]
    give_up(own[7])
    opened("", tables)
    assert tables.find(own[7].shared.host) is None
    with pytest.raises(TablesFull):
        opened("", tables)
    assert len(list((data / "tables").glob("*.json"))) == MOST_TABLES


def test_who_opens_too_many_tables_replaces_their_own(
    data: Path, wait: Callable[[float], None]
) -> None:
    tables = ServedTables()
    other = opened("f" * 32, tables)
    own = [opened(OWNER, tables) for _ in range(MOST_TABLES - 1)]
    wait(1801)
    opened(OWNER, tables)
    assert tables.find(other.shared.host) is other
    assert tables.find(own[0].shared.host) is None
    assert tables.find(own[1].shared.host) is own[1]


def test_after_a_restart_a_table_is_as_old_as_its_file(data: Path) -> None:
    old = opened()
    (file,) = (data / "tables").glob("*.json")
    os.utime(file, (BEGUN / 1000, BEGUN / 1000))
    tables = ServedTables()
    for _ in range(MOST_TABLES):
        opened("f" * 32, tables)
    assert tables.find(old.shared.host) is None
    del tables
    with pytest.raises(TablesFull):
        opened(tables=ServedTables())


def test_a_table_that_is_replaced_plays_no_more(data: Path, wait: Callable[[float], None]) -> None:
    """Its bots once played on, and each of their turns brought back the file."""

    async def replace() -> None:
        tables = ServedTables()
        table = opened(OWNER, tables)
        for seat in (0, 1):
            table.shared.hand_over(seat, "level0")
        assert table.shared.bot_acts
        wait(1801)
        others = [opened(OWNER, tables) for _ in range(MOST_TABLES)]
        moment = table.shared.moment
        while bots := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(bots)
        assert table.shared.moment == moment
        assert len(others) == len(list((data / "tables").glob("*.json")))

    asyncio.run(replace())


def age(data: Path, seconds: float) -> None:
    """Make the files of all tables so old."""
    for file in (data / "tables").rglob("*.json"):
        os.utime(file, (time() - seconds, time() - seconds))


def test_of_too_many_tables_those_that_nobody_is_at_are_not_taken_over(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The newest ones were, whoever was at the others."""
    caplog.set_level(logging.WARNING, app_log.name)
    first, second = ServedTables(), ServedTables()
    played = opened(tables=first)
    ended = [opened(tables=first) for _ in range(2)]
    junk = [opened("f" * 32, tables=second) for _ in range(MOST_TABLES)]
    for table in ended:
        give_up(table)
    age(data, 1900)
    for one in (played, junk[5]):
        one._noted -= 100
    assert first.find(played.shared.looking) is played
    assert second.find(junk[5].shared.looking) is junk[5]
    del first, second
    third = ServedTables()
    found = [third.find(one.shared.host) is not None for one in (played, *ended, junk[5])]
    assert found == [True, False, False, True]
    assert len(third.opened_by("f" * 32)) == MOST_TABLES - 1
    assert len(list(data.rglob("tables/**/*.json"))) == MOST_TABLES
    assert [line for line in caplog.messages if "closed: 3" in line] == caplog.messages


def test_more_tables_than_there_may_be_stay_if_somebody_is_at_each(
    data: Path, wait: Callable[[float], None]
) -> None:
    first, second = ServedTables(), ServedTables()
    own = [opened(tables=tables) for tables in (first, second) for _ in range(MOST_TABLES - 1)]
    del first, second
    third = ServedTables()
    assert len(third.opened_by(OWNER)) == len(own)
    ended = third.find(own[-1].shared.host)
    assert ended is not None
    give_up(ended)
    with pytest.raises(TablesFull):
        opened(tables=third)
    assert len(third.opened_by(OWNER)) == len(own)
    wait(1700)
    for one in own[:5]:
        assert third.find(one.shared.host) is not None
    wait(101)
    opened(tables=third)
    assert len(third.opened_by(OWNER)) == MOST_TABLES
    assert None not in [third.find(one.shared.host) for one in own[:5]]


def test_a_finished_game_is_saved_before_its_table_goes(data: Path) -> None:
    tables = ServedTables()
    in_the_way = data / "guests" / OWNER
    in_the_way.parent.mkdir()
    in_the_way.touch()
    give_up(opened(tables=tables))
    in_the_way.unlink()
    for _ in range(MOST_TABLES):
        opened("f" * 32, tables)
    assert tables.opened_by(OWNER) == []
    assert [one.begun for one in saved(data)] == [BEGUN]


def test_damaged_files_cost_no_table_its_place(data: Path) -> None:
    good = opened()
    for number in range(MOST_TABLES + 5):
        (data / "tables" / f"9{number:02}.json").write_text("{")
    (data / "tables" / "999.json").mkdir()
    for _ in range(2):
        assert ServedTables().find(good.shared.host) is not None


def test_a_file_too_large_for_a_table_is_not_read(data: Path) -> None:
    """Some gigabytes of a damaged disk took all memory, at every start."""
    good = opened()
    (file,) = (data / "tables").rglob("*.json")
    file.write_text(file.read_text() + " " * 10_000)
    assert ServedTables().find(good.shared.host) is not None
    (file,) = (data / "tables").rglob("*.json")
    file.write_text(file.read_text() + " " * 1_000_000)
    assert ServedTables().find(good.shared.host) is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such files")
def test_a_pipe_among_the_tables_stops_no_server(data: Path) -> None:
    """Without an end, it would be read forever, so that is tried in a process of its own."""
    (data / "tables").mkdir()
    os.mkfifo(data / "tables" / "9.json")
    start = "from ksm_widgets.site.served_tables import ServedTables; ServedTables()"
    subprocess.run([sys.executable, "-c", start], check=True, timeout=60)


def test_a_bot_needs_no_name_and_a_line_without_one_is_empty() -> None:
    lines = [("Bruno", PERSON), ("", "strong"), ("", PERSON), ("", "random"), ("anna", "x")]
    seating = Seating.of_lines(lines, "en", Variant.STANDARD, "en")
    assert seating.sitters == (
        ("Bruno", None),
        ("Carla", "strong"),
        ("David", "random"),
        ("anna", None),
    )
    check_seats(seating.seats(), 4)
    with pytest.raises(SeatError):
        Seating.of_lines([("A", PERSON), ("a", "strong")], "en", Variant.STANDARD, "en").seats()


SERVER = """
import sys
from ksm_widgets.game.match import Match
from ksm_widgets.game.seats import Seat
from ksm_widgets.site.served_tables import ServedTables

tables = ServedTables()
match = Match.begin([Seat("Anna"), Seat("Berta")], seed=1, begun=1_600_000_000_000)
print(*(tables.open(match, owner=owner).shared.host for owner in sys.argv[1:]), flush=True)
sys.stdin.read()
"""


def test_two_servers_keep_out_of_each_other_s_tables(data: Path) -> None:
    command = [sys.executable, "-c", SERVER, OWNER, OWNER]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as first:
        assert first.stdout is not None
        hosts = first.stdout.readline().split()
        second = ServedTables()
        assert [second.find(host) for host in hosts] == [None, None]
        for _ in range(MOST_TABLES + 1):  # What is replaced here is one's own.
            give_up(opened(tables=second))
        del second
        assert ServedTables(renew=True).opened_by(OWNER) == []
        first.kill()
    # Whoever comes after both has all of the first one's tables.
    third = ServedTables()
    assert None not in [third.find(host) for host in hosts]
    assert len(third.opened_by(OWNER)) == len(hosts)
    assert ServedTables().opened_by(OWNER) == []


def test_a_server_takes_over_what_several_left(data: Path) -> None:
    first, second = ServedTables(), ServedTables()
    keys = [opened(tables=tables).shared.host for tables in (first, second)]
    assert second.find(keys[0]) is None
    del first, second
    third = ServedTables()
    assert None not in [third.find(key) for key in keys]
    assert ServedTables(renew=True).find(keys[0]) is None
    del third
    assert ServedTables(renew=True).opened_by(OWNER) == []
    assert ServedTables().opened_by(OWNER) == []
    assert sorted(data.rglob("*.json")) == []


def test_a_new_key_closes_tables_that_a_running_server_leaves_later(data: Path) -> None:
    """The next server opened them again, for old hosts and players."""
    running = ServedTables("old")
    table = opened(tables=running)
    renewed = ServedTables("new", renew=True)
    other = opened("f" * 32, tables=renewed)
    late = opened(tables=running)
    del running, renewed
    after = ServedTables("new")
    for gone in (table, late):
        assert after.find(gone.shared.host) is None
    assert after.find(other.shared.host) is not None
    assert len(list(data.rglob("*.json"))) == 1


def test_tables_of_an_earlier_version_are_of_the_key_that_finds_them(data: Path) -> None:
    table = opened(tables=ServedTables("old"))
    (file,) = (data / "tables").glob("*.json")
    kept = json.loads(file.read_text(encoding="utf-8"))
    del kept["mark"]
    file.write_text(json.dumps(kept), encoding="utf-8")
    assert ServedTables("old").find(table.shared.host) is not None
    assert ServedTables("old").find(table.shared.host) is not None
    assert ServedTables("new").find(table.shared.host) is None
    assert not file.exists()

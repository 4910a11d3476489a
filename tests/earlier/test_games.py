"""Games that an earlier version kept, and records that it wrote, stand where they were left."""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

import ksm_widgets as ksm
from tests.earlier.opening import (
    DATA,
    Browser,
    cannot_pay,
    opened,
    pick_up,
    rest,
    saved,
    shelf,
    table_of,
    told,
    waiting_mistakes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.earlier.conftest import Command, Home

pytestmark = pytest.mark.long

DAY = 86_400_000
LAST = 1_774_093_000_000
"""Milliseconds since 1970 when Anna played last."""
KEPT = json.loads((DATA / "progress" / "anna-games.json").read_text(encoding="utf-8"))
STAGES = {
    1774088355000: "a game of five that is over",
    1774088831000: "a card is to be chosen",
    1774088915000: "three moves of a turn are made",
    1774089167000: "more was moved than can be paid, and tiles are to be added (R26)",
    1774090021000: "all cards lie open, and two people share the screen",
    1774090147000: "all cards lie open",
    1774090189000: "somebody gave up",
    1774090315000: "an artificial player is to dig, in the beginner variant",
    1774090371000: "a game noted at a table of people's own, to the end",
    1774091806000: "a tile that has shown is to be named",
    1774091876000: "two moves of a turn are noted",
    1774093073000: "the cards of a round are to be told",
}
RECORDS = json.loads((DATA / "records" / "expected.json").read_text(encoding="utf-8"))


def expected_of(one: dict[str, Any]) -> dict[str, Any]:
    return {key: one[key] for key in one if key not in ("begun", "record", "seated")}


def stands_as(table: Any, one: dict[str, Any]) -> Iterator[tuple[object, object]]:
    """How a game stands and how it should, before and after whoever acts sits down."""
    yield table_of(table), expected_of(one)
    if "seated" in one:
        table.act("sit", "")
        yield table_of(table), one["seated"]


def test_every_game_goes_on_where_it_was_left(home: Home) -> None:
    progress = opened(home("anna"))
    table = ksm.GameTable(language="en", progress=progress, clock=lambda: LAST)
    assert shelf(table) == [one["begun"] for one in KEPT] == sorted(STAGES, reverse=True)
    for one in KEPT:
        pick_up(table, one["begun"])
        for found, expected in stands_as(table, one):
            assert found == expected, STAGES[one["begun"]]
    pick_up(table, 1774089167000)
    assert cannot_pay(table) == (3, "2345cCS")
    table.close()
    progress.close()


def test_the_start_page_has_them_the_mine_laid_out_and_who_sat_there(home: Home) -> None:
    progress = opened(home("anna"))
    table = ksm.GameTable(language="en", progress=progress, clock=lambda: LAST)
    assert rest(table) == {
        "laid out": 11,
        "sitters": [
            ["Anna", None],
            ["Bo", "random"],
            ["Cid", "random"],
            ["Dora", "level1"],
            ["Emil", "level1"],
        ],
        "edition": "en",
        "variant": "standard",
    }
    said = told(table)
    for game in KEPT:
        for points, (name, _) in zip(game.get("points", ()), game["seats"], strict=False):
            assert f"{name} {points}" in said
    table.close()
    progress.close()


def test_mistakes_come_back_when_they_are_due(home: Home) -> None:
    progress = opened(home("anna"))
    for at, due in ((LAST - DAY, 0), (LAST, 6)):
        table = ksm.GameTable(language="en", progress=progress, clock=partial(int, at))
        assert waiting_mistakes(table) == due
        if due:
            table.act("again", "")
            assert table.match is not None
            assert table.match.begun == 1774088355000
        table.close()
    progress.close()


def test_games_kept_in_a_browser_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "somewhere")
    browser = Browser((DATA / "exports" / "anna.json").read_text(encoding="utf-8"))
    table = ksm.GameTable(language="en", clock=lambda: LAST)
    browser.visit(table, monkeypatch)
    assert shelf(table) == [one["begun"] for one in KEPT]
    assert rest(table)["laid out"] == 11
    assert waiting_mistakes(table) == 6
    table.close()


def test_a_guest_s_game_goes_on_in_german(
    home: Home, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = home("anna") / "guests" / "0123456789abcdef0123456789abcdef"
    monkeypatch.setenv("KSM_DATA", str(folder))
    status, out, _ = command("play", "--resume", "--language", "de", typed="quit\n")
    assert status == 0
    assert "Bruno K. 19, Bruno 24" in out
    assert "10 Münzen" in out


def test_commands_find_the_games_kept_last(home: Home, command: Command) -> None:
    home("anna")
    status, out, _ = command("play", "--resume", typed="quit\n")
    assert status == 0
    assert "Bruno 10, Zoë 12, Anna 13" in out
    status, out, _ = command("note", "--resume", typed="quit\n")
    assert status == 0
    assert "Anna, Bo, Cid, Dora, Emil" in out
    status, out, _ = command("replay", "--all")
    assert status == 0
    assert "Emil 27, Anna 20, Bo 20, Dora 14, Cid 2" in out.splitlines()[-1]


def test_records_are_read_on_the_page_and_written_as_they_were(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert {one["record"] for one in RECORDS} == {
        file.name for file in (DATA / "records").glob("*.txt")
    }
    for one in RECORDS:
        text = (DATA / "records" / one["record"]).read_bytes().decode()
        table = ksm.GameTable(language="en", progress=opened(None))
        table.act("import", text)
        for found, expected in stands_as(table, one):
            assert found == expected, one["record"]
        if "points" in one and text.startswith("seat"):
            assert saved(table, "save", "", monkeypatch) == text, one["record"]
        table.close()


def test_records_are_replayed(command: Command) -> None:
    for one in RECORDS:
        file = DATA / "records" / one["record"]
        language = "de" if "-de" in file.name else "en"
        status, out, _ = command("replay", file, "--all", "--language", language)
        assert status == 0, one["record"]
        if "points" in one and one["seats"][0][0] != "Player 1":  # the names of nobody are German
            table = out.splitlines()[-len(one["seats"]) - 1 : -1]
            found = [(line.split()[0], int(line.split()[-1])) for line in table]
            names = [name for name, _ in one["seats"]]
            assert found == [*zip(names, one["points"], strict=True)], one["record"]


def test_a_record_that_was_changed_by_hand_is_refused(command: Command, tmp_path: Path) -> None:
    text = (DATA / "records" / "three-de.txt").read_text(encoding="utf-8")
    file = tmp_path / "changed.txt"
    file.write_text(text.replace("scores 9 29 100", "scores 9 29 101"), encoding="utf-8")
    status, _, err = command("replay", file, "--all")
    assert (status, "101" in err) == (1, True)

"""Attacks on a table: strangers, spectators, players at the host's page, and forged messages."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urlencode

import pytest

from benchmarks.browsing.servers import app_server
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules.deck import OWN_CARDS, Card, Shape, own_cards_text
from tests.attacks.conftest import Answer, Target

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

FORM = "application/x-www-form-urlencoded"
BEGUN = {"kept": "", "theme": "light"}
CONCEDE = {"act": "concede", "value": ""}


class Table(NamedTuple):
    """A table on a server, and the paths of its host, its seats and its spectators."""

    app: Target
    host: str
    seats: tuple[str, ...]
    spectators: str

    def tell(self, path: str, message: object) -> Answer:
        return self.app.ask(f"{path}/desk", "POST", json.dumps(message).encode())

    def moment(self) -> int:
        found: int = json.loads(self.tell(self.spectators, BEGUN).text)["moment"]
        return found


def deal(app: Target, **names: str) -> Answer:
    cookies = app.ask(f"/?token={app.key}").cookies
    body = urlencode({"name0": "Anna", "name1": "Ben", **names}).encode()
    return app.ask("/tables", "POST", body, Cookie=cookies, Content_Type=FORM)


def end(app: Target, seats: Sequence[str]) -> None:
    """End a table's game, so that another one finds room."""
    for seat in seats:
        for message in (BEGUN, CONCEDE, {"act": "sure", "value": "concede"}):
            app.ask(f"{seat}/desk", "POST", json.dumps(message).encode())


@pytest.fixture
def table(shared: Target) -> Iterator[Table]:
    host = deal(shared).headers["Location"]
    links = re.findall(r'href="http://[^/]+(/table/[\w-]{22})"', shared.ask(host).text)
    *seats, spectators = links
    yield Table(shared, host, tuple(seats), spectators)
    end(shared, seats)


def test_nobody_can_try_all_games_for_the_one_whose_mine_they_see(table: Table) -> None:
    """With the seed anybody could deal the game again, with what lies below and in hands."""
    kept = "".join(file.read_text() for file in table.app.home.rglob("tables/*.json"))
    seeds = [int(seed) for seed in re.findall(r"seed (\d+)", kept)]
    assert seeds
    assert min(seeds) > 10**12


def test_without_a_key_there_is_no_table(table: Table) -> None:
    app, key = table.app, table.seats[0]
    assert app.ask("/tables").status == 302
    assert app.ask("/tables", "POST", b"name0=A&name1=B", Content_Type=FORM).status == 403
    for path in (
        "/table/",
        f"{key[:-1]}",
        f"{key}x",
        f"{key[:-1]}é".encode().hex(),
        "/table/" + "A" * 22,
    ):
        for more in ("", "/desk", "/news"):
            for method in ("GET", "POST"):
                answer = app.ask(f"/{path.lstrip('/')}{more}", method, b"{}")
                assert answer.status in (302, 403, 404, 405), (path, more, method)
                assert "Anna" not in answer.text
    for path in (table.host, "/class", "/"):
        assert app.ask(f"{path}/desk".replace("//", "/"), "POST", b"{}").status in (302, 403, 404)
    assert app.ask(f"{table.host}/news").status == 403


def test_who_has_a_seat_or_looks_on_can_t_do_what_the_host_does(table: Table) -> None:
    for path in (*table.seats, table.spectators):
        body = b"seat=0&level=strong"
        assert table.app.ask(path, "POST", body, Content_Type=FORM).status == 403
        page = table.app.ask(path).text
        others = {table.host, *table.seats, table.spectators} - {path}
        assert not [one for one in others if one in page]
    assert table.moment() == 0
    sent = {"Origin": "http://evil.example", "Content_Type": FORM}
    assert table.app.ask(table.host, "POST", b"seat=0&level=strong", **sent).status == 403
    desk = f"{table.seats[0]}/desk"
    assert table.app.ask(desk, "POST", b"{}", Origin="http://evil.example").status == 403
    for body in (
        b"",
        b"seat=9&level=strong",
        b"seat=-1&level=strong",
        b"seat=0&level=x",
        b"seat=\xff",
        b"level=strong&seat=" + b"9" * 5_000,
    ):
        assert table.app.ask(table.host, "POST", body, Content_Type=FORM).status in (303, 400)
    assert table.moment() == 0


@pytest.mark.parametrize(
    "act", ["card", "choose", "dig", "no-dig", "back", "concede", "sure", "sit", "add"]
)
def test_spectators_change_nothing(table: Table, act: str) -> None:
    table.tell(table.spectators, BEGUN)
    for value in ("", "1", "concede", "no_dig"):
        assert table.tell(table.spectators, {"act": act, "value": value}).status == 200
    assert table.moment() == 0


def test_no_message_stops_a_desk(table: Table) -> None:
    seat = table.seats[0]
    assert json.loads(table.tell(seat, {"act": "choose", "value": ""}).text) == {"again": True}
    table.tell(seat, BEGUN)
    for body in (b"", b"\xff", b"[]", b"1", b"[" * 15_000, b'{"a":' * 2_000, b"{" + b"x" * 20_000):
        assert table.app.ask(f"{seat}/desk", "POST", body).status == 400, body[:20]
    for message in (
        {"act": "card", "value": "9" * 60},
        {"act": "card", "value": "\ud800"},
        {"act": "add-tile", "value": "5"},
        {"act": "at", "value": "-1"},
        {"tap": "z9"},
        {"key": "x" * 900, "command": False, "shift": False},
        {"kept": "x" * 9_000, "theme": "dark"},
        {"pictures": "1e999", "number": []},
        {"here": "javascript:alert(1)"},
    ):
        answer = table.tell(seat, message)
        assert answer.status == 200, message
        assert "Traceback" not in answer.text
    for after in ("", "-1", "x", "9" * 5_000, "%00"):
        assert table.app.ask(f"{seat}/news?after={after}").status in (200, 400)
    assert table.moment() == 0
    assert "Traceback" not in table.app.log


def test_hostile_names_are_text_everywhere_or_refused(shared: Target) -> None:
    host = deal(shared, name0="<img src=x>", name1='"><script>x</script>').headers["Location"]
    page = shared.ask(host).text
    assert "<img src=x>" not in page
    assert "<script>x" not in page
    for names in (
        {"name0": "\u202eanna"},
        {"name1": "anna"},
        {"name0": "x" * 99},
        {"name0": "", "name1": ""},
    ):
        answer = deal(shared, **names)
        assert answer.status == 400, names
        assert "\u202e" not in answer.text
    host = deal(shared, name0="a\x1b[2Jb").headers["Location"]
    assert "\x1b" not in shared.ask(host).text
    assert deal(shared, level1="nonsense", beginner="yes").status == 303


def test_the_host_chooses_edition_and_hints_and_deals_their_own_cards(shared: Target) -> None:
    cookies = shared.ask(f"/?token={shared.key}").cookies
    (guest,) = re.findall("ksm-guest=([0-9a-f]{32})", cookies)
    folder = next(shared.home.rglob("ksm-widgets")) / "guests" / guest
    progress = Progress(folder / "progress.sqlite3")
    progress.set(OWN_CARDS, own_cards_text([Card(5, Shape.parse("#.#.#"))]))
    progress.close()
    body = urlencode({"name0": "Anna", "name1": "Ben", "edition": "de", "hints": "on"}).encode()
    host = shared.ask("/tables", "POST", body, Cookie=cookies, Content_Type=FORM).headers
    seat = re.findall(r'href="http://[^/]+(/table/[\w-]{22})"', shared.ask(host["Location"]).text)[
        0
    ]
    table = Table(shared, host["Location"], (seat,), seat)
    assert 'data-act=\\"hint' in table.tell(seat, BEGUN).text
    newest = max(shared.home.rglob("tables/*.json"), key=lambda file: file.name)
    match = json.loads(newest.read_text(encoding="utf-8"))["match"]
    assert " edition de " in match
    assert "shapes 5 #.#.#" in match
    # Nobody else has these cards, and what no form sends is not taken.
    other = deal(shared, edition="../x").headers["Location"]
    assert shared.ask(other).status == 200
    newest = max(shared.home.rglob("tables/*.json"), key=lambda file: file.name)
    match = json.loads(newest.read_text(encoding="utf-8"))["match"]
    assert " edition en " in match
    assert "shapes" not in match


@pytest.mark.slow
def test_tables_without_a_guest_replace_none_that_is_played_at(tmp_path: Path) -> None:
    """Each request without the guest's cookie once counted as somebody else's."""
    with app_server(tmp_path, "--share", "--WarmKernels.spare=0") as server:
        app = Target(server, tmp_path)
        host = deal(app).headers["Location"]
        cookies = app.ask(f"/?token={app.key}").cookies
        login = re.sub("ksm-guest=[0-9a-f]*;? ?", "", cookies)
        assert login != cookies
        body = urlencode({"name0": "X", "name1": "Y"}).encode()
        made = [
            app.ask("/tables", "POST", body, Cookie=login, Content_Type=FORM) for _ in range(21)
        ]
        assert [one.status for one in made] == [*[303] * 19, 503, 503]
        assert 'role="alert">All 20 tables are in use' in made[-1].text
        assert app.ask(host).status == 200
        folder = next(tmp_path.rglob("tables"))
        tables = list(folder.glob("*.json"))
        assert len(tables) == 20
        assert {file.stat().st_mode & 0o077 for file in folder.iterdir()} == {0}
        owners = [json.loads(file.read_text(encoding="utf-8"))["owner"] for file in tables]
        assert len(list(filter(None, owners))) == 1


@pytest.mark.slow
@pytest.mark.slow
def test_behind_a_proxy_links_lead_through_it(tmp_path: Path) -> None:
    with app_server(
        tmp_path, "--share", "--WarmKernels.spare=0", "--Site.hosts=ksm.example"
    ) as server:
        app = Target(server, tmp_path)
        came: dict[str, str] = {"Host": "ksm.example", "X_Forwarded_Proto": "https"}
        host = app.ask(deal(app).headers["Location"], **came).text
        assert len(re.findall(r'href="https://ksm\.example/table/', host)) == 3
        key = re.search(r"/(class/teacher\?key=\S+)", app.log)
        assert key is not None
        teacher = app.ask(f"/{key[1]}").cookies
        page = app.ask("/class/teacher", Cookie=teacher, **came).text
        assert f'href="https://ksm.example/{key[1]}"' in page


def test_a_file_that_is_no_table_harms_nobody(tmp_path: Path, table: Table) -> None:
    home = tmp_path / "home"
    shutil.copytree(table.app.home, home)
    folder = next(home.rglob("tables"))
    for number, text in enumerate((b"", b"\xff", b"[" * 100_000, b'{"table": 1, "match": "x"}')):
        (folder / f"9{number}.json").write_bytes(text)
    with app_server(home, "--share", "--WarmKernels.spare=0") as server:
        assert Target(server, home).ask(table.seats[0]).status == 200


def test_where_nothing_can_be_written_a_table_goes_on(shared: Target) -> None:
    deal(shared)
    folder = next(shared.home.rglob("tables"))
    for file in folder.iterdir():
        file.unlink()
    folder.rmdir()
    folder.write_text("in the way")  # for all that comes after
    host = deal(shared).headers["Location"]
    assert shared.ask(host, "POST", b"seat=0&level=random", Content_Type=FORM).status == 303
    assert "Traceback" not in shared.log
    assert "A table could not be saved" in shared.log
    assert "Not everything is saved" in shared.ask(host).text

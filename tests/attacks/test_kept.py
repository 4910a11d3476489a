"""Attacks by what is kept or read in: values that make no sense poison no page."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ksm_widgets as ksm
from ksm_widgets.game.keeping import PLACES, SavedMatches
from ksm_widgets.game.match import Match
from ksm_widgets.game.notes import Tops
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.seats import Seat, Seating
from ksm_widgets.page.changing import arrive
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.progress.progress import Progress, ProgressTextError, timestamp
from ksm_widgets.progress.rows import LATEST, Attempted, Reviewed, is_moment
from ksm_widgets.progress.schedule import Schedule
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.rules.errors import PlaythroughTextError
from ksm_widgets.rules.playthrough import playthrough_text
from ksm_widgets.solving.record import Tried
from tests.explorer.attempts import text_with

NOW = 1_763_800_000_000
NEVER = 2**53 - 1
"""Milliseconds since 1970 that no calendar has."""
PUZZLE = shipped_pack().puzzles[0]
SOUND = Tried.at_puzzle(PUZZLE, NOW, right=True, stars=3).attempted("en")
ROW = ["moving.targets", 3, "en", NOW, True, 3, 0, "R13"]
REVIEW = ["R13", NOW, 3]
SEATS = [Seat("Anna"), Seat("Carlo", "cautious")]


def row(**changed: object) -> list[object]:
    named = dict(zip(Attempted.__match_args__, ROW, strict=True))
    return [*(named | changed).values()]


def review(**changed: object) -> list[object]:
    named = dict(zip(Reviewed.__match_args__, REVIEW, strict=True))
    return [*(named | changed).values()]


NUMBERS: tuple[object, ...] = (-1, 2**53, 2**63, 10**30, 1.5, True, None, "1", [], float("inf"))
NAMES: tuple[object, ...] = ("a" * 81, "\ud800", 1, None, [], {})


@pytest.mark.parametrize(
    "rows",
    [
        *({"attempts": [row(**{name: text})]} for name in ("task", "edition") for text in NAMES),
        *({"attempts": [row(rule=text)]} for text in NAMES if text is not None),
        *({"attempts": [row(**{n: at})]} for n in ("seed", "hints", "at") for at in NUMBERS),
        *({"attempts": [row(at=at)]} for at in (LATEST + 1, NEVER)),
        *({"attempts": [row(stars=stars)]} for stars in (*NUMBERS, 4)),
        *({"attempts": [row(right=right)]} for right in (0, 1, None, "yes")),
        *({"reviews": [review(subject=text)]} for text in NAMES),
        *({"reviews": [review(at=at)]} for at in (*NUMBERS, LATEST + 1, NEVER)),
        *({"reviews": [review(grade=grade)]} for grade in (*NUMBERS, 0, 5)),
        {"attempts": [ROW[:-1]]},
        {"attempts": [[]]},
        {"attempts": [{}]},
        {"reviews": [[*REVIEW, 1]]},
    ],
    ids=str,
)
def test_a_file_with_a_value_out_of_range_is_refused_whole(rows: dict[str, Any]) -> None:
    progress = Progress()
    with pytest.raises(ProgressTextError, match="nothing was loaded"):
        progress.read_in(text_with(**{"attempts": [], "settings": {"edition": "de"}, **rows}))
    assert (progress.attempts(), progress.reviews(), progress.setting("edition")) == ((), (), None)


def test_what_is_taken_can_be_shown() -> None:
    progress = Progress()
    puzzle = ["puzzle", 0, *row(at=LATEST)[2:]]
    puzzle[0] = SOUND.task
    far = [ROW, puzzle, row(at=0)]
    reviews = [review(at=at, subject=name) for at in (0, LATEST) for name in ("R13", "puzzle.x")]
    assert progress.read_in(text_with(attempts=far, reviews=reviews)) == 3
    for page in pages(progress):
        page.close()
    assert datetime.fromtimestamp(LATEST / 1000, UTC).year == 6429


@pytest.mark.parametrize("year", [-40, 0, 25, 55, 7000, 9000])
def test_a_clock_that_is_wrong_spoils_nothing(year: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be set to another time while somebody learns, and right again later."""
    progress = Progress()
    for years in (56, year, 56):
        moment = years * 365 * 86_400 * 10**9
        monkeypatch.setattr("time.time_ns", lambda moment=moment: moment)
        progress.answered("toy", 1, "en", right=True, stars=3, reviewed=("R13",))
        again = Progress()
        assert again.read_in(progress.text()) == len(progress.attempts())
        assert len(Schedule(again.reviews()).due(timestamp(), ["R13"])) <= 1
        assert is_moment(timestamp())
    assert [attempt.at for attempt in again.attempts()] == sorted(a.at for a in again.attempts())


@pytest.mark.long
def test_files_read_in_one_after_the_other_fill_no_memory() -> None:
    """What is kept can always be saved, and read in again."""
    progress = Progress()
    for start in (0, 30_000):
        reviews = [review(at=start + number) for number in range(30_000)]
        text = text_with(attempts=[], reviews=reviews, settings={f"{start}": "x"})
        if start:
            with pytest.raises(ProgressTextError, match="nothing was loaded"):
                progress.read_in(text)
        else:
            progress.read_in(text)
            assert progress.read_in(text) == 0
    assert len(progress.reviews()) == 30_000
    for start in range(3):
        settings = {f"{start}.{number}": "x" for number in range(60)} | {
            f"long {start}": "x" * 10**6
        }
        progress.read_in(text_with(attempts=[], settings=settings))
    kept = json.loads(progress.text())["settings"]
    assert len(kept) == 100
    assert set(kept.values()) == {"x"}
    Progress().read_in(progress.text())


@pytest.mark.long
@pytest.mark.parametrize(
    "filled",
    [
        {"attempts": [row(seed=seed) for seed in range(50_000)]},
        {"reviews": [review(at=at) for at in range(50_000)]},
        {"settings": {str(number): "x" for number in range(100)}},
        {"settings": {str(number): "x" * 249_700 for number in range(20)}},
    ],
    ids=["attempts", "reviews", "settings", "text"],
)
def test_a_file_that_fills_all_there_is_takes_nothing_of_what_comes_later(
    filled: dict[str, Any],
) -> None:
    """A browser's progress was set aside, and all of it gone from sight, when one row came more."""
    progress = Progress()
    progress.read_in(text_with(**{"attempts": [], **filled}))
    for seed in range(300):
        progress.answered("card.size", seed, "en", right=True, stars=3, reviewed=["R7"], at=NOW)
    progress.set("match.0", "a whole game")
    later = Progress()
    assert later.salvage(progress.text()) == 0
    assert later.text() == progress.text()


NAMED = ", ".join(Attempted.__match_args__)
FULL = f"CREATE TABLE attempted ({NAMED}, UNIQUE (task, seed, edition, at, right))"
ENDLESS = "(instr(zeroblob(100000000), CAST(zeroblob(50000000) || x'01' AS BLOB)))"
CHEAP = "(7777777)"
"""The placeholder for the endless calculation, until the rest of the crafted file is written."""


@pytest.mark.parametrize(
    "made",
    [
        [FULL.replace("rule", f"rule, mood AS {CHEAP}", 1)],
        [FULL.replace("rule", f"rule, mood AS {CHEAP} STORED", 1)],
        [FULL, f"CREATE INDEX slow ON attempted ({CHEAP})"],
        [FULL, f"CREATE INDEX slow ON attempted (at) WHERE {CHEAP}"],
        [f"CREATE TABLE attempted ({NAMED}, UNIQUE (edition))"],
        [f"CREATE TABLE attempted ({', '.join(f'{n} TEXT' for n in NAMED.split(', '))}) STRICT"],
        [f"CREATE TABLE Attempted ({NAMED}, CHECK ({CHEAP} < seed))"],
        ["CREATE TABLE setting (name UNIQUE, value UNIQUE ON CONFLICT REPLACE)"],
    ],
    ids=str,
)
def test_no_table_of_another_s_runs_for_ever_or_forgets(made: list[str], tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    crafted(file, *made)
    progress = Progress(file)
    assert progress.newly_set_aside() == "progress-damaged-1.sqlite3"
    for seed in (1, 2):
        progress.record(Attempted("moving.targets", seed, "en", NOW, True, 3))
        progress.set(f"match.{seed}", "the same")
    progress.close()
    assert progress.saved
    again = Progress(file)
    assert (len(again.attempts()), again.left_out) == (2, 0)
    assert again.setting("match.1") == again.setting("match.2") == "the same"
    again.close()


def test_what_is_calculated_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    row = f"VALUES ('moving.targets', 1, 'en', {NOW}, 1, 3, 0)"
    crafted(
        file,
        FULL.replace("hints", f"hints AS {CHEAP}", 1),
        f"INSERT INTO attempted (task, seed, edition, at, right, stars, rule) {row}",
    )
    progress = Progress(file)
    assert progress.attempts() == ()
    assert progress.newly_set_aside() is not None
    progress.close()


def crafted(file: Path, *statements: str) -> None:
    """A file made by these, with a calculation without end in them."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.execute("PRAGMA writable_schema = ON")
        change = "UPDATE sqlite_master SET sql = replace(sql, ?, ?)"
        connection.execute(change, (CHEAP, ENDLESS))


def poisoned(file: Path) -> None:
    """A store as earlier versions have filled it from a stranger's files."""
    progress = Progress(file)
    progress.record(SOUND)
    saves = SavedMatches(progress, lambda: NOW)
    saves.keep(Match.begin(SEATS, seed=7, begun=NOW))
    game = match_text(Match.begin(SEATS, seed=8), standings=False)
    progress.set("match.1", f"{2**53} {NOW}\n{game}")
    progress.set("match.2", f"{NOW} {10**20}\n{game}")
    progress.set("match.3", f"{NOW} {NOW}\nnonsense")
    progress.set("match.4", "\x00")
    progress.set("seating", "en standard\nlevel9 Anna\nperson \x1b[2J")
    progress.set("laid_out", "?" * 35 + "\U0010ffff")
    progress.set("edition", "../../etc")
    progress.set("language", "xx")
    progress.set("look", "</style>")
    progress.close()
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        insert = "INSERT INTO attempted VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        connection.execute(insert, (SOUND.task, 0, "en", NEVER, 1, 3, 0, None))
        connection.execute("INSERT INTO reviewed VALUES (?, ?, ?)", ("puzzle.x", NEVER, 1))


def pages(progress: Progress) -> list[Any]:
    """Every page that shows progress."""
    return [
        ksm.Course("en", progress=progress).progress(),
        ksm.Puzzles(language="en", progress=progress, start=""),
        ksm.GameTable(language="en", progress=progress, clock=lambda: NOW),
    ]


def test_every_page_opens_on_what_was_poisoned_and_says_what_it_leaves_out(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    poisoned(file)
    progress = Progress(file)
    overview, puzzles, table = pages(progress)
    assert progress.attempts() == (SOUND,)
    assert progress.left_out == 2
    assert "2 entries make no sense" in overview._panels["asked"].html
    assert puzzles.guide.record().tried == {PUZZLE.id}
    assert "2 entries make no sense" in puzzles._panels["foot"].html
    assert [match.begun for match in table.page.start.shelved] == [NOW]
    assert "4 saved games can&#x27;t be read" in table._panels["start"].html
    # Nothing of it is gone.
    progress.close()
    with closing(sqlite3.connect(file)) as connection:
        (kept,) = connection.execute("SELECT count(*) FROM attempted").fetchone()
    assert kept == 2
    again = Progress(file)
    assert again.setting("match.3") == f"{NOW} {NOW}\nnonsense"
    again.close()
    for page in (overview, puzzles, table):
        page.close()


@pytest.mark.parametrize("look", ["\0", "\ud800", "dark\0", "</style>"])
def test_a_look_that_makes_no_sense_keeps_no_page_from_opening(
    look: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("KSM_LANGUAGE", "KSM_LOOK", "QUERY_STRING"):
        monkeypatch.setenv(name, "")
    arrive(json.dumps({"KSM_LANGUAGE": "de", "KSM_LOOK": look, "QUERY_STRING": "", "kept": ""}))
    puzzles = ksm.Puzzles(progress=Progress())
    assert (puzzles.page.language, os.environ["QUERY_STRING"]) == ("de", "")
    puzzles.close()


def test_what_a_browser_kept_is_taken_but_for_what_makes_no_sense(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    there = text_with(attempts=[ROW, row(at=NEVER)], reviews=[review(at=-1), REVIEW], settings={})
    progress, sent = Progress(), list[Any]()
    keeper = Keeper(progress, lambda: None)
    monkeypatch.setattr(keeper, "send", sent.append)
    keeper._handle_custom_msg({"there": there}, [])
    assert [attempted.at for attempted in progress.attempts()] == [NOW]
    assert len(progress.reviews()) == 1
    assert progress.left_out == 2
    # It is set aside whole before what makes sense is written back.
    assert [next(iter(message)) for message in sent] == ["aside", "keep"]
    assert json.loads(sent[1]["keep"])["attempts"] == [ROW]
    keeper.close()


@pytest.mark.long
@pytest.mark.parametrize("what", ["attempts", "settings"])
def test_two_files_never_make_a_progress_that_cannot_be_read_again(what: str) -> None:
    progress = Progress()
    texts = []
    for letter in "ab":
        rows = [row(task=f"{letter * 70}{number}", at=NOW) for number in range(24_000)]
        games = {f"{letter}{number}": "x" * 240_000 for number in range(15)}
        texts.append(
            text_with(attempts=rows)
            if what == "attempts"
            else text_with(attempts=[], settings=games)
        )
    progress.read_in(texts[0])
    kept = progress.text()
    with pytest.raises(ProgressTextError) as refused:
        progress.read_in(texts[1])
    assert refused.value.key == "progress.large"
    assert progress.text() == kept
    assert Progress().read_in(kept) == len(progress.attempts())


def test_games_from_the_future_drive_out_none_of_ones_own() -> None:
    """A file may bring games for all places but one."""
    progress, now = Progress(), NOW
    game = match_text(Match.begin(SEATS, seed=8), standings=False)
    later = {f"match.{place}": f"{place} {LATEST - place}\n{game}" for place in range(PLACES - 1)}
    progress.read_in(text_with(attempts=[], settings=later))

    def clock() -> int:
        nonlocal now
        now += 1
        return now

    saves = SavedMatches(progress, clock)
    for seed in range(5):
        saves.keep(Match.begin(SEATS, seed=seed, begun=NOW + seed))
    own = [kept.match.begun for kept in saves.matches() if kept.match.begun >= NOW]
    assert own == [NOW + seed for seed in reversed(range(5))]
    newest = saves.under_way()
    assert newest is not None
    assert newest.begun == NOW + 4


def test_an_empty_place_is_taken_before_one_that_cannot_be_read() -> None:
    progress = Progress()
    progress.set("match.0", "of another version")
    saves = SavedMatches(progress)
    saves.keep(Match.begin(SEATS, seed=7, begun=1))
    assert progress.setting("match.0") == "of another version"
    assert saves.filled - len(saves.matches()) == 1
    assert [kept.match.begun for kept in saves.matches()] == [1]


GAME = "game players 2 seed 7 edition en variant standard\n"
NOTED = f"{GAME}mine {','.join(['???1'] * 6)}/{'/'.join([','.join(['???a'] * 6)] * 5)}\n"
MOVES = " ".join(["a1-b1", "b1-a1"] * 600)


@pytest.mark.parametrize(
    ("game", "line"),
    [
        (GAME, "cards - -"),
        (GAME, "begun 1"),
        (GAME, "shapes 1 ###"),
        (f"{GAME}shapes 1 #\n", "shapes 1 ##"),
        (NOTED, "hand 1"),
        (NOTED + "hand 1 3\n", "hand 1 3"),
        (NOTED, "hand 1 3 3 3"),
    ],
)
def test_a_record_is_refused_at_the_first_line_that_changes_nothing(game: str, line: str) -> None:
    """Of these a record had twenty thousand, and was refused only at its end, half a minute on."""
    with pytest.raises(PlaythroughTextError) as caught:
        read_match(game + f"{line}\n" * 1000, standings=False)
    assert caught.value.key == "playthrough.unread"
    assert caught.value.params["line"] == game.count("\n") + 1


@pytest.mark.parametrize("turn", [f"turn 2 moves {MOVES}", f"begun 2 {MOVES}"])
def test_no_turn_of_a_record_has_moves_without_end(turn: str) -> None:
    game = ksm.new_game(2, seed=7)
    for player in (0, 1):
        game = game.choose(player, game.players[player].hand[0].number)
    assert game.current == 0
    card = game.players[0].chosen
    assert card is not None
    game = game.play(0, ksm.Turn(dig=ksm.legal_digs(game.position, card)[0]))
    there = ksm.legal_moves(game.position)[0]
    back = f"{there.target}-{there.source}"
    text = playthrough_text(game, standings=False) + turn.replace("a1-b1", str(there)).replace(
        "b1-a1", back
    )
    with pytest.raises(PlaythroughTextError) as caught:
        read_match(text, standings=False)
    assert (caught.value.key, caught.value.params["line"]) == ("playthrough.unread", 4)
    read_match(" ".join(text.split(" ")[:-1000]), standings=False)


def test_games_that_somebody_else_wrote_keep_the_page_from_nothing() -> None:
    """A file brought twenty that took half a minute each, read twice whenever the page opened."""
    progress = Progress()
    endless = f"{NOW} {NOW}\n{NOTED}" + "hand 1\n" * 20_000
    progress.read_in(
        text_with(attempts=[], settings={f"match.{place}": endless for place in range(PLACES)})
    )
    table = ksm.GameTable(language="en", progress=progress, clock=lambda: NOW)
    assert f"{PLACES} saved games can&#x27;t be read" in table._panels["start"].html
    table.close()


_LINES = st.lists(
    st.sampled_from(
        [
            *("seat 1 person Anna", "seat 2 cautious Carlo", "seat 1 x y", "conceded 1"),
            "game players 2 seed 7 edition en variant standard",
            "game players 99 seed 7 edition en variant standard",
            *("cards 1 2", "cards - -", "turn 1", "turn 9", "begun 1 a1-b1", "mine ", "hand 1 1"),
            f"{NOW} {NOW}",
            "9" * 60,
        ]
    )
    | st.text(max_size=40),
    max_size=8,
).map("\n".join)


@pytest.mark.long
@given(_LINES)
def test_no_setting_breaks_what_reads_it(text: str) -> None:
    progress = Progress()
    text = text.encode("utf-8", "replace").decode()
    progress.set("match.0", f"{NOW} {NOW}\n{text}")
    progress.set("match.1", text)
    saves = SavedMatches(progress, lambda: NOW)
    assert len(saves.matches()) <= saves.filled <= 2
    Seating.of(text)
    Tops.of(text)
    match = Match.begin(SEATS, seed=7, begun=NOW + 1)
    saves.keep(match)
    assert saves.match(NOW + 1) == match
    progress.close()

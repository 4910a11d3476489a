"""Saved matches: records that read back, faults told by line, and places that lose nothing."""

from __future__ import annotations

import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.game.keeping import PLACES, SavedMatches
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.seats import Seat
from ksm_widgets.game.steps import Kind
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Card, PlaythroughTextError, Shape, cards, playthrough_text
from ksm_widgets.rules.deck import deck_with, own_cards_text
from tests.game.people import ANNA, CARLO, acted, until
from tests.rules.tables import played_at_random

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SEATS = ["seat 1 person Anna", "seat 2 cautious Carlo"]
GAME = "game players 2 seed 7 edition en variant standard"


@pytest.mark.long
def test_one_person_goes_on_where_they_left() -> None:
    """Whose turn it is, what the artificial player still means to do, and whether to look."""
    match = Match.begin([ANNA, Seat("Carlo", "level2")], seed=3)
    seen, rng = set(), Random(3)
    for _ in range(400):
        match = acted(match, rng)
        seen.add(match.phase)
        read = read_match(match_text(match))
        if match.phase is Phase.WATCH and read.phase is Phase.WATCH:
            assert read.step().steps == match.step().steps
        if match.phase is not Phase.ADD and (match.looked == read.looked):
            assert read == match
        if match.over:
            break
    assert seen >= {Phase.CHOOSE, Phase.WATCH, Phase.REVEAL, Phase.DIG, Phase.OVER}


def test_who_gave_up_is_written_down() -> None:
    match = until(Match.begin([ANNA, CARLO], seed=7), lambda match: match.game.round == 2)
    given_up = match.concede()
    text = match_text(given_up)
    assert "\nconceded 1\ngame players 2 seed 7" in text
    read = read_match(text)
    assert read == given_up
    assert read.phase is Phase.OVER
    assert read.steps[-1].kind is Kind.CONCEDED


def test_names_and_levels_stand_at_the_head() -> None:
    match = Match.begin([Seat("Jörg de la Mår"), Seat("person", "level2")], seed=1)
    text = match_text(match)
    assert text.startswith("seat 1 person Jörg de la Mår\nseat 2 level2 person\ngame players 2")
    assert read_match(text) == match
    assert read_match(text.replace("\n", "\r\n")) == match


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_playthrough_is_a_match_of_nameless_people(language: str) -> None:
    game = played_at_random(3, 2, "de")[-1]
    match = read_match(playthrough_text(game), language=language)
    assert match.game == game
    assert match.over
    word = "Player" if language == "en" else "Spieler"
    assert [seat.name for seat in match.seats] == [f"{word} {number}" for number in (1, 2, 3)]


@pytest.mark.parametrize(
    ("lines", "key", "line"),
    [
        ([], "playthrough.empty", None),
        (["nonsense"], "playthrough.unread", 1),
        (["seat"], "match.head", 1),
        (["seat 2 person Anna"], "match.head", 1),
        (["seat 1 person"], "match.head", 1),
        ([*SEATS, "seat 2 person Berta"], "match.head", 3),
        (["seat 1 nobody Anna"], "playthrough.refused", 1),
        (["seat 1 person  Anna"], "playthrough.refused", 1),
        (["seat 1 person \x1b[31m"], "playthrough.refused", 1),
        (["seat 1 person " + "A" * 99], "playthrough.refused", 1),
        ([*SEATS, "conceded 3"], "match.head", 3),
        ([*SEATS, "conceded one"], "match.head", 3),
        (["conceded 1"], "match.head", 1),
        ([*SEATS, "conceded 1", "conceded 1"], "match.head", 4),
        ([*SEATS, "conceded 1", "seat 3 person Dora"], "match.head", 4),
        ([f"seat {number} person P{number}" for number in range(1, 9)], "playthrough.unread", 8),
        (SEATS, "playthrough.empty", None),
        ([SEATS[0], GAME], "playthrough.refused", 1),
        ([SEATS[0], "seat 2 person anna", GAME], "playthrough.refused", 2),
        ([*SEATS, GAME, "cards 1 99"], "playthrough.refused", 4),
        ([*SEATS, GAME, "cards"], "playthrough.unread", 4),
        ([*SEATS, GAME, "begun 1 a1-a2"], "playthrough.refused", 4),
        ([*SEATS, GAME, "begun 1 " + "a1-a2 " * 5000], "playthrough.unread", 4),
        ([*SEATS, GAME, "seat 3 person Dora"], "playthrough.unread", 4),
    ],
)
def test_a_fault_is_told_with_its_line(lines: list[str], key: str, line: int | None) -> None:
    for language in ("en", "de"):
        with pytest.raises(PlaythroughTextError) as caught:
            read_match("\n".join(lines), language=language, standings=False)
        assert (caught.value.key, caught.value.params.get("line")) == (key, line)
        if line is not None:
            assert str(line) in caught.value.sentence(language)


def test_a_line_that_says_something_else_is_found() -> None:
    text = match_text(until(Match.begin([ANNA, CARLO], seed=7), lambda m: m.game.round == 2))
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  bank"))
    lines[at] += "0"
    with pytest.raises(PlaythroughTextError) as caught:
        read_match("\n".join(lines))
    assert (caught.value.key, caught.value.params["line"]) == ("playthrough.differs", at + 1)
    with pytest.raises(PlaythroughTextError):
        read_match("\n".join(line for line in lines if line[:1] != " "))


def test_empty_lines_behind_the_last_one_do_not_matter() -> None:
    text = match_text(until(Match.begin([ANNA, CARLO], seed=7), lambda m: m.game.round == 2))
    assert read_match(text + "\n \r\n\n") == read_match(text)


def test_a_huge_text_is_refused_at_once() -> None:
    with pytest.raises(PlaythroughTextError) as caught:
        read_match("seat 1 person A\n" * 10**6)
    assert caught.value.key in ("match.head", "playthrough.long")
    with pytest.raises(PlaythroughTextError) as caught:
        read_match("\n".join([*SEATS, GAME]) + "\n" * 10**6)
    assert caught.value.key == "playthrough.long"


WORDS = st.sampled_from(
    [
        *("seat", "1", "2", "person", "steady", "conceded", "game", "players", "seed", "cards"),
        *("turn", "begun", "dig", "a1", "b1-b2", "add", "x", "-", "", "²", "\x00", "\ud800"),
        "9" * 5000,
    ]
)


@given(st.lists(st.lists(WORDS, max_size=8).map(" ".join), max_size=6), st.booleans())
def test_any_text_is_read_or_told_what_is_wrong(lines: list[str], real: bool) -> None:
    head = [*SEATS, GAME] if real else []
    with suppress(PlaythroughTextError):
        read_match("\n".join([*head, *lines]), standings=False)


def test_what_nobody_did_changes_no_record() -> None:
    """A card or a move that was taken back leaves no trace."""
    match = Match.begin([ANNA, CARLO], seed=7)
    assert match.view is not None
    back = match.choose(match.view.hand[0].number).take_back()
    assert match_text(back) == match_text(match)


# Saved matches.


def beginning(begun: int) -> Match:
    return Match.begin([ANNA, CARLO], seed=begun, begun=begun)


@pytest.fixture
def clock() -> Callable[[], int]:
    ticks = count(1000)
    return lambda: next(ticks)


def test_a_match_is_gone_on_with_by_another_program(
    tmp_path: Path, clock: Callable[[], int]
) -> None:
    file = tmp_path / "progress.sqlite3"
    first = SavedMatches(Progress(file), clock)
    assert first.under_way() is None
    match = until(beginning(5), lambda match: match.game.round == 3)
    first.keep(match)
    second = SavedMatches(Progress(file), clock)
    assert second.under_way() == match
    assert [kept.match.begun for kept in second.matches()] == [5]
    later = until(match, lambda match: match.game.round == 4)
    second.keep(later)
    assert first.under_way() == later
    assert len(first.matches()) == 1


def test_several_matches_lie_side_by_side(clock: Callable[[], int]) -> None:
    saves = SavedMatches(Progress(), clock)
    one, other = beginning(1), beginning(2)
    for match in (one, other, one.concede()):
        saves.keep(match)
    assert [kept.match.begun for kept in saves.matches()] == [1, 2]
    assert saves.under_way() == other
    saves.keep(other.concede())
    assert saves.under_way() is None


def test_the_one_played_longest_ago_makes_room(clock: Callable[[], int]) -> None:
    saves = SavedMatches(Progress(), clock)
    for begun in range(1, PLACES + 1):
        saves.keep(beginning(begun))
    saves.keep(beginning(1))
    saves.keep(beginning(99))
    left = [kept.match.begun for kept in saves.matches()]
    assert left[:2] == [99, 1]
    assert len(left) == PLACES
    assert 2 not in left


def test_a_clock_that_was_a_little_ahead_changes_nothing() -> None:
    """What was played last on another device is offered first, and not the first to make room."""
    progress = Progress()
    SavedMatches(progress, lambda: 61_000).keep(beginning(1))
    saves = SavedMatches(progress, lambda: 1000)
    for begun in range(2, PLACES + 2):
        saves.keep(beginning(begun))
    assert saves.under_way() == beginning(1)


@pytest.mark.parametrize(
    "kept", ["", "x", "1", "1 2", "1 2\nnonsense", "1 -2\n", "a b\nc", "² ²\n"]
)
def test_what_cannot_be_read_is_left_out(kept: str, clock: Callable[[], int]) -> None:
    progress = Progress()
    saves = SavedMatches(progress, clock)
    saves.keep(beginning(3))
    progress.set("match.1", kept)
    assert [one.match.begun for one in saves.matches()] == [3]
    saves.keep(beginning(4))
    assert saves.under_way() == beginning(4)


KILLED = """
import os, signal, sys
from pathlib import Path
from random import Random
from ksm_widgets.game.record import match_text
from ksm_widgets.progress.progress import Progress
from ksm_widgets.game.keeping import SavedMatches
from tests.game.people import acted
from tests.game.test_keeping import beginning

saves, match, rng = SavedMatches(Progress(Path(sys.argv[1]))), beginning(5), Random(5)
for _ in range(60):
    match = acted(match, rng)
    saves.keep(match)
Path(sys.argv[2]).write_text(match_text(match))
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.long
def test_nothing_is_lost_by_a_kill(tmp_path: Path) -> None:
    file, wanted = tmp_path / "progress.sqlite3", tmp_path / "wanted"
    done = subprocess.run([sys.executable, "-c", KILLED, file, wanted], check=False)
    assert done.returncode == -signal.SIGKILL
    match = SavedMatches(Progress(file)).under_way()
    assert match is not None
    assert match_text(match) == wanted.read_text(encoding="utf-8")


OWN = (Card(3, Shape.parse("#.##")), Card(20, Shape.parse("#.#/#.#/#..")))


def test_a_game_with_one_s_own_cards_is_read_with_them() -> None:
    match = Match.begin([ANNA, CARLO], seed=3, deck=deck_with(OWN))
    while match.game.round < 3 and match.phase is not Phase.OVER:
        match = acted(match, Random(5))
    for standings in (True, False):
        text = match_text(match, standings=standings)
        assert "\nshapes 3 #.## 20 #.#/#.#/#..\n" in text
        read = read_match(text, standings=standings)
        assert read.game == match.game
        assert read.game.setting.deck == deck_with(OWN)
    assert "shapes" not in match_text(Match.begin([ANNA, CARLO], seed=3))


@pytest.mark.parametrize(
    "line", ["shapes", "shapes 3", "shapes 33 ##", "shapes x ##", "shapes 3 o"]
)
def test_cards_that_make_no_sense_are_refused_with_their_line(line: str) -> None:
    with pytest.raises(PlaythroughTextError, match=r"[Ll]ine 2"):
        read_match(f"{GAME}\n{line}\n", standings=False)


def test_the_cards_of_the_user_are_dealt_from_then_on(progress: Progress) -> None:
    saves = SavedMatches(progress)
    assert saves.deck == cards()
    progress.set("cards", own_cards_text(OWN))
    assert saves.deck == deck_with(OWN)
    progress.set("cards", "nonsense")
    assert saves.deck == cards()

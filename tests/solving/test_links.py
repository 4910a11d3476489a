"""A link opens exactly its puzzle, tells nothing, and harms nobody whatever stands in it."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.explorer.links import situation_of
from ksm_widgets.puzzles import Pack, Question
from ksm_widgets.puzzles.authoring import make_puzzle
from ksm_widgets.puzzles.pack import line_of
from ksm_widgets.rules import Card, KsmError, Shape, card
from ksm_widgets.solving.links import (
    PuzzleLinkError,
    explorer_link_of,
    link_of_puzzle,
    problem_of,
    puzzle_of,
)
from tests.puzzles import samples

ALL = Pack(tuple(map(samples.puzzle, samples.ALL)))
NONE = Pack(())


def packed(text: bytes) -> str:
    return urlsafe_b64encode(zlib.compress(text)).decode()


@pytest.mark.parametrize("name", samples.ALL)
def test_a_link_opens_its_puzzle_by_name_or_whole(name: str) -> None:
    puzzle = samples.puzzle(name)
    short = link_of_puzzle(puzzle, ALL)
    assert short == f"puzzle={puzzle.id}"
    assert puzzle_of(f"?{short}", NONE, ALL) == puzzle
    whole = link_of_puzzle(puzzle, NONE)
    assert puzzle_of(whole, NONE) == puzzle
    assert len(whole) < 700


def test_the_explorer_has_the_very_cards_of_the_hand() -> None:
    best, other = samples.puzzle("card").hand
    own = Card(other.number, Shape.parse("#.##"))
    puzzle = replace(samples.puzzle("card"), hand=(best, own))
    asked = situation_of(explorer_link_of(puzzle))
    assert tuple(card(number, asked.deck) for number in asked.hand) == puzzle.hand
    assert asked.card.shape == puzzle.problem.shape


def test_nothing_of_the_answer_can_be_read_in_a_link() -> None:
    link = link_of_puzzle(samples.puzzle("dig"), NONE)
    for told in ("clear_way", "c1-d1", "grade", "answer"):
        assert told not in link


@pytest.mark.parametrize(
    ("query", "key"),
    [
        ("", "puzzle_link.name"),
        ("puzzle=<script>", "puzzle_link.name"),
        ("puzzle=0123456789", "puzzle_link.unknown"),
        ("puzzle=0123456789&whole=!!!", "puzzle_link.damaged"),
        ("puzzle=0123456789&whole=abc", "puzzle_link.damaged"),
        ("puzzle=0123456789&whole=äöü", "puzzle_link.damaged"),
        (f"puzzle=0123456789&whole={packed(b' ' * 10_000_000)[:3900]}", "puzzle_link.long"),
        (f"puzzle=0123456789&whole={packed(b' ' * 500_000)}", "puzzle_link.damaged"),
        (f"puzzle=0123456789&whole={packed(b'[]')}", "puzzle.object"),
        (f"puzzle=0123456789&whole={packed(b'{')}", "line.no_json_here"),
        ("puzzle=" + "0" * 5000, "puzzle_link.long"),
    ],
)
def test_a_link_that_is_none_is_told_why(query: str, key: str) -> None:
    if key == "puzzle_link.long":
        query += "x" * 4000
    with pytest.raises(KsmError) as refused:
        puzzle_of(query, ALL)
    assert refused.value.key == key
    assert "<" not in refused.value.sentence("de").replace("<script>", "")


def test_a_link_that_holds_another_puzzle_than_it_names_is_refused() -> None:
    whole = packed(line_of(samples.puzzle("card")).encode())
    with pytest.raises(PuzzleLinkError) as refused:
        puzzle_of(f"puzzle=0123456789&whole={whole}", NONE)
    assert refused.value.key == "puzzle_link.other"


@given(st.text(max_size=60), st.binary(max_size=60))
def test_whatever_a_link_holds_it_is_a_puzzle_or_a_fault(name: str, held: bytes) -> None:
    for query in (name, f"puzzle={name}&whole={name}", f"puzzle=0123456789&whole={packed(held)}"):
        with pytest.raises(KsmError):
            puzzle_of(query, ALL)


OF_A_GAME = (
    "board=-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/-,-,-,-,-,-/5,4,?3z,?b,?1,-"
    "&card=1&money=3&holding=acS&rounds_left=4&players=2"
)
"""What one player knew in a game: some tiles were never seen, others are behind the screen."""


@pytest.mark.parametrize("before", ["", "?", "explorer.ipynb?", "https://mine.example/#a.ipynb?"])
def test_a_moment_of_a_game_is_made_into_a_puzzle(before: str) -> None:
    problem, number = problem_of(before + OF_A_GAME)
    assert number == 1
    assert problem.position.text.endswith("5,4,?3z,?b,?1,-")
    made = make_puzzle(problem, number)
    assert made.puzzle is not None
    assert made.puzzle.question is Question.KNOWN
    assert made.puzzle.problem.stakes == problem.stakes

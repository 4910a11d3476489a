"""How points came about, in words: sets, first and second bonus, every tie (R18, R28-R31)."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ksm_widgets.rules import CARDS_EACH, Game
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.table.match import Match
from ksm_widgets.tutor.table.points import reckoned
from tests.rules.tables import mine, table
from tests.table.people import NAMES, at


def over(*letters: str) -> Match:
    """A match that has ended with these tiles behind the screens."""
    game: Game = table(mine("-"), "#", *((0, held) for held in letters))
    for seat in range(len(letters)):
        game = game.play(seat, "-")
    records = game.records * CARDS_EACH[len(letters)]
    match = at(replace(game, records=records), *NAMES[: len(letters)])
    assert match.over
    return match


def said(match: Match, language: str = "en") -> str:
    return " ".join(map(Reader(language, "en").say, reckoned(match)))


def figures(text: str) -> list[str]:
    return sorted(re.findall("[0-9]+", text))


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        (("abcdabcd", "abcd"), "Anna has 2 complete sets of parchments: 20 points. Berta has a c"),
        (("", ""), "Nobody has collected a curse, so nobody gets that bonus."),
        (("", ""), "Nobody has a magic object left, so nobody gets that bonus."),
        (("zz", "z"), "Most curses: Anna with 6, so 24 points. Second in curses: Berta with 3, so"),
        (("zz", "y"), "Nobody has half as many curses, so the second bonus of 12 goes to nobody."),
        (
            ("zz", "zz", "z"),
            "Anna and Berta tie for most curses with 6: both bonuses together, 36, are shared, "
            "18 each, and there is no second.",
        ),
        (
            ("MM", "M", "M"),
            "Anna with 2, so 16 points. Berta and Carla tie for second in magic objects with 1 and "
            "share its 8 points: 4 each.",
        ),
        (("S", "A"), "Anna and Berta tie for most magic objects with 1: both bonuses"),
        (("", "C"), "Nobody has half as many magic objects, so the second bonus of 8 goes to nob"),
    ],
)
def test_every_way_to_a_bonus_is_told(letters: tuple[str, ...], words: str) -> None:
    match = over(*letters)
    assert words in said(match)
    # German tells of the same figures.
    assert figures(said(match, "de")) == figures(said(match))


def test_the_points_told_are_those_scored() -> None:
    match = over("abcdzzM", "zMC", "xS")
    text = said(match)
    for score in match.scores:
        for points in (score.parchments, score.curses, score.magic):
            assert not points or f"{points} points" in text

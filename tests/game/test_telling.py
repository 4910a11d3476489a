"""A match in words: every kind of step and ending, every way to a bonus."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ksm_widgets.game.match import Match
from ksm_widgets.game.seats import Seat
from ksm_widgets.game.steps import Kind, Step, play
from ksm_widgets.game.telling import bonuses, ending, outcome, told
from ksm_widgets.rules import CARDS_EACH, Game, Setting, Turn, edition
from ksm_widgets.telling.phrases import Reader
from tests.game.people import ANNA, NAMES, at
from tests.rules.tables import mine, table


def said(match: Match, *, last: int = 1, eyes: int | None = None, language: str = "en") -> str:
    reader = Reader(language, match.game.setting.edition.name)
    phrases = [one for step in match.steps[-last:] for one in told(step, match.seats, eyes)]
    return " ".join(map(reader.say, phrases))


def poor(edition: str, letters: str = "", others: int = 2) -> Match:
    """Anna cannot pay for the mummy that she digs all the same."""
    game = table(
        mine("5,-,-", "z4,1,-"), "##", (0, letters), *[(0, "")] * others, edition_name=edition
    )
    return at(game, *NAMES[: others + 1]).move("a1-b2").play("dig a1 b1", unpaid=True)


def test_a_turn_is_told_step_by_step() -> None:
    game = table(mine("5,-,-,-", "z4,1,-,-"), "##", (9, "A"), (0, ""))
    match = at(game, ANNA, Seat("Bo"))
    assert said(match) == "The mine is full. Everybody gets 12 digging cards and 10 coins."
    moved = match.move("a1-b2")
    assert said(moved) == (
        "Anna: the treasure of 4 on a1 moves to b2, staying on level 1; a mummy is uncovered on a1."
    ).replace("staying on level 1", "down to level 1")
    dug = moved.play("dig a1 b1")
    assert said(dug, last=2) == (
        "Anna digs on a1 and b1: a mummy and a treasure of 1. "
        "Anna pays 4: 1 for a move and 3 for the curse."
    )
    assert said(moved.play("dig a1 b1 with amulet"), last=2) == (
        "Anna spends the amulet. Anna digs on a1 and b1: a mummy and a treasure of 1; thanks to "
        "the amulet the curse costs nothing. Anna pays 1 for a move."
    )
    assert said(moved.play("-"), last=2) == ("Anna doesn't dig after all. Anna pays 1 for a move.")
    assert said(match.play("-")) == "Anna doesn't dig."
    spent = moved.play("dig a1 b1 with amulet")
    assert said(spent, last=2, language="de").startswith("Anna setzt das Amulett ein. ")
    assert said(dug, last=2, language="de").endswith(
        "Anna zahlt 4: 1 für eine Verschiebung und 3 für den Fluch."
    )
    assert said(match.play("-"), language="de") == "Anna gräbt nicht."


def test_the_cards_are_told_in_the_order_of_digging() -> None:
    match = Match.begin([ANNA, Seat("Carlo", "random")], seed=7)
    assert match.view is not None
    match = match.choose(match.view.hand[-1].number)
    assert said(match) == "Anna chooses a card."
    match = match.step()
    one, other = (match.game.players[seat].chosen for seat in match.game.waiting)
    assert one is not None
    assert other is not None
    first, second = (match.seats[seat].name for seat in match.game.waiting)
    assert said(match) == (
        f"Round 1 of 12. Cards: {first} {one.number}, {second} {other.number}. {first} digs first."
    )


def test_what_is_shared_out_is_told_as_it_was_seen() -> None:
    """R26: shown to all in one edition, face down in the other, where one sees one's own part."""
    shown = poor("en")
    shares = [player.holding.tiles[0] for player in shown.game.players[1:]]
    for eyes in (None, 0, 1, 2):
        text = said(shown, eyes=eyes)
        assert "Anna can't pay the 4 due" in text
        assert "Berta gets: a" in text
        assert "Carla gets: a" in text
    assert len(shares) == 2
    hidden = poor("de")
    assert said(hidden).endswith("Berta gets a tile face down. Carla gets a tile face down.")
    own = said(hidden, eyes=1)
    assert "Berta gets: a" in own
    assert own.endswith("Carla gets a tile face down.")
    assert "face down" in said(hidden, eyes=0)
    added = poor("de", "x", others=3)
    assert "Anna adds a tile from an earlier turn, face down." in said(added)
    assert "Anna adds tiles from earlier turns: a mask." in said(added, eyes=0)
    assert "Anna adds tiles from earlier turns: a mask." in said(poor("en", "x", others=3))
    assert "gets nothing." in said(poor("en", "", others=3))
    spare = poor("en", others=1)
    assert "Out of the game: a" in said(spare)


def test_several_tiles_face_down_are_counted() -> None:
    game = table(mine("zzz,z,z,z,z"), "#", (0, "abc"), (0, ""), edition_name="de")
    game = table(mine("z,z,z,z,z"), "#####", (0, ""), (0, ""), (0, ""), edition_name="de")
    match = at(game, *NAMES[:3]).play("dig a1 b1 c1 d1 e1", unpaid=True)
    text = said(match)
    assert "Berta gets 2 tiles face down." in text
    assert text.endswith("A tile is left over and leaves the game.")
    many = table(mine("z,z,z"), "###", *[(0, "")] * 4, edition_name="de")
    steps = at(many, *NAMES[:4]).play("dig a1 b1 c1", unpaid=True)
    assert said(steps).count("gets a tile face down") == 3
    back = table(mine("5,-"), "##", (0, "xyz"), *[(0, "")] * 4, edition_name="de")
    moved = at(back, *NAMES).move("a1-b1").move("b1-a1").play("-", unpaid=True)
    assert "Anna adds 3 tiles from earlier turns, face down." in said(moved)


def test_several_left_over_are_counted() -> None:
    """An edition may share out one each and keep it secret; data, not a branch, says so."""
    rules = replace(edition("en"), shares_shown=False)
    game = table(mine("z,z,z,z"), "####", (0, ""), (0, ""))
    game = replace(game, setting=replace(game.setting, edition=rules))
    match = at(game, *NAMES[:2]).play("dig a1 b1 c1 d1", unpaid=True)
    text = " ".join(phrase.say("en") for phrase in told(match.steps[-1], match.seats))
    assert text.endswith("3 tiles are left over and leave the game.")


def test_the_end_is_told_with_every_tie() -> None:
    def over(*purses: tuple[int, str]) -> Match:
        game = table(mine("5"), "#", *purses)
        full = Game.begin(Setting(len(purses), 1))
        cards = full.players[0].hand
        while not game.over:
            for seat in game.waiting:
                game = game.play(seat, Turn())
            if not game.over:
                used = tuple(
                    replace(player, chosen=replace(cards[0], number=seat))
                    for seat, player in enumerate(game.players)
                )
                game = replace(game, players=used, waiting=tuple(range(len(purses))))
        return Match(NAMES[: len(purses)], (Step(Kind.OVER, game),))

    def last(match: Match) -> list[str]:
        return [phrase.say("en") for phrase in ending(match)]

    assert last(over((3, ""), (9, ""))) == ["Points: Berta 9, Anna 3.", "Berta wins."]
    assert last(over((9, ""), (9, "")))[1] == "Anna and Berta share the win."
    assert last(over((9, ""), (9, ""), (9, "")))[1] == "Anna, Berta and Carla share the win."
    assert said(over((3, ""), (9, ""))) == "The last card has been played. The game is over."
    given = Match.begin(NAMES[:2], seed=1).sit_down().concede()
    assert said(given) == "Anna gives up. The game ends here."
    assert last(given)[1] == "Berta wins."
    assert ending(Match.begin(NAMES[:2], seed=1)) == ()

    def to(match: Match, seat: int) -> str:
        return outcome(match, seat).say("en")

    assert to(over((3, ""), (9, "")), 1) == "You won with 9 points, 6 more than Anna."
    assert to(over((3, ""), (9, "")), 0) == "You have 3 points; Berta won with 9."
    three = over((3, ""), (9, ""), (3, ""))
    assert to(three, 1) == "You won with 9 points, 6 more than Anna and Carla."
    shared = over((9, ""), (9, ""), (3, ""))
    assert to(shared, 0) == "You share the win, with 9 points."
    assert to(shared, 2) == "You have 3 points; Anna and Berta won with 9 each."
    # Anna had as many when she gave up.
    assert to(given, 1) == f"You won with {given.scores[1].total} points."
    assert to(given, 0).endswith(f"Berta won with {given.scores[1].total}.")


def test_a_whole_turn_played_at_once_is_told_like_one_in_steps() -> None:
    game = table(mine("5,-,-,-", "z4,1,-,-"), "##", (9, ""), (0, ""))
    at_once = play((Step(Kind.DEALT, game),), 0, Turn.parse("moves a1-b2 dig a1 b1"))
    stepwise = at(game, ANNA, Seat("Bo")).move("a1-b2").play("dig a1 b1")
    assert at_once == stepwise.steps


# How the points came about (R18, R28-R31).


def ended(*letters: str) -> Match:
    """A match that has ended with these tiles behind the screens."""
    game: Game = table(mine("-"), "#", *((0, held) for held in letters))
    for seat in range(len(letters)):
        game = game.play(seat, "-")
    records = game.records * CARDS_EACH[len(letters)]
    match = at(replace(game, records=records), *NAMES[: len(letters)])
    assert match.over
    return match


def scored(match: Match, language: str = "en") -> str:
    return " ".join(map(Reader(language, "en").say, bonuses(match)))


def figures(text: str) -> list[str]:
    return sorted(re.findall("[0-9]+", text))


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        (("abcdabcd", "abcd"), "Anna has 2 complete sets of parchments: 20 points. Berta has a c"),
        (("", ""), "Nobody has any curses, so nobody gets that bonus."),
        (("", ""), "Nobody has a magic object left, so nobody gets that bonus."),
        (
            ("zz", "z"),
            "Anna has the most curse points, 6, and gets 24 points. Berta is second in curse "
            "points with 3 and gets 12 points.",
        ),
        (
            ("zz", "y"),
            "Nobody else has at least half as many curse points, so nobody gets the second "
            "bonus of 12.",
        ),
        (
            ("zz", "zz", "z"),
            "Anna and Berta tie for the most curse points with 6 each. They share both bonuses, "
            "36 points: 18 each. There is no second place.",
        ),
        (
            ("MM", "M", "M"),
            "Anna has the most magic objects, 2, and gets 16 points. Berta and Carla tie for "
            "second in magic objects with 1 each. They share 8 points: 4 each.",
        ),
        (
            ("zz", "z", "z"),
            "tie for second in curse points with 3 each. They share 12 points: 6 each. Nobody has",
        ),
        (
            ("S", "A"),
            "Anna and Berta tie for the most magic objects with 1 each. They share both bonuses",
        ),
        (
            ("", "C"),
            "Nobody else has at least half as many magic objects, so nobody gets the second "
            "bonus of 8.",
        ),
    ],
)
def test_every_way_to_a_bonus_is_told(letters: tuple[str, ...], words: str) -> None:
    match = ended(*letters)
    assert words in scored(match)
    # German tells of the same figures.
    assert figures(scored(match, "de")) == figures(scored(match))


def test_the_points_told_are_those_scored() -> None:
    match = ended("abcdzzM", "zMC", "xS")
    text = scored(match)
    for score in match.scores:
        for points in (score.parchments, score.curses, score.magic):
            assert not points or f"{points} points" in text

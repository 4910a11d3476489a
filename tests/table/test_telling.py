"""What is told of a match: all that happened, in both languages, and nothing that is secret."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ksm_widgets.rules import Game, Setting, Turn, edition
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.table.match import Match
from ksm_widgets.tutor.table.seats import Seat
from ksm_widgets.tutor.table.steps import Kind, Step, played
from ksm_widgets.tutor.table.telling import ending, told
from tests.rules.tables import mine, otherwise, table
from tests.table.people import ANNA, NAMES, acted, at, random_match, until


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
    assert said(match) == "The mine is full. Everybody has 12 digging cards and 10 coins."
    moved = match.move("a1-b2")
    assert said(moved) == (
        "Anna: the treasure of 4 on a1 steps across to b2, level 1; a mummy lies bare on a1."
    ).replace("across to b2, level 1", "down to b2, level 1")
    dug = moved.play("dig a1 b1")
    assert said(dug, last=2) == (
        "Anna: The dig on a1, b1 takes a mummy, a treasure of 1; its curses cost 3. "
        "Anna pays 4: 1 for moves, 3 for curses."
    )
    assert said(moved.play("dig a1 b1 with amulet"), last=2) == (
        "Anna spends: amulet. Anna: The dig on a1, b1 takes a mummy, a treasure of 1; thanks to "
        "the amulet its curses cost nothing. Anna pays 1 for moves."
    )
    assert said(moved.play("-"), last=2) == ("Anna digs nothing after all. Anna pays 1 for moves.")
    assert said(match.play("-")) == "Anna does not dig."
    assert said(match.play("-"), language="de") == "Anna gräbt nicht."


def test_the_cards_are_told_in_the_order_of_digging() -> None:
    match = Match.begin([ANNA, Seat("Carlo", "random")], seed=7)
    assert match.view is not None
    match = match.choose(match.view.hand[-1].number)
    assert said(match) == "Anna lays down a card."
    match = match.step()
    one, other = (match.game.players[seat].chosen for seat in match.game.waiting)
    assert one is not None
    assert other is not None
    first, second = (match.seats[seat].name for seat in match.game.waiting)
    assert said(match) == (
        f"Round 1 of 12. The cards: {first} {one.number}, {second} {other.number}. "
        f"{first} digs first."
    )


def test_what_is_shared_out_is_told_as_it_was_seen() -> None:
    """R26: shown to all in one edition, face down in the other, where one sees one's own part."""
    shown = poor("en")
    shares = [player.holding.tiles[0] for player in shown.game.players[1:]]
    for eyes in (None, 0, 1, 2):
        text = said(shown, eyes=eyes)
        assert "Anna cannot pay the 4 that are due" in text
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
    assert "From earlier turns Anna adds a tile face down." in said(added)
    assert "From earlier turns Anna adds: a mask." in said(added, eyes=0)
    assert "From earlier turns Anna adds: a mask." in said(poor("en", "x", others=3))
    assert "gets nothing." in said(poor("en", "", others=3))
    spare = poor("en", others=1)
    assert "Out of the game: a" in said(spare)


def test_several_tiles_face_down_are_counted() -> None:
    game = table(mine("zzz,z,z,z,z"), "#", (0, "abc"), (0, ""), edition_name="de")
    game = table(mine("z,z,z,z,z"), "#####", (0, ""), (0, ""), (0, ""), edition_name="de")
    match = at(game, *NAMES[:3]).play("dig a1 b1 c1 d1 e1", unpaid=True)
    text = said(match)
    assert "Berta gets 2 tiles face down." in text
    assert text.endswith("A tile is left over and out of the game.")
    many = table(mine("z,z,z"), "###", *[(0, "")] * 4, edition_name="de")
    steps = at(many, *NAMES[:4]).play("dig a1 b1 c1", unpaid=True)
    assert said(steps).count("gets a tile face down") == 3
    back = table(mine("5,-"), "##", (0, "xyz"), *[(0, "")] * 4, edition_name="de")
    moved = at(back, *NAMES).move("a1-b1").move("b1-a1").play("-", unpaid=True)
    assert "Anna adds 3 tiles face down." in said(moved)


def test_several_left_over_are_counted() -> None:
    """An edition may share out one each and keep it secret; data, not a branch, says so."""
    rules = replace(edition("en"), shares_shown=False)
    game = table(mine("z,z,z,z"), "####", (0, ""), (0, ""))
    game = replace(game, setting=replace(game.setting, edition=rules))
    match = at(game, *NAMES[:2]).play("dig a1 b1 c1 d1", unpaid=True)
    text = " ".join(phrase.say("en") for phrase in told(match.steps[-1], match.seats))
    assert text.endswith("3 tiles are left over and out of the game.")


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
    assert said(over((3, ""), (9, ""))) == "The last card has been used; the game is over."
    given = Match.begin(NAMES[:2], seed=1).sit_down().concede()
    assert said(given) == "Anna gives up, and the game ends here."
    assert last(given)[1] == "Berta wins."
    assert ending(Match.begin(NAMES[:2], seed=1)) == ()


@pytest.mark.parametrize("seed", range(4))
def test_every_step_is_told_in_both_languages(seed: int) -> None:
    match = until(random_match(2 + seed, seed), lambda match: match.over, seed)
    for step in match.steps:
        for eyes in (None, *range(2 + seed)):
            phrases = told(step, match.seats, eyes)
            assert phrases
            for language in ("en", "de"):
                reader = Reader(language, match.game.setting.edition.name)
                for phrase in phrases:
                    assert reader.say(phrase)[-1] in ".:"


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 5), (4, 6), (5, 9)])
def test_what_one_cannot_know_changes_nothing_that_is_told_or_shown(
    players: int, seed: int
) -> None:
    """Other hands, other holdings, other tiles below: the same sentences, view and standings."""
    rng = Random(seed)
    match = random_match(players, seed)
    looked_at = 0
    while not match.over:
        match = acted(match, rng)
        last = match.steps[-1]
        if len(match.game.begun) > 3:
            continue
        for eyes in range(players):
            seen = replace(match, eyes=eyes)
            swapped = replace(last, game=otherwise(match.game, eyes, rng))
            other = replace(seen, steps=(*match.steps[:-1], swapped))
            assert told(swapped, match.seats, eyes) == told(last, match.seats, eyes)
            assert (other.view, other.mine) == (seen.view, seen.mine)
            assert other.standings == seen.standings
            assert (other.phase, other.actor) == (seen.phase, seen.actor)
            looked_at += 1
    assert looked_at > 100


def test_a_whole_turn_played_at_once_is_told_like_one_in_steps() -> None:
    game = table(mine("5,-,-,-", "z4,1,-,-"), "##", (9, ""), (0, ""))
    at_once = played((Step(Kind.DEALT, game),), 0, Turn.parse("moves a1-b2 dig a1 b1"))
    stepwise = at(game, ANNA, Seat("Bo")).move("a1-b2").play("dig a1 b1")
    assert at_once == stepwise.steps

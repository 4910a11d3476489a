"""Whole games as text, replayed line by line (R3-R31).

The files in `playthroughs` are games by players who know no better than chance. A rule that comes
to act otherwise is told here by the first line that differs. They are written anew with
`python -m tests.rules.test_playthroughs`, and read before they are kept.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings

from ksm_widgets.rules import (
    Card,
    Game,
    Move,
    PlaythroughTextError,
    Setting,
    Shape,
    Tile,
    Turn,
    Variant,
    cards,
    legal_moves,
    moved,
    new_game,
    playthrough_text,
    replayed,
    tile_counts,
)
from tests.rules.tables import played_at_random
from tests.strategies import settings_of_games

FOLDER = Path(__file__).parent / "playthroughs"
WANTED = {
    f"{players}-{name}-{variant.value}": (players, 100 + players, name, variant)
    for players in (2, 3, 4, 5)
    for name, variant in (("en", Variant.STANDARD), ("de", Variant.STANDARD))
} | {"2-de-beginner": (2, 102, "de", Variant.BEGINNER)}


def _text(name: str) -> str:
    return (FOLDER / f"{name}.txt").read_text(encoding="utf-8")


def test_no_playthrough_lacks() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(WANTED)


@pytest.mark.parametrize("name", WANTED)
def test_a_playthrough_plays_out_line_by_line(name: str) -> None:
    players, seed, edition_name, variant = WANTED[name]
    text = _text(name)
    game = replayed(text)
    assert game.over
    setting = game.setting
    assert (setting.players, setting.seed, setting.edition.name, setting.variant) == (
        players,
        seed,
        edition_name,
        variant,
    )
    assert playthrough_text(game) == text


def test_every_kind_of_turn_is_played_through() -> None:
    """Turns with moves, with and without a dig, with each power, and some that were not paid."""
    everything = "".join(map(_text, WANTED))
    for word in ("moves ", "dig ", " mirror", " carpet", " seal", " amulet", " not paid", "added "):
        assert word in everything
    assert any(" dig " not in line for line in everything.splitlines() if line[:4] == "turn")


@pytest.mark.parametrize("players", [2, 5])
def test_a_game_reads_back_at_every_moment(players: int) -> None:
    for game in played_at_random(players, 3, "de")[:: 5 if players == 2 else 4]:
        assert replayed(playthrough_text(game)) == game


@pytest.mark.long
@settings(max_examples=15)
@given(settings_of_games())
def test_a_beginning_reads_back(setting: Setting) -> None:
    game = Game.begin(setting)
    assert replayed(playthrough_text(game)) == game
    game = game.choose(1, game.players[1].hand[-1].number)
    assert replayed(playthrough_text(game)) == game


def test_a_choice_of_tiles_reads_back() -> None:
    """Where the offender chose what to add, the text says so, and it matters."""
    states = played_at_random(3, 1, "en")
    state = next(
        state
        for state in states
        if state.current is not None and len(set(state.players[state.current].holding.tiles)) > 3
    )
    player = state.current
    assert player is not None
    back_and_forth = _many_moves(state)
    held = state.players[player].holding.tiles
    assert state.tiles_to_add(player, back_and_forth) == 2
    texts = set()
    for chosen in (held[:2], held[-2:]):
        game = state.play(player, back_and_forth, chosen)
        text = playthrough_text(game)
        assert f" add {chosen[0].letter} {chosen[1].letter}\n" in text
        assert replayed(text) == game
        texts.add(text)
    assert len(texts) == 2


def _many_moves(game: Game) -> Turn:
    """A hundred moves, and no dig."""
    steps: list[Move] = []
    rng, position = Random(1), game.position
    while len(steps) < 100:
        steps.append(rng.choice(legal_moves(position)))
        position = moved(position, steps[-1])
    return Turn(tuple(steps))


def test_a_game_with_its_own_box_reads_back_with_its_setting() -> None:
    deck = tuple(Card(card.number, Shape.parse("##")) for card in cards())
    counts = {**tile_counts(), Tile.TREASURE_1: 0, Tile.TREASURE_5: 22}
    setting = Setting(2, 4, deck=deck, counts=counts)
    game = Game.begin(setting)
    assert game.position.counts()[Tile.TREASURE_5] == 22
    assert replayed(playthrough_text(game), setting) == game
    with pytest.raises(PlaythroughTextError) as caught:
        replayed(playthrough_text(game))
    assert caught.value.params["line"] == 3  # The cards are in the record, the tile counts aren't.
    # A record that an earlier version wrote has no line for the cards.
    earlier = [one for one in playthrough_text(game).splitlines() if not one.startswith("shapes")]
    assert replayed("\n".join(earlier), setting) == game


FIRST = "game players 2 seed 1 edition en variant standard"


@pytest.mark.parametrize(
    ("lines", "key", "line"),
    [
        (["game players two seed 1 edition en variant standard"], "playthrough.unread", 1),
        (["game players 2 seed 1 edition fr variant standard"], "playthrough.refused", 1),
        (["game players 2 seed 1 edition en variant hard"], "playthrough.unread", 1),
        (["game players 7 seed 1 edition en variant standard"], "playthrough.refused", 1),
        (["cards 1 2"], "playthrough.unread", 1),
        ([FIRST, FIRST], "playthrough.unread", 2),
        ([FIRST, "cards 1"], "playthrough.unread", 2),
        ([FIRST, "cards a b"], "playthrough.unread", 2),
        ([FIRST, "cards 99 -"], "playthrough.refused", 2),
        ([FIRST, "turn 1 jump"], "playthrough.unread", 2),
        ([FIRST, "turn 1 dig a1 dig a1"], "playthrough.unread", 2),
        ([FIRST, "turn 1 dig g9"], "playthrough.refused", 2),
        ([FIRST, "turn 1 with wings"], "playthrough.unread", 2),
        ([FIRST, "turn 1 add w"], "playthrough.unread", 2),
        ([FIRST, "turn one"], "playthrough.unread", 2),
        ([FIRST, "", "cards 1 2"], "playthrough.unread", 2),
        ([FIRST], "playthrough.differs", 2),
        (["  board"], "playthrough.empty", None),
    ],
)
def test_a_bad_playthrough_names_its_line(lines: list[str], key: str, line: int | None) -> None:
    with pytest.raises(PlaythroughTextError) as caught:
        replayed("\n".join(lines))
    assert (caught.value.key, caught.value.params.get("line")) == (key, line)


def test_an_error_does_not_quote_an_endless_line() -> None:
    for text in (FIRST + "\n  " + "x" * 10**5, FIRST + "\n" + "x" * 10**5):
        with pytest.raises(PlaythroughTextError) as caught:
            replayed(text)
        assert len(str(caught.value)) < 1000


def test_a_playthrough_that_was_tampered_with_is_found_out() -> None:
    text = _text("3-en-standard")
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("  bank"))
    lines[at] = lines[at].replace("bank ", "bank 1")
    with pytest.raises(PlaythroughTextError) as caught:
        replayed("\n".join(lines))
    assert (caught.value.key, caught.value.params["line"]) == ("playthrough.differs", at + 1)
    assert new_game(3, 103).setting == replayed(text).setting


if __name__ == "__main__":
    for name, wanted in WANTED.items():
        (FOLDER / f"{name}.txt").write_text(
            playthrough_text(played_at_random(*wanted)[-1]), encoding="utf-8"
        )

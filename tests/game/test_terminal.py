"""`ksm play` and `ksm replay`: a whole game in a terminal, left, gone on with, looked at again."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.cli import main
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.seats import Seat
from ksm_widgets.game.steps import Kind
from ksm_widgets.game.terminal.playing import play_match
from ksm_widgets.game.terminal.printing import cards_beside
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Move, cards, covered, legal_moves, moved, new_game
from tests.game.people import ANNA, random_match, until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Output, Typing

pytestmark = pytest.mark.usefixtures("interpreted")

LANGUAGES = ["en", "de"]


def hand(seed: int, players: int = 2, seat: int = 0) -> list[str]:
    return [str(card.number) for card in new_game(players, seed).players[seat].hand]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_played_to_its_end(
    language: str, typing: Typing, capsys: Output, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    typing(*(line for number in hand(7) for line in (number, "none")))
    arguments = ["play", "--seed", "7", "--against", "random", "--record", str(record)]
    assert main([*arguments, "--language", language]) == 0
    told = capsys.readouterr().out
    match = read_match(record.read_text(encoding="utf-8"))
    assert match.over
    assert match.game.setting.edition.name == language
    said = "Player 1 doesn't dig." if language == "en" else "Spieler 1 gräbt nicht."
    assert told.count(said) == 12
    one, other = (
        f"{seat.name} {score.total}" for seat, score in zip(match.seats, match.scores, strict=True)
    )
    assert f"{one}, {other}" in told or f"{other}, {one}" in told
    # Looked at again: from what was kept, and from the record.
    assert main(["replay", "--all", "--language", language]) == 0
    kept = capsys.readouterr().out
    assert main(["replay", str(record), "--all", "--language", language]) == 0
    assert capsys.readouterr().out == kept
    assert f"{len(match.steps)}/{len(match.steps)}  " in kept


@pytest.mark.long
def test_a_game_is_left_and_gone_on_with(typing: Typing, capsys: Output) -> None:
    numbers = hand(7)
    typing(numbers[0], "quit")
    assert main(["play", "--seed", "7", "--against", "random"]) == 0
    assert "resume it with `ksm play --resume`" in capsys.readouterr().out
    typing("cards", "none", numbers[1])
    assert main(["play", "--resume"]) == 0
    told = capsys.readouterr().out
    assert "Your turn, with this card:" in told
    assert "Round 2: which card" in told
    typing("q")
    assert main(["play", "--resume", "--language", "de"]) == 0
    assert "Spieler" not in capsys.readouterr().out.splitlines()[0]
    typing("q")
    assert main(["play", "--seed", "8", "--people", "Anna,Bruno"]) == 0
    kept = capsys.readouterr().out.splitlines()[0]
    assert kept.startswith("The game of Player 1, Random is saved in round 2;"), kept


def test_a_turn_is_played_with_moves_hints_and_second_thoughts(
    typing: Typing, capsys: Output, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    number = hand(7)[-1]
    typing(
        *("help", "?", "board", "cards", "nonsense", "99", "dig a1", "back", "hint", number),
        *("a1-a3", "a1-a9", "a1-b1 b1-a1", "dig a1", "hint", "hint", "hint", "hint", "hint"),
        *("back", "unpaid jump", "moves a1-b1 dig a1 b1", b"\xff\xfe", "add x", "none"),
    )
    arguments = ["play", "--seed", "7", "--against", "cautious", "--record", str(record)]
    assert main(arguments) == 0
    told = capsys.readouterr().out
    for said in (
        "I don't understand 'nonsense'.",
        "Player 1 does not have card 99.",
        "There is nothing to take back.",
        "Look ",
        "a3 does not touch a1",
        "I don't understand 'a1-a9'.",
        "Never uphill",
        "The card digs exactly 6 quarries",
        "The dig takes",
        "then dig",
        "No move has been made on this turn yet.",
        "'jump' is not a turn",
        "doesn't dig",
    ):
        assert said in told, said
    game = read_match(record.read_text(encoding="utf-8")).game
    assert [record.turn.dig for record in game.records if record.player == 0] == [None]


def rich() -> Match:
    """Anna is to dig, holds more tiles than she would have to add, and has moved too often."""
    seats = [ANNA, *(Seat(f"Bot {number}", "cautious") for number in (1, 2, 3))]
    match = until(
        Match.begin(seats, seed=4),
        lambda match: match.phase is Phase.DIG and len(match.game.players[0].holding.tiles) > 4,
    )
    there, back = next(
        (move, Move(move.target, move.source))
        for move in legal_moves(match.game.position)
        if Move(move.target, move.source) in legal_moves(moved(match.game.position, move))
    )
    while len(match.game.begun) < match.game.players[0].holding.money:
        match = match.move(there).move(back)
    return match.move(there).move(back)


def test_ctrl_c_says_that_the_game_is_saved(
    monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    def interrupted() -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("ksm_widgets.terminal.dialogue.next_line", interrupted)
    assert main(["play", "--against", "random"]) == 130
    assert "resume it with `ksm play --resume`" in capsys.readouterr().out


@pytest.mark.long
def test_what_cannot_be_paid_must_be_meant(typing: Typing, capsys: Output) -> None:
    """And where too few tiles were dug, one says oneself which to add (R26)."""
    match, saves = rich(), SavedMatches(Progress())
    held = [tile.letter for tile in match.game.players[0].holding.tiles]
    typing(
        *("none", "hint", "unpaid dig a1", "unpaid none"),
        *("add ?", "add", "hint", "add 1 1 1 1", "12", "back", "unpaid none", "cards"),
        "add " + " ".join(held[-3:]),
    )
    after = play_match(match, saves, language="en")
    told = capsys.readouterr().out
    for said in (
        "You cannot pay for this turn",
        "type `unpaid` first",
        "Add 3 of yours",
        "'?' is not the letter of a tile.",
        "There is no hint for this.",
        "Anna can't pay the",
    ):
        assert said in told, said
    record = next(one for one in reversed(after.game.records) if one.player == 0)
    assert record.settlement is not None
    assert [tile.letter for tile in record.settlement.added] == held[-3:]
    assert saves.under_way() == after


@pytest.mark.long
def test_a_hint_says_so_where_no_dig_could_pay_any_more(typing: Typing, capsys: Output) -> None:
    match = rich()
    there = match.game.begun[0].move
    for _ in range(20):
        match = match.move(there).move(Move(there.target, there.source))
    typing("hint", "quit")
    play_match(match, SavedMatches(Progress()), language="en")
    assert "no dig from here pays for them" in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("answer", ["yes", "no", "JA", None])
def test_giving_up_is_asked_once_more(answer: str | None, typing: Typing, capsys: Output) -> None:
    typing("concede", *([] if answer is None else [answer]))
    assert main(["play", "--seed", "7", "--against", "cautious"]) == 0
    told = capsys.readouterr().out
    assert "Give up?" in told
    assert ("Cautious wins." in told) == (answer in ("yes", "JA"))


@pytest.mark.long
def test_people_share_a_terminal_and_nothing_of_another_s_hand_shows(
    typing: Typing, capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, berta = hand(7, seat=0), hand(7, seat=1)
    order = sorted([(int(anna[0]), "Anna"), (int(berta[0]), "Berta")])
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    typing("", anna[0], "", berta[0], "", "none", "", "none", "q")
    assert main(["play", "--people", "Anna, Berta", "--seed", "7"]) == 0
    screens = capsys.readouterr().out.split("\x1b[2J\x1b[3J\x1b[H")
    seen = [screen for screen in screens if "which card do you choose" in screen]
    assert len(seen) == 2
    shown = [cards_beside(new_game(2, 7).players[seat].hand, 80)[0] for seat in (0, 1)]
    for screen in screens:
        assert sum(line in screen for line in shown) == (screen in seen)
    assert shown[0] in seen[0]
    assert shown[1] in seen[1]
    for screen in screens:
        if "Pass the screen to" in screen and screen not in seen:
            assert "You hold" not in screen
    told = "".join(screens)
    assert f"{order[0][1]} digs first." in told
    assert told.count("Pass the screen to") == 5


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["play", "--resume"], 1, "There is no game to resume"),
        (["play", "--resume", "--seed", "3"], 2, "leave out --seed"),
        (["play", "--against", "nobody"], 2, "There is no bot 'nobody'"),
        (["play", "--people", "Anna,anna"], 2, "Two players are called"),
        (["play", "--people", "Anna,,Berta"], 2, "can't be a name"),
        (["play", "--people", "A,B,C", "--players", "2"], 2, "A table of 2 can't be filled"),
        (
            ["play", "--players", "4", "--against", "steady,greedy"],
            2,
            "A table of 4 can't be filled",
        ),
        (["play", "--people", "A,B,C,D,E,F"], 2, "The game is for 2 to 5 players, not 6"),
        (["replay"], 1, "no finished game yet"),
        (["replay", "nowhere.txt"], 2, "nowhere.txt cannot be read"),
        (["replay", "a\0b"], 2, "cannot be read"),
    ],
)
def test_what_cannot_be_is_told_and_the_status_says_so(
    arguments: list[str], status: int, said: str, capsys: Output
) -> None:
    assert main(arguments) == status
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments", [["play", "--players", "1"], ["play", "--seed", "x"], ["play", "--variant", "x"]]
)
def test_what_is_no_command_leaves_with_two(arguments: list[str], capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: ksm play" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "levels"),
    [
        ([], ["steady"]),
        (["--players", "3"], ["steady", "steady"]),
        (["--players", "5", "--against", "greedy"], ["greedy"] * 4),
        (["--against", "random,greedy,random"], ["random", "greedy", "random"]),
        (["--people", "A,B", "--against", "level1"], ["level1"]),
        (["--people", "A,B"], []),
    ],
)
def test_seats_are_filled(
    arguments: list[str], levels: list[str], typing: Typing, tmp_path: Path
) -> None:
    record = tmp_path / "game.txt"
    typing("quit")
    assert main(["play", *arguments, "--record", str(record), "--edition", "de"]) == 0
    match = read_match(record.read_text(encoding="utf-8"))
    assert [seat.level for seat in match.seats if not seat.person] == levels
    assert match.game.setting.edition.name == "de"
    names = [seat.name for seat in match.seats]
    assert len(names) == len(set(names))


def test_a_record_that_cannot_be_written_is_told(
    typing: Typing, capsys: Output, tmp_path: Path
) -> None:
    typing("quit")
    assert main(["play", "--record", str(tmp_path / "no" / "game.txt")]) == 2
    assert "cannot be written" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["play", "note", "puzzles play"])
def test_what_cannot_be_saved_is_not_called_saved(
    command: str, typing: Typing, capsys: Output, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder lies where the file should be."""
    (tmp_path / "progress.sqlite3").mkdir()
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    typing("-" * 36 if command == "note" else "1", "quit")
    assert main([*command.split(), "--language", "en"]) == 2
    told = capsys.readouterr()
    assert "so nothing is saved" in told.err
    assert "This was not saved" in told.err
    assert "The game is saved" not in told.out


@pytest.mark.long
def test_two_games_without_a_seed_are_different(typing: Typing, tmp_path: Path) -> None:
    texts = set()
    for name in ("one", "two"):
        typing("quit")
        assert main(["play", "--record", str(tmp_path / name), "--variant", "beginner"]) == 0
        texts.add((tmp_path / name).read_text(encoding="utf-8"))
    assert len(texts) == 2
    assert all("variant beginner" in text for text in texts)


def test_a_replay_goes_where_one_wants(typing: Typing, capsys: Output, tmp_path: Path) -> None:
    match = until(random_match(2, 2), lambda match: match.over)
    steps, file = len(match.steps), tmp_path / "game.txt"
    file.write_text(match_text(match), encoding="utf-8")
    typing("", "back", "b", "round 3", "round 99", "round 0", "open", "help", "x", "2", "end", "")
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    numbers = [
        int(line.partition("/")[0].removeprefix("> ").removeprefix("> "))
        for line in told.splitlines()
        if f"/{steps}  " in line
    ]
    reveals = [at + 1 for at, step in enumerate(match.steps) if step.kind is Kind.REVEALED]
    rounds = [reveals[2], reveals[-1], reveals[0], reveals[0]]
    assert numbers == [1, 2, 1, 1, *rounds, 2, steps, steps]
    assert "go to the start of a round" in told
    assert "I don't understand 'x'." in told
    assert "wins." in told
    typing("open", "1", "q", "never")
    assert main(["replay", str(file)]) == 0
    assert str(match.steps[0].game.position) in capsys.readouterr().out
    # Wherever one goes, the mine is there: as the players saw it, until all of it is asked for.
    second = match.steps[reveals[1] - 1].game
    for command, whole in (("1", False), ("open", True)):
        typing("round 2", command, "q")
        assert main(["replay", str(file)]) == 0
        told = capsys.readouterr().out
        assert str(covered(second.position, second.covering)) in told
        assert (str(second.position) in told) is whole
        assert str(match.steps[0].game.position) not in told


def test_a_replay_of_a_game_just_begun(typing: Typing, tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "game.txt"
    file.write_text(match_text(random_match(2, 2)), encoding="utf-8")
    typing("round 1", "")
    assert main(["replay", str(file)]) == 0
    assert "points" not in capsys.readouterr().out


def test_what_is_no_record_is_told_by_line(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "game.txt"
    file.write_text("seat 1 person Anna\nnonsense\n", encoding="utf-8")
    assert main(["replay", str(file), "--language", "de"]) == 1
    assert "Zeile 2" in capsys.readouterr().err


def test_cards_lie_beside_each_other_as_far_as_there_is_room() -> None:
    hand = cards()[:6]
    for width in (1, 10, 30, 200):
        lines = cards_beside(hand, width)
        numbers = [word for line in lines for word in line.split() if word.isdigit()]
        assert numbers == [str(card.number) for card in hand]
        assert width == 1 or all(len(line) <= width for line in lines)
    assert len(cards_beside(hand, 200)) < len(cards_beside(hand, 10))
    assert cards_beside([], 80) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("command", ["play", "replay"])
def test_both_tell_what_they_take(command: str, language: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        main([command, "--help", "--language", language])
    assert left.value.code == 0
    assert "--language" in capsys.readouterr().out

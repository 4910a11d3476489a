"""`ksm coach`: what choices cost, told or as JSON, of one game and of several."""

from __future__ import annotations

import io
import json
import re
import sys
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis import review as reviewing
from ksm_widgets.analysis.review import moments
from ksm_widgets.cli import main
from ksm_widgets.coach.terminal import coach as coaching
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match
from ksm_widgets.game.record import match_text
from ksm_widgets.game.seats import Seat
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Card
from tests.game.people import NAMES, random_match, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from ksm_widgets.analysis.review import Moment, Review
    from ksm_widgets.rules import Game
    from tests.conftest import Output

LOOK = ["--look", "8"]
PLAYER = 2


def last_ones(game: Game, player: int) -> tuple[Moment, ...]:
    """The last card of somebody and what follows: from there a game is soon played on."""
    every = moments(game, player)
    last = max(at for at, one in enumerate(every) if isinstance(one.choice, Card))
    return every[last:]


@pytest.fixture(autouse=True)
def only_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (coaching, reviewing):
        monkeypatch.setattr(module, "moments", last_ones)


@pytest.fixture(scope="module")
def match() -> Match:
    """A game of five people who do anything."""
    return until(random_match(5, 6), lambda match: match.over)


@pytest.fixture
def record(match: Match, tmp_path: Path) -> Path:
    file = tmp_path / "game.txt"
    file.write_text(match_text(match), encoding="utf-8")
    return file


@pytest.mark.long
def test_choices_are_told_in_order_and_summed_up(
    record: Path, match: Match, capsys: Output
) -> None:
    assert main(["coach", str(record), *LOOK, "--player", "3"]) == 0
    told = capsys.readouterr().out
    lines = told.splitlines()
    choices = len(last_ones(match.game, PLAYER))
    headings = [line for line in lines if line.startswith("Round 5, ")]
    assert [line.split()[2] for line in headings] == ["last", *["turn"] * (choices - 1)]
    assert len([line for line in lines if line.startswith("  Your choice: ")]) == choices
    assert "You ended " in told
    assert "How the figures add up:" in lines
    sums = re.findall(r"^  −?[\d.]+(?: [+−] [\d.]+){1,2} = −?[\d.]+$", told, re.MULTILINE)
    assert len(sums) == 1
    turned = lines[lines.index("What changed the lead most:") + 1 : -1]
    assert 1 <= len(turned) <= 3
    assert all(line.startswith("  Round 5, ") for line in turned)
    assert "habits" not in told
    assert main(["coach", str(record), *LOOK, "--player", "3", "--language", "de"]) == 0
    assert "Deine Wahl: " in capsys.readouterr().out


def test_as_json_it_is_one_object_whose_figures_add_up(
    record: Path, match: Match, capsys: Output
) -> None:
    assert main(["coach", str(record), *LOOK, "--player", "3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    (game,) = found["games"]
    assert (game["file"], game["player"], game["name"]) == (str(record), 3, NAMES[2].name)
    assert game["whole"] is True
    assert found["patterns"] == []
    assert game["turned"]
    assert {*game["turned"]} <= {*range(len(game["findings"]))}
    totals = [score.total for score in match.scores]
    assert game["ended"] == totals[2] - (sum(totals) - totals[2]) / 4
    assert game["start"] + sum(game["luck"]) - game["lost"]["mean"] == pytest.approx(
        game["ended"], abs=0.001
    )
    made = last_ones(match.game, PLAYER)
    assert [one["choice"] for one in game["findings"]] == [
        "card" if isinstance(moment.choice, Card) else "turn" for moment in made
    ]
    for one in game["findings"]:
        assert one["games"] == 8
        assert one["best"] == one["options"][0]["what"]
        assert one["made"] in [option["what"] for option in one["options"]]
        assert one["told"]
    record_of = [one for one in match.game.records if one.player == PLAYER][-1]
    assert game["findings"][0]["made"] == record_of.card.number
    assert game["findings"][1]["made"] == str(record_of.turn)


@pytest.mark.long
def test_of_several_games_it_is_told_what_repeats_itself(record: Path, capsys: Output) -> None:
    assert main(["coach", *[str(record)] * 2, *LOOK]) == 0
    two = capsys.readouterr().out
    assert two.count(f"{record}: {NAMES[0].name}") == 2
    assert "Too early to see habits" in two
    assert main(["coach", *[str(record)] * 3, *LOOK]) == 0
    assert "Points lost per game: " in capsys.readouterr().out
    assert main(["coach", *[str(record)] * 3, *LOOK, "--json"]) == 0
    habits = json.loads(capsys.readouterr().out)["patterns"]
    assert [one["habit"] for one in habits][:2] == ["cards", "turns"]


def test_without_a_file_it_is_the_game_played_last(match: Match, capsys: Output) -> None:
    assert main(["coach", *LOOK]) == 1
    assert "no finished game yet" in capsys.readouterr().err
    progress = Progress.of_user()
    SavedMatches(progress).keep(match)
    progress.close()
    assert main(["coach", *LOOK]) == 0
    assert "You ended " in capsys.readouterr().out


@pytest.mark.long
def test_the_first_person_is_looked_at_if_nobody_is_named(
    match: Match, tmp_path: Path, capsys: Output
) -> None:
    seats = [Seat("Robot", "random"), Seat("Anna"), *NAMES[2:]]
    file = tmp_path / "mixed.txt"
    file.write_text(match_text(Match.of(seats, match.game)), encoding="utf-8")
    assert main(["coach", str(file), *LOOK, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"][0]["name"] == "Anna"


@pytest.mark.parametrize(("text", "line"), [("seat 1 person Anna\nnonsense\n", 2), ("nonsense", 1)])
def test_what_is_no_record_is_told_by_line(
    text: str, line: int, tmp_path: Path, record: Path, capsys: Output
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text(text, encoding="utf-8")
    assert main(["coach", str(record), str(bad), "--language", "de"]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert f"Zeile {line}" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["nowhere.txt"], "nowhere.txt cannot be read"), (["a\0b"], "cannot be read")],
)
def test_a_file_out_of_reach(arguments: list[str], said: str, capsys: Output) -> None:
    assert main(["coach", *arguments]) == 2
    assert said in capsys.readouterr().err


def test_there_is_no_sixth_seat(record: Path, capsys: Output) -> None:
    assert main(["coach", str(record), "--player", "6"]) == 2
    assert "There is no seat 6: the table has 5." in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--player=0", "--player=x", "--look=7", "--look=1e9"])
def test_numbers_are_whole_and_large_enough(option: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["coach", option])
    assert caught.value.code == 2
    assert "is not a whole number of at least" in capsys.readouterr().err


class Terminal(io.StringIO):
    """Somebody looks."""

    def isatty(self) -> bool:
        return True


@pytest.mark.long
def test_who_looks_sees_a_bar(record: Path, match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    assert main(["coach", str(record), *LOOK]) == 0
    shown = seen.getvalue().split("\r")
    choices = len(last_ones(match.game, 0))
    looks = [re.findall(r"(\d) of (\d) checks", one) for one in shown[1 : choices + 1]]
    assert looks == [[(str(done), str(choices))] for done in range(1, choices + 1)]
    assert shown[-1] == "\x1b[K"


def test_who_interrupts_is_told_what_is_known(
    record: Path, match: Match, monkeypatch: pytest.MonkeyPatch, capsys: Output
) -> None:
    whole = reviewing.review
    choices = len(last_ones(match.game, 0))

    def interrupted(game: Game, player: int, *, look: int) -> Iterator[Review]:
        yield next(whole(game, player, look=look))
        raise KeyboardInterrupt

    monkeypatch.setattr(coaching, "review", interrupted)
    assert main(["coach", str(record), *LOOK]) == 130
    told = capsys.readouterr().out
    assert told.count("Your choice: ") == 1
    assert f"Stopped early: 1 of {choices} choices checked." in told
    # The game is over, and the result is told: what was to be expected then is not so now.
    assert "After the last choice checked, you could expect to end" in told
    assert main(["coach", str(record), str(record), *LOOK, "--json"]) == 130
    found = json.loads(capsys.readouterr().out)
    assert [game["whole"] for game in found["games"]] == [False]


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_tells_what_it_takes(language: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        main(["coach", "--help", "--language", language])
    assert left.value.code == 0
    told = capsys.readouterr().out
    assert all(option in told for option in ("--player", "--look", "--json", "--language"))

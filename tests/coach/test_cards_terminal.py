"""`ksm cards`: the table of one choice, for reading and for programs, and what cannot be had."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.cli import main
from ksm_widgets.game.record import match_text
from ksm_widgets.words import LANGUAGES
from tests.game.people import random_match, until

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Output


@cache
def text(players: int) -> str:
    return match_text(until(random_match(players, 2), lambda match: match.over))


@pytest.fixture
def record(tmp_path: Path) -> str:
    file = tmp_path / "game.txt"
    file.write_text(text(2), encoding="utf-8")
    return str(file)


@pytest.mark.long
@pytest.mark.usefixtures("compiled")  # Once it is compiled, everybody thinks longer.
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_stands_there_and_is_told(language: str, record: str, capsys: Output) -> None:
    command = ["cards", record, "--round", "11", "--player", "2", "--games", "64"]
    assert main([*command, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["player"], data["round"], data["games"]) == (2, 11, 64)
    assert len(data["cards"]) == len(data["cells"]) == 2
    chances = [one["chance"] for one in data["answers"]]
    assert sum(chances) == pytest.approx(1, abs=0.001)
    for row, option in zip(data["cells"], data["cards"], strict=True):
        means = [cell["ahead"] for cell in row]
        weighted = (mean * one for mean, one in zip(means, chances, strict=True))
        assert sum(weighted) == pytest.approx(option["ahead"], abs=0.01)
    ahead = [one["ahead"] for one in data["cards"]]
    assert ahead == sorted(ahead, reverse=True)
    assert main([*command, "--language", language]) == 0
    told = capsys.readouterr().out
    lines = [line.split() for line in told.splitlines()]
    for row, option in zip(data["cells"], data["cards"], strict=True):
        found = [line for line in lines if line and line[0] == str(option["card"])]
        assert len(found) == 2
        assert found[1].count("±") == len(row)
    # What is told is what was computed: the lowest cell of the best card, and who digs first then.
    means = [cell["ahead"] for cell in data["cells"][0]]
    answer = data["answers"][means.index(min(means))]["card"]
    best = data["cards"][0]["card"]
    if language == "en":
        told = " ".join(told.split())
        assert f"Card {best} did worst against {answer} (" in told
        assert ("although you dig first" in told) == (best < answer)
        side = "behind" if min(means) < 0 else "ahead"
        points = f"{abs(min(means)):.1f}".removesuffix(".0")
        assert f"you end {points} ± " in told
        assert f" points {side}, " in told


def test_by_itself_it_is_the_last_round_and_more_players_have_no_cells(
    tmp_path: Path, capsys: Output
) -> None:
    file = tmp_path / "three.txt"
    file.write_text(text(3), encoding="utf-8")
    assert main(["cards", str(file), "--games", "2", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["player"], data["round"], data["cells"], data["answers"]) == (1, 8, [], [])
    assert main(["cards", str(file), "--games", "2"]) == 0
    assert "is the last one" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["RECORD", "--player", "3"], 2, "There is no seat 3: the table has 2."),
        (["RECORD", "--round", "13"], 2, "Anna chose no card in round 13"),
        (["nowhere.txt"], 2, "nowhere.txt cannot be read"),
        ([], 1, "no finished game yet"),
    ],
)
def test_what_cannot_be_had_is_told(
    arguments: list[str], status: int, said: str, record: str, capsys: Output
) -> None:
    assert main(["cards", *(record if one == "RECORD" else one for one in arguments)]) == status
    assert said in capsys.readouterr().err


def test_what_is_no_record_is_told_by_line(tmp_path: Path, capsys: Output) -> None:
    file = tmp_path / "game.txt"
    file.write_text("seat 1 person Anna\nnonsense\n", encoding="utf-8")
    assert main(["cards", str(file)]) == 1
    assert "Line 2" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--games=1", "--player=0", "--round=x"])
def test_what_is_no_number_leaves_with_two(option: str, record: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as left:
        main(["cards", record, option])
    assert left.value.code == 2
    assert "usage: ksm cards" in capsys.readouterr().err

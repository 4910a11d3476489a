"""`ksm arena` as a stranger uses it: a table, one JSON object, a logbook to go on with."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.cli import arena, main
from ksm_widgets.players import BOTS
from ksm_widgets.players.arena import fixtures, result_of
from ksm_widgets.words import LANGUAGES, catalogue
from tests.workers.clusters import local_cluster
from tests.workers.crashing import crashes_once

if TYPE_CHECKING:
    from pathlib import Path


ARENA = ["arena", "--processes", "1", "--players"]
GAMES = 24
COMMAND = ["arena", "--players", "cautious,random", "--games", str(GAMES), "--json"]


@pytest.mark.slow
def test_a_table_of_all_players(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "cautious,random,random", "--games", "6"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    head, *rows, empty, games, alike, difference = out.splitlines()
    assert head.split() == ["player", "points", "wins", "Elo", "rating"]
    assert [row.split()[0] for row in rows] == ["cautious", "random", "random"]
    assert len({len(row) for row in (head, *rows)}) == 1
    for row in rows:
        # Two mines, and whoever won did so equally often on each: there is no error to tell.
        assert re.fullmatch(r"\w+ +[\d.]+ ± [\d.]+ +\d+% +\d+ ± \d+", row)
    assert (empty, games) == ("", "Games: 6. Mines: 2.")
    assert alike.startswith("Figures without ± were the same on every mine")
    assert re.fullmatch(
        r"cautious scores \d+\.\d ± \d+\.\d points per game more than random\.", difference
    )


@pytest.mark.long
def test_one_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "cautious, random", "--games", "4", "--seed", "7", "--json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.count("\n") == 1
    data = json.loads(out)
    assert (data["players"], data["games"], data["seed"]) == (["cautious", "random"], 4, 7)
    assert data["difference"] == pytest.approx(data["mean_points"][0] - data["mean_points"][1])
    assert data["standard_error"] > 0
    assert sum(data["wins"]) == pytest.approx(1)
    assert data["seconds"] >= 0
    main([*ARENA, "cautious,random", "--games", "4", "--seed", "7", "--json"])
    again = json.loads(capsys.readouterr().out)
    assert {**again, "seconds": 0} == {**data, "seconds": 0}


def test_one_mine_leaves_errors_open(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*ARENA, "random,random", "--games", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["standard_error"] is None
    for language in LANGUAGES:
        main(["--language", language, *ARENA, "random,random", "--games", "1"])
        assert catalogue(language)["arena.one_mine"] in capsys.readouterr().out


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_error_is_told_as_zero(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Somebody who lost all of four games was told to win 0 ± 0 %, rated 1309 ± 0."""
    main(["--language", language, *ARENA, "random,steady", "--games", "4"])
    out = capsys.readouterr().out
    assert "± 0 " not in out
    assert catalogue(language)["arena.alike"] in out


@pytest.mark.long
def test_german_numbers_have_a_comma(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--language", "de", *ARENA, "random,cautious", "--games", "4"])
    out = capsys.readouterr().out
    assert re.search(r"random holt pro Partie −\d+,\d ± \d+,\d Punkte mehr als cautious\.", out)
    assert "." not in out.splitlines()[1]


@pytest.mark.long
def test_a_logbook_is_gone_on_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []

    def stopping(fixture: object) -> object:
        if len(played) == 3:
            raise KeyboardInterrupt
        played.append(fixture)
        return result_of(fixture)  # type: ignore[arg-type]

    book = tmp_path / "log.jsonl"
    command = [*ARENA, "cautious,random", "--games", "5", "--json", "--logbook", str(book)]
    monkeypatch.setattr(arena, "result_of", stopping)
    assert main(command) == 130
    assert len(book.read_text(encoding="utf-8").splitlines()) == 4
    monkeypatch.undo()
    assert main(command) == 0
    resumed = json.loads(capsys.readouterr().out)
    assert len(book.read_text(encoding="utf-8").splitlines()) == 6
    main(command[:-2])
    assert {**json.loads(capsys.readouterr().out), "seconds": 0} == {**resumed, "seconds": 0}


@pytest.mark.slow
def test_a_cluster_plays_the_same_with_a_worker_killed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = _told(capsys, [*COMMAND, "--processes", "1"])
    mark, at = tmp_path / "mark", fixtures(("cautious", "random"), 2, 1)[1]
    monkeypatch.setattr(arena, "result_of", partial(crashes_once, mark, at, result_of))
    with local_cluster() as cluster:
        told = _told(capsys, [*COMMAND, "--scheduler", cluster.scheduler_address])
    assert mark.exists()
    assert told == expected


@pytest.mark.slow
def test_a_main_process_that_is_killed_loses_and_doubles_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = _told(capsys, [*COMMAND, "--processes", "1"])
    book = tmp_path / "log.jsonl"
    with local_cluster() as cluster:
        command = [*COMMAND, "--logbook", str(book), "--scheduler", cluster.scheduler_address]
        first = subprocess.Popen([sys.executable, "-m", "ksm_widgets", *command])
        while not (book.exists() and book.read_bytes().count(b"\n") > 1):
            with suppress(subprocess.TimeoutExpired):
                first.wait(0.05)
            assert first.poll() is None, "done before it could be killed"
        first.send_signal(signal.SIGKILL)
        first.wait()
        kept = book.read_bytes()
        assert _told(capsys, command) == expected
    assert 1 < kept.count(b"\n") < 1 + GAMES
    assert book.read_bytes().startswith(kept[: kept.rindex(b"\n")])
    games = [json.loads(line) for line in book.read_text(encoding="utf-8").splitlines()[1:]]
    assert len({(one["seed"], one["turned"]) for one in games}) == len(games) == GAMES


def _told(capsys: pytest.CaptureFixture[str], command: list[str]) -> dict[str, object]:
    """What a command says, but for the time that it took."""
    assert main(command) == 0
    data: dict[str, object] = json.loads(capsys.readouterr().out)
    return {**data, "seconds": 0}


class Terminal(io.StringIO):
    """Somebody looks."""

    def isatty(self) -> bool:
        return True


def test_who_looks_sees_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    assert main([*ARENA, "random,random", "--games", "4", "--json"]) == 0
    shown = seen.getvalue().split("\r")
    assert [re.findall(r"(\d) of 4 games", one) for one in shown[1:5]] == [
        [str(done)] for done in range(1, 5)
    ]
    assert [one.count("#") for one in shown[1:5]] == [7, 15, 22, 30]
    assert shown[-1] == "\x1b[K"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["random"], "steady,greedy; you named 1."),
        (["random," * 5 + "random"], "steady,greedy; you named 6."),
        (["random,clever"], "There is no bot 'clever'. There are: random, cautious"),
        (["random,random", "--logbook", "/no/such/folder/log"], "cannot be written"),
    ],
)
def test_what_cannot_be_played(
    given: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", "--players", *given]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


def test_a_cluster_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    assert main([*COMMAND, "--scheduler", "nonsense://nowhere"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "No scheduler answers at nonsense://nowhere" in err


def test_processes_or_a_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main([*ARENA, "random,random", "--scheduler", "tcp://nowhere:1"])
    assert caught.value.code == 2
    assert "--scheduler" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--games", "--seed", "--processes"])
@pytest.mark.parametrize("number", ["-1", "1.5", "x", "²", "9" * 10, ""])
def test_numbers_are_whole(option: str, number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["arena", "--players", "random,random", f"{option}={number}"])
    assert caught.value.code == 2
    assert "is not a whole number" in capsys.readouterr().err


def test_help_tells_of_everybody(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    told = capsys.readouterr().out
    assert all(re.search(rf"\b{name}\b", told) for name in BOTS)

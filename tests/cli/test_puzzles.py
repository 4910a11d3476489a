"""`ksm puzzles`: played, printed, picked, made of positions, results collected."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.cli import main
from ksm_widgets.puzzles import Pack, read_pack, write_pack
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.puzzling.links import link_of_puzzle
from ksm_widgets.tutor.puzzling.record import Tried
from tests.puzzles import samples

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Typing

pytestmark = pytest.mark.usefixtures("interpreted")

LINK = "board=" + "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-&card=1"


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    file = tmp_path / "pack.jsonl"
    write_pack(Pack(tuple(map(samples.puzzle, samples.ALL)), "Few", "nobody", "CC0-1.0"), file)
    return file


def test_playing_keeps_progress_from_one_time_to_the_next(
    pack: Path, typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    typing("moves c1-d1 dig a1 b1 c1", "quit")
    assert main(["puzzles", "play", str(pack), "--theme", "clear_way", "--language", "en"]) == 0
    assert "Solved at once in a row: 1" in capsys.readouterr().out
    typing("quit")
    link = link_of_puzzle(samples.puzzle("card"), Pack(()))
    assert main(["puzzles", "play", str(pack), "--link", f"http://x/y?{link}"]) == 0
    told = capsys.readouterr().out
    assert samples.puzzle("card").id in told
    assert "Solved at once in a row: 1" in told


def test_a_link_or_pack_that_is_none_is_told(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", "play", str(pack), "--link", "nothing", "--language", "en"]) == 1
    assert "names no puzzle" in capsys.readouterr().err
    assert main(["puzzles", "play", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err


def test_a_sheet_is_one_file(pack: Path, tmp_path: Path) -> None:
    out = tmp_path / "sheet.html"
    arguments = ["puzzles", "sheet", str(pack), "--out", str(out), "--paper", "letter"]
    assert main([*arguments, "--solutions"]) == 0
    page = out.read_text(encoding="utf-8")
    assert "<title>Few</title>" in page
    assert "size: letter" in page
    assert main(["puzzles", "sheet", str(pack), "--out", str(tmp_path / "no" / "x.html")]) == 2


def test_a_pack_is_picked_by_theme_grade_id_and_number(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "picked.jsonl"
    arguments = ["puzzles", "pick", str(pack), "--out", str(out), "--language", "en"]
    assert main([*arguments, "--count", "2", "--title", "Two"]) == 0
    assert (len(read_pack(out)), read_pack(out).title) == (2, "Two")
    assert main([*arguments, "--id", samples.puzzle("card").id]) == 0
    assert read_pack(out).puzzles == (samples.puzzle("card"),)
    assert main([*arguments, "--theme", "seal"]) == 1
    assert main([*arguments, "--id", "0123456789"]) == 1
    assert "Not in the pack: 0123456789." in capsys.readouterr().err


def test_positions_become_puzzles_and_what_is_unfair_is_told_by_line(
    tmp_path: Path, typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    out, source = tmp_path / "made.jsonl", tmp_path / "positions.txt"
    unfair = {"board": "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,1", "shape": "###"}
    source.write_text(f"{LINK}\n\n{json.dumps(unfair)}\nnonsense\n", encoding="utf-8")
    arguments = ["puzzles", "from", str(source), "--out", str(out), "--language", "en"]
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert "Line 3: Some tiles could go without changing anything: f1." in told
    assert "Line 4: A link with a board in it was expected" in told
    assert len(read_pack(out)) == 1
    assert main([*arguments, "--unfair"]) == 1
    assert len(read_pack(out)) == 2
    typing(LINK)
    assert main(["puzzles", "from", "-", "--out", str(out)]) == 0
    typing("nonsense")
    assert main(["puzzles", "from", "-", "--out", str(tmp_path / "none")]) == 1
    assert not (tmp_path / "none").exists()
    assert main(["puzzles", "from", str(tmp_path / "gone"), "--out", str(out)]) == 2


def test_results_of_a_class_are_printed_or_written(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    progress = Progress()
    tried = Tried.at_puzzle(samples.puzzle("dig"), 5, right=True, stars=3)
    progress.record(tried.attempted("en"))
    anna = tmp_path / "anna.json"
    anna.write_text(progress.text(), encoding="utf-8")
    progress.close()
    assert main(["puzzles", "results", str(anna), "--pack", str(pack), "--language", "en"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("learner")
    assert told[1].startswith("anna")
    out = tmp_path / "class.csv"
    assert main(["puzzles", "results", str(anna), "--out", str(out)]) == 0
    assert "anna,1,1,1" in out.read_text(encoding="utf-8")
    anna.write_text("[]", encoding="utf-8")
    assert main(["puzzles", "results", str(anna)]) == 1
    assert main(["puzzles", "results", str(tmp_path / "gone.json")]) == 2


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("action", [[], ["play"], ["sheet"], ["pick"], ["from"], ["results"]])
def test_every_action_tells_what_it_takes(
    action: list[str], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["puzzles", *action, "--help", "--language", language])
    assert left.value.code == 0
    assert "--language" in capsys.readouterr().out

"""`ksm puzzles`: played, printed, picked, made from positions; a class's results."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.cli import main
from ksm_widgets.progress.progress import Progress
from ksm_widgets.puzzles import Pack, Puzzle, read_pack, write_pack
from ksm_widgets.puzzles.finding import GamePuzzles
from ksm_widgets.solving.guide import Guide, Taste
from ksm_widgets.solving.links import link_of_puzzle
from ksm_widgets.solving.record import Tried
from ksm_widgets.solving.terminal.playing import ask, schedule_if_there
from ksm_widgets.workers import Here
from tests.puzzles import samples

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Typing

    Sitting = Callable[..., str]


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
    assert "First-try streak: 1" in capsys.readouterr().out
    typing("quit")
    link = link_of_puzzle(samples.puzzle("card"), Pack(()))
    assert main(["puzzles", "play", str(pack), "--link", f"http://x/y?{link}"]) == 0
    told = capsys.readouterr().out
    assert samples.puzzle("card").id in told
    assert "First-try streak: 1" in told


def test_a_link_or_pack_that_is_none_is_told(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["puzzles", "play", str(pack), "--link", "nothing", "--language", "en"]) == 1
    assert "is not the id of a puzzle" in capsys.readouterr().err
    assert main(["puzzles", "play", str(tmp_path / "none.jsonl")]) == 1
    assert "none.jsonl" in capsys.readouterr().err


def test_a_sheet_is_one_file(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "sheet.html"
    arguments = ["puzzles", "sheet", str(pack), "--out", str(out), "--paper", "letter"]
    assert main([*arguments, "--solutions", "--language", "en"]) == 0
    assert f"Wrote a sheet with {len(read_pack(pack))} puzzles to {out}." in capsys.readouterr().err
    page = out.read_text(encoding="utf-8")
    assert "<title>Few</title>" in page
    assert "size: letter" in page
    assert main(["puzzles", "sheet", str(pack), "--out", str(tmp_path / "no" / "x.html")]) == 2


def test_a_sheet_of_built_in_puzzles_has_a_title_in_its_language(tmp_path: Path) -> None:
    out, picked = tmp_path / "sheet.html", tmp_path / "picked.jsonl"
    assert main(["puzzles", "pick", "--count", "1", "--out", str(picked)]) == 0
    assert main(["puzzles", "sheet", str(picked), "--out", str(out), "--language", "de"]) == 0
    assert "<title>Rätsel: König Salomons Schatzkammer" in out.read_text(encoding="utf-8")


def test_a_pick_replaces_a_file_only_if_asked_to(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "picked.jsonl"
    out.write_text("mine", encoding="utf-8")
    arguments = ["puzzles", "pick", str(pack), "--out", str(out), "--language", "en"]
    assert main(arguments) == 2
    assert "Nothing was changed; to replace that file, add --replace." in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == "mine"
    total = len(read_pack(pack))
    assert main([*arguments, "--replace", "--count", "100"]) == 0
    assert len(read_pack(out)) == total
    assert f"Only {total} puzzles match, not 100." in capsys.readouterr().err


def test_a_pack_is_picked_by_theme_grade_id_and_number(
    pack: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "picked.jsonl"
    arguments = ["puzzles", "pick", str(pack), "--out", str(out), "--language", "en", "--replace"]
    assert main([*arguments, "--count", "2", "--title", "Two"]) == 0
    assert (len(read_pack(out)), read_pack(out).title) == (2, "Two")
    assert main([*arguments, "--id", samples.puzzle("card").id]) == 0
    assert read_pack(out).puzzles == (samples.puzzle("card"),)
    assert main([*arguments, "--theme", "seal"]) == 1
    assert main([*arguments, "--grade", "1-2"]) == 0
    assert {puzzle.grade for puzzle in read_pack(out)} == {2}
    assert main([*arguments, "--grade", "3-5"]) == 1
    with pytest.raises(SystemExit):
        main([*arguments, "--grade", "3-6"])
    assert main([*arguments, "--id", "0123456789"]) == 1
    assert "Not in the pack: 0123456789." in capsys.readouterr().err


def test_puzzles_are_drawn_from_all_grades_anew_each_time_or_again_by_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "picked.jsonl"
    arguments = ["puzzles", "pick", "--grade", "1-2", "--count", "12", "--out", str(out)]

    def picked(*more: str) -> tuple[str, ...]:
        assert main([*arguments, "--language", "en", "--replace", *more]) == 0
        return tuple(puzzle.id for puzzle in read_pack(out))

    first = picked()
    assert [puzzle.grade for puzzle in read_pack(out)] == [1] * 6 + [2] * 6
    told = re.fullmatch(
        r"Wrote 12 puzzles \(6 of grade 1, 6 of grade 2\) to .*picked.jsonl\. .*--seed (\d+)\.\n",
        capsys.readouterr().err,
    )
    assert told is not None
    assert picked() != first
    assert picked("--seed", told[1]) == first


def test_positions_become_puzzles_and_what_is_unfair_is_told_by_line(
    tmp_path: Path, typing: Typing, capsys: pytest.CaptureFixture[str]
) -> None:
    out, source = tmp_path / "made.jsonl", tmp_path / "positions.txt"
    unfair = {"board": "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,1", "shape": "###"}
    source.write_text(f"{LINK}\n\n{json.dumps(unfair)}\nnonsense\n", encoding="utf-8")
    arguments = ["puzzles", "from", str(source), "--out", str(out), "--language", "en"]
    assert main(arguments) == 1
    told = capsys.readouterr().err
    assert "Line 3: Some tiles make no difference and could be removed: f1." in told
    assert "Line 4: Expected a link with a board" in told
    assert len(read_pack(out)) == 1
    assert main([*arguments, "--unfair"]) == 1
    assert len(read_pack(out)) == 2
    capsys.readouterr()
    assert main([*arguments, "--clear"]) == 1
    assert "Line 3" not in capsys.readouterr().err
    one, other = read_pack(out)
    assert one.problem == other.problem
    typing(LINK)
    assert main(["puzzles", "from", "-", "--out", str(out)]) == 0
    typing("nonsense")
    assert main(["puzzles", "from", "-", "--out", str(tmp_path / "none")]) == 1
    assert not (tmp_path / "none").exists()
    assert main(["puzzles", "from", str(tmp_path / "gone"), "--out", str(out)]) == 2


def test_input_without_positions_is_not_read_to_its_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ksm_widgets.solving.terminal.packs.MOST_WRONG", 3)
    source, out = tmp_path / "positions", tmp_path / "made.jsonl"
    arguments = ["puzzles", "from", str(source), "--out", str(out), "--language", "en"]
    source.write_text(f"y\n\ny\n{LINK}\n" + "y\n" * 9, encoding="utf-8")
    assert main(arguments) == 2
    told = capsys.readouterr().err
    assert told.count("\n") == 6
    assert f"3 lines in a row in {source} hold no position" in told
    assert not out.exists()


@pytest.mark.parametrize("title", ["a\x1b[2Jb", "x" * 201, "\udc80"])
def test_what_no_pack_can_have_is_refused_before_anything_is_written_or_searched(
    title: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ksm_widgets.puzzles.making.game_line", None)
    for action, option in (("pick", "--title"), ("make", "--title"), ("make", "--licence")):
        out = str(tmp_path / "pack.jsonl")
        asked = ["--count", "1", "--seed", "1", option, title, "--out", out, "--language", "en"]
        assert main(["puzzles", action, *asked]) > 0
        said = f"'{option[2:]}' must be a string of at most 200 printable characters."
        assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("text", ["", " \n\n"])
def test_where_there_are_no_positions_it_says_what_was_expected(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "none"
    source.write_text(text, encoding="utf-8")
    out = tmp_path / "made.jsonl"
    assert main(["puzzles", "from", str(source), "--out", str(out), "--language", "en"]) == 1
    told = capsys.readouterr().err
    assert f"{source} is empty; expected explorer links or dig problems" in told


def test_a_search_in_vain_says_so_now_and_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def in_vain(seed: int, game: int, wanted: object) -> str:
        return GamePuzzles(game, (), Counter()).line

    monkeypatch.setattr("ksm_widgets.puzzles.making.game_line", in_vain)
    monkeypatch.setattr("ksm_widgets.solving.terminal.packs.get_workers", lambda *_: Here())
    out = str(tmp_path / "pack")
    asked = ["--count", "1", "--seed", "1", "--out", out, "--language", "en"]
    assert main(["puzzles", "make", *asked]) == 1
    told = re.findall(r"Nothing found after (\d+) games", capsys.readouterr().err)
    assert told == ["10", "20", "40", "80", "160", "320", "640"]


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
    assert told[0].startswith("pupil")
    assert told[1].startswith("anna")
    out = tmp_path / "class.csv"
    more = ["--out", str(out), "--language", "en"]
    assert main(["puzzles", "results", str(anna), *more]) == 0
    assert f"Wrote the results of one pupil to {out}." in capsys.readouterr().err
    assert "anna,1,1,1" in out.read_text(encoding="utf-8")
    anna.write_text("[]", encoding="utf-8")
    assert main(["puzzles", "results", str(out), str(anna)]) == 1
    assert f"{out}: " in capsys.readouterr().err
    assert main(["puzzles", "results", str(anna)]) == 1
    assert f"{anna}: " in capsys.readouterr().err
    for name in ("gone.json", "x" * 5000):
        assert main(["puzzles", "results", str(tmp_path / name)]) == 2


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("action", [[], ["play"], ["sheet"], ["pick"], ["from"], ["results"]])
def test_every_action_tells_what_it_takes(
    action: list[str], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["puzzles", *action, "--help", "--language", language])
    assert left.value.code == 0
    assert "--language" in capsys.readouterr().out


def of(*puzzles: Puzzle) -> Guide:
    return Guide(Pack(puzzles), Progress(), schedule=schedule_if_there(), rng=Random(3))


@pytest.fixture
def sit(typing: Typing, capsys: pytest.CaptureFixture[str]) -> Sitting:
    """Play with these lines typed, and return what was printed."""

    def sit(guide: Guide, *typed: str | bytes, language: str = "en", status: int = 0) -> str:
        typing(*typed)
        assert ask(guide, language=language) == status
        return capsys.readouterr().out

    return sit


def test_what_is_typed_once_more_is_the_same_answer(sit: Sitting) -> None:
    for line in ("none", "moves c1-d1 d1-e1 dig a1 b1 c1"):
        told = sit(of(samples.puzzle("dig")), line, line, line)
        assert told.count("You tried that already.") == 2, told


def test_a_puzzle_is_solved_after_a_wrong_try_and_explained(sit: Sitting) -> None:
    guide = of(samples.puzzle("dig"))
    told = sit(guide, "dig a1 b1 c1", "moves c1-d1 d1-e1 dig a1 b1 c1", "back", "back", "c1-d1")
    assert "Find the turn that nets the most." in told
    assert "You missed 1." in told
    assert "★" not in told
    assert "level" in told  # The rule that the first try broke.
    again = sit(guide, "c1-d1", "dig a1 b1 c1", "", "quit")
    assert "★★★ That is right." in again
    assert "1. The mummy on c1 moves to d1" in again
    assert "Themes: Clear the way" in again
    assert again.count("Puzzle 8a2d51bbdd") == 2  # Enter went on; there is only this one.
    # What a rule forbids is no try.
    assert [one.right for one in guide.progress.attempts()] == [False, True]


def test_moves_of_a_wrong_answer_are_said_to_stand_and_can_be_taken_back(sit: Sitting) -> None:
    wrong = "moves c1-d1 d1-e1 dig a1 b1 c1"
    still = "Your moves are still made: c1-d1, d1-e1. Type back to undo the last one, clear"
    told = sit(of(samples.puzzle("dig")), wrong, "back", "dig a1 b1 c1", "quit")
    assert told.count(still) == 1
    assert "★★☆ That is right." in told  # One back takes back one move.
    told = sit(of(samples.puzzle("dig")), wrong, "clear", "moves c1-d1 dig a1 b1 c1", "quit")
    assert "That is right." in told
    assert "Your moves are still made: c1-d1." in sit(of(samples.puzzle("dig")), "c1-d1", "dig a1")
    assert "still made" not in sit(of(samples.puzzle("dig")), "none")


def test_the_same_wrong_answer_costs_once(sit: Sitting) -> None:
    guide = of(samples.puzzle("dig"))
    wrong, right = "moves c1-d1 d1-e1 dig a1 b1 c1", "moves c1-d1 dig a1 b1 c1"
    told = sit(guide, wrong, "clear", wrong, "clear", right)
    assert told.count("You tried that already.") == 1
    assert "★★☆ That is right." in told
    assert [one.right for one in guide.progress.attempts()] == [False, True]


def test_nothing_tells_the_answer_before_it_is_asked_for(sit: Sitting) -> None:
    told = sit(of(samples.puzzle("dig")), "board", "help", "nonsense")
    for spoiler in ("Clear the way", "c1-d1 ", "Grade", "nets 11"):
        assert spoiler not in told


def test_hints_steps_and_the_whole_answer(sit: Sitting) -> None:
    guide = of(samples.puzzle("dig"))
    told = sit(guide, "hint", "h", "h", "h", "step", "show")
    assert "One move is enough: it takes a tile off a quarry you dig." in told
    assert "There are no more hints" in told
    assert "Moved: c1-d1." in told
    assert "The best nets 11" in told
    (kept,) = guide.progress.attempts()
    assert (kept.right, kept.hints) == (False, 5)
    assert len(guide.progress.reviews()) == 1
    assert "The next step shows" in sit(of(samples.puzzle("known")), "step")


@pytest.mark.parametrize(
    ("name", "answer"),
    [("magic", "amulet"), ("card", "1"), ("payable", "no"), ("known", "dig a1 b1")],
)
def test_every_question_is_answered_in_its_way(sit: Sitting, name: str, answer: str) -> None:
    guide = of(samples.puzzle(name))
    assert "★★★" in sit(guide, answer, "quit", language="de")
    assert guide.record().streak == 1


def test_only_what_was_checked_is_kept(sit: Sitting) -> None:
    guide = of(samples.puzzle("dig"))
    sit(guide, "none", "hint", "board", "back", "c1-d1", "dig a1 b1 c1")
    assert [(one.right, one.seed) for one in guide.progress.attempts()] == [(False, 0), (True, 1)]


def test_none_is_an_answer_and_a_wrong_one_where_a_dig_pays(sit: Sitting) -> None:
    assert "You missed 11." in sit(of(samples.puzzle("dig")), "none")


@pytest.mark.parametrize(
    "typed", ["c1-f6", "dig z9", "dig", "a1-a2 a1-a2 a1-a2", "with", "moves x"]
)
def test_what_is_mistyped_or_forbidden_is_told_and_the_puzzle_goes_on(
    sit: Sitting, typed: str
) -> None:
    guide = of(samples.puzzle("dig"))
    told = sit(guide, typed, b"\xff\xfe", "moves c1-d1 dig a1 b1 c1")
    assert "★★★" in told


def test_a_pack_that_is_played_to_its_end_says_so_and_begins_again(sit: Sitting) -> None:
    guide = of(samples.puzzle("card"), samples.puzzle("payable"))
    told = sit(guide, "show", "", "show", "", "show", "quit")
    assert told.count("You have played all 2 puzzles here and solved 0. Press Enter to") == 1
    assert told.count("Press Enter for the next puzzle") == 2
    assert told.count("Puzzle ") == 3
    later = Guide(guide.pack, guide.progress, rng=Random(3))
    assert "You have played all 2 puzzles here before, and solved 0." in sit(later, "quit")


def test_the_only_puzzle_there_is_is_played_again(sit: Sitting) -> None:
    told = sit(of(samples.puzzle("card")), "show", "quit")
    assert "You have played the only puzzle here. Press Enter to play it again" in told


def test_a_theme_that_is_not_there_is_told(sit: Sitting) -> None:
    guide = of(samples.puzzle("dig"))
    guide.taste = Taste(grades=(5, 5))
    assert "There is no such puzzle" in sit(guide, status=1)


def test_a_terminal_without_the_schedule_s_library_does_without(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fsrs", None)
    assert schedule_if_there() is None
    assert "★★★" in sit(of(samples.puzzle("dig")), "moves c1-d1 dig a1 b1 c1")


def test_playing_loads_nothing_but_the_core() -> None:
    code = "import sys, ksm_widgets.solving.terminal.playing; print('fsrs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"

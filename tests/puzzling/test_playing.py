"""Puzzles in a terminal: what is typed, what is said, what is kept."""

from __future__ import annotations

import io
import subprocess
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.cli.playing import play, schedule_if_there
from ksm_widgets.puzzles import Pack, Puzzle
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.puzzling.choosing import Taste
from ksm_widgets.tutor.puzzling.guide import Guide
from tests.puzzles import samples

if TYPE_CHECKING:
    from collections.abc import Callable

    Sitting = Callable[..., str]


def of(*puzzles: Puzzle) -> Guide:
    return Guide(Pack(puzzles), Progress(), coming=schedule_if_there(), rng=Random(3))


@pytest.fixture
def sit(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Sitting:
    """Play with these lines typed, and return what was said."""

    def sit(guide: Guide, *typed: str | bytes, language: str = "en", status: int = 0) -> str:
        lines = b"".join((t if isinstance(t, bytes) else t.encode()) + b"\n" for t in typed)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(lines)))
        assert play(guide, language=language) == status
        return capsys.readouterr().out

    return sit


def test_a_puzzle_is_solved_after_a_wrong_try_and_explained(sit: Sitting) -> None:
    guide = of(samples.puzzle("dig"))
    told = sit(guide, "dig a1 b1 c1", "moves c1-d1 d1-e1 dig a1 b1 c1", "back", "back", "c1-d1")
    assert "Find the turn that nets most." in told
    assert "1 more to be had" in told
    assert "★★☆" in told
    assert "level" in told  # The rule that the first try broke.
    again = sit(guide, "c1-d1", "dig a1 b1 c1", "", "quit")
    assert "★★★ That is right." in again
    assert "1. The mummy on c1 steps down to d1" in again
    assert "Themes: Clear the way" in again
    assert again.count("Puzzle 8a2d51bbdd") == 2  # Enter went on; there is only this one.
    assert [one.right for one in guide.progress.attempts()] == [False, False, True]


def test_nothing_tells_the_answer_before_it_is_asked_for(sit: Sitting) -> None:
    told = sit(of(samples.puzzle("dig")), "board", "help", "nonsense")
    for spoiler in ("Clear the way", "c1-d1 ", "Grade", "nets 11"):
        assert spoiler not in told


def test_hints_steps_and_the_whole_answer(sit: Sitting) -> None:
    guide = of(samples.puzzle("dig"))
    told = sit(guide, "hint", "h", "h", "h", "step", "show")
    assert "What it is about: Clear the way." in told
    assert "There are no more hints" in told
    assert "Moved: c1-d1." in told
    assert "The best nets 11" in told
    (kept,) = guide.progress.attempts()
    assert (kept.right, kept.hints) == (False, 5)
    assert len(guide.progress.reviews()) == 1


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
    assert "There are 11 more to be had." in sit(of(samples.puzzle("dig")), "none")


@pytest.mark.parametrize(
    "typed", ["c1-f6", "dig z9", "dig", "a1-a2 a1-a2 a1-a2", "with", "moves x"]
)
def test_what_is_mistyped_or_forbidden_is_told_and_the_puzzle_goes_on(
    sit: Sitting, typed: str
) -> None:
    guide = of(samples.puzzle("dig"))
    told = sit(guide, typed, b"\xff\xfe", "moves c1-d1 dig a1 b1 c1")
    assert "★★★" in told


def test_a_theme_that_is_not_there_is_told(sit: Sitting) -> None:
    guide = of(samples.puzzle("dig"))
    guide.taste = Taste(grade=5)
    assert "There is no puzzle of that theme and grade" in sit(guide, status=1)


def test_a_terminal_without_the_schedule_s_library_does_without(
    sit: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ksm_widgets.cli.playing.find_spec", lambda name: None)
    assert schedule_if_there() is None
    assert "★★★" in sit(of(samples.puzzle("dig")), "moves c1-d1 dig a1 b1 c1")


def test_playing_loads_nothing_but_the_core() -> None:
    code = "import sys, ksm_widgets.cli.playing; print('fsrs' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"

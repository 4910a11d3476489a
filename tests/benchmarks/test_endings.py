"""Choices and their real endings: what is kept can be judged anew, and is told with its goals."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import endings
from benchmarks.endings import Kept, Told, main
from ksm_widgets.analysis.review import moments
from ksm_widgets.players import get_bot, played
from ksm_widgets.rules import CARDS_EACH, Card, Setting, Turn
from ksm_widgets.rules.playthrough import playthrough_text

FILE = Path(endings.__file__).parent / "endings.jsonl"
REAL = (4.0, 6.0, 5.0, 5.0)
SOME = Told(7, 5, 0, 3, 0, "turn", 3, "-", "dig a1", 5.0, 0.5, REAL, 2.0, planned=True)


def test_each_choice_kept_is_found_in_the_record_of_its_game() -> None:
    kept = Kept.read(FILE)
    assert kept.games
    seeds = sorted(kept.games)[::6]
    told = [one for one in kept.told if one.seed in seeds]
    assert told
    for one in told:
        made = kept.moment(one).choice
        assert (f"card {made.number}" if isinstance(made, Card) else str(made)) == one.made


def test_what_is_kept_is_told_and_ended_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endings, "_GLANCE", 4)
    monkeypatch.setattr(endings, "_LOOK", 4)
    # The players who plan would take seconds.
    monkeypatch.setattr(endings, "get_bot", lambda _: get_bot("random"))
    game = played(Setting(5, seed=7), [get_bot("random")] * 5)
    last = [one for one in moments(game, 0) if isinstance(one.choice, Turn)][-1]
    assert last.round == CARDS_EACH[5]
    one = replace(SOME, record=last.record, moves=last.made, rounds_left=0, other="-")
    one = replace(one, real=REAL[:2])
    kept = Kept(tmp_path / "kept.jsonl", {7: playthrough_text(game, standings=False)}, [one, SOME])
    kept.write()
    told = tmp_path / "RESULTS.md"
    main(["--again", "--rounds", "0", "--kept", str(kept.file), "--to", str(told)])
    again, other = Kept.read(kept.file).told
    assert other == SOME, "it was not wanted"
    assert (again.judge, len(again.real)) == (endings._JUDGE, 2)
    assert (again.real, again.planned) != (one.real, one.planned)
    assert "| **told as clear** |" in told.read_text(encoding="utf-8") or not again.is_clear


def test_goals_are_told_beside_what_came_true(tmp_path: Path) -> None:
    told = tmp_path / "RESULTS.md"
    worse = replace(SOME, told=-9.0)
    unclear = replace(SOME, told=1.0)
    for choices, said in (
        ([SOME, SOME, unclear], "real points per point told 1.00 (reached: 0.8), r 1.00"),
        ([SOME, worse], "share of right signs 0.50 (**not reached**: 0.8)"),
        ([SOME, unclear], "Too few are told as clear"),
    ):
        kept = Kept(tmp_path / "kept.jsonl", told=choices)
        kept.write()
        main(["--kept", str(kept.file), "--to", str(told)])
        assert said in told.read_text(encoding="utf-8")


def test_signs_are_right_as_often_as_luck_allows() -> None:
    assert SOME.luck_allows > 0.99
    assert replace(SOME, told=0.0).luck_allows == 0, "no sign is told"
    doubtful = replace(SOME, told=1.0, real=(-30.0, 40.0, -20.0, 25.0))
    assert 0.5 < doubtful.luck_allows < 0.55
    assert replace(SOME, error=0.0, real=(5.0, 5.0)).luck_allows == 1

"""The tables of whole games: what logbooks hold is told, with how many games it is of."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from benchmarks.games import LADDER, MEETINGS, main
from ksm_widgets.players.arena import Result, fixtures
from ksm_widgets.players.logbook import Logbook

if TYPE_CHECKING:
    from pathlib import Path


def test_what_was_played_is_written(tmp_path: Path) -> None:
    for name, lead in (("strong", 12), ("greedy", -3), ("cautious", -30)):
        keep(tmp_path, (name, "steady"), lead)
    keep(tmp_path, ("strong", "watchful", "watchful", "watchful"), 5)
    (tmp_path / "steady-times.json").write_text(json.dumps([0.001] * 98 + [0.25, 0.5]))
    told = tmp_path / "RESULTS.md"
    told.write_text("# What was measured\n\n## The solver\n\nFast.\n")
    main(["--no-games", "--logbooks", str(tmp_path), "--to", str(told)])
    text = told.read_text(encoding="utf-8")
    assert text.startswith("# What was measured\n\n## The solver\n\nFast.\n")
    assert "| steady | 100 | 1 ms | 500 ms | 500 ms |" in text
    assert "`strong` gets 12.0 ± 0.6 points a game more than `steady`. Goal: at least 25" in text
    assert "`strong` gets 5.0 ± 1.0 points a game more than `watchful`." in text
    ladder = [line for line in text.splitlines() if line.count("|") == 5 and " 8 |" in line]
    assert ladder == [
        "| cautious | 8 | -30.0 ± 0.6 | 0.00 |",
        "| greedy | 8 | -3.0 ± 0.6 | 0.00 |",
        "| strong | 8 | 12.0 ± 0.6 | 1.00 |",
    ]


def test_everybody_asked_for_can_play() -> None:
    for meeting in MEETINGS:
        assert fixtures(meeting.players, meeting.games, 7)
    assert len({meeting.players for meeting in MEETINGS}) == len(MEETINGS)
    for name in LADDER:
        assert fixtures((name, "steady"), 2, 7)


def test_nothing_played_writes_nothing(tmp_path: Path) -> None:
    main(["--no-games", "--logbooks", str(tmp_path), "--to", str(tmp_path / "RESULTS.md")])
    assert not (tmp_path / "RESULTS.md").exists()


def keep(folder: Path, players: tuple[str, ...], lead: int) -> None:
    """Eight games in which the first gets so many points more, one less or more on each mine."""
    with Logbook(folder / f"{'-'.join(players)}.jsonl", players, 7) as book:
        for game in fixtures(players, 8, 7):
            points = (100 + lead + (-1) ** game.seed, *(100 for _ in players[1:]))
            book.add(Result(game, points, 1.0))

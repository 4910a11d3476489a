"""Making: the same seed gives the same puzzles, whatever the workers and interruptions."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import pytest

from ksm_widgets.cli import main
from ksm_widgets.puzzles import Puzzle, PuzzleTheme, Question, read_pack
from ksm_widgets.puzzles.authoring import faults
from ksm_widgets.puzzles.finding import DULL, OTHER, GamePuzzles, finish, game_line, puzzles_of_game
from ksm_widgets.puzzles.judging import Unfair, needless
from ksm_widgets.puzzles.making import Batch, MakingError, Recipe, make, twin_key
from ksm_widgets.puzzles.pack import shipped_pack, write_pack
from ksm_widgets.puzzles.proof import prove_answer
from ksm_widgets.puzzles.questions import Filter
from ksm_widgets.rules import Power
from ksm_widgets.solver.json_lines import written
from ksm_widgets.words import LANGUAGES, sentence
from ksm_widgets.workers import Cluster, Here, Pool
from tests.workers.clusters import local_cluster
from tests.workers.crashing import crashes_once

# Questions about payment are made fastest: most of the time goes into removing idle tiles.
SOON = Filter(questions=frozenset({Question.PAYABLE}), sizes=(3, 4))
RECIPE = Recipe(5, SOON)
COUNT = 5
"""For these two games are needed, so that one can be stopped, killed or late."""
Game = TypeVar("Game")
Given = TypeVar("Given")


class Remembering(Here):
    """This process, but no game is played twice: the tests below are about what becomes of it."""

    lines: ClassVar[dict[object, Any]] = {}

    def once(self, work: Callable[[Game], Given], game: Game) -> Given:
        if game not in self.lines:
            self.lines[game] = work(game)
        line: Given = self.lines[game]
        return line

    def results(self, jobs: Iterable[Game], work: Callable[[Game], Given]) -> Iterator[Given]:
        return map(partial(self.once, work), jobs)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The pack that all workers must make."""
    out = tmp_path_factory.mktemp("made") / "pack"
    make(RECIPE, COUNT, out, Remembering())
    return out.read_bytes()


@pytest.mark.long
def test_a_pack_is_made(made: bytes, tmp_path: Path) -> None:
    (tmp_path / "pack").write_bytes(made)
    pack = read_pack(tmp_path / "pack")
    assert len(pack) == COUNT
    assert len({twin_key(puzzle) for puzzle in pack}) == COUNT
    for puzzle in pack:
        assert SOON.accepts(puzzle)
        assert faults(puzzle, thorough=True) == ()


@pytest.mark.slow
def test_two_workers_make_the_same(made: bytes, tmp_path: Path) -> None:
    make(RECIPE, COUNT, tmp_path / "pack", Pool(2))
    assert (tmp_path / "pack").read_bytes() == made
    assert [path.name for path in tmp_path.iterdir()] == ["pack"]


@pytest.mark.slow
def test_a_worker_that_is_killed_changes_nothing(made: bytes, tmp_path: Path) -> None:
    out = tmp_path / "pack"
    make(RECIPE, COUNT, out, _Crashing(Pool(2), tmp_path / "mark"))
    assert (tmp_path / "mark").exists()
    assert out.read_bytes() == made


class _Crashing:
    """Workers of which one is killed."""

    def __init__(self, workers: Pool | Cluster, mark: Path) -> None:
        self.workers = workers
        self.mark = mark

    def results(self, games: Iterable[Game], work: Callable[[Game], Given]) -> Iterator[Given]:
        """Like the others, but one is killed."""
        return self.workers.results(games, partial(crashes_once, self.mark, 1, work))


class _Stopped(Exception):
    """The main process is stopped."""


@pytest.mark.long
def test_it_goes_on_where_it_was_stopped(made: bytes, tmp_path: Path) -> None:
    out = tmp_path / "pack"
    played: list[object] = []

    class Watched(Remembering):
        def results(self, jobs: Iterable[Game], work: Callable[[Game], Given]) -> Iterator[Given]:
            for game in jobs:
                if len(played) == 1 and game not in played:
                    played.append(game)
                    raise _Stopped
                played.append(game)
                yield self.once(work, game)

    with pytest.raises(_Stopped):
        make(RECIPE, COUNT, out, Watched())
    journal = tmp_path / "pack.part"
    # Killed in the middle of a line: that line is cut off, and the game played again.
    journal.write_bytes(journal.read_bytes() + b'{"game": 1, "puzz')
    make(RECIPE, COUNT, out, Watched())
    assert out.read_bytes() == made
    assert played[:3] == [0, 1, 1]
    assert played[2:] == [*range(1, len(played) - 1)]


@pytest.mark.long
def test_results_may_come_in_any_order(made: bytes, tmp_path: Path) -> None:
    class Backwards(Remembering):
        def results(self, jobs: Iterable[Game], work: Callable[[Game], Given]) -> Iterator[Given]:
            left = iter(jobs)
            while few := [*islice(left, 3)]:
                yield from super().results(few[::-1], work)

    make(RECIPE, COUNT, tmp_path / "pack", Backwards())
    assert (tmp_path / "pack").read_bytes() == made


@pytest.mark.parametrize(
    ("questions", "more"),
    [
        ("dig", {"themes": "no_move"}),
        ("known wanted", {"themes": "no_move"}),
        ("wanted", {"moves": (0, 1)}),
        ("wanted", {"themes": "one_step dont_dig"}),
        ("magic card", {"moves": (7, 9)}),
        ("magic card", {"themes": "dont_dig"}),
        ("dig", {"themes": "dont_dig one_step", "moves": (2, 3)}),
        ("payable", {"themes": "clear_way"}),
        ("card wanted", {"powers": frozenset({Power.MIRROR})}),
        ("card", {"themes": "mirror"}),
        ("magic", {"themes": "mirror+carpet"}),
        ("dig", {"themes": "mirror", "powers": frozenset()}),
        ("dig", {"themes": "mirror+carpet", "powers": frozenset({Power.MIRROR})}),
    ],
)
def test_what_no_puzzle_can_be_is_not_looked_for(
    questions: str, more: dict[str, Any], tmp_path: Path
) -> None:
    asked = frozenset(map(Question, questions.split()))
    themes = frozenset(map(PuzzleTheme, more.pop("themes", "").split()))
    wanted = Filter(questions=asked, themes=themes, **more)
    with pytest.raises(MakingError, match="No puzzle fits"):
        make(Recipe(1, wanted), 1, tmp_path / "pack", Here())
    assert not list(tmp_path.iterdir())


def test_what_a_puzzle_is_can_be_looked_for() -> None:
    for puzzle in shipped_pack():
        moves, powers = len(puzzle.solution.turn.moves), puzzle.problem.powers
        for theme in puzzle.themes:
            wanted = Filter(
                moves=(moves, moves),
                powers=powers,
                themes=frozenset({theme}),
                questions=frozenset({puzzle.question}),
            )
            assert wanted.possible, puzzle
    # Whether a turn can be paid may have no theme.
    assert Filter(questions=frozenset({Question.PAYABLE}), moves=(0, 0)).possible


def test_a_journal_of_another_recipe_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "pack.part").write_text('{"recipe": {"seed": 6}}\n')
    with pytest.raises(MakingError, match="another seed"):
        make(RECIPE, 1, tmp_path / "pack", Here())
    assert (tmp_path / "pack.part").read_text() == '{"recipe": {"seed": 6}}\n'


@pytest.mark.parametrize("text", ["one line of mine", "\n\none line of mine"])
def test_a_file_without_a_line_s_end_is_no_journal_that_was_not_finished(
    text: str, tmp_path: Path
) -> None:
    (tmp_path / "pack.part").write_text(text)
    with pytest.raises(MakingError, match="another seed"):
        make(RECIPE, 1, tmp_path / "pack", Here())
    assert (tmp_path / "pack.part").read_text() == text


@pytest.mark.long
def test_of_two_that_make_the_same_pack_both_come_to_an_end(tmp_path: Path) -> None:
    """The other one has written the pack, and removed the journal that both have open."""
    out, journal = tmp_path / "pack", tmp_path / "pack.part"

    def other_ends(batch: Batch) -> None:
        if batch.complete:
            out.write_text("the other's")
            journal.unlink(missing_ok=True)

    make(RECIPE, 1, out, Here(), progress=other_ends)
    assert len(read_pack(out)) == 1


@pytest.mark.long
def test_a_journal_may_end_in_its_first_line(tmp_path: Path) -> None:
    (tmp_path / "pack.part").write_text(_head()[:-5])
    make(RECIPE, 1, tmp_path / "pack", Here())
    assert len(read_pack(tmp_path / "pack")) == 1


@pytest.mark.long
def test_a_link_beside_the_pack_has_no_file_elsewhere_written(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("mine")
    for name in (".pack.part", "pack.new"):
        (tmp_path / name).symlink_to(tmp_path / "mine")
    write_pack(shipped_pack(), tmp_path / "pack")
    assert (tmp_path / "mine").read_text() == "mine"
    assert read_pack(tmp_path / "pack").puzzles == shipped_pack().puzzles


@pytest.mark.parametrize("line", ["[]", '{"game": 0}', '{"game": 0, "puzzles": [{}], "fell": {}}'])
def test_a_damaged_journal_is_told(line: str, tmp_path: Path) -> None:
    (tmp_path / "pack.part").write_text(f"{_head()}\n{line}\n")
    with pytest.raises(MakingError, match="line 2"):
        make(RECIPE, 1, tmp_path / "pack", Here())


def _head() -> str:
    return written({"recipe": RECIPE.to_dict()})


def test_a_pack_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "pack").write_text("mine")
    with pytest.raises(MakingError, match="already exists"):
        make(RECIPE, 1, tmp_path / "pack", Here())
    assert (tmp_path / "pack").read_text() == "mine"


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(MakingError, match="cannot be written"):
        make(RECIPE, 1, tmp_path / "nowhere" / "pack", Here())


def test_it_gives_up_if_there_are_no_such_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ksm_widgets.puzzles.making._MOST_EMPTY", 2)
    batch = Batch(1)
    batch.add(GamePuzzles(0, (), batch.rejected))
    with pytest.raises(MakingError, match="2 games in a row"):
        batch.add(GamePuzzles(1, (), batch.rejected))


@pytest.mark.slow
def test_the_engine_makes_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled or not, a game gives the same line."""
    told = []
    for wish in ("interpreted", "compiled"):
        monkeypatch.setenv("KSM_SOLVER", wish)
        told.append(game_line(42, 0, replace(SOON, sizes=(3, 3)).to_dict()))
    assert told[0] == told[1]
    assert '"question"' in told[0]


def test_a_wish_is_told_and_read() -> None:
    wish = Filter(
        (3, 4), (1, 2), frozenset({Power.SEAL}), frozenset({PuzzleTheme.SEAL}), frozenset({2})
    )
    for one in (wish, SOON, Filter()):
        assert Filter.from_dict(one.to_dict()) == one  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="colour"):
        Filter.from_dict({"colour": []})


def test_a_power_that_was_good_only_for_what_was_bared_is_needless() -> None:
    """With all its tiles the mine needs the carpet; once those go that change nothing, it does not.

    Moment of a game, found by looking for one that falls only after it was without_idle_tiles.
    """
    question = Puzzle.from_dict(
        {
            "puzzle": 1,
            "question": "dig",
            "problem": {
                "board": "4bay,x5Sy,azy2,C1,b,My/11,xc,zxy,z,xS,z1z/xc,dS,Cy,1,-,Ayy/"
                "54x2,5y,aM1z,dyx,1M,S/z,2,d,ax,d1y,zz/b,52xz,c,1Az,31x,3xx",
                "shape": "##/##",
                "powers": ["carpet"],
            },
            "card": 7,
            "answer": {"net": 0, "turn": "-"},
            "grade": 1,
        }
    )
    answered = prove_answer(question)
    assert answered is not None
    assert not needless(question, answered)
    assert finish(question, Filter()) == Unfair.NEEDLESS.value


@pytest.mark.long
def test_filters_hold() -> None:
    wish = Filter(sizes=(3, 4), moves=(1, 2), grades=frozenset({1, 2}))
    found = [puzzle for game in range(2) for puzzle in puzzles_of_game(1, game, wish).puzzles]
    assert found
    assert all(wish.accepts(puzzle) for puzzle in found)


@pytest.mark.slow
def test_a_cluster_makes_the_same_with_a_worker_killed(made: bytes, tmp_path: Path) -> None:
    out = tmp_path / "pack"
    with local_cluster() as cluster:
        make(RECIPE, COUNT, out, _Crashing(Cluster(cluster.scheduler_address), tmp_path / "mark"))
    assert (tmp_path / "mark").exists()
    assert out.read_bytes() == made


@pytest.mark.slow
def test_a_main_process_that_is_killed_goes_on_later(made: bytes, tmp_path: Path) -> None:
    out, journal = tmp_path / "pack", tmp_path / "pack.part"
    with local_cluster() as cluster:
        command = [sys.executable, "-m", "ksm_widgets", "puzzles", "make", "--count", str(COUNT)]
        command += ["--seed", "5", "--out", str(out), "--question", "payable", "--size", "3-4"]
        command += ["--scheduler", cluster.scheduler_address]
        running = subprocess.Popen(command, stderr=subprocess.DEVNULL)
        while not (journal.exists() and journal.read_bytes().count(b"\n") > 1):
            with suppress(subprocess.TimeoutExpired):
                running.wait(0.05)
            assert running.poll() is None, "done before it could be killed"
        running.send_signal(signal.SIGKILL)
        running.wait()
        assert not out.exists()
        before = journal.read_bytes()
        assert subprocess.run(command, stderr=subprocess.DEVNULL, check=False).returncode == 0
    assert before.count(b"\n") >= 2
    assert out.read_bytes() == made


@pytest.mark.long
def test_the_command_makes_and_checks(
    made: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "C.UTF-8")
    out = str(tmp_path / "pack")
    args = ["--question", "payable", "--size", "3-4", "--workers", "1"]
    command = ["puzzles", "make", "--count", str(COUNT), "--seed", "5", "--out", out, *args]
    assert main(command) == 0
    told = capsys.readouterr()
    assert f"Puzzles made: {COUNT}" in told.out
    assert "Rejected: –." in told.out
    assert f"{COUNT}/{COUNT} puzzles" in told.err
    assert Path(out).read_bytes() == made
    assert main(["puzzles", "check", out]) == 0
    assert f"without faults: {COUNT}; with faults: 0" in capsys.readouterr().out
    assert main(command) == 2
    assert "already exists" in capsys.readouterr().err
    lines = made.splitlines()
    Path(out).write_bytes(b"\n".join([lines[0], lines[1].replace(b'"grade": ', b'"grade": 1')]))
    assert main(["puzzles", "check", out]) == 1
    assert "line 2" in capsys.readouterr().out
    assert main(["puzzles", "check", out + "none"]) == 2
    # An input without end that repeats itself ends here, too.
    Path(out).write_bytes(b"\n".join([lines[0], lines[1], lines[1]]))
    assert main(["puzzles", "check", out]) == 2
    assert "twice" in capsys.readouterr().err


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "reason", [OTHER, DULL, *(one.value for one in Unfair if one != Unfair.IDLE)]
)
def test_each_reason_is_told_in_words(reason: str, language: str) -> None:
    told = sentence(f"cli_puzzles.rejected_{reason}", language)
    assert told not in ("", reason)
    assert "_" not in told


@pytest.mark.parametrize(
    "wrong",
    [
        ["--size", "0-3"],
        ["--size", "4-3"],
        ["--moves", "x"],
        ["--grade", "6"],
        ["--theme", "love"],
        ["--powers", "none,seal"],
        ["--workers", "0"],
        ["--workers", "2", "--scheduler", "tcp://nowhere:1"],
    ],
)
def test_wrong_wishes_are_refused(
    wrong: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["puzzles", "make", "--count", "1", "--seed", "1", "--out", str(tmp_path), *wrong])
    assert left.value.code == 2
    assert wrong[-2] in capsys.readouterr().err

"""Make the built-in packs: `python -m ksm_widgets.puzzles`.

What is shipped stays, with today's grade: only recipes of which there is no puzzle yet are run.
Their puzzles are kept in `build/puzzles` until all are finished, so the command may be stopped and
resumed. They fill up each grade, as `of_each_grade` says. At the end it prints how many there are
of each kind.

A shipped puzzle that is dull by today's rules has to be retired in `recipes.toml` first: which ones
these are is printed, and no pack is written.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.puzzles.difficulty import grade_of
from ksm_widgets.puzzles.finding import MOST_OF_GAME, alike
from ksm_widgets.puzzles.interest import dull, offers_choice
from ksm_widgets.puzzles.making import Recipe, make
from ksm_widgets.puzzles.pack import PACKS, Pack, read_pack, recipes, seed_of, write_pack
from ksm_widgets.puzzles.proof import as_solved, prove
from ksm_widgets.puzzles.puzzle import Puzzle, Question
from ksm_widgets.puzzles.questions import Filter
from ksm_widgets.puzzles.themes import themes_of
from ksm_widgets.workers import Pool, cores

if TYPE_CHECKING:
    from collections.abc import Iterable

_AUTHOR = "the ksm_widgets authors"
_LICENCE = "CC0-1.0"
_HOME = Path(__file__).parent / "data"
_EXERCISE = Question.PAYABLE
"""Only lessons ask it: there is nothing to find but a sum, and half of the answers are guessed."""
_MANY = 25
"""A theme that so many puzzles of a grade have is not rare."""


def main(build: Path = Path("build") / "puzzles", home: Path = _HOME) -> None:
    """Make both packs, on all cores."""
    build.mkdir(parents=True, exist_ok=True)
    data = recipes()
    gone = {one for group in data["retired"] for one in group["ids"]}
    shipped: dict[str, list[Puzzle]] = {name: [] for name in PACKS}
    unfit: list[str] = []
    for name, puzzles in shipped.items():
        for puzzle in read_pack(home / f"{name}.jsonl"):
            graded_anew, fit = (puzzle, True) if puzzle.id in gone else today(puzzle)
            puzzles.append(graded_anew)
            if not fit and "of_each_grade" in data["packs"][name]:
                unfit.append(puzzle.id)
    if unfit:
        raise SystemExit("\n".join(["To be retired:", *unfit]))
    known = [puzzle for puzzles in shipped.values() for puzzle in puzzles]
    there = set(map(seed_of, known))
    made: dict[str, list[Puzzle]] = {name: [] for name in PACKS}
    games, rejected = 0, Counter[str]()
    for recipe in data["recipes"]:
        if recipe["seed"] in there:
            continue
        part = build / f"{recipe['seed']}.jsonl"
        counts = part.with_suffix(".json")
        if not counts.exists():
            part.unlink(missing_ok=True)
            one = Recipe(recipe["seed"], Filter.from_dict(recipe["wish"]))
            batch = make(one, recipe["count"], part, Pool(cores()), known=known)
            counts.write_text(json.dumps({"games": batch.games, "rejected": batch.rejected}))
        counted = json.loads(counts.read_text())
        games += counted["games"]
        rejected += Counter(counted["rejected"])
        found = list(read_pack(part))
        sys.stderr.write(f"{part.name}: {len(found)}\n")
        made[recipe["pack"]] += found
        known += found
    offered: list[Puzzle] = []
    for name, more in made.items():
        kept = [puzzle for puzzle in shipped[name] if puzzle.id not in gone]
        each = data["packs"][name].get("of_each_grade")
        added = more if each is None else choice(more, each, kept)
        offered += [*kept, *added]
        ordered = sorted([*shipped[name], *added], key=lambda puzzle: (puzzle.grade, puzzle.id))
        title = data["packs"][name]["title"]
        write_pack(Pack(tuple(ordered), title, _AUTHOR, _LICENCE), home / f"{name}.jsonl")
    sys.stdout.write(
        f"{len(offered)} puzzles; {sum(map(len, made.values()))} new of {games} games\n"
    )
    _count("rejected", rejected)
    _count("grade", Counter(str(puzzle.grade) for puzzle in offered))
    _count("theme", Counter(theme.value for puzzle in offered for theme in puzzle.themes))


def today(puzzle: Puzzle) -> tuple[Puzzle, bool]:
    """A shipped puzzle with today's grade and themes, and whether it would still be offered."""
    proof = prove(puzzle)
    if proof is None:
        return puzzle, False
    proof = as_solved(puzzle, proof)
    fit = (
        puzzle.question is not _EXERCISE
        and offers_choice(puzzle, proof)
        and not dull(puzzle, proof)
    )
    return replace(puzzle, grade=grade_of(puzzle, proof), themes=themes_of(puzzle, proof)), fit


def choice(puzzles: Iterable[Puzzle], each: int, kept: Iterable[Puzzle] = ()) -> list[Puzzle]:
    """The puzzles that fill up each grade to the given number, those with the rarest themes first.

    Those `kept` are there already. Exercises are left out, and no more puzzles are taken of one
    game than a game may give, none of them alike.
    """
    every, before = list(puzzles), list(kept)
    often = Counter((theme, one.grade) for one in (*before, *every) for theme in one.themes)
    count = Counter(one.grade for one in before)
    taken: list[Puzzle] = []
    of_game: dict[str, list[Puzzle]] = {}
    for puzzle in before:
        of_game.setdefault(_game_of(puzzle), []).append(puzzle)

    def rarity(puzzle: Puzzle) -> int:
        return min((often[theme, puzzle.grade] for theme in puzzle.themes), default=_MANY)

    for puzzle in sorted(every, key=lambda puzzle: min(rarity(puzzle), _MANY)):
        others = of_game.setdefault(_game_of(puzzle), [])
        if (
            puzzle.question is not _EXERCISE
            and count[puzzle.grade] < each
            and len(others) < MOST_OF_GAME
            and not any(alike(puzzle, other) for other in others)
        ):
            count[puzzle.grade] += 1
            taken.append(puzzle)
            others.append(puzzle)
    return taken


def _game_of(puzzle: Puzzle) -> str:
    return puzzle.source.rpartition(" turn")[0]


def _count(name: str, counts: Counter[str]) -> None:
    """Print counts as a table for the docs."""
    sys.stdout.write(f"\n| {name} | |\n| --- | ---: |\n")
    sys.stdout.write("".join(f"| {one} | {count} |\n" for one, count in counts.most_common()))


if __name__ == "__main__":
    main()

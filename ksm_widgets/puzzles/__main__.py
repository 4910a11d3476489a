"""Make the built-in packs: `python -m ksm_widgets.puzzles`.

The puzzles of each recipe are kept in `build/puzzles` until all are finished, so the command may be
stopped and resumed. At the end it prints how many there are of each kind.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from ksm_widgets.puzzles.making import Recipe, make
from ksm_widgets.puzzles.pack import PACKS, Pack, read_pack, recipes, write_pack
from ksm_widgets.puzzles.puzzle import Puzzle
from ksm_widgets.puzzles.questions import Filter
from ksm_widgets.workers import Pool, cores

_AUTHOR = "the ksm_widgets authors"
_LICENCE = "CC0-1.0"
_HOME = Path(__file__).parent / "data"


def main(build: Path = Path("build") / "puzzles", home: Path = _HOME) -> None:
    """Make both packs, on all cores."""
    build.mkdir(parents=True, exist_ok=True)
    data, known = recipes(), list[Puzzle]()
    made: dict[str, list[Puzzle]] = {name: [] for name in PACKS}
    games, rejected = 0, Counter[str]()
    for recipe in data["recipes"]:
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
        puzzles = list(read_pack(part))
        sys.stderr.write(f"{part.name}: {len(puzzles)}\n")
        made[recipe["pack"]] += puzzles
        known += puzzles
    for name, puzzles in made.items():
        ordered = sorted(puzzles, key=lambda puzzle: (puzzle.grade, puzzle.id))
        title = data["packs"][name]["title"]
        write_pack(Pack(tuple(ordered), title, _AUTHOR, _LICENCE), home / f"{name}.jsonl")
    sys.stdout.write(f"{len(known)} puzzles of {games} games\n")
    _count("rejected", rejected)
    _count("grade", Counter(str(puzzle.grade) for puzzle in known))
    _count("theme", Counter(theme.value for puzzle in known for theme in puzzle.themes))


def _count(name: str, counts: Counter[str]) -> None:
    """Print counts as a table for the docs."""
    sys.stdout.write(f"\n| {name} | |\n| --- | ---: |\n")
    sys.stdout.write("".join(f"| {one} | {count} |\n" for one, count in counts.most_common()))


if __name__ == "__main__":
    main()

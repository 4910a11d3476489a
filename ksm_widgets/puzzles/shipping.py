"""Make the packs that come with the project: `python -m ksm_widgets.puzzles.shipping`.

Each recipe's puzzles, and how many questions fell for which reason, lie in `build/puzzles` until
all are there, so it may be stopped at any time. In the end it tells the counts.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

from ksm_widgets.puzzles.making import Recipe, make
from ksm_widgets.puzzles.pack import Pack, read_pack, write_pack
from ksm_widgets.puzzles.puzzle import Puzzle
from ksm_widgets.puzzles.shipped import PACKS, recipes
from ksm_widgets.puzzles.wishes import Wish
from ksm_widgets.workers import Pool, cores

__all__ = ["main"]

_AUTHOR = "the ksm_widgets authors"
_LICENCE = "CC0-1.0"
_HOME = Path(__file__).parent / "data"


def main(build: Path = Path("build") / "puzzles", home: Path = _HOME) -> None:
    """Make both packs, with all cores."""
    build.mkdir(parents=True, exist_ok=True)
    told, known = recipes(), list[Puzzle]()
    made: dict[str, list[Puzzle]] = {name: [] for name in PACKS}
    games, fell = 0, Counter[str]()
    for recipe in told["recipes"]:
        part = build / f"{recipe['seed']}.jsonl"
        counts = part.with_suffix(".json")
        if not counts.exists():
            part.unlink(missing_ok=True)
            wish = Wish.from_dict(recipe["wish"])
            one = Recipe(recipe["seed"], wish)
            harvest = make(one, recipe["count"], part, Pool(cores()), known=known)
            counts.write_text(json.dumps({"games": harvest.games, "fell": harvest.fell}))
        told_of = json.loads(counts.read_text())
        games += told_of["games"]
        fell += Counter(told_of["fell"])
        puzzles = list(read_pack(part))
        sys.stderr.write(f"{part.name}: {len(puzzles)}\n")
        made[recipe["pack"]] += puzzles
        known += puzzles
    for name, puzzles in made.items():
        ordered = sorted(puzzles, key=lambda puzzle: (puzzle.grade, puzzle.id))
        title = told["packs"][name]["title"]
        write_pack(Pack(tuple(ordered), title, _AUTHOR, _LICENCE), home / f"{name}.jsonl")
    sys.stdout.write(f"{len(known)} puzzles of {games} games\n")
    _count("fell", fell)
    _count("grade", Counter(str(puzzle.grade) for puzzle in known))
    _count("theme", Counter(theme.value for puzzle in known for theme in puzzle.themes))


def _count(what: str, counts: Counter[str]) -> None:
    """Say how many there are of each, as a table of the docs."""
    sys.stdout.write(f"\n| {what} | |\n| --- | ---: |\n")
    sys.stdout.write("".join(f"| {name} | {count} |\n" for name, count in counts.most_common()))


if __name__ == "__main__":
    main()

"""Make the packs that come with the project: `python -m ksm_widgets.puzzles.shipping`.

Each recipe's puzzles lie in `build/puzzles` until all are there, so it may be stopped at any time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ksm_widgets.puzzles.making import Recipe, make
from ksm_widgets.puzzles.pack import Pack, read_pack, write_pack
from ksm_widgets.puzzles.puzzle import Puzzle
from ksm_widgets.puzzles.shipped import PACKS, recipes
from ksm_widgets.puzzles.wishes import Wish
from ksm_widgets.puzzles.workers import Pool, cores

__all__ = ["main"]

_AUTHOR = "the ksm_widgets authors"
_LICENCE = "CC0-1.0"
_HOME = Path(__file__).parent / "data"


def main(build: Path = Path("build") / "puzzles", home: Path = _HOME) -> None:
    """Make both packs, with all cores."""
    build.mkdir(parents=True, exist_ok=True)
    told, known = recipes(), list[Puzzle]()
    made: dict[str, list[Puzzle]] = {name: [] for name in PACKS}
    for recipe in told["recipes"]:
        part = build / f"{recipe['seed']}.jsonl"
        if not part.exists():
            wish = Wish.from_dict(recipe["wish"])
            make(Recipe(recipe["seed"], wish), recipe["count"], part, Pool(cores()), known=known)
        puzzles = list(read_pack(part))
        sys.stderr.write(f"{part.name}: {len(puzzles)}\n")
        made[recipe["pack"]] += puzzles
        known += puzzles
    for name, puzzles in made.items():
        ordered = sorted(puzzles, key=lambda puzzle: (puzzle.grade, puzzle.id))
        title = told["packs"][name]["title"]
        write_pack(Pack(tuple(ordered), title, _AUTHOR, _LICENCE), home / f"{name}.jsonl")


if __name__ == "__main__":
    main()

"""`ksm puzzles play`, `sheet`, `pick`, `from` and `results`: what may stand behind them."""

from __future__ import annotations

import argparse
from datetime import UTC, datetime
from pathlib import Path

from ksm_widgets.cli.playing import play, schedule_if_there
from ksm_widgets.cli.streams import complain
from ksm_widgets.cli.teaching import make_of_positions, pick, print_sheet, tell_results
from ksm_widgets.puzzles import Pack, Theme, read_pack
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.puzzles.shipped import shipped_pack
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.puzzling.choosing import Taste, daily
from ksm_widgets.tutor.puzzling.guide import Guide
from ksm_widgets.tutor.puzzling.links import puzzle_of
from ksm_widgets.tutor.puzzling.sheets import Paper
from ksm_widgets.words import sentence

__all__ = ["add_actions", "run_action"]


def add_actions(
    actions: argparse._SubParsersAction[argparse.ArgumentParser],
    spoken: argparse.ArgumentParser,
    language: str,
) -> None:
    """Add to the commands behind `ksm puzzles`; `spoken` brings the language along."""

    def text(key: str) -> str:
        return sentence(f"cli_play.{key}", language)

    def action(name: str, *parents: argparse.ArgumentParser) -> argparse.ArgumentParser:
        return actions.add_parser(
            name,
            help=text(name),
            description=text(name),
            allow_abbrev=False,
            parents=[spoken, *parents],
        )

    wished = argparse.ArgumentParser(add_help=False)
    themes = [theme.value for theme in Theme]
    wished.add_argument("--theme", choices=themes, metavar="THEME", help=text("theme"))
    wished.add_argument("--grade", type=int, choices=GRADES, help=text("grade"))

    player = action("play", wished)
    player.add_argument("pack", type=Path, nargs="?", metavar="PACK", help=text("pack"))
    player.add_argument("--daily", action="store_true", help=text("daily"))
    player.add_argument("--link", metavar="LINK", help=text("link"))

    on_paper = action("sheet")
    on_paper.add_argument("pack", type=Path, metavar="PACK", help=text("pack"))
    on_paper.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("sheet_out"))
    sizes = [paper.value.lower() for paper in Paper]
    on_paper.add_argument("--paper", choices=sizes, default=sizes[0], help=text("paper"))
    on_paper.add_argument("--solutions", action="store_true", help=text("solutions"))

    picker = action("pick", wished)
    picker.add_argument("pack", type=Path, nargs="?", metavar="PACK", help=text("pack"))
    picker.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("pack_out"))
    picker.add_argument("--id", action="append", default=[], metavar="ID", help=text("id"))
    picker.add_argument("--count", type=int, metavar="N", help=text("count"))
    picker.add_argument("--title", default="", metavar="TITLE", help=text("title"))

    maker = action("from")
    maker.add_argument("file", metavar="FILE", help=text("positions"))
    maker.add_argument("--out", type=Path, required=True, metavar="FILE", help=text("pack_out"))
    maker.add_argument("--unfair", action="store_true", help=text("unfair_too"))

    of_class = action("results")
    of_class.add_argument("files", type=Path, nargs="+", metavar="FILE", help=text("progress"))
    of_class.add_argument("--pack", type=Path, metavar="PACK", help=text("of_pack"))
    of_class.add_argument("--out", type=Path, metavar="FILE", help=text("table_out"))


def run_action(wishes: argparse.Namespace, language: str) -> int:
    """Do what is wished for and return the exit status: 1 for a pack or link that cannot be read.

    A pack that is not named is the project's own.
    """
    if wishes.puzzles == "from":
        return make_of_positions(wishes.file, wishes.out, unfair=wishes.unfair, language=language)
    if wishes.puzzles == "results":
        return tell_results(wishes.files, pack=wishes.pack, out=wishes.out, language=language)
    try:
        pack = shipped_pack("puzzles") if wishes.pack is None else read_pack(wishes.pack)
        if wishes.puzzles == "sheet":
            paper = next(paper for paper in Paper if paper.value.lower() == wishes.paper)
            return print_sheet(
                pack, wishes.out, paper=paper, solutions=wishes.solutions, language=language
            )
        taste = Taste(None if wishes.theme is None else Theme(wishes.theme), wishes.grade)
        if wishes.puzzles == "pick":
            return pick(
                pack,
                wishes.out,
                taste,
                ids=wishes.id,
                count=wishes.count,
                title=wishes.title,
                language=language,
            )
        return _play(pack, taste, wishes, language)
    except KsmError as error:
        complain(error.sentence(language))
        return 1


def _play(pack: Pack, taste: Taste, wishes: argparse.Namespace, language: str) -> int:
    first = None
    if wishes.link is not None:
        first = puzzle_of(wishes.link.rpartition("?")[2], pack)
    elif wishes.daily:
        first = daily(shipped_pack("puzzles"), datetime.now(UTC).date())
    progress = Progress.of_user()
    try:
        guide = Guide(pack, progress, edition=language, coming=schedule_if_there(), taste=taste)
        return play(guide, first, language=language)
    finally:
        progress.close()

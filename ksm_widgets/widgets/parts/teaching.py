"""For who makes packs: one's own puzzles, sheets to print, a position made a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.tutor.puzzling.sheets import Paper
from ksm_widgets.widgets.markup import Child, element
from ksm_widgets.widgets.parts.controls import button, file_button, folded, group, note

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.puzzles import Puzzle
    from ksm_widgets.puzzles.authoring import Authored
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.widgets.markup import Markup

__all__ = ["packs"]


def packs(
    reader: Reader,
    mine: Sequence[Puzzle],
    shown: Puzzle,
    *,
    loaded: bool,
    made: Authored | None,
    making: bool,
) -> Markup:
    """Packs to read in, one's own pack, and a position to be made a puzzle."""
    text = reader.text
    load = file_button(text("puzzle_page.load"), "load", ".jsonl")
    there = shown.id in [puzzle.id for puzzle in mine]
    keep = button(text("puzzle_page.keep"), "keep", pressed=there)
    parts: list[Child] = [
        element(
            "div",
            load,
            button(text("puzzle_page.own_packs"), "unload") if loaded else None,
            class_="ksm-group",
        ),
        element("h3", text("puzzle_page.mine", count=len(mine))),
        element("div", keep, class_="ksm-group"),
    ]
    if mine:
        parts.append(_to_take_along(reader))
    parts += [
        element("h3", text("puzzle_page.make")),
        note(text("puzzle_page.make_why")),
        element(
            "textarea",
            "",
            name="position",
            rows="3",
            class_="ksm-field ksm-link",
            aria_label=text("puzzle_page.position"),
        ),
        element(
            "div",
            button(text("puzzle_page.make_it"), "make", from_="position", disabled=making),
            class_="ksm-group",
        ),
        element("p", text("puzzle_page.making"), role="status") if making else None,
        None if made is None else _made(reader, made),
    ]
    return folded(text("puzzle_page.packs"), *parts, id_="ksm-packs")


def _to_take_along(reader: Reader) -> Markup:
    """One's own pack as a file, and as sheets to print."""
    text = reader.text
    sheets = [
        button(
            text(f"puzzle_page.sheet{'_told' if told else ''}", paper=paper.name.capitalize()),
            "sheet",
            f"{paper.value}{' told' if told else ''}",
        )
        for paper in Paper
        for told in (False, True)
    ]
    return group(
        text("puzzle_page.take_along"), button(text("puzzle_page.save_mine"), "save_mine"), *sheets
    )


def _made(reader: Reader, made: Authored) -> Markup:
    """What became of a position: fair, or why not, and whether to take it all the same."""
    text = reader.text
    words = "fair" if made.fair else "unfair" if made.puzzle is not None else "no_puzzle"
    parts: list[Child] = [element("p", text(f"puzzle_page.{words}"))]
    reasons = [element("li", complaint.sentence(reader.language)) for complaint in made.complaints]
    if reasons:
        parts.append(element("ul", *reasons))
    if made.puzzle is not None:
        parts.append(button(text("puzzle_page.take"), "take"))
    return element("div", *parts, class_="ksm-notice", role="status")

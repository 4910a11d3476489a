"""`ksm stats`: a person's statistics over all finished games."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from typing import TYPE_CHECKING

from ksm_widgets.coach.career import Career
from ksm_widgets.coach.career_telling import (
    level_told,
    mean_told,
    mistakes_told,
    practice_told,
    summary_told,
)
from ksm_widgets.coach.terminal.coach import figure_data
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.progress.progress import Progress
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.terminal.command import Command
from ksm_widgets.terminal.dialogue import Printer
from ksm_widgets.terminal.streams import aligned, print_error, put_line
from ksm_widgets.words import rounded, sentence

if TYPE_CHECKING:
    pass


def _add_options(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the options of `ksm stats`."""
    player = sentence("cli_career.player", language)
    parser.add_argument("--player", metavar="NAME", help=player)
    parser.add_argument("--json", action="store_true", help=sentence("terminal.as_json", language))


def _run(args: argparse.Namespace, language: str) -> int:
    """Print the statistics; returns 1 if no finished game of the player is known."""
    with closing(Progress.of_user()) as progress:
        saves = SavedMatches(progress)
        saves.count(kept.match for kept in saves.matches(language))
        career = Career.of(progress, args.player)
    if args.player is not None and args.player != career.name:
        params = {"found": args.player[:40], "known": list(career.names)}
        print_error(sentence("cli_career.no_player", language, **params))
        return 1
    if args.json:
        put_line(json.dumps(_data(career), allow_nan=False))
    else:
        _print(career, Printer(Reader(language)))
    return 0


def _print(career: Career, printer: Printer) -> None:
    """Print the summary, the tables if there are games enough, what mistakes cost, what is next."""
    if career.name:
        put_line(career.name)
    for phrase in summary_told(career):
        printer.tell([phrase])
    if not career.games:
        return
    if not career.early:
        _print_opponents(career, printer)
        _print_parts(career, printer)
        _print_objects(career, printer)
        _print_cards(career, printer)
    for title, said in (("costs", mistakes_told(career)), ("next", practice_told(career))):
        put_line()
        put_line(printer.reader.text(f"career.{title}") + ":")
        for phrase in said:
            printer.tell([phrase])


def _print_opponents(career: Career, printer: Printer) -> None:
    """Print how many games were won against each level, and the lead."""
    rows = [
        [
            printer.reader.say(level_told(one.level)),
            printer.reader.text("career.won_of", won=one.won, games=one.games),
            printer.reader.say(mean_told(one.lead)),
        ]
        for one in career.opponents
    ]
    _print_table(printer, "opponents", ["against", "won", "lead"], rows)


def _print_parts(career: Career, printer: Printer) -> None:
    """Print the points a game by what they are for."""
    rows = [
        [printer.reader.text(f"career.part_{part}"), _number(points, printer)]
        for part, points in career.parts
    ]
    _print_table(printer, "parts", ["kind", "points_head"], rows)


def _print_objects(career: Career, printer: Printer) -> None:
    """Print how many of each object were dug and spent per game."""
    rows = [
        [
            printer.reader.text("career.object_name", power=power),
            _number(dug, printer),
            _number(spent, printer),
        ]
        for power, dug, spent in career.objects
    ]
    _print_table(printer, "objects", ["object", "found", "spent"], rows)


def _print_cards(career: Career, printer: Printer) -> None:
    """Print how often each card dug something, and the means of such a dig."""
    rows = [
        [
            str(one.card),
            printer.reader.text("career.won_of", won=one.dug, games=one.played),
            *(_number(value, printer) if one.dug else "–" for value in one.means),
        ]
        for one in career.cards
    ]
    _print_table(printer, "cards", ["card", "dug", "tiles", "treasure", "paid"], rows)


def _print_table(printer: Printer, title: str, heads: list[str], rows: list[list[str]]) -> None:
    """Print a table under its title."""
    text = printer.reader.text
    put_line()
    put_line(text(f"career.{title}") + ":")
    for line in aligned([[text(f"career.{head}") for head in heads], *rows]):
        put_line(f"  {line}")


def _number(value: float, printer: Printer) -> str:
    """A number with one digit after the point, as the reader writes it."""
    return rounded(value, 1, printer.reader.language)


def _data(career: Career) -> dict[str, object]:
    """The statistics as one JSON object, with points and their errors."""
    rating = career.rating
    return {
        "player": career.name,
        "players": list(career.names),
        "games": len(career.games),
        "won": career.won,
        "given_up": career.given_up,
        "points": figure_data(career.points, 3) if career.games else None,
        "rating": None if rating is None else figure_data(rating, 3),
        "parts": {part: round(points, 3) for part, points in career.parts},
        "opponents": [
            {
                "level": one.level,
                "games": one.games,
                "won": one.won,
                "lead": figure_data(one.lead, 3),
            }
            for one in career.opponents
        ],
        "objects": {
            power.name.lower(): {"dug": round(dug, 3), "spent": round(spent, 3)}
            for power, dug, spent in career.objects
        },
        "cards": [
            {
                "card": one.card,
                "played": one.played,
                "dug": one.dug,
                **{
                    what: round(value, 3) if one.dug else None
                    for what, value in zip(("tiles", "treasure", "paid"), one.means, strict=True)
                },
            }
            for one in career.cards
        ],
        "reviewed": len(career.looks),
        "mistakes": {
            size.value: {"number": round(number, 3), "points": round(points, 3)}
            for size, number, points in career.mistakes
        },
        "habits": [
            {"habit": one.habit.value, "cost": figure_data(one.cost, 3), "choices": one.choices}
            for one in career.patterns
        ],
        "practise": [one.habit.value for one in career.habits],
    }


COMMANDS = {"stats": Command(_add_options, _run)}

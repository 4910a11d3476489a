"""`ksm cards`: what each card would have brought in a choice, and what the others answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from ksm_widgets.analysis.card_table import card_table
from ksm_widgets.analysis.review import moments
from ksm_widgets.analysis.weighing import LONG_LOOK
from ksm_widgets.coach.cards import card_reasons
from ksm_widgets.coach.terminal.printing import NO_SUCH, no_seat
from ksm_widgets.game.terminal.commands import given_match
from ksm_widgets.game.terminal.printing import GamePrinter
from ksm_widgets.rules import Card
from ksm_widgets.terminal.command import Command, whole_number
from ksm_widgets.terminal.streams import aligned, print_error, put_line
from ksm_widgets.words import rounded, sentence

if TYPE_CHECKING:
    import argparse

    from ksm_widgets.analysis.card_table import CardTable
    from ksm_widgets.analysis.figures import Figure
    from ksm_widgets.analysis.review import Moment
    from ksm_widgets.game.match import Match


def _add_options(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the options of `ksm cards`."""

    def text(key: str, **params: object) -> str:
        return sentence(f"cli_cards.{key}", language, **params)

    file = sentence("cli_match.file", language)
    games = text("games", default=LONG_LOOK)
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help=file)
    parser.add_argument(
        "--player", type=whole_number(language, 1), default=1, metavar="NUMBER", help=text("player")
    )
    parser.add_argument(
        "--round", type=whole_number(language, 1), metavar="NUMBER", help=text("round")
    )
    parser.add_argument(
        "--games", type=whole_number(language, 2), default=LONG_LOOK, metavar="NUMBER", help=games
    )
    parser.add_argument("--json", action="store_true", help=sentence("terminal.as_json", language))


def _run(args: argparse.Namespace, language: str) -> int:
    """Compare the cards of one choice; returns the exit status.

    That is 1 for a bad record, 2 for a seat or a choice that does not exist.
    """
    match = given_match(args.file, language)
    if isinstance(match, int):
        return match
    if no_seat(match, args.player, language):
        return NO_SUCH
    choices: dict[int, Moment] = {
        one.round: one
        for one in moments(match.game, args.player - 1)
        if isinstance(one.choice, Card)
    }
    last = max(choices, default=0)
    wanted = args.round or last
    if wanted not in choices:
        params = {"who": match.seats[args.player - 1].name, "round": wanted, "last": last}
        print_error(sentence("cli_cards.no_choice", language, **params))
        return NO_SUCH
    table = card_table(choices[wanted].view, games=args.games)
    if args.json:
        put_line(json.dumps(_table_data(table, wanted), allow_nan=False))
    else:
        _print_table(table, wanted, match, language)
    return 0


def _print_table(table: CardTable, number: int, match: Match, language: str) -> None:
    printer = GamePrinter.of(match, language)
    text = printer.reader.text

    def told(value: Figure) -> str:
        return f"{rounded(value.mean, 1, language)} ± {rounded(value.error, 1, language)}"

    def print_rows(rows: list[list[str]]) -> None:
        for line in ["", *aligned(rows, left=0), ""]:
            put_line(line)

    who = match.seats[table.player].name
    printer.say("card_table.head", round=number, who=who, games=table.games)
    rows = [[str(option.choice.number), told(option.ahead)] for option in table.cards]
    print_rows([[text("card_table.head_card"), text("card_table.head_ahead")], *rows])
    if table.answers:
        other = match.seats[table.answers[0].player].name
        printer.say("card_table.answers", other=other)
        heads = ["", *(str(answer.card.number) for answer in table.answers)]
        chances = [f"{100 * answer.chance:.0f} %" for answer in table.answers]
        cells = zip(table.rows, table.cells, strict=True)
        rows = [[str(card.number), *map(told, row)] for card, row in cells]
        print_rows([heads, [text("card_table.chance"), *chances], *rows])
    printer.tell(card_reasons(table))


def _table_data(table: CardTable, number: int) -> dict[str, object]:
    """The table as one JSON object; players are counted from 1, as in the command."""

    def figure(name: str, value: Figure) -> dict[str, float]:
        return {name: round(value.mean, 3), f"{name}_error": round(value.error, 3)}

    mix = table.mix
    return {
        "player": table.player + 1,
        "round": number,
        "games": table.games,
        "cards": [
            {
                "card": option.choice.number,
                **figure("ahead", option.ahead),
                **figure("loss", option.loss),
            }
            for option in table.cards
        ],
        "answers": [
            {"card": answer.card.number, "chance": round(answer.chance, 4)}
            for answer in table.answers
        ],
        "cells": [[figure("ahead", cell) for cell in row] for row in table.cells],
        "mix": mix
        and {
            "shares": [
                {"card": card.number, "share": round(share, 4)} for card, share in mix.shares
            ],
            "least": round(mix.least, 3),
            **figure("gain", mix.gain),
        },
    }


COMMANDS = {"cards": Command(_add_options, _run)}

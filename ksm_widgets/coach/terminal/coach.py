"""`ksm coach`, which reviews a player's choices in games, and `ksm cards`, which compares cards."""

from __future__ import annotations

import json
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.analysis.card_table import card_table
from ksm_widgets.analysis.review import Review, moments, review
from ksm_widgets.analysis.weighing import GLANCE, LONG_LOOK
from ksm_widgets.coach.cards import answers_told, card_reasons, shares
from ksm_widgets.coach.patterns import costs, patterns, patterns_told
from ksm_widgets.coach.telling import (
    adding_up,
    heading,
    is_listed,
    size_of,
    summary,
    told,
    turning_points,
    turning_told,
)
from ksm_widgets.game.terminal.commands import given_match
from ksm_widgets.game.terminal.printing import GamePrinter
from ksm_widgets.rules import Card
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.terminal.bar import Bar
from ksm_widgets.terminal.command import Command, whole_number
from ksm_widgets.terminal.dialogue import Printer
from ksm_widgets.terminal.streams import aligned, print_error, put_line
from ksm_widgets.words import percent, rounded, sentence

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from ksm_widgets.analysis.card_table import CardTable
    from ksm_widgets.analysis.figures import Figure
    from ksm_widgets.analysis.review import Finding, Moment
    from ksm_widgets.analysis.weighing import AnyOption
    from ksm_widgets.game.match import Match


NO_SUCH = 2
"""The exit status for a seat or a choice that does not exist."""


def no_seat(match: Match, player: int, language: str) -> bool:
    """Whether a player, counted from 1, has no seat; if so, prints that."""
    seats = len(match.seats)
    if player > seats:
        print_error(sentence("cli_coach.no_seat", language, found=player, seats=seats))
    return player > seats


def figure_data(figure: Figure, digits: int) -> dict[str, float | None]:
    """A figure for JSON, rounded; an error that is not known is null."""
    error = None if isnan(figure.error) else round(figure.error, digits)
    return {"mean": round(figure.mean, digits), "error": error}


FEWEST_GAMES = 8
"""Games per option from which an error can be estimated."""


def _add_options(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the options of `ksm coach`."""

    def text(key: str) -> str:
        return sentence(f"cli_coach.{key}", language)

    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help=text("files"))
    parser.add_argument(
        "--player", type=whole_number(language, 1), metavar="SEAT", help=text("player")
    )
    parser.add_argument(
        "--look",
        type=whole_number(language, FEWEST_GAMES),
        default=LONG_LOOK,
        metavar="GAMES",
        help=text("look"),
    )
    parser.add_argument("--json", action="store_true", help=text("json"))


@dataclass(slots=True)
class _Coached:
    """A match, the review of a player's choices as far as it is, and how many choices there are."""

    file: str | None
    match: Match
    review: Review
    choices: int

    @property
    def whole(self) -> bool:
        """Whether every choice was reviewed."""
        return len(self.review.findings) == self.choices

    @property
    def who(self) -> str:
        """The player's name."""
        return self.match.seats[self.review.player].name


def _run(args: argparse.Namespace, language: str) -> int:
    """Review a player's choices in each game; returns the exit status.

    That is 1 for a bad record, 2 for a seat that does not exist. If it is interrupted, it prints
    what is known so far, and raises KeyboardInterrupt again.
    """
    start = perf_counter()
    games: list[_Coached] = []
    for file in args.files or [None]:
        match = given_match(file, language)
        if isinstance(match, int):
            return match
        player = (*match.persons, 0)[0] if args.player is None else args.player - 1
        if no_seat(match, player + 1, language):
            return NO_SUCH
        choices = len(moments(match.game, player))
        name = None if file is None else str(file)
        games.append(_Coached(name, match, Review(player, (), None), choices))
    begun: list[_Coached] = []
    try:
        for one in games:
            begun.append(one)
            _review(one, args.look, language)
    finally:
        if args.json:
            put_line(json.dumps(_games_data(begun, perf_counter() - start, language)))
        else:
            _print_reviews(begun, language)
    return 0


def _review(game: _Coached, look: int, language: str) -> None:
    checks = game.choices * (1 if look <= GLANCE else 2)
    bar = Bar(0, max(1, checks), "cli_coach.left", language)
    try:
        for done, found in enumerate(review(game.match.game, game.review.player, look=look), 1):
            game.review = found
            bar.show(min(done, checks))
    finally:
        bar.clear()


def _reader(game: _Coached, language: str) -> Reader:
    return Reader(language, game.match.game.setting.edition.name)


def _print_reviews(games: Sequence[_Coached], language: str) -> None:
    for game in games:
        printer = Printer(_reader(game, language))
        if len(games) > 1:
            printer.say("cli_coach.game", file=game.file or "", who=game.who)
            put_line()
        _print_review(game, printer)
    if len(games) > 1:
        printer = Printer(Reader(language))
        for phrase in patterns_told([costs(game.review) for game in games if game.whole]):
            printer.tell([phrase])


def _print_review(game: _Coached, printer: Printer) -> None:
    """Print every finding, the summary, its sum, and where the game turned."""
    say, review = printer.reader.say, game.review
    for finding in review.findings:
        printer.tell([heading(finding)])
        if finding.flawed and not is_listed(review, finding):
            put_line(f"  {printer.reader.text('coach.same_turn')}")
            continue
        for phrase in told(finding):
            put_line(f"  {say(phrase)}")
    if review.findings:
        put_line()
    if not game.whole:
        printer.say("cli_coach.stopped", done=len(review.findings), all=game.choices)
    for phrase in summary(review, game.match):
        printer.tell([phrase])
    if review.findings:
        put_line()
        put_line(printer.reader.text("coach.adding_up") + ":")
        for phrase in adding_up(review):
            put_line(f"  {say(phrase)}")
    put_line()
    turned = turning_points(review) if game.whole else ()
    if turned:
        put_line(printer.reader.text("coach.turned") + ":")
        for one in turned:
            put_line(f"  {say(turning_told(review, one))}")
        put_line()


def _games_data(games: Sequence[_Coached], seconds: float, language: str) -> dict[str, object]:
    """The reviews as one JSON object, with figures in points."""
    whole = [costs(game.review) for game in games if game.whole]
    return {
        "games": [_game_data(game, language) for game in games],
        "patterns": [
            {"habit": one.habit.value, "cost": figure_data(one.cost, 4), "choices": one.choices}
            for one in patterns(whole)
        ],
        "seconds": round(seconds, 3),
    }


def _game_data(game: _Coached, language: str) -> dict[str, object]:
    review = game.review
    findings, reader = review.findings, _reader(game, language)
    return {
        "file": game.file,
        "player": review.player + 1,
        "name": game.who,
        "whole": game.whole,
        "start": round(findings[0].best, 4) if findings else None,
        "lost": figure_data(review.lost, 4),
        "luck": [round(luck, 4) for luck in review.luck],
        "ended": None if review.ended is None else round(review.ended, 4),
        "findings": [_finding_data(one, reader) for one in findings],
        "turned": [one.finding for one in turning_points(review)] if game.whole else [],
    }


def _finding_data(finding: Finding, reader: Reader) -> dict[str, object]:
    moment = finding.moment
    return {
        "round": moment.round,
        "choice": "card" if isinstance(moment.choice, Card) else "turn",
        "moves_made": moment.made,
        "made": _what(finding.made),
        "best": _what(finding.options[0]),
        "cost": figure_data(finding.cost, 4),
        "expected": round(finding.best, 4),
        "flawed": finding.flawed,
        "size": size_of(finding).value,
        "games": finding.games,
        "options": [
            {
                "what": _what(one),
                "ahead": figure_data(one.ahead, 4),
                "loss": figure_data(one.loss, 4),
            }
            for one in finding.options
        ],
        "told": [reader.say(phrase) for phrase in told(finding)],
    }


def _what(option: AnyOption) -> int | str:
    """A card's number, or a turn as in a record."""
    return option.choice.number if isinstance(option.choice, Card) else str(option.choice)


def _add_card_options(parser: argparse.ArgumentParser, language: str) -> None:
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


def _compare(args: argparse.Namespace, language: str) -> int:
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
        rest = text("card_table.rest")
        heads = ["", *(str(one.card.number) if one.card else rest for one in table.answers)]
        chances = [percent(share / 100, language) for share in shares(table)]
        cells = zip(table.rows, table.cells, strict=True)
        rows = [[str(card.number), *map(told, row)] for card, row in cells]
        print_rows([heads, [text("card_table.chance"), *chances], *rows])
        printer.tell(answers_told(table, other))
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
            {"card": answer.card and answer.card.number, "chance": round(answer.chance, 4)}
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


COMMANDS = {
    "coach": Command(_add_options, _run),
    "cards": Command(_add_card_options, _compare),
}

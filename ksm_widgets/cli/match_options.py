"""`ksm play`, `ksm note`, `ksm replay` and `ksm cards`: what may stand behind them."""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from ksm_widgets.cli.match_cards import weigh_cards
from ksm_widgets.cli.match_noting import ask_tops, note_match
from ksm_widgets.cli.match_replay import replay_match
from ksm_widgets.cli.match_screen import Screen
from ksm_widgets.cli.match_terminal import play_match
from ksm_widgets.cli.out_of_reach import unwritable
from ksm_widgets.cli.records import given_match
from ksm_widgets.cli.streams import complain, put_line
from ksm_widgets.players.card_table import GAMES
from ksm_widgets.players.ladder import MINDS
from ksm_widgets.rules import CARDS_EACH, Setting, Variant, editions
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.tutor.course.progress import Progress, timestamp
from ksm_widgets.tutor.table.match import Match
from ksm_widgets.tutor.table.noting import Noting
from ksm_widgets.tutor.table.record import match_text
from ksm_widgets.tutor.table.seats import Seat, check_seats
from ksm_widgets.tutor.table.shelf import Shelf
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "add_cards_options",
    "add_match_options",
    "add_note_options",
    "add_replay_options",
    "run_cards",
    "run_match",
    "run_note",
    "run_replay",
]

_SEEDS = 1_000_000
_OF_A_NEW_ONE = ("players", "people", "against", "seed", "variant", "edition")


def add_match_options(
    parser: argparse.ArgumentParser, number: Callable[[str], int], language: str
) -> None:
    """Say what `ksm play` takes; `number` reads a whole number."""

    def text(key: str) -> str:
        return sentence(f"cli_match.{key}", language)

    seats = [*CARDS_EACH]
    parser.add_argument("--players", type=int, choices=seats, help=text("players"))
    parser.add_argument("--against", metavar="LEVELS", help=text("against"))
    parser.add_argument("--people", metavar="NAMES", help=text("people"))
    parser.add_argument("--seed", type=number, metavar="NUMBER", help=text("seed"))
    _add_rules_options(parser, text)
    parser.add_argument("--resume", action="store_true", help=text("resume"))
    parser.add_argument("--record", type=Path, metavar="FILE", help=text("record"))


def _add_rules_options(parser: argparse.ArgumentParser, text: Callable[[str], str]) -> None:
    variants = [variant.value for variant in Variant]
    parser.add_argument("--variant", choices=variants, help=text("variant"))
    parser.add_argument("--edition", choices=[*editions()], help=text("edition"))


def add_replay_options(parser: argparse.ArgumentParser, language: str) -> None:
    """Say what `ksm replay` takes."""

    def text(key: str) -> str:
        return sentence(f"cli_match.{key}", language)

    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help=text("file"))
    parser.add_argument("--all", action="store_true", help=text("all"))


def add_cards_options(
    parser: argparse.ArgumentParser,
    number: Callable[[int], Callable[[str], int]],
    language: str,
) -> None:
    """Say what `ksm cards` takes; `number` reads a whole number from the least that may be."""

    def text(key: str, **params: object) -> str:
        return sentence(f"cli_match.{key}", language, **params)

    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help=text("file"))
    parser.add_argument(
        "--player", type=number(1), default=1, metavar="NUMBER", help=text("cards_player")
    )
    parser.add_argument("--round", type=number(1), metavar="NUMBER", help=text("cards_round"))
    games = text("cards_games", default=GAMES)
    parser.add_argument("--games", type=number(2), default=GAMES, metavar="NUMBER", help=games)
    parser.add_argument("--json", action="store_true", help=sentence("cli.json", language))


def add_note_options(parser: argparse.ArgumentParser, language: str) -> None:
    """Say what `ksm note` takes."""

    def text(key: str) -> str:
        return sentence(f"cli_match.{key}", language)

    parser.add_argument("--people", metavar="NAMES", help=text("note_people"))
    _add_rules_options(parser, text)
    parser.add_argument("--resume", action="store_true", help=text("note_resume"))
    parser.add_argument("--record", type=Path, metavar="FILE", help=text("record"))


def run_note(wishes: argparse.Namespace, language: str) -> int:
    """Note a game that people play at a table of their own; exit status as for `run_match`."""
    progress = Progress.of_user()
    try:
        shelf = Shelf(progress)
        match = shelf.under_way(language, noted=True) if wishes.resume else None
        if wishes.resume and match is None:
            complain(sentence("cli_match.none", language))
            return 1
        try:
            match = _noted(wishes, match, shelf, language)
        except KsmError as error:
            complain(error.sentence(language))
            return 2
        if match is None or wishes.record is None:
            return 0
        return _write(wishes.record, match, language)
    finally:
        progress.close()


def _noted(
    wishes: argparse.Namespace, match: Match | None, shelf: Shelf, language: str
) -> Match | None:
    """The game noted, from its beginning or from where it was left; None if it did not begin.

    Raises the error of people who cannot sit so.
    """
    played = wishes.edition or language
    screen = Screen(language, played if match is None else match.game.setting.edition.name)
    screen.say("match_note.welcome")
    if match is not None:
        return note_match(Noting.of(match), shelf, screen, begun=match.begun)
    if wishes.people is None:
        raise TextError("cli_match.no_people")
    seats = [Seat(name) for name in _parted(wishes.people)]
    check_seats(seats, Setting(len(seats), 0).players)
    variant = Variant(wishes.variant or Variant.STANDARD.value)

    def begin(tops: str) -> Noting:
        return Noting.begin(seats, tops, edition_name=played, variant=variant)

    noting = ask_tops(screen, begin)
    return None if noting is None else note_match(noting, shelf, screen, begun=timestamp())


def run_match(wishes: argparse.Namespace, language: str) -> int:
    """Play a new game or go on with one; returns the exit status.

    1 where there is none to go on with, 2 for people who cannot sit so and for a record that cannot
    be written.
    """
    progress = Progress.of_user()
    try:
        shelf = Shelf(progress)
        if wishes.resume:
            given = [name for name in _OF_A_NEW_ONE if getattr(wishes, name) is not None]
            if given:
                complain(sentence("cli_match.new_only", language, options=_options(given)))
                return 2
            match = shelf.under_way(language)
            if match is None:
                complain(sentence("cli_match.none", language))
                return 1
        else:
            try:
                match = _new(wishes, language)
            except KsmError as error:
                complain(error.sentence(language))
                return 2
            kept = shelf.under_way(language)
            if kept is not None:
                names = [seat.name for seat in kept.seats]
                told = {"players": names, "round": kept.game.round}
                put_line(sentence("match_terminal.kept", language, **told))
        match = play_match(match, shelf, language=language)
        return 0 if wishes.record is None else _write(wishes.record, match, language)
    finally:
        progress.close()


def run_replay(wishes: argparse.Namespace, language: str) -> int:
    """Go through a record step by step; returns the exit status, that of `given_match` for none."""
    match = given_match(wishes.file, language)
    if isinstance(match, int):
        return match
    return replay_match(match, whole=wishes.all, language=language)


def run_cards(wishes: argparse.Namespace, language: str) -> int:
    """Weigh the cards of one choice; returns the exit status, that of `given_match` for none."""
    match = given_match(wishes.file, language)
    if isinstance(match, int):
        return match
    return weigh_cards(
        match,
        player=wishes.player,
        number=wishes.round,
        games=wishes.games,
        as_json=wishes.json,
        language=language,
    )


def _new(wishes: argparse.Namespace, language: str) -> Match:
    """The game wished for; raises the error of what it cannot have."""
    return Match.begin(
        _seats(wishes, language),
        seed=SystemRandom().randrange(_SEEDS) if wishes.seed is None else wishes.seed,
        edition_name=wishes.edition or language,
        variant=Variant(wishes.variant or Variant.STANDARD.value),
        begun=timestamp(),
    )


def _seats(wishes: argparse.Namespace, language: str) -> list[Seat]:
    """Who sits there: people first, then artificial players as far as seats are left."""
    people = _parted(wishes.people) or [sentence("match.player", language, number=1)]
    levels = _parted(wishes.against)
    for level in levels:
        if level not in MINDS:
            raise TextError("arena.unknown", found=level[:20], known=[*MINDS])
    seats = wishes.players or max(min(CARDS_EACH), len(people) + len(levels))
    left = seats - len(people)
    if len(levels) <= 1 and left >= len(levels):
        levels = (levels or [_USUAL]) * left
    if len(levels) != left:
        raise TextError("cli_match.seats", people=len(people), levels=len(levels), players=seats)
    numbers: Counter[str] = Counter()
    found = [Seat(name) for name in people]
    for level in levels:
        numbers[level] += 1
        number = numbers[level]
        name = level.capitalize()
        found.append(Seat(name if number == 1 else f"{name} {number}", level))
    return found


_USUAL = "steady"
"""Whom one plays against if one names nobody."""


def _parted(names: str | None) -> list[str]:
    return [] if names is None else [name.strip() for name in names.split(",")]


def _options(names: list[str]) -> list[str]:
    return [f"--{name}" for name in names]


def _write(file: Path, match: Match, language: str) -> int:
    try:
        file.write_text(match_text(match), encoding="utf-8")
    except (OSError, ValueError) as error:
        return unwritable(file, error, language)
    return 0

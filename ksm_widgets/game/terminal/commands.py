"""`ksm play`, `ksm note`, `ksm replay`: their options, the games they are about, and replaying."""

from __future__ import annotations

import argparse
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match
from ksm_widgets.game.noted_game import NotedGame
from ksm_widgets.game.record import match_text, read_match
from ksm_widgets.game.seats import FEWEST, Seat, check_seats
from ksm_widgets.game.steps import Kind
from ksm_widgets.game.telling import ending, told
from ksm_widgets.game.terminal.playing import ask_tops, note_match, play_match
from ksm_widgets.game.terminal.printing import GamePrinter, number_typed
from ksm_widgets.players.bots import BOTS
from ksm_widgets.progress.progress import Progress, timestamp
from ksm_widgets.rules import CARDS_EACH, Setting, Variant, editions
from ksm_widgets.rules.errors import KsmError, TextError
from ksm_widgets.rules.given import covered
from ksm_widgets.terminal.command import Command, whole_number
from ksm_widgets.terminal.dialogue import UnclearError, dialogue, users_progress
from ksm_widgets.terminal.streams import print_error, put_line, read_text, write_text
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Callable


_CHANGE_THE_MINE = (Kind.DEALT, Kind.MOVED, Kind.DUG)


def replay_match(match: Match, *, whole: bool, language: str) -> None:
    """Tell a match step by step, or the whole of it.

    The mine is shown as the players saw it, until the user asks to see all of it.
    """
    replaying = _Replaying(match, GamePrinter.of(match, language))
    if whole:
        for at in range(len(match.steps)):
            replaying.show(at)
        return
    replaying.printer.say("match_replay.welcome", steps=len(match.steps))
    replaying.show(0)
    dialogue(lambda: True, replaying.act, language)


@dataclass
class _Replaying:
    """A replay; `through` is whether the whole mine is shown."""

    match: Match
    printer: GamePrinter
    at: int = 0
    through: bool = False

    def act(self, typed: str) -> None:
        """Do what was typed."""
        match typed.lower().split():
            case []:
                self.show(self.at + 1)
            case ["back" | "b"]:
                self.show(self.at - 1, mine=True)
            case ["end"]:
                self.show(len(self.match.steps), mine=True)
            case ["open"]:
                self.through = not self.through
                self.show(self.at, mine=True)
            case [number] if number.isdecimal():
                self.show(number_typed(number) - 1, mine=True)
            case ["round", number] if number.isdecimal():
                self.show(self._start_of(number_typed(number)), mine=True)
            case ["help" | "?"]:
                self.printer.say("match_replay.help")
            case _:
                raise UnclearError.of(typed)

    def _start_of(self, number: int) -> int:
        """The step in which a round's cards are revealed, or those of the nearest round."""
        reveals = [at for at, step in enumerate(self.match.steps) if step.kind is Kind.REVEALED]
        return reveals[min(max(number, 1), len(reveals)) - 1] if reveals else 0

    def show(self, at: int, *, mine: bool = False) -> None:
        """Tell a step, or the nearest there is; the mine too, if it changed or is asked for."""
        match, printer = self.match, self.printer
        self.at = at = min(max(at, 0), len(match.steps) - 1)
        step = match.steps[at]
        sentences = " ".join(map(printer.reader.say, told(step, match.seats)))
        put_line(f"{at + 1}/{len(match.steps)}  {sentences}")
        if mine or step.kind in _CHANGE_THE_MINE:
            game = step.game
            # Of a noted game, nobody knows the whole mine.
            whole = self.through and not match.noted
            printer.board(game.position if whole else covered(game.position, game.covering))
        if at + 1 == len(match.steps) and match.over:
            printer.points(match)
            printer.tell(ending(match))


_SEEDS = 1_000_000
_OF_A_NEW_GAME = ("players", "people", "against", "seed", "variant", "edition")
_USUAL_LEVEL = "steady"
"""The bot to play against if none is named."""
_LARGEST = 1_000_000
"""Bytes of a record."""


def _add_match_options(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the options of `ksm play`."""
    number = whole_number(language)
    text = _texts(language)
    parser.add_argument("--players", type=int, choices=[*CARDS_EACH], help=text("players"))
    parser.add_argument("--against", metavar="LEVELS", help=text("against"))
    parser.add_argument("--people", metavar="NAMES", help=text("people"))
    parser.add_argument("--seed", type=number, metavar="NUMBER", help=text("seed"))
    _add_rules_and_files(parser, text, resume="resume")


def _add_note_options(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the options of `ksm note`."""
    text = _texts(language)
    parser.add_argument("--people", metavar="NAMES", help=text("note_people"))
    _add_rules_and_files(parser, text, resume="note_resume")


def _add_replay_options(parser: argparse.ArgumentParser, language: str) -> None:
    """Add the options of `ksm replay`."""
    text = _texts(language)
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE", help=text("file"))
    parser.add_argument("--all", action="store_true", help=text("all"))


def _texts(language: str) -> Callable[[str], str]:
    return lambda key: sentence(f"cli_match.{key}", language)


def _add_rules_and_files(
    parser: argparse.ArgumentParser, text: Callable[[str], str], *, resume: str
) -> None:
    variants = [variant.value for variant in Variant]
    parser.add_argument("--variant", choices=variants, help=text("variant"))
    parser.add_argument("--edition", choices=[*editions()], help=text("edition"))
    parser.add_argument("--resume", action="store_true", help=text(resume))
    parser.add_argument("--record", type=Path, metavar="FILE", help=text("record"))


def _run_match(args: argparse.Namespace, language: str) -> int:
    """Play a new game or resume one; returns the exit status.

    That is 1 if there is none to resume, and 2 for options that fit no game.
    """
    given = [f"--{name}" for name in _OF_A_NEW_GAME if getattr(args, name) is not None]
    if args.resume and given:
        print_error(sentence("cli_match.new_only", language, options=given))
        return 2
    with users_progress(language) as progress:
        saves = SavedMatches(progress)
        saved = saves.under_way(language)
        try:
            match = saved if args.resume else _new_match(args, saves, language)
        except KsmError as error:
            print_error(error.sentence(language))
            return 2
        if match is None:
            print_error(sentence("cli_match.none", language))
            return 1
        if saved is not None and saved is not match:
            params = {"players": [seat.name for seat in saved.seats], "round": saved.game.round}
            put_line(sentence("match_terminal.kept", language, **params))
        _write_record(args, play_match(match, saves, language=language))
    return 0


def _run_note(args: argparse.Namespace, language: str) -> int:
    """Note a game played at a real table; returns the exit status, as `_run_match` does."""
    with users_progress(language) as progress:
        saves = SavedMatches(progress)
        saved = saves.under_way(language, noted=True) if args.resume else None
        if args.resume and saved is None:
            print_error(sentence("cli_match.none", language))
            return 1
        edition = args.edition or language if saved is None else saved.game.setting.edition.name
        printer = GamePrinter(language, edition)
        printer.say("match_note.welcome")
        try:
            noted = (
                _new_notes(args, printer, edition, saves) if saved is None else NotedGame.of(saved)
            )
        except KsmError as error:
            print_error(error.sentence(language))
            return 2
        if noted is not None:
            begun = timestamp() if saved is None else saved.begun
            _write_record(args, note_match(noted, saves, printer, begun=begun))
    return 0


def _run_replay(args: argparse.Namespace, language: str) -> int:
    """Replay a record; returns the exit status, as `given_match` does."""
    match = given_match(args.file, language)
    if isinstance(match, int):
        return match
    replay_match(match, whole=args.all, language=language)
    return 0


def given_match(file: Path | None, language: str) -> Match | int:
    """The match of a record, or without a file the last one that is over.

    If there is none, prints why and returns the exit status 1. Raises FileError.
    """
    if file is not None:
        try:
            return read_match(read_text(file, _LARGEST), language=language)
        except TextError as error:
            print_error(error.sentence(language))
            return 1
    with closing(Progress.of_user()) as progress:
        over = (one.match for one in SavedMatches(progress).matches(language) if one.match.over)
        match = next(over, None)
    if match is None:
        print_error(sentence("cli_match.none_over", language))
        return 1
    return match


def _write_record(args: argparse.Namespace, match: Match) -> None:
    if args.record is not None:
        write_text(args.record, match_text(match))


def _new_match(args: argparse.Namespace, saves: SavedMatches, language: str) -> Match:
    """The match that the options ask for; raises the error of options that fit none."""
    return Match.begin(
        _seats(args, language),
        seed=SystemRandom().randrange(_SEEDS) if args.seed is None else args.seed,
        edition_name=args.edition or language,
        variant=_variant(args),
        deck=saves.deck,
        begun=timestamp(),
    )


def _new_notes(
    args: argparse.Namespace, printer: GamePrinter, edition: str, saves: SavedMatches
) -> NotedGame | None:
    """A noted game whose mine was entered; None if the user leaves. Raises as `_new_match`."""
    if args.people is None:
        raise TextError("cli_match.no_people")
    seats = [Seat(name) for name in _split(args.people)]
    check_seats(seats, Setting(len(seats), 0).players)
    variant = _variant(args)
    return ask_tops(
        printer,
        lambda tops: NotedGame.begin(
            seats, tops, edition_name=edition, variant=variant, deck=saves.deck
        ),
    )


def _variant(args: argparse.Namespace) -> Variant:
    return Variant(args.variant or Variant.STANDARD.value)


def _seats(args: argparse.Namespace, language: str) -> list[Seat]:
    """The people, then bots on the seats that are left."""
    people = _split(args.people) or [sentence("match.player", language, number=1)]
    levels = _split(args.against)
    for level in levels:
        if level not in BOTS:
            raise TextError("arena.unknown", found=level[:20], known=[*BOTS])
    seats = args.players or max(FEWEST, len(people) + len(levels))
    left = seats - len(people)
    if len(levels) <= 1 and left >= len(levels):
        levels = (levels or [_USUAL_LEVEL]) * left
    if len(levels) != left:
        raise TextError("cli_match.seats", people=len(people), levels=len(levels), players=seats)
    numbers: Counter[str] = Counter()
    found = [Seat(name) for name in people]
    for level in levels:
        numbers[level] += 1
        number, name = numbers[level], level.capitalize()
        found.append(Seat(name if number == 1 else f"{name} {number}", level))
    return found


def _split(names: str | None) -> list[str]:
    return [] if names is None else [name.strip() for name in names.split(",")]


COMMANDS = {
    "play": Command(_add_match_options, _run_match, epilog="bot.levels"),
    "note": Command(_add_note_options, _run_note),
    "replay": Command(_add_replay_options, _run_replay),
}

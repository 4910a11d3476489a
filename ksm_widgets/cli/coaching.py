"""`ksm coach`: what each choice in a game cost, apart from luck, and why."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from ksm_widgets.cli.bar import Bar
from ksm_widgets.cli.records import given_match
from ksm_widgets.cli.streams import complain, put_line
from ksm_widgets.players.moments import moments
from ksm_widgets.players.review import GLANCE, LONG_LOOK, Review, review
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.table.coaching import (
    heading,
    size_of,
    summary,
    told,
    turning_points,
    turning_told,
)
from ksm_widgets.tutor.table.patterns import patterns, patterns_told
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Sequence

    from ksm_widgets.players.review import Finding, Option
    from ksm_widgets.players.tally import Figure
    from ksm_widgets.tutor.table.match import Match

__all__ = ["FEWEST_GAMES", "add_coach_options", "run_coach"]

FEWEST_GAMES = 8
"""Games played on from each choice from which an error can be told."""
_NO_SUCH_SEAT = 2


@dataclass(frozen=True, slots=True)
class _Coached:
    """A match, how far one of its players' choices were reviewed, and how many there are."""

    name: str
    match: Match
    review: Review
    choices: int

    @property
    def whole(self) -> bool:
        """Whether every choice was looked at."""
        return len(self.review.findings) == self.choices

    @property
    def who(self) -> str:
        return self.match.seats[self.review.player].name


def add_coach_options(
    parser: argparse.ArgumentParser, number: Callable[[int], Callable[[str], int]], language: str
) -> None:
    """Say what `ksm coach` takes; `number` makes a reader of whole numbers from a least one."""

    def text(key: str) -> str:
        return sentence(f"cli_coach.{key}", language)

    parser.add_argument("files", type=Path, nargs="*", metavar="FILE", help=text("files"))
    parser.add_argument("--player", type=number(1), metavar="SEAT", help=text("player"))
    parser.add_argument(
        "--look", type=number(FEWEST_GAMES), default=LONG_LOOK, metavar="GAMES", help=text("look")
    )
    parser.add_argument("--json", action="store_true", help=text("json"))


def run_coach(wishes: argparse.Namespace, language: str) -> int:
    """Review one player's choices in each game and tell what they cost; returns the exit status.

    1 for what is no record, 2 for a file out of reach or a seat there is none of. Interrupted, it
    tells what is known by then, and raises KeyboardInterrupt again.
    """
    start = perf_counter()
    matches: list[tuple[str, Match, int]] = []
    for file in wishes.files or [None]:
        match = given_match(file, language)
        if isinstance(match, int):
            return match
        player = _player(match) if wishes.player is None else wishes.player - 1
        if player >= len(match.seats):
            found, seats = wishes.player, len(match.seats)
            complain(sentence("cli_coach.no_seat", language, found=found, seats=seats))
            return _NO_SUCH_SEAT
        matches.append(("" if file is None else str(file), match, player))
    coached: list[_Coached] = []
    try:
        for name, match, player in matches:
            _review(coached, name, match, player, wishes.look, language)
    except KeyboardInterrupt:
        _tell(coached, perf_counter() - start, as_json=wishes.json, language=language)
        raise
    _tell(coached, perf_counter() - start, as_json=wishes.json, language=language)
    return 0


def _player(match: Match) -> int:
    """Whose choices are looked at if nobody says: those of the first person, if there is one."""
    return next((at for at, seat in enumerate(match.seats) if seat.person), 0)


def _review(
    coached: list[_Coached], name: str, match: Match, player: int, look: int, language: str
) -> None:
    """Review a match; what is known stands last among those coached, and is always kept up."""
    choices = len(moments(match.game, player))
    steps = choices * (1 if look <= GLANCE else 2)
    bar = Bar(0, max(1, steps), "cli_coach.left", language)
    coached.append(_Coached(name, match, Review(player, (), None), choices))
    try:
        for done, found in enumerate(review(match.game, player, look=look), start=1):
            coached[-1] = _Coached(name, match, found, choices)
            bar.show(min(done, steps))
    finally:
        bar.clear()


def _tell(coached: Sequence[_Coached], seconds: float, *, as_json: bool, language: str) -> None:
    if as_json:
        put_line(json.dumps(_data(coached, seconds, language), allow_nan=False))
        return
    for one in coached:
        if len(coached) > 1:
            put_line(sentence("cli_coach.game", language, file=one.name, who=one.who))
            put_line()
        _tell_of(one, language)
    whole = [one.review for one in coached if one.whole]
    if len(coached) > 1:
        for phrase in patterns_told(whole):
            put_line(phrase.say(language))


def _tell_of(coached: _Coached, language: str) -> None:
    """Every finding in order, and the whole of it at the end."""
    reader = Reader(language, coached.match.game.setting.edition.name)
    for finding in coached.review.findings:
        put_line(reader.say(heading(finding)))
        for phrase in told(finding):
            put_line(f"  {reader.say(phrase)}")
    if coached.review.findings:
        put_line()
    if not coached.whole:
        done = len(coached.review.findings)
        put_line(sentence("cli_coach.stopped", language, done=done, all=coached.choices))
    for phrase in summary(coached.review):
        put_line(reader.say(phrase))
    put_line()
    turned = turning_points(coached.review) if coached.whole else ()
    if turned:
        put_line(sentence("coach.turned", language) + ":")
        for one in turned:
            put_line(f"  {reader.say(turning_told(coached.review, one))}")
        put_line()


def _data(coached: Sequence[_Coached], seconds: float, language: str) -> dict[str, object]:
    """Everything as one JSON object; figures in points."""
    whole = [one.review for one in coached if one.whole]
    return {
        "games": [_game_data(one, language) for one in coached],
        "patterns": [
            {"habit": one.habit.value, "cost": _figure(one.cost), "choices": one.choices}
            for one in patterns(whole)
        ],
        "seconds": round(seconds, 3),
    }


def _game_data(coached: _Coached, language: str) -> dict[str, object]:
    findings, review = coached.review.findings, coached.review
    reader = Reader(language, coached.match.game.setting.edition.name)
    return {
        "file": coached.name or None,
        "player": review.player + 1,
        "name": coached.who,
        "whole": coached.whole,
        "start": round(findings[0].best, 4) if findings else None,
        "lost": _figure(review.lost),
        "luck": [round(luck, 4) for luck in review.luck],
        "ended": None if review.ended is None else round(review.ended, 4),
        "findings": [_finding_data(one, reader) for one in findings],
        "turned": [one.finding for one in turning_points(review)] if coached.whole else [],
    }


def _finding_data(finding: Finding, reader: Reader) -> dict[str, object]:
    moment = finding.moment
    return {
        "round": moment.round,
        "choice": "turn" if moment.card is None else "card",
        "moves_made": moment.made,
        "made": _what(finding.made),
        "best": _what(finding.options[0]),
        "cost": _figure(finding.cost),
        "expected": round(finding.best, 4),
        "flawed": finding.flawed,
        "size": size_of(finding).value,
        "games": finding.games,
        "options": [
            {"what": _what(one), "ahead": _figure(one.ahead), "loss": _figure(one.loss)}
            for one in finding.options
        ],
        "told": [reader.say(phrase) for phrase in told(finding)],
    }


def _what(option: Option) -> int | str:
    """A card by its number, a turn as a record writes it."""
    return str(option.turn) if option.card is None else option.card.number


def _figure(figure: Figure) -> dict[str, float]:
    return {"mean": round(figure.mean, 4), "error": round(figure.error, 4)}

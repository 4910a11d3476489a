"""`ksm replay`: a game gone through again, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.cli.match_screen import Screen
from ksm_widgets.cli.streams import next_line, put_line
from ksm_widgets.rules.arguments import beginning
from ksm_widgets.rules.covering import covered
from ksm_widgets.tutor.table.steps import Kind
from ksm_widgets.tutor.table.telling import ending, told

if TYPE_CHECKING:
    from ksm_widgets.tutor.table.match import Match

__all__ = ["replay_match"]

_CHANGE_THE_MINE = (Kind.DEALT, Kind.MOVED, Kind.DUG)


def replay_match(match: Match, *, whole: bool, language: str) -> int:
    """Tell a match step by step as Enter is pressed, or the whole of it; returns the exit status.

    The mine is shown as the players saw it, until one asks to see all of it.
    """
    screen = Screen(language, match.game.setting.edition.name)
    if not whole:
        screen.say("match_replay.welcome", steps=len(match.steps))
    at, through = 0, False
    _show(screen, match, at, through=through)
    while at + 1 < len(match.steps) or not whole:
        typed = "" if whole else next_line()
        if typed is None or typed.lower() in ("quit", "q"):
            return 0
        last = len(match.steps) - 1
        match typed.lower().split():
            case []:
                at = min(at + 1, last)
            case ["back" | "b"]:
                at = max(at - 1, 0)
            case ["end"]:
                at = last
            case ["open"]:
                through = not through
            case [number] if number.isdecimal():
                at = min(max(int(number[:6]) - 1, 0), last)
            case ["round", number] if number.isdecimal():
                at = _beginning_of(match, int(number[:6]))
            case ["help" | "?"]:
                screen.say("match_replay.help")
                continue
            case _:
                screen.say("match_terminal.unclear", found=beginning(typed))
                continue
        _show(screen, match, at, through=through)
    return 0


def _beginning_of(match: Match, number: int) -> int:
    """The step in which a round's cards are revealed; the last one that is, if there is none."""
    reveals = [at for at, step in enumerate(match.steps) if step.kind is Kind.REVEALED]
    return reveals[min(max(number, 1), len(reveals)) - 1] if reveals else 0


def _show(screen: Screen, match: Match, at: int, *, through: bool) -> None:
    step = match.steps[at]
    sentences = " ".join(map(screen.reader.say, told(step, match.seats)))
    put_line(f"{at + 1}/{len(match.steps)}  {sentences}")
    if step.kind in _CHANGE_THE_MINE:
        game = step.game
        # Where people played at a table of their own, what nobody saw is not known.
        whole = through and game.setting.given is None
        screen.board(game.position if whole else covered(game.position, game.covering))
    if at + 1 == len(match.steps) and match.over:
        screen.points(match)
        screen.tell(ending(match))

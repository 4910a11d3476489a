"""Hints to a turn, each level telling more of the best plan, and the verdict on a turn."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

from ksm_widgets.rules.position import moved
from ksm_widgets.solver.gains import ideas_of
from ksm_widgets.solver.judging import Difference, Reason, differences
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import (
    idea_phrase,
    move_phrase,
    moves_phrase,
    step_phrases,
    tiles_phrase,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.judging import Verdict
    from ksm_widgets.solver.problem import Problem


_NEAR, _FAR = 1.5, 3.5
"""Rows or columns up to which, on average, a dig is near the edge; between them it is central."""


class HintLevel(IntEnum):
    """The level of a hint: how much it tells."""

    NONE = 0
    IDEA = 1
    WHERE = 2
    TILES = 3
    MOVE = 4
    ALL = 5


def hint(problem: Problem, plan: Plan, level: HintLevel, made: tuple[Move, ...] = ()) -> Phrase:
    """The hint of a level to a plan.

    `made` are the moves the player has made: if the plan begins with them, the next move is the one
    after them, otherwise its first.
    """
    if level is HintLevel.IDEA or plan.dig is None:
        return idea_phrase(ideas_of(problem, plan)[0])
    if level is HintLevel.WHERE:
        rows = sum(quarry.row for quarry in plan.dig) / len(plan.dig)
        columns = sum(quarry.column for quarry in plan.dig) / len(plan.dig)
        away = "near" if rows < _NEAR else "far" if rows > _FAR else "middle"
        side = "left" if columns < _NEAR else "right" if columns > _FAR else "centre"
        return Phrase.of(f"hint.{away}_{side}")
    if level is HintLevel.TILES:
        return Phrase.of("hint.tiles", tiles=tiles_phrase(plan.taken))
    if level is HintLevel.MOVE:
        steps = step_phrases(plan)
        done = len(made) if plan.turn.moves[: len(made)] == made else 0
        return Phrase.of("hint.move", step=steps[min(done, len(steps) - 1)])
    if not plan.turn.moves:
        return Phrase.of("hint.all_still", quarries=list(plan.dig))
    moves = moves_phrase(len(plan.turn.moves))
    return Phrase.of("hint.all", moves=moves, quarries=list(plan.dig))


def hint_marks(plan: Plan, level: HintLevel, made: tuple[Move, ...] = ()) -> tuple[Quarry, ...]:
    """The quarries to highlight with a hint: those of the dig, or of the next move."""
    if plan.dig is None or level < HintLevel.TILES:
        return ()
    if level is HintLevel.MOVE and plan.turn.moves:
        done = len(made) if plan.turn.moves[: len(made)] == made else 0
        if done < len(plan.turn.moves):
            move = plan.turn.moves[done]
            return (move.source, move.target)
    return plan.dig


def hint_area(plan: Plan) -> tuple[Quarry, ...]:
    """The neighbourhood of the dig: its quarries and all their neighbours."""
    dig = plan.dig or ()
    near = {other for quarry in dig for other in (quarry, *quarry.neighbours)}
    return tuple(sorted(near))


def verdict_phrases(verdict: Verdict, *, hints: bool = True) -> tuple[Phrase, ...]:
    """The verdict in words; `hints` says whether there are any left to ask for.

    Before the dig it is about what can still be reached.
    """
    if verdict.turn.dig is not None:
        assert verdict.own is not None, "a turn with its dig has its plan"
        phrases = _finished(verdict, verdict.own)
    else:
        phrases = _unfinished(verdict, hints)
    phrases += _where_and_how(verdict)
    if not verdict.proven:
        phrases.append(Phrase.of("verdict.unproven"))
    return tuple(phrases)


def apart_phrases(
    problem: Problem,
    own: Plan,
    best: Plan,
    *,
    misses: str = "verdict.short",
    gains: str = "verdict.ahead",
    more: tuple[Difference, ...] = (),
    listed: Callable[[list[Phrase]], object] = list,
) -> tuple[Phrase, ...]:
    """Compare two plans: what one misses and what it gains, each under its key.

    `more` are differences that the plans themselves know nothing of; `listed` makes a list of them.
    """
    apart = (*_curses_once(differences(problem, own, best)), *more)
    return tuple(
        Phrase.of(key, parts=listed([difference_phrase(part) for part in parts]))
        for key, parts in (
            (misses, [part for part in apart if part.amount > 0]),
            (gains, [part for part in apart if part.amount < 0]),
        )
        if parts
    )


def _curses_once(apart: tuple[Difference, ...]) -> tuple[Difference, ...]:
    """Differences with the cost of curses and their worth as one, where one counts against it."""
    both = [part for part in apart if part.reason in (Reason.CURSES, Reason.CURSE_POINTS)]
    if len(both) < 2 or (both[0].amount > 0) == (both[1].amount > 0):
        return apart
    rest = tuple(part for part in apart if part not in both)
    amount = both[0].amount + both[1].amount
    return (*rest, Difference(Reason.CURSES, amount)) if amount else rest


def difference_phrase(difference: Difference) -> Phrase:
    """A reason why a plan nets less than another, or more; its amount without the sign."""
    kept = difference.reason is Reason.SPENT and difference.amount < 0
    reason = "kept" if kept else difference.reason.value
    return Phrase.of(f"apart.{reason}", amount=abs(difference.amount))


def _finished(verdict: Verdict, own: Plan) -> list[Phrase]:
    phrases = [
        Phrase.of(f"verdict.{verdict.grade.value}", lost=verdict.lost),
        Phrase.of("verdict.nets", own=own.net, best=verdict.best.net),
    ]
    if verdict.lost:
        phrases += apart_phrases(verdict.problem, own, verdict.best)
    return phrases


def _unfinished(verdict: Verdict, hints: bool) -> list[Phrase]:
    own, best, made = verdict.own, verdict.best, len(verdict.turn.moves)
    if own is None:
        return [Phrase.of("verdict.no_way_on", best=best.net)]
    if verdict.lost:
        phrases = [Phrase.of("verdict.so_far", own=own.net, best=best.net, lost=verdict.lost)]
    elif best.dig is None:
        phrases = [Phrase.of("verdict.nothing_here")]
    elif made:
        more = len(own.turn.moves) - made
        key = "verdict.on_the_way" if more else "verdict.dig_now"
        phrases = [Phrase.of(key, best=best.net, moves=moves_phrase(more))]
    else:
        phrases = [
            Phrase.of("verdict.begin", best=best.net, moves=moves_phrase(len(best.turn.moves))),
            Phrase.of("verdict.begin_hint" if hints else "verdict.begin_play"),
        ]
    if made and own.dig is None and best.dig is not None:
        phrases.append(Phrase.of("verdict.stop_now"))
    return phrases


def _where_and_how(verdict: Verdict) -> list[Phrase]:
    """Say where the first coin was lost, and the best plan's idea; nothing if none was lost."""
    loss, moves = verdict.first_loss, verdict.turn.moves
    if loss is None:
        return []
    if loss < len(moves):
        before = moved(verdict.problem.position, moves[:loss], verdict.problem.variant)
        step = move_phrase(before, moves[loss])
        phrase = Phrase.of("verdict.first_loss", number=loss + 1, step=step)
    else:
        phrase = Phrase.of("verdict.loss_at_dig")
    return [phrase, Phrase.of("verdict.idea", idea=idea_phrase(verdict.ideas[0]))]

"""The verdict on a turn in words: what it nets, what the best nets, where a coin was lost first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.moves import moved
from ksm_widgets.solver.comparing import differences
from ksm_widgets.tutor.coach.ideas import idea_phrase
from ksm_widgets.tutor.coach.steps import move_phrase
from ksm_widgets.tutor.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.comparing import Difference
    from ksm_widgets.solver.judging import Verdict
    from ksm_widgets.solver.problem import Problem

__all__ = ["apart_phrases", "difference_phrase", "verdict_phrases"]


def verdict_phrases(verdict: Verdict, *, hints: bool = True) -> tuple[Phrase, ...]:
    """The verdict in words; `hints` is whether there are any left to ask for.

    Before the dig it tells what is still within reach.
    """
    if verdict.turn.dig is not None:
        assert verdict.own is not None, "a turn with its dig has its plan"
        told = _finished(verdict, verdict.own)
    else:
        told = _unfinished(verdict, hints)
    told += _where_and_how(verdict)
    if not verdict.proven:
        told.append(Phrase.of("verdict.unproven"))
    return tuple(told)


def apart_phrases(problem: Problem, own: Plan, best: Plan) -> tuple[Phrase, ...]:
    """What a plan falls short of another by, and what it has on its side."""
    apart = differences(problem, own, best)
    return tuple(
        Phrase.of(f"verdict.{side}", parts=[difference_phrase(part) for part in parts])
        for side, parts in (
            ("short", [part for part in apart if part.amount > 0]),
            ("ahead", [part for part in apart if part.amount < 0]),
        )
        if parts
    )


def difference_phrase(difference: Difference) -> Phrase:
    """One reason why a plan nets less than another, without the sign."""
    return Phrase.of(f"apart.{difference.reason.value}", amount=abs(difference.amount))


def _finished(verdict: Verdict, own: Plan) -> list[Phrase]:
    told = [
        Phrase.of(f"verdict.{verdict.grade.value}", lost=verdict.lost),
        Phrase.of("verdict.nets", own=own.net, best=verdict.best.net),
    ]
    if verdict.lost:
        told += apart_phrases(verdict.problem, own, verdict.best)
    return told


def _unfinished(verdict: Verdict, hints: bool) -> list[Phrase]:
    own, best, made = verdict.own, verdict.best, len(verdict.turn.moves)
    if own is None:
        return [Phrase.of("verdict.no_way_on", best=best.net)]
    if verdict.lost:
        told = [Phrase.of("verdict.so_far", own=own.net, best=best.net, lost=verdict.lost)]
    elif best.dig is None:
        told = [Phrase.of("verdict.nothing_here")]
    elif made:
        more = len(own.turn.moves) - made
        key = "verdict.on_the_way" if more else "verdict.dig_now"
        told = [Phrase.of(key, best=best.net, more=more)]
    else:
        told = [
            Phrase.of("verdict.begin", best=best.net, moves=len(best.turn.moves)),
            Phrase.of("verdict.begin_hint" if hints else "verdict.begin_play"),
        ]
    if made and own.dig is None and best.dig is not None:
        told.append(Phrase.of("verdict.stop_now"))
    return told


def _where_and_how(verdict: Verdict) -> list[Phrase]:
    """Where the first coin was lost, and by what idea the best gains; nothing if none was."""
    loss, moves = verdict.first_loss, verdict.turn.moves
    if loss is None:
        return []
    if loss < len(moves):
        before = moved(verdict.problem.position, moves[:loss], verdict.problem.variant)
        step = move_phrase(before, moves[loss])
        told = Phrase.of("verdict.first_loss", number=loss + 1, step=step)
    else:
        told = Phrase.of("verdict.loss_at_dig")
    return [told, Phrase.of("verdict.idea", idea=idea_phrase(verdict.ideas[0]))]

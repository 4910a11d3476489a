"""Which card of a hand to play, and with which magic object: each is solved, the best first."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.rules.powers import Power

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.solver.answer import Answer
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.tutor.situation import Situation

__all__ = ["Choice", "choices"]

_TRIED: tuple[frozenset[Power], ...] = (frozenset(), *(frozenset({power}) for power in Power))
"""No magic object, or one of each kind."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A card of the hand with a magic object or none, and what it can do."""

    situation: Situation
    answer: Answer


def choices(
    situation: Situation,
    solve: Callable[[Problem], Answer],
    stopped: Callable[[], bool],
) -> tuple[Choice, ...]:
    """Every card of the hand with each magic object, by what it nets, then the fewest objects.

    What was not reached before `stopped` says so is left out.
    """
    found: list[Choice] = []
    for number in situation.hand:
        for powers in _TRIED:
            if stopped():
                break
            asked = replace(situation, number=number, powers=powers)
            answer = solve(asked.problem())
            if answer.plan is not None:
                found.append(Choice(asked, answer))
    return tuple(sorted(found, key=_rank))


def _rank(choice: Choice) -> tuple[object, ...]:
    plan = choice.answer.plan
    assert plan is not None, "only answers with a plan are ranked"
    return (-plan.net, len(choice.situation.powers), len(plan.turn.moves), choice.situation.number)

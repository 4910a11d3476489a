"""The question of Kingdom of Solomon how many temple blocks to take as tokens, not for points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.kingdom.questions.asking import answered, objective
from ksm_widgets.companions.kingdom.questions.options import BoundedAnswer, Option, TokenPlan
from ksm_widgets.companions.kingdom.questions.round_plans import (
    favour_told,
    plan_of,
    rest_and_best,
    tokens_short,
)
from ksm_widgets.companions.kingdom.worths import number_phrase
from ksm_widgets.companions.pulse import Pulse, no_pulse
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.worths import Worths


def ask_block(
    position: Position, worths: Worths | None = None, *, pulse: Pulse = no_pulse
) -> BoundedAnswer:
    """The number of temple blocks to take as tokens, and the price for it; raises NoAnswer."""
    rest, _ = rest_and_best(position, worths, pulse)
    worths, left = rest.worths, len(position.box.steps) - position.temple
    if not left:
        raise NoAnswer("kingdom_ask.temple_done", "S29")
    options: list[tuple[int, Option]] = []
    for count in range(left + 1):
        exact = rest.taking(tokens=count)
        use = exact.best()
        if use is None:
            break
        options.append((count, replace(plan_of(exact, use), about=TokenPlan(count))))
    reasons = [_token_told(options, worths)]
    short = tokens_short(position, rest.seat)
    left_out = not worths.last and 0 < short < len(options)
    if left_out:
        reasons.append(favour_told(position, short))
    plans = sorted((option for _, option in options), key=lambda option: -option.value)
    return answered(plans, reasons, ["alone", objective(position, worths)], bare=left_out)


def _token_told(options: list[tuple[int, Option]], worths: Worths) -> Phrase:
    """The reason for the best of these numbers of tokens.

    In the last round that is by how much the best number of tokens is better or worse than none;
    before, it is the worth of a token from which more of them would be better.
    """
    if len(options) == 1:
        return Phrase("kingdom_ask.no_block")
    chosen, best = max(options, key=lambda pair: pair[1].value)
    if worths.last:
        (_, without), *others = options
        count, taking = max(others, key=lambda pair: pair[1].value)
        key = counted(f"kingdom_ask.{'tokens' if chosen else 'points'}_last", count)
        more = number_phrase(best.value - (without if chosen else taking).value)
        return Phrase(key, {"count": count, "more": more})
    kept = worths.token_kept
    prices = [
        kept + Fraction(best.value - option.value) / (count - chosen)
        for count, option in options
        if count > chosen
    ]
    if not prices:
        return Phrase("kingdom_ask.all_tokens")
    return Phrase("kingdom_ask.price", {"price": number_phrase(min(prices))})

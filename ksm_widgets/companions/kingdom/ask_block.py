"""The question of Kingdom of Solomon how many temple blocks to take as tokens, not for points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.kingdom.asking import answered, objective
from ksm_widgets.companions.kingdom.plans import BoundedAnswer, Option, TokenPlan
from ksm_widgets.companions.kingdom.round_plans import begun, favour_told, plan_of, tokens_short
from ksm_widgets.companions.kingdom.worths import int_if_whole
from ksm_widgets.companions.pulse import Pulse, no_pulse
from ksm_widgets.companions.telling import numeral
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.worths import Number, Worths


def ask_block(
    position: Position, worths: Worths | None = None, *, pulse: Pulse = no_pulse
) -> BoundedAnswer:
    """The number of temple blocks to take as tokens, and the price for it; raises NoAnswer."""
    rest, _ = begun(position, worths, pulse)
    worths, left = rest.worths, len(position.box.steps) - position.temple
    if not left:
        raise NoAnswer("kingdom_ask.temple_done", "S29")
    options: list[Option] = []
    bare: list[tuple[int, Number]] = []
    for count in range(left + 1):
        exact = rest.counting(tokens=count)
        use = exact.best()
        if use is None:
            break
        option = plan_of(exact, use)
        options.append(replace(option, about=TokenPlan(count)))
        bare.append((count, option.value - worths.token_kept * count))
    reasons = [_token_told(options, bare, last=worths.last)]
    short = tokens_short(position, rest.seat)
    left_out = not worths.last and 0 < short < len(options)
    if left_out:
        reasons.append(favour_told(position, short))
    options.sort(key=lambda option: -option.value)
    return answered(options, reasons, ["alone", objective(position, worths)], bare=left_out)


def _token_told(options: list[Option], bare: list[tuple[int, Number]], *, last: bool) -> Phrase:
    """The reason for the best number of tokens: in the last round by how much it is better.

    Before, it is the worth of a token from which more of them would be better; `bare` has the
    numbers of tokens, and what the rest of each option is worth.
    """
    best = max(options, key=lambda option: option.value)
    chosen, points = bare[options.index(best)]
    if len(options) == 1:
        return Phrase("kingdom_ask.no_block")
    if last:
        second = max(option.value for option in options if option is not best)
        key = "token_last" if chosen else "points_last"
        return Phrase(f"kingdom_ask.{key}", {"more": numeral(best.value - second)})
    prices = [Fraction(points - other) / (n - chosen) for n, other in bare if n > chosen]
    if not prices:
        return Phrase("kingdom_ask.all_tokens")
    return Phrase("kingdom_ask.price", {"price": numeral(int_if_whole(min(prices)))})

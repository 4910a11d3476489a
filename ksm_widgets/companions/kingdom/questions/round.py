"""The question of Kingdom of Solomon how the rest of the round is used best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.naming import good_phrase
from ksm_widgets.companions.kingdom.questions.asking import answered, objective
from ksm_widgets.companions.kingdom.questions.round_plans import (
    favour_told,
    plan_of,
    rest_and_best,
    tokens_short,
)
from ksm_widgets.companions.kingdom.works import open_cards
from ksm_widgets.companions.kingdom.worths import number_phrase
from ksm_widgets.companions.pulse import Pulse, no_pulse
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.position import Position
    from ksm_widgets.companions.kingdom.questions.options import BoundedAnswer, Option
    from ksm_widgets.companions.kingdom.search.round.market import Trade
    from ksm_widgets.companions.kingdom.search.round.rest import Rest
    from ksm_widgets.companions.kingdom.search.round.spending import Spend
    from ksm_widgets.companions.kingdom.worths import Number, Worths


def ask_round(
    position: Position, worths: Worths | None = None, *, pulse: Pulse = no_pulse
) -> BoundedAnswer:
    """The best use of what `me` has for the rest of the round; raises NoAnswer."""
    rest, best = rest_and_best(position, worths, pulse)
    lost = _lost_later(rest, best)
    firsts = sorted(lost, key=lambda kind: -lost[kind])
    options = [plan_of(rest, best, firsts), *_with_other_cards(rest, best.built.card)]
    reasons = [_first_told(kind, best.trades[kind], lost[kind]) for kind in firsts]
    short = 0 if rest.worths.last else tokens_short(position, rest.seat)
    left_out = short > 0 and rest.taking(tokens=short).best() is not None
    if left_out:
        reasons.append(favour_told(position, short))
    return answered(options, reasons, ["alone", objective(position, rest.worths)], bare=left_out)


def _with_other_cards(rest: Rest, best: int | None) -> list[Option]:
    """The best plan without a card, and with each card that makes it better, but for the `best`.

    If the best of all has no card, no card makes it better.
    """
    options = []
    for card in (None, *(() if best is None else open_cards(rest.position, rest.seat))):
        if card == best:
            continue
        only = rest.changed(display=() if card is None else (card,))
        use = only.best()
        if use is not None and use.built.card == card:
            options.append(plan_of(only, use))
    return sorted(options, key=lambda option: -option.value)


def _lost_later(rest: Rest, best: Spend) -> dict[int, Number]:
    """For each kind traded, what is lost if another trades one cube of it before."""
    found: dict[int, Number] = {}
    market = rest.position.market
    for kind, trade in enumerate(best.trades):
        level = market[kind] + (1 if trade.sold > 0 else -1)
        if trade.sold and 0 <= level <= LEVELS:
            use = rest.changed(market=with_item(market, kind + 1, level)).best()
            assert use is not None
            found[kind] = best.worth - use.worth
    return found


def _first_told(kind: int, trade: Trade, lost: Number) -> Phrase:
    """The reason to trade a kind early, or the remark that there is none."""
    key = f"first_{'sale' if trade.sold > 0 else 'purchase'}{'' if lost else '_none'}"
    params = {"good": good_phrase(GOODS[kind]), "lost": number_phrase(lost)}
    return Phrase(f"kingdom_ask.{key}", params)

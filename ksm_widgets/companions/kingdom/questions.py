"""Two questions of Kingdom of Solomon: the rest of the round, token or points.

Others are taken to leave the market alone; what they could spoil is told beside. An answer names
what it assumes, and says why. While it is searched for, `pulse` is called now and then, and may
raise to stop. `ask_pawns` has the third question.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.kingdom.answers import (
    BoundedAnswer,
    Option,
    TokenPlan,
    answered,
    whole,
)
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.costs import Worths
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.naming import good_phrase, phase_phrase
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.rest_of_round import Rest, objective
from ksm_widgets.companions.kingdom.works import open_cards
from ksm_widgets.companions.telling import numeral
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable

    from ksm_widgets.companions.kingdom.spending import Spend
    from ksm_widgets.companions.kingdom.trading import Number, Trade


FAVOUR = "kingdom_ask.favour"
"""The key of the remark that the favour is left out; keys of its other forms begin with it."""


def asking_seat(position: Position) -> int:
    """The seat that asks; raises NoAnswer if nobody does, or their round is over."""
    seat = position.me
    if seat is None:
        raise NoAnswer("kingdom_ask.no_seat", "S7")
    if position.phase in (Phase.DISCARD, Phase.END):
        raise NoAnswer("kingdom_ask.over", "S30")
    if position.phase is Phase.BUILD and seat in position.done:
        raise NoAnswer("kingdom_ask.built", "S25", seat=seat)
    return seat


def _builder(position: Position) -> int:
    """The seat that asks about trading and building; raises NoAnswer while its pawns are out."""
    seat = asking_seat(position)
    if position.phase is Phase.PLACE:
        others = {phase.value: phase_phrase(phase) for phase in (Phase.MARKET, Phase.BUILD)}
        raise NoAnswer("kingdom_ask.placing", "S7", phase=phase_phrase(position.phase), **others)
    spots = tuple(pawn.spot for pawn in position.pawns if pawn.seat == seat)
    if spots:  # What they bring depends on choices that are still to be made.
        raise NoAnswer("kingdom_ask.resolving", "S13", spots)
    return seat


def _begun(
    position: Position, worths: Worths | None, pulse: Callable[[], None]
) -> tuple[Rest, Spend]:
    """The rest of the round of the seat that asks, and the best use; raises NoAnswer.

    The final score counts if the game ends with this round (S34): also if the best use itself
    brings the end about.
    """
    seat = _builder(position)
    rest = Rest(position, seat, replace(worths or Worths(), last=position.ending), pulse)
    best = rest.best()
    assert best is not None
    if not rest.worths.last and rest.ends(best):
        final = rest.counting(last=True)
        use = final.best()
        if use is not None and final.ends(use):
            return final, use
    return rest, best


def _tokens_short(position: Position, seat: int) -> int:
    """The fewest tokens that would bring a seat the favour; 0 if it has it (S31)."""
    if position.favour == seat:
        return 0
    others = (count for other, count in enumerate(position.tokens, start=1) if other != seat)
    return max(0, *others) + 1 - position.tokens[seat - 1]


def _favour_told(position: Position, count: int) -> Phrase:
    """The remark that the favour is left out of the figures, which a seat could have."""
    last = position.temple + count >= len(position.box.steps)
    key = counted(f"{FAVOUR}_ends" if last else FAVOUR, count)
    return Phrase(key, {"count": count, "points": position.box.favour})


# The rest of the round.


def ask_round(
    position: Position, worths: Worths | None = None, *, pulse: Callable[[], None] = lambda: None
) -> BoundedAnswer:
    """The best use of what `me` has for the rest of the round; raises NoAnswer."""
    rest, best = _begun(position, worths, pulse)
    lost = _lost_later(rest, best)
    firsts = sorted(lost, key=lambda kind: -lost[kind])
    options = [rest.option(best, firsts), *_with_other_cards(rest, best.works.card)]
    reasons = [_first_told(kind, best.trades[kind], lost[kind]) for kind in firsts]
    if not rest.worths.last:
        count = _tokens_short(position, rest.seat)
        if count > 0 and rest.counting(tokens=count).best() is not None:
            reasons.append(_favour_told(position, count))
    return answered(options, reasons, ["alone", objective(position, rest.worths)])


def _with_other_cards(rest: Rest, best: int | None) -> list[Option]:
    """The plan for each card that the seat can get, and for none, but for the `best` one."""
    options = []
    for card in (None, *(() if best is None else open_cards(rest.position, rest.seat))):
        if card == best:
            continue
        only = rest.changed(display=() if card is None else (card,))
        use = only.best()
        if use is not None and use.works.card == card:
            options.append(only.option(use))
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
    return Phrase(f"kingdom_ask.{key}", {"good": good_phrase(GOODS[kind]), "lost": numeral(lost)})


# Token or points.


def ask_block(
    position: Position, worths: Worths | None = None, *, pulse: Callable[[], None] = lambda: None
) -> BoundedAnswer:
    """The number of temple blocks to take as tokens, and the price for it; raises NoAnswer."""
    rest, _ = _begun(position, worths, pulse)
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
        option = exact.option(use)
        options.append(replace(option, about=TokenPlan(count)))
        bare.append((count, option.value - (0 if worths.last else worths.token * count)))
    reasons = [_token_told(options, bare, last=worths.last)]
    if not worths.last:
        count = _tokens_short(position, rest.seat)
        if 0 < count < len(options):
            reasons.append(_favour_told(position, count))
    options.sort(key=lambda option: -option.value)
    return answered(options, reasons, ["alone", objective(position, worths)])


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
    return Phrase("kingdom_ask.price", {"price": numeral(whole(min(prices)))})

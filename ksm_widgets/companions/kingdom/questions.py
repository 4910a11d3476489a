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
from ksm_widgets.companions.kingdom.acts import Build
from ksm_widgets.companions.kingdom.answers import (
    BoundedAnswer,
    CardPlan,
    Option,
    TokenPlan,
    answered,
    whole,
)
from ksm_widgets.companions.kingdom.box import LEVELS
from ksm_widgets.companions.kingdom.costs import Worths
from ksm_widgets.companions.kingdom.goods import GOODS, added, read_cubes, total
from ksm_widgets.companions.kingdom.held import parted
from ksm_widgets.companions.kingdom.naming import good_phrase, phase_phrase
from ksm_widgets.companions.kingdom.planning import acts_of
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.spending import Spend, Spending
from ksm_widgets.companions.kingdom.works import open_cards
from ksm_widgets.companions.telling import numeral
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.costs import Works
    from ksm_widgets.companions.kingdom.trading import Number, Trade


FAVOUR = "kingdom_ask.favour"
"""The key of the remark that the favour is left out; keys of its other forms begin with it."""


# The rest of the round.


def ask_round(
    position: Position, worths: Worths | None = None, *, pulse: Callable[[], None] = lambda: None
) -> BoundedAnswer:
    """The best use of what `me` has for the rest of the round; raises NoAnswer."""
    seat = _builder(position)
    worths, best = _best(position, seat, worths or Worths(), pulse)
    lost = _first_trades(position, seat, worths, best, pulse)
    firsts = sorted(lost, key=lambda kind: -lost[kind])
    options = [
        _option(position, seat, worths, best, firsts),
        *_with_other_cards(position, seat, worths, best.works.card, pulse),
    ]
    reasons = [_first_told(kind, best.trades[kind], lost[kind]) for kind in firsts]
    if not worths.last:
        count = _tokens_short(position, seat)
        can = replace(worths, tokens=count)
        if count > 0 and rest_of_round(position, seat, can, pulse) is not None:
            reasons.append(_favour_told(position, count))
    return answered(options, reasons, ["alone", objective(position, worths)])


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


def _best(
    position: Position, seat: int, worths: Worths, pulse: Callable[[], None]
) -> tuple[Worths, Spend]:
    """The best use, and what counts: the final score if the game ends with this round (S34).

    It also ends if the best use itself brings the end about.
    """
    worths = replace(worths, last=position.ending)
    best = rest_of_round(position, seat, worths, pulse)
    assert best is not None
    if not worths.last and _ends(position, seat, best):
        final = replace(worths, last=True)
        use = rest_of_round(position, seat, final, pulse)
        if use is not None and _ends(position, seat, use):
            return final, use
    return worths, best


def _ends(position: Position, seat: int, use: Spend) -> bool:
    """Whether what is built brings the end of the game about (S34)."""
    box, works = position.box, use.works
    put = works.card is not None and box.buildings[works.card].builds and not position.ending
    return (
        position.temple + works.blocks >= len(box.steps)
        or position.buildings(seat) + put >= box.most_buildings
        or len(position.sites) + put >= len(box.sites)
    )


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


def _with_other_cards(
    position: Position, seat: int, worths: Worths, best: int | None, pulse: Callable[[], None]
) -> list[Option]:
    """The plan for each card that a seat can get, and for none, but for the `best` one."""
    options = []
    for card in (None, *(() if best is None else open_cards(position, seat))):
        if card == best:
            continue
        shown = replace(position, display=() if card is None else (card,))
        use = rest_of_round(shown, seat, worths, pulse)
        if use is not None and use.works.card == card:
            options.append(_option(shown, seat, worths, use))
    return sorted(options, key=lambda option: -option.value)


def rest_of_round(
    position: Position, seat: int, worths: Worths, pulse: Callable[[], None]
) -> Spend | None:
    """The best use of what a seat has in hand; None if there is none with so many tokens."""
    goods, cards = position.goods[seat - 1], position.fortune[seat - 1]
    hand = parted(cards)
    wild = (hand.wild,) * len(GOODS)
    most = added(goods, hand.singles, total(map(read_cubes, hand.several)), wild)
    passed = position.phase is Phase.MARKET and seat in position.done
    trades = position.phase is not Phase.BUILD and not passed
    spending = Spending(position, seat, worths, trades, most, pulse=pulse)
    return spending.best(goods, hand, position.scores[seat - 1] + hand.points)


def _first_trades(
    position: Position, seat: int, worths: Worths, best: Spend, pulse: Callable[[], None]
) -> dict[int, Number]:
    """For each kind traded, what is lost if another trades one cube of it before."""
    found: dict[int, Number] = {}
    for kind, trade in enumerate(best.trades):
        if not trade.sold:
            continue
        level = position.market[kind] + (1 if trade.sold > 0 else -1)
        if not 0 <= level <= LEVELS:
            continue
        levels = with_item(position.market, kind + 1, level)
        use = rest_of_round(replace(position, market=levels), seat, worths, pulse)
        assert use is not None
        found[kind] = best.worth - use.worth
    return found


def _first_told(kind: int, trade: Trade, lost: Number) -> Phrase:
    """The reason to trade a kind early, or the remark that there is none."""
    key = f"first_{'sale' if trade.sold > 0 else 'purchase'}{'' if lost else '_none'}"
    return Phrase(f"kingdom_ask.{key}", {"good": good_phrase(GOODS[kind]), "lost": numeral(lost)})


# Plans, and the parts that their worth is the sum of.


def _option(
    position: Position, seat: int, worths: Worths, use: Spend, firsts: Sequence[int] = ()
) -> Option:
    """A plan for the rest of the round; `firsts` are the kinds to trade, the most urgent first."""
    value = use.worth
    if worths.last:  # The final score has these cubes in it already.
        value -= position.box.cube * sum(position.goods[seat - 1])
    rest = value - use.works.points - sum(trade.points for trade in use.trades)
    acts = acts_of(position, seat, use, firsts)
    why = [*_trades_told(use.trades), *_works_told(position.box, use.works)]
    if rest:
        key = "rest_last" if worths.last else "rest"
        why.append(Phrase(f"kingdom_ask.{key}", {"worth": numeral(rest)}))
    sites = [act.site for act in acts if isinstance(act, Build) and act.site is not None]
    why += (Phrase("kingdom_ask.site", {"site": site}) for site in sites)
    if use.within:
        why.append(Phrase("kingdom_ask.short"))
    return Option(CardPlan(use.works.card), value, acts, tuple(why))


def _trades_told(trades: Sequence[Trade]) -> Iterator[Phrase]:
    """The points for the cubes of each kind that are sold, and the cost of those bought."""
    for good, trade in zip(GOODS, trades, strict=True):
        if trade.sold:
            key = "sell" if trade.sold > 0 else "buy"
            count, points = abs(trade.sold), abs(trade.points)
            params = {"count": count, "good": good_phrase(good), "points": points}
            yield Phrase(f"kingdom_ask.{key}", params)


def _works_told(box: Box, works: Works) -> Iterator[Phrase]:
    """The things built, with the points that they bring at once."""
    points = works.points
    if works.card is not None:
        card = box.buildings[works.card]
        points -= card.points
        yield Phrase("kingdom_ask.card", {"card": card.told, "points": card.points})
    blocks = works.blocks - works.tokens
    if blocks > 0:
        yield Phrase(counted("kingdom_ask.blocks", blocks), {"count": blocks, "points": points})
    if works.tokens:
        yield Phrase(counted("kingdom_ask.tokens", works.tokens), {"count": works.tokens})
    if works.roads:
        yield Phrase(counted("kingdom_ask.roads", works.roads), {"count": works.roads})


def objective(position: Position, worths: Worths) -> str:
    """The assumption that says what counts: `ends` if the best plan itself ends the game."""
    if not worths.last:
        return "worths"
    return "last" if position.ending else "ends"


# Token or points.


def ask_block(
    position: Position, worths: Worths | None = None, *, pulse: Callable[[], None] = lambda: None
) -> BoundedAnswer:
    """The number of temple blocks to take as tokens, and the price for it; raises NoAnswer."""
    seat = _builder(position)
    worths, _ = _best(position, seat, worths or Worths(), pulse)
    left = len(position.box.steps) - position.temple
    if not left:
        raise NoAnswer("kingdom_ask.temple_done", "S29")
    options: list[Option] = []
    bare: list[tuple[int, Number]] = []
    for count in range(left + 1):
        exact = replace(worths, tokens=count)
        use = rest_of_round(position, seat, exact, pulse)
        if use is None:
            break
        option = _option(position, seat, exact, use)
        options.append(replace(option, about=TokenPlan(count)))
        bare.append((count, option.value - (0 if worths.last else worths.token * count)))
    reasons = [_token_told(options, bare, last=worths.last)]
    if not worths.last:
        count = _tokens_short(position, seat)
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

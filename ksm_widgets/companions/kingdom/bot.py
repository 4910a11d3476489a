"""A simple, honest bot for Kingdom of Solomon: it sees what its seat may, one round ahead."""

from __future__ import annotations

from functools import lru_cache
from operator import mul
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import (
    Block,
    Build,
    Buy,
    Copy,
    Discard,
    Give,
    Put,
    Score,
    Sell,
    Steal,
    Swap,
    Use,
)
from ksm_widgets.companions.kingdom.fortune import points_of
from ksm_widgets.companions.kingdom.goods import GOODS, USUAL_WORTHS, Cubes, least, read_cubes
from ksm_widgets.companions.kingdom.places import Bonus
from ksm_widgets.companions.kingdom.position import Phase
from ksm_widgets.companions.kingdom.questions.round import ask_round
from ksm_widgets.companions.kingdom.rules import legal, price
from ksm_widgets.companions.kingdom.spots import brought, effect_of
from ksm_widgets.companions.kingdom.worths import Worths

if TYPE_CHECKING:
    from ksm_widgets.companions.kingdom.acts import Act
    from ksm_widgets.companions.kingdom.places import Spot
    from ksm_widgets.companions.kingdom.position import Position

_WORTHS = Worths(keep=1, token=3, card=2)
"""The worth of things left over, to this player."""
_ACTION = 4
"""The points that an action, or a pawn elsewhere, is worth to this player."""
_CARDS = 3
"""The actions that a bonus place of cards or cubes is worth."""
_OVER = 1
"""The points over a cube's usual worth that this player pays, and above which it sells."""


def choose(position: Position, seat: int) -> Act:
    """The act that the bot chooses for a seat, by what that seat sees."""
    view = position.seen(seat)
    acts = legal(view)
    if view.phase in (Phase.MARKET, Phase.BUILD):
        acts = tuple(act for act in acts if not isinstance(act, Sell | Buy) or _fair(view, act))
        for act in _plan(view):
            if act in acts:
                return act
        # Roads are in no plan, as their worth comes later: any that can be paid then is built.
        return next(act for act in acts if not isinstance(act, Score | Sell | Buy | Block | Build))
    return max(acts, key=lambda act: _worth(view, seat, act))


def _fair(view: Position, act: Sell | Buy) -> bool:
    """Whether the price of a trade is one that the player sells for, or one that it pays.

    No price is both, so every place of the market is only filled or only emptied by such players.
    Without that, two of them could sell each other the same cubes for ever.
    """
    paid, most = price(view, act), USUAL_WORTHS[GOODS.index(act.good)] + _OVER
    return paid is not None and (paid > most) == isinstance(act, Sell)


@lru_cache(maxsize=16)
def _plan(view: Position) -> tuple[Act, ...]:
    """The best plan for the rest of the round, without what others may do."""
    plan = ask_round(view, _WORTHS).options[0].acts
    return tuple(act for act in plan if not isinstance(act, Score))


def _worth(view: Position, seat: int, act: Act) -> float:
    match act:
        case Put(spot):
            return _spot_worth(view, seat, spot)
        case Use(_, Steal(_, good)):
            return _goods_worth(good)
        case Use(_, Swap(give, got)):
            return _goods_worth(got) - _goods_worth(give)
        case Use(_, Copy(places)):
            lands, stock = view.box.lands, view.stock
            return sum(_cubes_worth(least(lands[place].goods, stock)) for place in places)
        case Give(good):
            return -_goods_worth(good)
        case Score():
            return -1
        case Discard(card):
            return -points_of(card) - len(card)
    # Other pawns are resolved in the order of the rules.
    return 0


def _goods_worth(letters: str) -> int:
    """The usual worth of goods in letters."""
    return _cubes_worth(read_cubes(letters))


def _cubes_worth(cubes: Cubes) -> int:
    return sum(map(mul, cubes, USUAL_WORTHS))


def _spot_worth(view: Position, seat: int, spot: Spot) -> float:
    left = view.pawns_left(seat)
    if isinstance(spot, Bonus):
        # A bonus place takes all pawns that are left.
        gain = view.box.altar * view.order_number(seat) if spot is Bonus.ALTAR else _CARDS * _ACTION
        return float(gain) if left == 1 else gain - _ACTION * left
    if effect_of(view, spot) is not None:
        return _ACTION
    return _cubes_worth(least(brought(view, spot, seat), view.stock))

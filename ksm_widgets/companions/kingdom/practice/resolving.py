"""Tasks about what pawns bring in Kingdom of Solomon (S13-S17)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Use
from ksm_widgets.companions.kingdom.country import goods_of, region
from ksm_widgets.companions.kingdom.goods import GOODS, NONE, Cubes, added, less, one_cube
from ksm_widgets.companions.kingdom.naming import good_phrase, place_phrase
from ksm_widgets.companions.kingdom.places import Bonus
from ksm_widgets.companions.kingdom.position import Pawn, Phase, Position
from ksm_widgets.companions.kingdom.practice.arranged import sent, with_next_pawns
from ksm_widgets.companions.kingdom.practice.positions import position_where
from ksm_widgets.companions.kingdom.practice.table import because, table, who
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.telling import player_phrase
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.numbers import Numbers, terms
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kingdom.box import Box
    from ksm_widgets.companions.kingdom.places import LandName
    from ksm_widgets.companions.tasks import Topic


_MOST_CUBES = 6
"""Cubes of a kind that a player has where they are to be counted."""


def resolves_next(rng: Random, topic: Topic) -> Choose:
    """The player who resolves the next pawn, also after the Altar (S13, S17)."""
    altar = rng.random() < 0.6

    def acts(position: Position) -> list[Use]:
        fitting = []
        for act in legal(position):
            if isinstance(act, Use) and (act.spot is Bonus.ALTAR) is altar:
                after = apply(position, act)
                if not after.owing and (not altar or after.turn != position.turn):
                    fitting.append(act)
        return fitting

    def fits(position: Position) -> bool:
        # The Altar changes the order only for a player who isn't the first.
        return (not altar or position.order_number(position.turn) > 1) and bool(acts(position))

    position = position_where(rng, Phase.RESOLVE, fits, players=(3, 4))
    act = chosen(rng, acts(position))
    after = apply(position, act)
    right = after.turn if after.phase is Phase.RESOLVE else "resolver_none"
    rule = "S17" if altar else "S13"
    key = "altar" if altar else "stays" if right == position.turn else "next"
    done = [*map(player_phrase, position.done)]
    asked = topic.mainly(rule).ask(
        "resolver" if done else "resolver_first",
        seat=position.turn,
        place=place_phrase(position, act.spot),
        order=[*position.order],
        done=done,
    )
    why = because(f"resolver_{key}_why", rule, order=[*after.order])
    return who(asked, position, right, why, "resolver_none")


def bonus_brings(rng: Random, topic: Topic) -> Choose:
    """The yield of a bonus place (S16)."""
    position = position_where(rng, Phase.PLACE, lambda one: min(one.stock) > 0, players=(3, 4))
    bonuses = position.box.bonuses(position.players)
    spot = chosen(rng, [*bonuses, Bonus.ALTAR, Bonus.ALTAR])
    seat = chosen(rng, position.seats)
    pawn = Pawn(spot, seat, between(rng, 2, 3))
    start = with_next_pawns(position, seat, (pawn,))
    gained = apply(start, Use(spot)).points(seat) - start.points(seat)
    ark = position.box.ark
    right = {Bonus.ALTAR: f"points {gained}", Bonus.ARK: f"cards {ark}", Bonus.TRIBUTE: "each"}
    why = because(f"brings_{spot}", "S16", number=start.order_number(seat), points=gained)
    return Choose(
        **topic.ask("brings", seat=seat, place=place_phrase(position, spot)),
        table=table(start, spot),
        options=tuple(
            Option(name, label, name == right[spot], why)
            for name, label in _yields(position.box, pawn, gained).items()
        ),
    )


def _yields(box: Box, pawn: Pawn, gained: int) -> dict[str, Phrase]:
    """The gains that pawns on a bonus place could bring, in words, by names like `points 3`."""
    points = dict.fromkeys([gained or box.altar, box.altar, box.altar * pawn.seat])
    cards = dict.fromkeys([1, box.ark, box.ark * pawn.size])
    key = "kingdom_task.bonus_as_"
    return {
        **{f"points {count}": Phrase(f"{key}points", {"count": count}) for count in points},
        "each": Phrase(f"{key}each"),
        **{
            f"cards {count}": Phrase(counted(f"{key}cards", count), {"count": count})
            for count in cards
        },
    }


# Goods.


def _two_in_a_region(rng: Random) -> tuple[Position, tuple[LandName, LandName]]:
    """A position in which a player has two pawns in a region, and nobody any other pawn."""

    def regions(position: Position) -> list[tuple[int, tuple[LandName, ...]]]:
        return [
            (owner, joined)
            for place, owner in position.sites
            if len(joined := region(position, place, owner)) > 1
            and all(position.owner(other) in (None, owner) for other in joined)
        ]

    position = position_where(rng, Phase.PLACE, lambda one: bool(regions(one)))
    seat, joined = chosen(rng, regions(position))
    places = shuffled(rng, joined)
    own = [place for place in places if position.owner(place) == seat]
    # One stands at a building, so that the region is the same for both.
    first = own[0]
    second = next(place for place in places if place != first)
    spots = (first, second)
    return sent(position, seat, spots), spots


def _needed(position: Position, spots: tuple[LandName, ...]) -> Cubes:
    """The cubes that pawns on these spots would bring if the stock never ran out."""
    return added(*(goods_of(position, spot, position.turn) for spot in spots))


def _gained(position: Position, spots: tuple[LandName, ...]) -> Cubes:
    """The cubes that pawns on these spots bring from the stock."""
    seat, after = position.turn, position
    for spot in spots:
        after = apply(after, Use(spot))
    return less(after.cubes(seat), position.cubes(seat))


def from_a_region(rng: Random, topic: Topic) -> Numbers:
    """The goods of two pawns in a region (S14, S12)."""

    def make() -> tuple[Position, tuple[LandName, LandName], Cubes] | None:
        position, spots = _two_in_a_region(rng)
        gained = _gained(position, spots)
        return (position, spots, gained) if gained == _needed(position, spots) else None

    position, spots, gained = until(make)
    seat, lands = position.turn, position.box.lands
    lone = added(*(lands[spot].goods for spot in spots))
    once = goods_of(position, spots[0], seat)
    fields = []
    for kind, count in enumerate(gained):
        if count:
            field = topic.field(
                GOODS[kind],
                "region_goods",
                count,
                "S14",
                {once[kind]: "once", lone[kind]: ("lone", "S12")},
                f"{len(spots)} × {once[kind]}",
            )
            fields.append(replace(field, label=good_phrase(GOODS[kind])))
    return Numbers(
        **topic.ask("region_goods", 3, seat=seat, places=[*spots]),
        table=table(position, *spots),
        fields=tuple(fields),
    )


def short_stock(rng: Random, topic: Topic) -> Numbers:
    """The goods that a nearly empty stock still has (S15)."""
    position, spots, kind = until(lambda: _short_of_a_kind(rng))
    need = _needed(position, spots)[kind]
    whole = position.box.cubes_of(position.players)[kind]
    off = [*(held[kind] for held in position.goods), position.market[kind]]
    good = good_phrase(GOODS[kind])
    return Numbers(
        **topic.ask("short", 3, seat=position.turn, places=[*spots], good=good, all=whole),
        table=table(position, *spots),
        fields=(
            topic.field(
                "got",
                "short",
                _gained(position, spots)[kind],
                "S15",
                {need: "stock"},
                terms([whole], filter(None, off)),
                all=whole,
            ),
        ),
    )


def _short_of_a_kind(rng: Random) -> tuple[Position, tuple[LandName, LandName], int] | None:
    """A position in which two pawns bring more of a kind than the stock has; the pawns, the kind.

    The cubes of it are with players, a few with each, so that they can be counted.
    """
    position, spots = _two_in_a_region(rng)
    need = _needed(position, spots)
    kind = chosen(rng, [kind for kind, count in enumerate(need) if count > 1])
    bare = replace(position, goods=(NONE,) * position.players)
    taken = bare.stock[kind] - below(rng, need[kind])
    if not 0 < taken <= _MOST_CUBES * position.players:
        return None
    held = [0] * position.players
    for _ in range(taken):
        held[chosen(rng, [at for at, count in enumerate(held) if count < _MOST_CUBES])] += 1
    goods = tuple(tuple(count * unit for unit in one_cube(kind)) for count in held)
    return replace(bare, goods=goods), spots, kind

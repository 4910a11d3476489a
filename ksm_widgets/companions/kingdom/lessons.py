"""The lessons of Kingdom of Solomon, in two notebooks; `practice` draws their tasks."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom import NAME
from ksm_widgets.companions.kingdom.editing import EXAMPLES
from ksm_widgets.companions.kingdom.fortune import ANY
from ksm_widgets.companions.kingdom.goods import GOODS
from ksm_widgets.companions.kingdom.pieces import cube, fortune
from ksm_widgets.companions.kingdom.places import TEMPLE, Action, Bonus, SeatBoard, Shown, Stall
from ksm_widgets.companions.kingdom.position import Pawn
from ksm_widgets.companions.kingdom.practice import (
    actions,
    building,
    ending,
    placing,
    resolving,
    trading,
)
from ksm_widgets.companions.kingdom.scene import KingdomPicture
from ksm_widgets.companions.kingdom.text import read_position
from ksm_widgets.companions.lessons import Drawn, curriculum
from ksm_widgets.companions.picture import one_piece
from ksm_widgets.course.lesson import Legend
from ksm_widgets.draw import DARK, LIGHT
from ksm_widgets.draw.shapes import Placed, Scene

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.companions.kingdom.places import Place
    from ksm_widgets.draw import Theme
    from ksm_widgets.telling.phrases import Reader


def _goods(reader: Reader) -> Sequence[tuple[Scene, str]]:
    """A cube of each good, with its name."""
    return [(one_piece(cube(good)), reader.text(f"kingdom_good.{good}")) for good in GOODS]


_PARTS: Mapping[str, Place] = {
    "Bashan": "Bashan",
    "Trader": Action.TRADER,
    "Altar": Bonus.ALTAR,
    "market": Stall("f"),
    "temple": TEMPLE,
    "card": Shown(18),
    "seat": SeatBoard(3),
}
"""The places that are explained, of the example with pawns; one for each kind."""


def _parts(theme: Theme, reader: Reader) -> Sequence[tuple[Scene, str]]:
    """A place of each kind, and what is to be seen there; then the fortune cards."""
    position = read_position(EXAMPLES["place"])
    pawns = (*position.pawns, Pawn(Bonus.ALTAR, 1, 4))
    position = replace(position, pawns=pawns, turn=3, favour=3)
    table = KingdomPicture(position, theme, language=reader.language)
    cards = [Placed(fortune(card), 82.0 * at, 0) for at, card in enumerate(("f", "ww", ANY, "p3"))]
    return [
        *(
            (table.alone(place), reader.text(f"kingdom_part.{name}"))
            for name, place in _PARTS.items()
        ),
        (Scene(346, 100, tuple(cards)), reader.text("kingdom_part.fortune")),
    ]


CURRICULUM = curriculum(
    NAME,
    (
        "placing",
        (
            "text1",
            "text_goods",
            Legend("kingdom_goods", _goods),
            "text_box",
            Drawn("setup", ("S1", "S3", "S5"), placing.setup),
            Drawn("bonus", ("S4", "S18"), placing.bonus_places),
            "text_table",
            Legend("kingdom_table", partial(_parts, LIGHT), partial(_parts, DARK), size=0.9),
            "text_map",
            Drawn("map", ("S6",), placing.free_sites),
            Drawn("round", ("S7", "S25"), placing.a_round),
            "text2",
            Drawn("next", ("S8", "S11"), placing.places_next),
            Drawn("place", ("S9", "S10", "S33"), placing.where_to_place),
            Drawn("favour", ("S33", "S10", "S9"), placing.by_favour),
            Drawn("all", ("S11",), placing.all_that_are_left),
            "text3",
            Drawn("region", ("S12",), placing.in_the_region),
            Drawn("goods", ("S14", "S12"), resolving.from_a_region),
            Drawn("short", ("S15", "S14", "S1"), resolving.short_stock),
            "text4",
            Drawn("brings", ("S16",), resolving.bonus_brings),
            Drawn("altar", ("S17", "S13"), resolving.resolves_next),
            "text5",
            Drawn("artisan", ("S18",), actions.artisan_places),
            Drawn("thief", ("S20", "S18"), actions.thefts),
            Drawn("swap", ("S19", "S18"), actions.swaps),
            Drawn("tax", ("S19",), actions.who_pays),
            "text6",
        ),
    ),
    (
        "building",
        (
            "text1",
            Drawn("sell", ("S23",), trading.selling),
            Drawn("trade", ("S24", "S23"), trading.may_trade),
            Drawn("next", ("S24", "S7"), trading.trades_next),
            Drawn("first", ("S23", "S24"), trading.first_sale),
            "text2",
            Drawn("pay", ("S22", "S27"), trading.can_pay),
            Drawn("more", ("S25",), building.may_build),
            Drawn("round", ("S30", "S21"), trading.end_of_round),
            "text3",
            Drawn("road", ("S26", "S28"), building.where_a_road_goes),
            Drawn("best", ("S26", "S12", "S28"), building.road_that_adds_most),
            "text4",
            Drawn("block", ("S29",), building.next_block),
            Drawn("favour", ("S31",), building.favour),
            Drawn("left", ("S32", "S2"), building.what_is_left),
            "text5",
            Drawn("end", ("S34",), ending.last_round),
            Drawn("order", ("S34", "S27", "S29"), ending.card_and_last_block),
            Drawn("token", ("S31", "S35", "S29"), ending.token_or_points),
            Drawn("score", ("S35", "S22"), ending.final_score),
            Drawn("wins", ("S35",), ending.who_wins),
            "text6",
        ),
    ),
)

"""The lessons of Kings under Mountains, in two notebooks; `practice` draws their tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.kings import NAME
from ksm_widgets.companions.kings.cards import RACES, Unit
from ksm_widgets.companions.kings.pieces import unit
from ksm_widgets.companions.kings.practice import (
    drawing,
    ending,
    mining,
    playing,
    scoring,
    starting,
    stuck,
)
from ksm_widgets.companions.lessons import Drawn, curriculum
from ksm_widgets.companions.picture import one_piece
from ksm_widgets.course.lesson import Legend
from ksm_widgets.draw import DARK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader


def _races(reader: Reader) -> Sequence[tuple[Scene, str]]:
    """A unit of each race, with the race's name."""
    return [
        (one_piece(unit(Unit(race, 3 + at), DARK)), reader.text(f"kings_race_many.{race}"))
        for at, race in enumerate(RACES)
    ]


CURRICULUM = curriculum(
    NAME,
    (
        "playing",
        (
            "text1",
            Legend("kings_races", _races),
            "text_table",
            Drawn("setup", ("K4", "K1"), starting.setup),
            Drawn("races", ("K3",), starting.in_play),
            Drawn("known", ("K5", "K4"), starting.what_is_known),
            "text2",
            Drawn("turn", ("K6", "K15", "K16", "K5"), playing.a_turn),
            Drawn("play", ("K8", "K7"), playing.where_to_play),
            Drawn("cards", ("K8", "K6"), playing.what_to_play),
            "text3",
            Drawn("mine", ("K2",), starting.a_mine),
            Drawn("capture", ("K9", "K2"), playing.one_more),
            "text4",
            Drawn("owner", ("K10", "K9", "K3"), playing.whose_mine),
            Drawn("whom", ("K10", "K8", "K3"), playing.for_whom),
            "text5",
        ),
    ),
    (
        "mining",
        (
            "text1",
            Drawn("pile", ("K11",), drawing.the_pile),
            Drawn("draw", ("K16", "K11", "K14"), drawing.what_to_draw),
            Drawn("odds", ("K16", "K1"), drawing.deck_odds),
            "text2",
            Drawn("miners", ("K12", "K8"), mining.miners),
            Drawn("overseer", ("K13", "K8"), mining.overseers),
            Drawn("finish", ("K13", "K12", "K14"), mining.to_finish),
            Drawn("brings", ("K11", "K14", "K15"), mining.what_happens),
            "text3",
            Drawn("stuck", ("K17", "K8", "K18"), stuck.can_play),
            Drawn("waits", ("K18", "K8"), stuck.waiting),
            Drawn("end", ("K19", "K16"), ending.the_end),
            "text4",
            Drawn("stake", ("K20", "K2"), scoring.value_at_stake),
            Drawn("soonest", ("K12", "K2", "K10"), mining.soonest),
            Drawn("score", ("K20", "K14"), scoring.final_score),
            Drawn("wins", ("K21", "K20"), scoring.who_wins),
            "text5",
        ),
    ),
)

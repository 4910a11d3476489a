"""The lessons of Raubbau, in three notebooks; what draws their tasks is in `practice`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.lessons import Drawn, curriculum
from ksm_widgets.companions.picture import one_piece
from ksm_widgets.companions.raubbau import NAME
from ksm_widgets.companions.raubbau.box import the_box
from ksm_widgets.companions.raubbau.naming import face_word
from ksm_widgets.companions.raubbau.pieces import treasure
from ksm_widgets.companions.raubbau.practice import (
    action,
    blasting,
    ending,
    falling,
    leaving,
    mine,
    odds,
    planning,
)
from ksm_widgets.course.lesson import Legend

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.draw import Scene
    from ksm_widgets.telling.phrases import Reader


def _faces(reader: Reader) -> Sequence[tuple[Scene, str]]:
    """Every face of a treasure with its name, each set in turn."""
    box = the_box()
    return [
        (one_piece(treasure(box.sets[at % len(box.sets)], face)), reader.text(face_word(face).key))
        for at, face in enumerate(box.faces)
    ]


CURRICULUM = curriculum(
    NAME,
    (
        "planning",
        (
            "text1",
            Drawn("setup", ("B4", "B1"), mine.setup),
            "text2",
            Legend("raubbau_faces", _faces),
            Drawn("set", ("B3", "B1"), mine.in_a_set),
            Drawn("known", ("B3",), mine.known_cards),
            "text3",
            Drawn("joined", ("B6", "B2"), mine.joined),
            Drawn("reach", ("B7", "B6"), mine.reachable),
            Drawn("dig", ("B12", "B7", "B13", "B14"), planning.where_to_dig),
            "text4",
            Drawn("pass", ("B9", "B11", "B14"), planning.passing),
            Drawn("order", ("B5", "B10"), planning.turn_order),
            Drawn("binding", ("B10", "B19"), planning.until_binding),
            Drawn("stairs", ("B17", "B12"), planning.on_the_stairs),
            "text5",
            Drawn("row", ("B15",), blasting.the_row),
            Drawn("blast", ("B15", "B12"), blasting.where_to_blast),
            "text6",
            Drawn("spider", ("B16", "B12"), planning.scaring),
            "text7",
            Drawn("round", ("B8", "B19", "B20", "B5"), planning.a_round),
            "text8",
        ),
    ),
    (
        "action",
        (
            "text1",
            Drawn("order", ("B20", "B5"), action.acting_order),
            Drawn("dig", ("B21", "B22", "B37"), action.carried_out),
            Drawn("turn", ("B22", "B2"), action.rotating),
            Drawn("new", ("B23", "B6"), action.new_treasures),
            Drawn("look", ("B24",), action.looking),
            Drawn("short", ("B25", "B23"), action.short_stacks),
            Drawn("lay", ("B26", "B31"), action.laying),
            Drawn("stand", ("B27", "B13"), action.moving_on),
            "text2",
            Drawn("falls", ("B32", "B31", "B6"), falling.what_falls),
            Drawn("hit", ("B34", "B36", "B32"), falling.who_is_hit),
            Drawn("skipped", ("B35", "B34", "B14"), falling.who_is_skipped),
            "text3",
            Drawn("blast", ("B29", "B28"), blasting.blast_counts),
            Drawn("after", ("B30",), blasting.after_a_blast),
            Drawn("blast_falls", ("B33", "B32"), falling.blast_falls),
        ),
    ),
    (
        "ending",
        (
            "text1",
            Drawn("odds", ("B26", "B3"), odds.dragon_odds),
            Drawn("cave", ("B31", "B26"), odds.cave_odds),
            Drawn("safest", ("B26", "B3"), odds.the_safest),
            Drawn("gem", ("B26", "B3"), odds.gem_odds),
            "text2",
            Drawn("end", ("B38", "B39", "B40", "B41"), ending.the_end),
            Drawn("score", ("B42", "B41", "B37"), ending.score),
            Drawn("shown", ("B43", "B42"), ending.shown),
            Drawn("keep", ("B45", "B41"), ending.kept),
            Drawn("game", ("B44", "B46"), ending.game_over),
            Drawn("draw", ("B46",), ending.the_draw),
            "text3",
            Drawn("leave", ("B42", "B38", "B41"), leaving.leave_or_dig),
            "text4",
        ),
    ),
)

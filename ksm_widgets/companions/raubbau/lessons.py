"""The lessons of Raubbau, in three notebooks; what draws their tasks is in `practice`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.lessons import curriculum
from ksm_widgets.companions.raubbau.box import the_box
from ksm_widgets.companions.raubbau.pieces import treasure
from ksm_widgets.companions.raubbau.practice import (
    action,
    ending,
    falling,
    odds,
    planning,
    setting_up,
)
from ksm_widgets.companions.raubbau.telling import face_word
from ksm_widgets.course.lesson import Legend
from ksm_widgets.draw.shapes import Placed, Scene
from ksm_widgets.tasks.exercise import Exercise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.telling.phrases import Reader


def _faces(reader: Reader) -> Sequence[tuple[Scene, str]]:
    """Every face of a treasure with its name, each set in turn."""
    box = the_box()
    return [
        (
            Scene(100, 100, (Placed(treasure(box.sets[at % len(box.sets)], face), 0, 0),)),
            reader.text(face_word(face).key),
        )
        for at, face in enumerate(box.faces)
    ]


CURRICULUM = curriculum(
    "raubbau",
    (
        "planning",
        (
            "text1",
            Exercise("raubbau.planning.setup", ("B4", "B1"), setting_up.setup),
            "text2",
            Legend("raubbau_faces", _faces),
            Exercise("raubbau.planning.set", ("B3", "B1"), setting_up.in_a_set),
            Exercise("raubbau.planning.known", ("B3",), setting_up.known_cards),
            "text3",
            Exercise("raubbau.planning.joined", ("B6", "B2"), setting_up.joined),
            Exercise("raubbau.planning.reach", ("B7", "B6"), setting_up.reachable),
            Exercise(
                "raubbau.planning.dig", ("B12", "B7", "B13", "B14", "B15"), planning.where_to_dig
            ),
            "text4",
            Exercise("raubbau.planning.pass", ("B9", "B11", "B14"), planning.passing),
            Exercise("raubbau.planning.order", ("B5", "B10"), planning.turn_order),
            Exercise("raubbau.planning.binding", ("B10", "B19"), planning.until_binding),
            Exercise("raubbau.planning.stairs", ("B17", "B12"), planning.on_the_stairs),
            "text5",
            Exercise("raubbau.planning.row", ("B15",), planning.the_row),
            Exercise("raubbau.planning.blast", ("B15", "B12"), planning.where_to_blast),
            "text6",
            Exercise("raubbau.planning.spider", ("B16", "B12"), planning.scaring),
            "text7",
            Exercise("raubbau.planning.round", ("B8", "B19", "B20", "B5"), planning.a_round),
            "text8",
        ),
    ),
    (
        "action",
        (
            "text1",
            Exercise("raubbau.action.order", ("B20", "B5"), action.acting_order),
            Exercise("raubbau.action.dig", ("B21", "B22", "B37"), action.carried_out),
            Exercise("raubbau.action.turn", ("B22", "B2"), action.turning),
            Exercise("raubbau.action.new", ("B23", "B6"), action.new_treasures),
            Exercise("raubbau.action.look", ("B24",), action.looking),
            Exercise("raubbau.action.short", ("B25", "B23"), action.short_stacks),
            Exercise("raubbau.action.lay", ("B26", "B31"), action.laying),
            Exercise("raubbau.action.stand", ("B27", "B13"), action.moving_on),
            "text2",
            Exercise("raubbau.action.falls", ("B32", "B31", "B6"), falling.what_falls),
            Exercise("raubbau.action.hit", ("B34", "B36", "B32"), falling.who_is_hit),
            Exercise("raubbau.action.skipped", ("B35", "B34", "B14"), falling.who_is_skipped),
            "text3",
            Exercise("raubbau.action.blast", ("B29", "B28"), falling.blast_counts),
            Exercise("raubbau.action.after", ("B30",), falling.after_a_blast),
            Exercise("raubbau.action.blast_falls", ("B33", "B32"), falling.blast_falls),
        ),
    ),
    (
        "ending",
        (
            "text1",
            Exercise("raubbau.ending.odds", ("B26", "B3"), odds.dragon_odds),
            Exercise("raubbau.ending.cave", ("B31", "B26"), odds.cave_odds),
            Exercise("raubbau.ending.safest", ("B26", "B3"), odds.the_safest),
            Exercise("raubbau.ending.gem", ("B26", "B3"), odds.gem_odds),
            "text2",
            Exercise("raubbau.ending.end", ("B38", "B39", "B40", "B41"), ending.the_end),
            Exercise("raubbau.ending.score", ("B42", "B41", "B37"), ending.score),
            Exercise("raubbau.ending.shown", ("B43", "B42"), ending.shown),
            Exercise("raubbau.ending.keep", ("B45", "B41"), ending.kept),
            Exercise("raubbau.ending.game", ("B44", "B46"), ending.next_one),
            Exercise("raubbau.ending.draw", ("B46",), ending.the_draw),
            "text3",
            Exercise("raubbau.ending.leave", ("B42", "B38", "B41"), ending.leave_or_dig),
            "text4",
        ),
    ),
)

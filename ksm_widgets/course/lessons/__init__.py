"""The course of the mine: lessons 0 to 12 as data; what draws their tasks is in `practice`."""

from __future__ import annotations

from functools import partial

from ksm_widgets.course.games import GAMES, OWN
from ksm_widgets.course.lesson import Curriculum, Differs, Legend, Lesson
from ksm_widgets.course.practice import (
    PRACTICE,
    cards,
    digs,
    ending,
    known,
    magic,
    mines,
    moves,
    paying,
    races,
    tiles,
    turns,
)
from ksm_widgets.draw import DARK
from ksm_widgets.mine.rulebook import RULEBOOK, rule_pictures, tiles_of
from ksm_widgets.rules.chance import below
from ksm_widgets.rules.edition_rules import editions
from ksm_widgets.rules.tiles import Group, Power
from ksm_widgets.tasks.exercise import Exercise

_SEAL_AND_CARPET = frozenset([Power.SEAL, Power.CARPET])
_COUNTED = ("R32", "R28", "R29", "R30", "R31")

LESSONS: tuple[Lesson, ...] = (
    Lesson(
        0,
        "start",
        (
            "text1",
            "text2",
            Exercise("start.mark", ("R2",), mines.fives),
            "text4",
        ),
        more=(
            "text5",
            Exercise("start.choose", ("R1",), known.ENTRANCE, then=mines.quarry_named),
            Exercise("start.number", ("R3",), partial(mines.heights, level=1)),
            "text3",
            Exercise("start.move", ("R12",), moves.any_move),
        ),
    ),
    Lesson(
        1,
        "mine",
        (
            "text1",
            Exercise("mine.quarry", ("R1",), partial(mines.quarry_named, level=1)),
            "text2",
            Legend("tiles", tiles_of(Group.TREASURE, Group.CURSE, Group.PARCHMENT, Group.MAGIC)),
            "text3",
            Differs("backs", ("R3",)),
            Exercise("mine.level", ("R3", "R9"), mines.on_level),
        ),
        more=(
            Exercise("mine.group", ("R2",), partial(mines.kinds_of_tiles, level=1)),
            Exercise("mine.box", ("R2",), mines.in_the_box, then=mines.kinds_of_tiles),
            "text5",
            Exercise("mine.hidden", ("R3",), mines.hidden_at_first, then=mines.heights),
        ),
    ),
    Lesson(
        2,
        "round",
        (
            "text1",
            "text2",
            Legend("order", rule_pictures("R6"), rule_pictures("R6", theme=DARK)),
            Exercise("round.turns", ("R6",), partial(cards.order_of_turns, level=1)),
            "text3",
            Exercise("round.secret", ("R33",), known.SECRET, then=mines.uncovered),
        ),
        more=(
            Exercise("round.dealt", ("R4",), cards.dealt, then=cards.dealing),
            Exercise("round.left_over", ("R4",), cards.left_over, then=cards.dealing),
        ),
    ),
    Lesson(
        3,
        "card",
        (
            "text1",
            "text2",
            Exercise("card.lay", ("R7",), partial(cards.laying, level=1)),
        ),
        more=(
            Exercise("card.held", ("R7",), partial(cards.laying, level=3)),
            "text4",
            Exercise("card.size", ("R5",), partial(cards.card_size, level=1)),
            Exercise("card.edge", ("R7",), partial(cards.laying, level=2)),
        ),
    ),
    Lesson(
        4,
        "dig",
        (
            "text1",
            Exercise("dig.where", ("R9", "R8"), partial(digs.one_level, level=1)),
            "text2",
            Exercise("dig.why", ("R9", "R10", "R7", "R8"), digs.what_forbids),
            "text3",
            Exercise("dig.all", ("R8",), known.ALL, then=digs.left_out),
            "text4",
        ),
        more=(
            Exercise("dig.empty", ("R10",), partial(digs.empty_quarries, level=1)),
            Exercise("dig.optional", ("R11",), known.OPTIONAL, then=digs.worth_digging),
            Exercise("dig.levels", ("R9",), digs.on_levels, fixed=True),
            Exercise("dig.best", ("R8", "R9"), digs.best_dig),
        ),
    ),
    Lesson(4, "first", (GAMES["first"],), halfway=True),
    Lesson(
        5,
        "moving",
        (
            "text1",
            Exercise("moving.picture", ("R13", "R12"), moves.beside_the_middle, fixed=True),
            "text2",
            "text3",
            Exercise("moving.cost", ("R14",), partial(moves.price, level=1)),
            "text4",
        ),
        more=(
            "text7",
            Exercise("moving.bare", ("R12",), moves.five_uncovered),
            Exercise("moving.targets", ("R13", "R12"), partial(moves.reach, level=2)),
            Exercise("moving.fresh", ("R13",), moves.nowhere_at_first, then=moves.reach),
            Exercise(
                "moving.known",
                ("R33", "R12"),
                lambda rng, _: mines.seen_before(rng, moves=1 + below(rng, 2)),
            ),
            Exercise("moving.bring", ("R13", "R14"), moves.brought_there),
            Exercise("moving.fill", ("R10", "R13"), moves.gap_filled),
            Exercise("moving.one", ("R12", "R13", "R9"), moves.one_move_and_dig),
            "text5",
            Differs("variant", ("R15",)),
            Exercise("moving.beginner", ("R15",), partial(moves.beginners_targets, level=2)),
        ),
    ),
    Lesson(
        6,
        "tiles",
        (
            "text1",
            Exercise("tiles.left", ("R16", "R17"), partial(tiles.money_left, level=2)),
            "text2",
            "text3",
            Exercise("tiles.sets", ("R18",), tiles.sets_held, then=tiles.sets_made),
            "text4",
        ),
        more=(
            Exercise("tiles.kept", ("R17",), known.KEPT, then=tiles.curses_dug),
            Exercise("tiles.curses", ("R17",), partial(tiles.curses_dug, level=2)),
            Exercise("tiles.missing", ("R18", "R8"), tiles.set_completed),
            "text5",
            Exercise("tiles.worth_to_two", ("R18", "R28"), tiles.worth_to_two),
        ),
    ),
    Lesson(
        7,
        "magic",
        (
            "text1",
            Legend("objects", tiles_of(Group.MAGIC)),
            "text2",
            Exercise("magic.mirror", ("R21",), magic.with_mirror, fixed=True),
            Differs("carpet", ("R22",)),
            "text3",
            Exercise("magic.seal", ("R23",), magic.with_seal, fixed=True),
            "text4",
            "text6",
        ),
        more=(
            Exercise("magic.when", ("R19",), known.WHEN, then=tiles.objects_ready),
            Exercise("magic.which", ("R21", "R22", "R23", "R24"), magic.which_helps),
            Exercise("magic.carpet", ("R22",), magic.with_carpet, fixed=True),
            "text7",
            Exercise("magic.sealed", ("R23", "R9"), partial(magic.sealed, level=1)),
            Exercise(
                "magic.sealed_own",
                ("R23", "R9"),
                partial(magic.sealed_as, own=True),
                then=magic.sealed,
            ),
            Exercise(
                "magic.sealed_with",
                ("R23", "R9"),
                partial(magic.sealed_as, powers=_SEAL_AND_CARPET, mixed=True),
                then=magic.sealed,
            ),
            Exercise("magic.amulet", ("R24",), partial(magic.free_curses, level=1)),
            "text5",
            Exercise(
                "magic.combined", ("R20", "R22", "R24"), magic.with_carpet_and_amulet, fixed=True
            ),
            Exercise("magic.both", ("R20", "R21", "R22"), magic.with_both),
            Exercise("magic.second", ("R20",), known.SECOND, then=magic.needed),
            Exercise(
                "magic.together",
                ("R20", "R21", "R22", "R24"),
                lambda rng, edition: magic.needed(rng, edition, 1 + below(rng, 3)),
            ),
        ),
    ),
    Lesson(7, "spending", (GAMES["spending"],), halfway=True),
    Lesson(
        8,
        "paying",
        (
            "text1",
            Exercise("paying.can", ("R25",), paying.can_pay, then=paying.payment),
            "text2",
            "text3",
            Differs("broke", ("R26",)),
            Exercise("paying.aftermath", ("R26",), known.AFTERMATH, then=paying.failed),
        ),
        more=(
            Exercise("paying.most", ("R25",), partial(paying.payment, level=1)),
            "text6",
            Exercise("paying.change", ("R25",), paying.change_for_one, then=paying.payment),
            Exercise("paying.bank", ("R25",), partial(paying.payment, level=3)),
            "text4",
            Exercise("paying.broke", ("R26",), partial(paying.failed, level=1)),
            Exercise("paying.undug", ("R26",), partial(paying.failed, level=2)),
            Exercise("paying.too_few", ("R26",), partial(paying.failed, level=3)),
            Exercise("paying.received", ("R26",), known.RECEIVED, then=paying.failed),
            Differs("shown", ("R27",)),
            Exercise("paying.late", ("R27",), known.LATE, then=paying.found_wrong),
        ),
    ),
    Lesson(
        9,
        "end",
        (
            "text1",
            Legend("screen", rule_pictures("R28"), rule_pictures("R28", theme=DARK)),
            "text2",
            Exercise(
                "end.clear",
                ("R29", "R30"),
                partial(ending.one_bonus, cases=("clear", "half"), words="bonus"),
                then=ending.both_bonuses,
            ),
            "text3",
            Exercise(
                "end.firsts",
                ("R31",),
                partial(ending.one_bonus, cases=("first", "three")),
                then=ending.ties,
            ),
            "text5",
        ),
        more=(
            Exercise("end.winner", ("R28",), partial(ending.winner, level=1)),
            Exercise("end.shared", ("R28",), ending.shared_win),
            Exercise("end.half", ("R30",), ending.rulebooks_half, fixed=True),
            Exercise(
                "end.seconds",
                ("R31",),
                partial(ending.one_bonus, cases=("second",)),
                then=ending.ties,
            ),
            Exercise(
                "end.rounded",
                ("R31",),
                partial(
                    ending.one_bonus, cases=("seconds",), words="rounded", players=5, magic=True
                ),
                then=ending.ties,
            ),
            Exercise(
                "end.nothing",
                ("R31",),
                partial(ending.one_bonus, cases=("low", "alone"), words="nothing"),
                then=ending.ties,
            ),
            "text4",
            Exercise(
                "end.score_en", _COUNTED, partial(ending.rulebooks_game, which="en"), fixed=True
            ),
            Exercise(
                "end.score_de", _COUNTED, partial(ending.rulebooks_game, which="de"), fixed=True
            ),
        ),
    ),
    Lesson(9, "last", (GAMES["last"],), halfway=True),
    Lesson(
        10,
        "turn",
        (
            "text1",
            Exercise(
                "turn.steps", ("R6", "R8", "R14", "R25"), turns.steps, then=cards.order_of_turns
            ),
            "text2",
            Exercise("turn.example", ("R13", "R9", "R14"), turns.rulebooks_turn, fixed=True),
            Exercise("turn.example_cost", ("R25", "R14", "R17"), turns.rulebooks_price, fixed=True),
            "text3",
            Exercise("turn.account", ("R25", "R14", "R17"), partial(paying.payment, level=2)),
            "text4",
            Exercise("turn.whole", ("R8", "R9", "R13", "R14", "R25"), turns.whole_turn),
            "text5",
        ),
    ),
    Lesson(
        11,
        "costs",
        (
            "text1",
            Exercise("costs.net", ("R14", "R16", "R17"), turns.net_worth),
            "text2",
            Exercise("costs.pays", ("R14",), turns.does_it_pay),
            Exercise("costs.cheapest", ("R14", "R13", "R9"), turns.cheapest_turn),
            "text3",
            Exercise("costs.best", ("R14", "R13", "R16"), turns.best_turn),
            "text4",
            Exercise("costs.keep", ("R19", "R29"), turns.use_or_keep),
            "text6",
            Exercise("costs.held", ("R18", "R28", "R8"), tiles.best_for_me),
            "text5",
        ),
    ),
    Lesson(
        11,
        "races",
        (
            "text1",
            Exercise("races.first", ("R6",), races.low_or_high),
            "text2",
            Exercise("races.curses", ("R29",), races.more_curses),
            Exercise("races.object", ("R29",), races.last_object),
            Exercise("races.denied", ("R29",), races.denied),
            "text3",
        ),
        halfway=True,
    ),
    Lesson(12, "final", ("text1",)),
    Lesson(12, "own", (OWN,), halfway=True),
)

_TOPICS = (
    "mine.level practice.R1.2 practice.R1.3",
    "mine.group mine.box mine.hidden",
    "round.dealt round.left_over round.turns races.first",
    "round.secret moving.known",
    "card.lay card.edge card.held",
    "dig.where dig.empty dig.why",
    "dig.all dig.optional dig.best",
    "moving.targets moving.fresh moving.beginner",
    "moving.bare moving.bring moving.fill moving.cost",
    "tiles.left tiles.curses tiles.kept",
    "tiles.sets tiles.missing tiles.worth_to_two costs.held",
    "practice.R21.1 practice.R21.2 practice.R21.3",
    "practice.R22.1 practice.R22.3 magic.both magic.sealed magic.sealed_own magic.sealed_with",
    "magic.amulet practice.R24.2 practice.R24.3",
    "magic.when magic.second magic.which magic.together",
    "paying.can paying.most paying.change paying.bank turn.account",
    "paying.broke paying.undug paying.too_few paying.aftermath paying.received paying.late",
    "end.clear end.firsts end.seconds end.rounded end.nothing races.curses races.object",
    "practice.R32.1 practice.R32.2 practice.R32.3",
    "moving.one turn.whole costs.net costs.pays costs.cheapest costs.best costs.keep races.denied",
)
"""The topics of the final test: each line has the names of exercises that ask about one."""
_PATH = (
    *("start", "mine", "round", "card", "dig", "first"),
    *("moving", "tiles", "magic", "spending", "paying", "end", "last", "own"),
)
"""The lessons on the short way, of a good hour, to the learner's own first whole game.

What is `more` in them is not on the way: `python -m benchmarks.minutes` counts how long it takes.
"""
_NAMED = {
    exercise.name: exercise
    for exercises in (*(lesson.exercises for lesson in LESSONS), *PRACTICE.values())
    for exercise in exercises
}

CURRICULUM = Curriculum(
    LESSONS,
    PRACTICE,
    RULEBOOK,
    tuple(editions()),
    tuple(tuple(_NAMED[name] for name in topic.split()) for topic in _TOPICS),
    _PATH,
)
"""The course of the mine."""

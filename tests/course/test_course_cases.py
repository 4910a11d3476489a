"""Single exercises of the course: what each of them is there to show."""

from __future__ import annotations

import pytest

from ksm_widgets.course.kinds import Mark, Numbers, Order, PlaceCard, Shift
from ksm_widgets.course.lessons import LESSONS
from ksm_widgets.course.practice.ending import bonus_fields
from ksm_widgets.mine.table import MineTable
from ksm_widgets.rules import (
    QUARRIES,
    Move,
    Power,
    Quarry,
    Tile,
    Turn,
    Variant,
    legal_moves,
    moved,
)
from ksm_widgets.rules.scoring import CURSE_BONUS
from ksm_widgets.tasks.task import worded
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.words import sentence
from tests.course.answering import EDITIONS, accepted, drawn, play_task, refused
from tests.course.naive import everywhere, may_dig, may_step


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", ["moving.picture", "moving.targets", "moving.beginner"])
def test_the_targets_asked_for_are_the_rules_own(name: str, seed: int) -> None:
    task = drawn(name, seed, "de")
    assert isinstance(task, Mark)
    assert task.table is not None
    (source,) = task.table.marked
    beginner = task.table.variant is Variant.BEGINNER
    assert task.right_ones == {
        quarry
        for quarry in QUARRIES
        if may_step(task.table.position, source, quarry, beginner=beginner)
    }


@pytest.mark.parametrize("seed", range(4))
def test_a_wrong_tile_is_named_with_its_own_group(seed: int) -> None:
    task = drawn("mine.group", seed, "en")
    assert isinstance(task, Mark)
    for quarry in set(QUARRIES) - task.right_ones:
        tile = task.table.position.top(quarry)
        (remark,) = task.check({quarry}).remarks
        if tile is None:
            assert remark.key == "mine_feedback.is_empty"
        else:
            assert remark.key == "lesson_mine.group_wrong"
            group = sentence(f"group.{tile.group.value}")
            assert Reader("en").say(remark).endswith(f"that is one of the {group}.")


def test_who_digs_first_is_not_called_the_next() -> None:
    task = drawn("round.turns", 0, "en")
    assert isinstance(task, Order)
    first, *others = (option.name for option in task.options)
    for answer, told in (((*others, first), "begins"), ((first, others[-1], *others), "is next")):
        (remark,) = task.check(answer).remarks
        assert told in Reader("en").say(remark)


def test_everybody_whose_number_is_wrong_is_told_why() -> None:
    """Of four wrong numbers the last had its sum, and no reason."""
    task = _bonuses()
    said = task.check({field.name: field.value + 1 for field in task.fields})
    told = " ".join(map(Reader("en").say, (*said.remarks, *said.sums)))
    for field in task.fields:
        assert sum(field.name in Reader("en").say(each) for each in said.remarks) == 1, told
    # Those who tie are told so once, and have one sum.
    assert "Anna, Bruno, Carlo: 3 are tied for first" in told
    assert "Anna, Bruno, Carlo: (24 + 12) ÷ 3 = 12" in told


def _bonuses() -> Numbers:
    people, sizes = ["Anna", "Bruno", "Carlo", "Davide"], [11, 11, 11, 6]
    fields = bonus_fields(people, sizes, CURSE_BONUS)
    return Numbers(**worded("lesson_end.ties_curses"), rules=("R31",), fields=fields)


@pytest.mark.parametrize("seed", range(6))
def test_a_card_that_cannot_cover_what_is_touched_says_so(seed: int) -> None:
    """It came to lie beside it, and nothing said why."""
    task = drawn("magic.mirror", seed, "en")
    assert isinstance(task, PlaceCard)
    seat, beside = task.begun().seat, 0
    for _ in range(4):
        for quarry in QUARRIES:
            at = seat.touch(quarry)
            off = quarry not in at.marked
            beside += off
            told = "" if at.notice is None else at.notice.text(Reader("en"))
            assert (f"the card can't cover {quarry}" in told) is off
        seat = seat.acted("turn", "")
    assert beside


def test_a_detour_is_right_and_earns_fewer_stars() -> None:
    task = drawn("moving.bring", 0, "en")
    assert isinstance(task, Shift)
    idle = next(
        move
        for move in legal_moves(task.table.position)
        if {move.source, move.target}.isdisjoint(
            {q for step in task.way.moves for q in (step.source, step.target)}
        )
    )
    said = task.check(Turn((idle, *task.way.moves)))
    assert said.right
    assert said.stars == 2
    assert said.remarks[1].key == "mine_feedback.shorter"


def test_the_tile_that_was_meant_must_be_brought_not_one_like_it() -> None:
    task = drawn("moving.bring", 0, "en")
    assert isinstance(task, Shift)
    refused(task, Turn(task.way.moves[:1]), "lesson_moving.bring_elsewhere")


def test_a_five_bared_is_one_that_was_covered() -> None:
    for seed in range(4):
        task = drawn("moving.bare", seed, "en")
        assert isinstance(task, Shift)
        start = task.table.position
        for move in legal_moves(start):
            below = start.stack(move.source)[-2:-1]
            (accepted if below == (Tile.TREASURE_5,) else refused)(task, Turn((move,)))


@pytest.mark.parametrize(
    "name", [pytest.param("costs.best", marks=pytest.mark.slow), "costs.cheapest"]
)
def test_of_all_turns_with_one_move_just_those_within_the_slack_are_right(name: str) -> None:
    """Every turn with at most one move, judged naively: what ties with the best counts."""
    seed = next(s for s in range(40) if len(play_task(name, s).best().turn.moves) == 1)
    task = play_task(name, seed)
    table, best = task.table, task.best()
    wanted = {slot.quarry for slot in task.wanted}
    right = 0
    for move in legal_moves(table.position):
        after = moved(table.position, move)
        for dig in everywhere(table.shape):
            if not may_dig(after, dig, table.shape, frozenset()):
                continue
            said = task.check(Turn((move,), tuple(sorted(dig))))
            if wanted:
                as_good = wanted <= dig and move.source not in wanted and move.target not in wanted
                as_good = as_good or (wanted == {move.source} and move.target in dig)
            else:
                tiles = [after.stack(quarry)[-1] for quarry in dig]
                worth = sum(2 if tile.letter in "abcdMCSA" else tile.points for tile in tiles)
                cost = 2 * sum(tile.curse for tile in tiles) + 1
                as_good = worth - cost >= best.net - task.slack
            assert said.right == as_good
            right += said.right
    assert right >= 1


def test_moves_too_many_are_told_apart_from_the_wrong_dig() -> None:
    task = play_task("costs.best", 0)
    best = task.best()
    assert best.dig is not None
    touched = set(best.dig) | {q for m in best.turn.moves for q in (m.source, m.target)}
    one = next(
        move
        for move in legal_moves(task.table.position)
        if {move.source, move.target}.isdisjoint(touched)
    )
    after = moved(task.table.position, one)
    other = next(
        move for move in legal_moves(after) if {move.source, move.target}.isdisjoint(touched)
    )
    costly = Turn((one, other, *best.turn.moves), best.dig)
    refused(task, costly, "mine_feedback.same_tiles_cheaper", rule="R14")


def test_a_turn_within_the_slack_is_right_and_told_what_was_lost() -> None:
    task = play_task("turn.whole", 0)
    best = task.best()
    assert best.dig is not None
    touched = set(best.dig) | {q for m in best.turn.moves for q in (m.source, m.target)}
    idle = [
        move
        for move in legal_moves(task.table.position)
        if {move.source, move.target}.isdisjoint(touched)
    ]
    one = task.check(Turn((idle[0], *best.turn.moves), best.dig))
    assert (one.right, one.stars) == (True, 2)
    assert one.remarks[1].key == "mine_feedback.same_tiles_cheaper_one"


TYPICAL = {
    # exercise: answer, what is said to it, the rule that was missed
    "moving.picture": ({"b3"}, "illegal.uphill", "R13"),
    "dig.levels": ({"b5", "c5", "b6"}, "illegal.not_one_level", "R9"),
    "magic.mirror": ({"d2", "e2", "d3", "d4"}, "mine_feedback.dig_worth", "R21"),
    "magic.carpet": ({"e3", "d4", "e4", "e2"}, "illegal.shape_only_turned", "R7"),
    "magic.seal": ({"e2", "b3", "c3", "d3", "d4", "a1"}, "illegal.not_connected", "R23"),
}


@pytest.mark.parametrize("name", TYPICAL)
def test_typical_mistakes_on_the_worked_examples_are_named(name: str) -> None:
    quarries, key, rule = TYPICAL[name]
    refused(drawn(name, 0, "en"), {Quarry.parse(quarry) for quarry in quarries}, key, rule)


def test_swapped_letters_and_rows_from_behind_are_told_apart() -> None:
    task = drawn("mine.quarry", 0, "en")
    assert isinstance(task, Mark)
    (quarry,) = task.right_ones
    swapped = QUARRIES[6 * quarry.column + quarry.row]
    behind = QUARRIES[6 * (5 - quarry.row) + quarry.column]
    refused(task, {swapped}, "lesson_mine.quarry_swapped", "R1")
    refused(task, {behind}, "lesson_mine.quarry_from_behind", "R1")


def test_the_worked_example_with_card_15_is_the_rulebooks_turn() -> None:
    """Three moves, two parchments, two treasures, a scorpion: 5 to pay (R14, R17)."""
    task = play_task("turn.example", 0)
    plan = task.best()
    assert len(plan.turn.moves) == 3
    assert sorted(tile.letter for tile in plan.taken) == ["2", "5", "b", "d", "y"]
    assert plan.played.account.due == 5
    paying = drawn("turn.example_cost", 0, "en")
    refused(paying, {"due": 3, "left": 12})
    accepted(paying, {"due": 5, "left": 12})
    refused(task, Turn((Move.parse("b4-a4"),)), "illegal.uphill", "R13")


@pytest.mark.parametrize(
    ("name", "totals"),
    [
        ("end.score_en", {"Anna": 54, "Bruno": 81, "Carlo": 28, "Davide": 48}),
        ("end.score_de", {"Anna": 56, "Bruno": 63, "Carlo": 44, "David": 48}),
    ],
)
def test_both_score_examples_are_the_rulebooks_own(name: str, totals: dict[str, int]) -> None:
    task = drawn(name, 0, "en")
    accepted(task, totals)
    refused(task, {**totals, "Anna": totals["Anna"] + 8}, rule="R30")
    refused(task, {**totals, "Carlo": totals["Carlo"] + 6}, rule="R31")
    refused(task, {**totals, "Bruno": totals["Bruno"] - 20}, rule="R28")


def test_the_turn_one_cannot_pay_follows_the_readers_edition() -> None:
    """Five tiles for two opponents: one each, or two each (R26)."""
    english, german = (
        next(
            task
            for task in (drawn("paying.broke", seed, played) for seed in range(99))
            if (task.question.params["dug"], task.question.params["opponents"]) == (5, 2)
        )
        for played in EDITIONS
    )
    accepted(english, {"each": 1, "spare": 3, "added": 0})
    accepted(german, {"each": 2, "spare": 1, "added": 0})


def test_the_carpet_is_an_axe_on_a_german_table_in_either_language() -> None:
    question = drawn("magic.carpet", 0, "de").question
    assert "axe" in Reader("en", "de").say(question)
    assert "Beil" in Reader("de", "de").say(question)
    assert "Teppich" in Reader("de", "en").say(question)
    assert "carpet" in Reader("en", "en").say(question)


def test_thirteen_lessons_of_which_all_but_the_last_have_at_least_four_exercises() -> None:
    lessons = [lesson for lesson in LESSONS if not lesson.halfway]
    assert [lesson.number for lesson in lessons] == list(range(13))
    for lesson in (each for each in LESSONS if each.name != "final" and each.game is None):
        assert len(lesson.exercises) >= 4
        assert all(
            name.startswith(f"{lesson.name}.") for name in (e.name for e in lesson.exercises)
        )


def test_a_sentence_begins_with_a_capital_unless_a_quarry_or_a_parchment_stands_there() -> None:
    assert Reader("en").say(Phrase("power.seal")) == "Seal"
    assert Reader("en").say(Phrase("mine_feedback.is_empty", {"quarry": Quarry.parse("a1")})) == (
        "a1 is empty."
    )
    assert Phrase("lesson_turn.example_hint1").say("de").startswith("β und δ")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", ["turn.whole", "costs.best", "moving.one"])
def test_a_turn_to_be_played_cannot_be_passed_without_a_move(name: str, seed: int) -> None:
    task = play_task(name, seed)
    table = task.table
    assert len(task.best().turn.moves) >= 1
    digs = [
        dig
        for dig in everywhere(table.shape)
        if may_dig(table.position, dig, table.shape, frozenset())
    ]
    for dig in digs:
        refused(task, Turn((), tuple(sorted(dig))))
    if name == "moving.one":
        assert digs == []
        assert len(task.best().turn.moves) == 1


def test_in_a_mine_just_filled_nobody_can_move() -> None:
    task = drawn("moving.fresh", 0, "en")
    assert isinstance(task.table, MineTable)
    position = task.table.position
    assert {len(stack) for stack in position.stacks} == {4}
    steps = [
        (source, target)
        for source in QUARRIES
        for target in QUARRIES
        if may_step(position, source, target)
    ]
    assert steps == []
    accepted(task, {"tiles": 0})
    refused(task, {"tiles": 36}, "lesson_moving.fresh_tops", "R13")


@pytest.mark.parametrize("seed", range(6))
def test_an_empty_quarry_is_filled_by_any_move_that_makes_the_dig(seed: int) -> None:
    task = drawn("moving.fill", seed, "en")
    assert isinstance(task, Shift)
    table = task.table
    place = frozenset(table.marked)
    assert not may_dig(table.position, place, table.shape, frozenset())
    assert sum(not table.position.stack(quarry) for quarry in place) == 1
    right = 0
    for move in legal_moves(table.position):
        after = moved(table.position, move)
        fits = may_dig(after, place, table.shape, frozenset())
        (accepted if fits else refused)(task, Turn((move,)))
        right += fits
    assert right >= 1


def test_the_seal_adds_places_and_never_takes_one_away() -> None:
    own = drawn("magic.sealed_own", 0, "en")
    assert isinstance(own.table, MineTable)
    table, place = own.table, frozenset(own.table.marked)
    assert Power.SEAL in table.powers
    assert may_dig(table.position, place, table.shape, frozenset())
    assert place in everywhere(table.shape)
    accepted(own, "none")
    assert own.check("none").remarks[0].key == "practice.seal_is_own"
    refused(own, "apart", "practice.seal_not_apart")


def test_with_seal_and_carpet_levels_may_differ() -> None:
    task = drawn("magic.sealed_with", 0, "en")
    assert isinstance(task.table, MineTable)
    heights = {task.table.position.height(quarry) for quarry in task.table.marked}
    assert len(heights) > 1
    assert 0 not in heights
    accepted(task, "none")
    refused(task, "levels", "practice.seal_not_levels")


@pytest.mark.parametrize("seed", range(4))
def test_mirror_and_carpet_find_a_place_that_neither_does_alone(seed: int) -> None:
    task = drawn("magic.both", seed, "en")
    assert isinstance(task, PlaceCard)
    shape, position = task.table.shape, task.table.position
    places = {place for quarters in range(4) for place in everywhere(shape.turned(quarters))}
    for power in (Power.MIRROR, Power.CARPET):
        assert not any(may_dig(position, place, shape, frozenset([power])) for place in places)
    both = frozenset([Power.MIRROR, Power.CARPET])
    assert {frozenset(dig) for dig in task.solutions()} == {
        place for place in places if may_dig(position, place, shape, both)
    }


TIED = {
    # exercise: how many are tied, and what each of them may get
    "end.firsts": ({2, 3}, {18, 12, 8}),
    "end.seconds": ({2}, {6, 4}),
    "end.rounded": ({3}, {2}),
    "end.nothing": ({2, 3}, {0}),
}


@pytest.mark.parametrize("name", TIED)
def test_each_case_of_a_tie_stands_by_itself(name: str) -> None:
    counts, shares = TIED[name]
    task = drawn(name, 0, "en")
    assert isinstance(task, Numbers)
    assert task.sheet is not None
    sizes = [int(str(row[1].params["text"])) for row in task.sheet.rows]
    tied = {size for size in sizes if sizes.count(size) in counts}
    got = {field.value for field, size in zip(task.fields, sizes, strict=True) if size in tied}
    assert got & shares
    assert got <= shares | {0}

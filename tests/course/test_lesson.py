"""Tasks, progress and final test as widgets, without a browser."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.course.kinds import NumberField, Numbers, PlayTurn
from ksm_widgets.course.lessons import CURRICULUM
from ksm_widgets.course.writing import lesson_notebook
from ksm_widgets.draw import DARK, LIGHT
from ksm_widgets.explorer.links import situation_of
from ksm_widgets.mine.hand import HandMode
from ksm_widgets.mine.table import MineSeat
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Recall, Reviewed
from ksm_widgets.rules import KsmError, Move, Quarry, covered
from ksm_widgets.tasks.view.task import TaskView
from ksm_widgets.telling.phrases import Reader, plain
from ksm_widgets.widgets import Course
from ksm_widgets.words import LANGUAGES
from tests.course.answering import html, page_text
from tests.laying import laying
from tests.mistakes import wrong_answer
from tests.page.kernelless import click, frame, key, pointer

if TYPE_CHECKING:
    from ksm_widgets.draw import Marks


def marks(view: Any) -> Marks:
    """What the board points out."""
    shown: Marks = view.page.board.picture.marks
    return shown


def told(view: TaskView) -> str:
    """The words of a task, without markup."""
    return page_text(view)


def test_marking_by_clicks_until_it_is_right(course: Course, progress: Progress) -> None:
    view: Any = course.task("moving.picture")
    view.act("check", "")
    assert "Mark a quarry first" in told(view)
    click(view, "b3")
    view.act("check", "")
    assert "Never uphill" in told(view)
    assert "R13: Never uphill" in told(view)
    assert marks(view).not_diggable == (Quarry.parse("b3"),)
    click(view, "b3")  # Off again.
    for name in ("b4", "c4", "d4", "b2"):
        click(view, name)
    view.act("check", "")
    assert "one is missing" in told(view)
    click(view, "d2")
    view.act("check", "")
    assert "That is right." in told(view)
    # The first was no answer at all, the third an unfinished one.
    assert [a.right for a in progress.attempts()] == [False, True]
    assert {a.rule for a in progress.attempts()} == {"R13"}
    assert progress.stars() == {"moving.picture": 2}  # One try was wrong.
    click(view, "a1")  # What is right stays as it is.
    assert Quarry.parse("a1") not in view.state.seat.marked


def test_the_keyboard_alone_answers(course: Course) -> None:
    view: Any = course.task("moving.picture")
    frame(view, {"focus": True})
    key(view, "ArrowLeft")  # From c3, which is pointed out, to b3.
    assert "b3: jade scorpion, level 3" in view._board._frame.said
    key(view, "Enter")
    assert view.state.seat.marked == (Quarry.parse("b3"),)
    assert view._board._frame.said == "Marked: b3"
    key(view, "Backspace")
    assert view.state.seat.marked == ()
    frame(view, {"focus": False})
    assert marks(view).focus is None


def test_dragging_and_clicking_both_move(course: Course) -> None:
    view: Any = course.task("turn.example")
    click(view, "c4", "d5")
    assert view.state.seat.moves == (Move.parse("c4-d5"),)
    click(view, "d3")
    assert view.state.seat.hand.picked == Quarry.parse("d3")
    click(view, "c2")
    click(view, "d3")
    click(view, "b4")
    assert "touch" in told(view)  # b4 is no neighbour, and it says so.
    assert marks(view).illegal == Move.parse("d3-b4")
    key(view, "Escape")
    click(view, "d3", "d2")
    assert len(view.state.seat.moves) == 3
    view.act("hand", "lay")
    click(view, "e4")  # Not quite; laid anew where it should be.
    click(view, str(laying(view.task, view.task.best().dig)[1]))
    assert view.state.account.due == 5
    view.act("check", "")
    assert view.state.feedback.right
    assert view.state.feedback.stars == 3


def test_a_card_hangs_under_the_pointer_until_it_is_laid(course: Course) -> None:
    view: Any = course.task("dig.levels")
    view.act("check", "")
    assert "Lay the card in the mine first" in told(view)
    pointer(view, "point", "b2")
    assert [str(quarry) for quarry in marks(view).ghost] == ["a2", "b2", "a3"]
    assert view.state.seat.marked == ()
    view.point(None)
    assert marks(view).ghost == ()
    click(view, "f6")  # It does not stick out of the mine.
    assert [str(quarry) for quarry in view.state.seat.marked] == ["e5", "f5", "e6"]
    quarters, quarry = laying(view.task, view.task.solution())
    assert quarters == 0
    click(view, str(quarry))
    view.act("turn", "")  # There is no mirror.
    view.act("check", "")
    assert "That is right." in told(view)
    pointer(view, "point", "b2")
    assert marks(view).ghost == ()


def test_a_card_is_laid_by_keys_and_with_the_mirror_turned(course: Course) -> None:
    view: Any = course.task("magic.mirror")
    quarters, quarry = laying(view.task, view.task.solution())
    assert quarters == 0  # It turns by itself to where it can be dug.
    for _ in range(quarry.column):
        key(view, "ArrowRight")
    for _ in range(quarry.row):
        key(view, "ArrowUp")
    assert marks(view).ghost
    key(view, "Enter")
    assert view._board._frame.said == "Marked: " + ", ".join(map(str, view.state.seat.marked))
    assert view.state.seat.hand.turned > 0
    view.act("check", "")
    assert "That is right." in told(view)


def test_r_turns_the_card_before_it_is_laid(course: Course) -> None:
    view: Any = course.task("magic.both")
    for quarters in (1, 2, 3, 0):
        key(view, "r")
        assert view.state.seat.hand.turned == quarters


def test_with_the_seal_and_while_learning_shapes_quarries_are_marked_singly(
    course: Course,
) -> None:
    for name in ("magic.seal", "card.lay", "card.edge"):
        view: Any = course.task(name)
        click(view, "a1")
        pointer(view, "point", "b2")
        assert view.state.seat.marked == (Quarry.parse("a1"),)
        assert marks(view).ghost == ()


def test_taking_back_lifts_the_card_before_it_takes_back_moves(course: Course) -> None:
    view: Any = course.task("turn.example")
    click(view, "c4", "d5")
    key(view, "g")
    click(view, "b2")
    view.act("back", "")
    assert (view.state.seat.marked, len(view.state.seat.moves)) == ((), 1)
    view.act("back", "")
    assert view.state.seat.moves == ()


def test_an_uphill_move_is_explained_where_it_is_tried(course: Course) -> None:
    view: Any = course.task("turn.example")
    click(view, "b4", "a4")
    assert "Never uphill" in told(view)
    assert view.state.seat.moves == ()


def test_beside_the_board_nothing_happens(course: Course) -> None:
    view: Any = course.task("moving.picture")
    before = view.state.seat
    view.release(None)
    view.point(Quarry.parse("a1"))
    view.paste("text")
    pointer(view, "press", "a1")
    view.release(Quarry.parse("b1"))  # Down here, up there: no mark.
    assert view.state.seat.marked == before.marked


def test_hints_lead_to_an_answer_that_earns_nothing(course: Course, progress: Progress) -> None:
    view = course.task("tiles.sets")
    hints = len(view.task.hints)
    for number in range(hints):
        view.act("hint", "")
        assert view.state.hints == number + 1
    assert "Show an answer" in told(view)
    view.act("hint", "")
    assert view.state.shown
    view.act("check", "")
    assert view.state.feedback is not None
    assert view.state.feedback.right
    assert progress.attempts() == ()
    view.act("new", "")
    assert not view.state.shown


def test_a_task_that_is_done_can_be_opened_in_the_explorer(course: Course) -> None:
    view: Any = course.task("turn.example")
    assert "In the explorer" not in told(view)
    while not view.state.shown:
        view.act("hint", "")
    found = re.search(r'value="\?(board=[^"]+)"', html(view))
    assert found is not None
    asked = situation_of(unescape(found[1]))
    table = view.state.task.table
    assert (asked.position, asked.card) == (table.position, table.card)
    assert asked.money == table.money
    hidden = replace(table, open=False)
    assert situation_of(hidden.link).position == covered(table.position)


def test_a_new_position_is_drawn_and_can_be_drawn_again(course: Course) -> None:
    view = course.task("moving.targets")
    first = view.task
    view.act("new", "")
    assert view.task.table != first.table
    assert course.task("moving.targets", seed=1).task.table == view.task.table


def stars_of(view: Any, *answers: object, hints: int = 0) -> int:
    """The stars for the last of these answers, after so many hints."""
    for _ in range(hints):
        view.act("hint", "")
    for answer in answers:
        give(view, answer)
        view.act("check", "")
    assert view.state.feedback.right
    said: int = view.state.feedback.stars
    return said


@pytest.mark.parametrize(
    ("wrong", "hints", "stars"), [(0, 0, 3), (1, 0, 2), (0, 1, 2), (1, 1, 1), (3, 2, 1)]
)
def test_wrong_tries_and_hints_cost_stars(
    course: Course, progress: Progress, wrong: int, hints: int, stars: int
) -> None:
    for name in ("moving.targets", "tiles.sets", "round.turns", "dig.where"):
        view: Any = course.task(name)
        mistake, right = wrong_answer(view.task), view.task.solution()
        assert stars_of(view, *[mistake] * wrong, right, hints=hints) == stars, name
        assert progress.stars()[name] == stars
        assert f"{stars} of 3 stars" in html(view)


def test_the_same_wrong_answer_costs_a_star_only_once(course: Course, progress: Progress) -> None:
    for name in ("moving.cost", "moving.targets", "round.turns", "dig.where"):
        view: Any = course.task(name)
        before = len(progress.attempts())
        give(view, wrong_answer(view.task))
        for _ in range(3):
            view.act("check", "")
        assert "You tried that already." in told(view)
        assert len(progress.attempts()) == before + 1
        assert stars_of(view, view.task.solution()) == 2, name


def test_once_the_answer_was_shown_another_task_is_the_main_thing_to_do(course: Course) -> None:
    view: Any = course.task("mine.level")
    main = re.compile(r'<button class="[^"]*ksm-main[^>]*>([^<]*)')
    assert main.findall(html(view)) == ["Check"]
    for _ in range(len(view.task.hints) + 1):
        view.act("hint", "")
    assert view.state.shown
    assert main.findall(html(view)) == ["New position"]
    view.act("new", "")
    assert main.findall(html(view)) == ["Check"]


def test_every_quarry_that_a_question_about_moves_names_is_marked() -> None:
    for seed in range(5):
        task: Any = CURRICULUM.exercises["moving.cost"].task(seed, Reader("en").edition)
        named = set(re.findall(r"[a-f][1-6]", Reader("en").say(task.question)))
        assert named == {str(quarry) for quarry in task.table.marked}


def test_an_answer_that_is_right_so_far_costs_no_stars(course: Course, progress: Progress) -> None:
    for name in ("moving.targets", "end.shared"):
        view: Any = course.task(name)
        while len(view.task.solution()) < 2:
            view.act("new", "")
        right = view.task.solution()
        give(view, [*right][1:])
        view.act("check", "")
        assert "Right so far" in told(view)
        assert stars_of(view, right) == 3
        assert progress.attempts()[-1].right
    assert len(progress.attempts()) == 2


def test_a_choice_cannot_be_clicked_through(course: Course, progress: Progress) -> None:
    view: Any = course.task("dig.optional")
    mistake, right = wrong_answer(view.task), view.task.solution()
    assert stars_of(view, mistake, right) == 0
    assert "a new question is worth three again" in told(view)
    assert progress.stars() == {"dig.optional": 0}
    # Nor by opening the lesson anew.
    assert stars_of(course.task("dig.optional"), right) == 0
    view.act("new", "")
    assert stars_of(view, view.task.solution()) == 3
    assert progress.stars() == {"dig.optional": 3}
    assert stars_of(course.task("dig.optional"), right) == 0
    assert progress.stars() == {"dig.optional": 3}  # Stars once won stay.


def test_a_choice_after_a_hint_has_a_star_less(course: Course) -> None:
    view: Any = course.task("magic.when")
    assert stars_of(view, view.task.solution(), hints=1) == 2


def test_an_unfinished_answer_costs_nothing(course: Course) -> None:
    view: Any = course.task("tiles.sets")
    view.act("check", "")
    assert "Enter a whole number." in told(view)
    assert stars_of(view, view.task.solution()) == 3


def test_a_worked_example_may_be_tried_again_for_three_stars(course: Course) -> None:
    view: Any = course.task("end.half")
    assert stars_of(view, wrong_answer(view.task), view.task.solution()) == 2
    view.act("new", "")
    assert stars_of(view, view.task.solution()) == 3


def test_numbers_are_taken_as_they_are_typed(course: Course) -> None:
    view = course.task("turn.example_cost")
    view.act("fill-due", "3")
    view.act("check", "")
    assert "Enter a whole number" in told(view)
    view.act("fill-left", "twelve")
    view.act("check", "")
    assert "Enter a whole number" in told(view)
    view.act("fill-left", "12")
    view.act("check", "")
    assert "To pay: Those are only the moves" in told(view)
    view.act("fill-due", " 5 ")
    view.act("check", "")
    assert "That is right." in told(view)


def test_options_are_chosen_one_several_or_in_order(course: Course) -> None:
    one: Any = course.task("start.choose")
    one.act("choose", "top")
    one.act("choose", "left")
    assert one.state.chosen == ("left",)
    one.act("choose", "left")
    assert one.state.chosen == ()
    one.act("choose", "nowhere")
    assert one.state.chosen == ()
    several: Any = course.task("paying.aftermath")
    several.act("choose", "moves")
    several.act("choose", "pay")
    assert several.state.chosen == ("moves", "pay")
    several.act("choose", "pay")
    several.act("check", "")
    # It costs nothing, and is no error.
    assert "ksm-tone-info" in html(several)
    assert "ksm-tone-warning" not in html(several)
    order: Any = course.task("turn.steps")
    for name in ("choose", "reveal", "dig"):
        order.act("choose", name)
    order.act("check", "")
    assert "Tiles are moved before the dig" in told(order)


@pytest.mark.parametrize("language", ["en", pytest.param("de", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", CURRICULUM.exercises)
def test_every_task_shows_and_its_answer_is_taken(
    name: str, language: str, progress: Progress
) -> None:
    view = Course(language, progress=progress).task(name)
    bundle = view._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    reader = Reader(language)
    assert reader.say(view.task.question) in data["text/plain"]
    assert ("image/svg+xml" in data) == (view.task.table is not None)
    view.act("check", "")
    while not view.state.shown:
        view.act("hint", "")
    view.act("check", "")
    assert view.state.feedback is not None
    assert view.state.feedback.right
    if isinstance(view.task, PlayTurn):
        assert isinstance(view.state.seat, MineSeat)
        assert view.state.seat.mode is HandMode.MOVE


def test_words_from_outside_are_escaped(progress: Progress) -> None:
    view = TaskView(CURRICULUM.exercises["end.winner"], Reader("en"), progress)
    view.failed(ValueError("<script>alert(1)</script>"))
    assert "<script>" not in html(view)


def test_an_exception_in_a_callback_is_shown(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    view: Any = course.task("moving.picture")

    def broken(*_: object) -> None:
        raise RuntimeError("a lamp went out")

    monkeypatch.setattr(type(view.page), "pressed", broken)
    click(view, "b4")
    assert "a lamp went out" in told(view)


def test_the_page_s_theme_is_followed(course: Course) -> None:
    view: Any = course.task("moving.picture")
    frame(view, {"theme": "dark"})
    assert view.page.theme.name == "dark"


def give(view: Any, answer: object) -> None:
    """Give an answer as a whole, without the touches that lead to it."""
    view.set_answering(view.state.answered(answer))


# Progress


def test_progress_is_shown_saved_and_loaded(
    course: Course, progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    view: Any = course.task("mine.quarry")
    give(view, view.task.solution())
    view.act("check", "")
    shown = course.progress()
    assert "1 / 2" in html(shown)
    assert "only kept for this session" in html(shown).lower()
    sent: list[Any] = []
    monkeypatch.setattr(shown._panels["asked"], "send", sent.append)
    shown.act("save", "")
    text = progress.text()
    assert sent == [{"save": "ksm-progress.json", "text": text}]
    # What is reached on the same page is there at once.
    other_task: Any = course.task("mine.level")
    give(other_task, other_task.task.solution())
    other_task.act("check", "")
    assert "2 / 2" in html(shown)

    elsewhere = Progress()
    other = Course("de", progress=elsewhere).progress()
    other.act("load", text)
    assert "Neue Versuche geladen: 1" in html(other)
    assert elsewhere.stars() == {"mine.quarry": 3}
    other.act("load", "no file of ours")
    assert "kein JSON" in html(other)
    elsewhere.close()


def test_the_reader_s_edition_is_kept_for_all_lessons(course: Course, progress: Progress) -> None:
    assert course.reader.played == "en"
    course.progress().act("edition", "de")
    assert Course("en", progress=progress).reader.played == "de"
    course.progress().act("edition", "fr")
    assert Course("en", progress=progress).reader.played == "de"
    assert Course("en", edition="en", progress=progress).reader.played == "en"


@pytest.mark.parametrize(
    ("language", "names"),
    [("en", ("English", "German")), ("de", ("englischen", "deutschen"))],
)
def test_one_lesson_says_which_edition_all_of_them_follow(
    language: str, names: tuple[str, str], progress: Progress
) -> None:
    for played, named in zip(("en", "de"), names, strict=True):
        course = Course(language, edition=played, progress=progress)
        assert course.opening().text == ""
        told = repr(course.edition("backs"))
        assert f"**{named}**" in told
        assert "(00-start.ipynb)" in told
        others = [each for each in CURRICULUM.differences if each != "backs"]
        assert not [each for each in others if f"**{named}**" in repr(course.edition(each))]


def test_the_edition_is_chosen_after_the_first_lesson_s_further_tasks() -> None:
    start = lesson_notebook(CURRICULUM.lessons[0], Reader("de"))["cells"]
    assert isinstance(start, list)
    names = [cell["id"] for cell in start]
    assert names.index("finish") < names.index("more") < names.index("start")


def test_a_task_solved_before_is_marked_and_the_finish_leads_to_the_others(
    course: Course, progress: Progress
) -> None:
    first: Any = course.task("round.turns")
    finish: Any = course.finish("round")
    assert "ksm-unsolved" in first.page.classes
    assert "Solved before" not in html(first)
    assert 'data-unsolved=""' in html(finish)
    assert "To the tasks you" in page_text(finish)
    first.act("hint", "")
    for name in first.task.solution():
        first.act("choose", name)
    first.act("check", "")
    assert "ksm-unsolved" not in first.page.classes
    assert "Solved before" not in html(first)  # The verdict says so.
    again = course.task("round.turns")
    assert "Solved before" in html(again)
    assert "2 of 3 stars" in html(again)
    assert 'data-unsolved=""' in html(finish)
    assert "To the task you" in page_text(finish)
    progress.answered("round.secret", 0, "en", right=True, stars=1)
    finish.refresh()
    assert 'data-unsolved=""' not in html(finish)


def test_in_a_number_s_field_enter_checks(course: Course) -> None:
    field = re.search(r"<input[^>]*ksm-number[^>]*>", html(course.task("tiles.left")))
    assert field is not None
    assert 'data-enter="check"' in field[0]


def test_the_card_that_is_turned_is_beside_the_button_that_turns_it(course: Course) -> None:
    view = course.task("magic.mirror")
    before = html(view).split("ksm-turning-card")[1]
    view.act("turn", "")
    assert html(view).split("ksm-turning-card")[1] != before
    assert "ksm-turning-card" not in html(course.task("dig.where"))


def test_a_lesson_shows_its_rules_where_they_are(
    course: Course, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening: Any = course.opening()
    sent: list[Any] = []
    monkeypatch.setattr(opening, "send", sent.append)
    opening._handle_custom_msg({"rule": "R13", "dark": False}, [])
    (told,) = sent
    assert told["rule"] == "R13"
    assert "R13: Never uphill" in told["html"]
    assert "<svg" in told["html"]
    for nonsense in (
        {"rule": "R99", "dark": True},
        {"rule": "R" * 99, "dark": True},
        {"rule": "<b>", "dark": True},
        {"rule": "R1"},
        "R1",
        None,
    ):
        opening._handle_custom_msg(nonsense, [])
    assert len(sent) == 1


def test_a_right_answer_offers_what_comes_next(course: Course, progress: Progress) -> None:
    view: Any = course.task("tiles.sets")
    onward = "data-onward"
    assert onward not in html(view)
    give(view, wrong_answer(view.task))
    view.act("check", "")
    assert onward not in html(view)
    give(view, view.task.solution())
    view.act("check", "")
    assert onward in html(view)
    alone: Any = TaskView(CURRICULUM.exercises["tiles.sets"], Reader("en"), progress)
    give(alone, alone.task.solution())
    alone.act("check", "")
    assert onward not in html(alone)


def test_the_finish_counts_what_is_solved_and_leads_on(course: Course, progress: Progress) -> None:
    finish: Any = course.finish("round")
    assert "0 of 2 solved" in page_text(finish)
    for name in CURRICULUM.lessons[2].tasks:
        view: Any = course.task(name)
        give(view, view.task.solution())
        view.act("check", "")
    assert "2 of 2 solved: you have finished this lesson!" in page_text(finish)
    assert "6 of 6 stars" in page_text(finish)
    assert 'href="03-card.ipynb"' in html(finish)
    assert "Next lesson: 12 · Final test" in page_text(course.finish("races"))
    with pytest.raises(KeyError):
        course.finish("nowhere")


def test_the_short_way_has_a_link_where_it_skips_a_lesson(course: Course) -> None:
    links = re.findall(r'href="([^"]+)"', html(course.finish("last")))
    assert links == ["12-own.ipynb", "10-turn.ipynb"]
    assert "On to your first whole game: 12½" in page_text(course.finish("last"))
    # Not where the next lesson is on it.
    for lesson in ("end", "paying"):
        assert "your first whole game" not in page_text(course.finish(lesson))


def test_what_is_on_a_quarry_has_a_name(course: Course) -> None:
    view: Any = course.task("moving.picture")
    names = view.page.board.names
    assert len(names) == 36
    assert names["b3"] == "b3: jade scorpion, level 3"
    assert view._board._frame.names == names
    # Where covered tiles may be seen they are named, and it is said where the bottom is.
    open_one: Any = course.task("moving.bare")
    assert any(";" in name for name in open_one.page.board.names.values())
    assert "from the bottom on the left" in told(open_one)
    assert "from the bottom on the left" not in told(view)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_legend_has_a_picture_and_a_name_for_every_tile(
    language: str, progress: Progress
) -> None:
    tiles, objects = (
        Course(language, edition="de", progress=progress).legend(name)
        for name in ("tiles", "objects")
    )
    assert tiles._repr_html_().count("<svg") == 16
    assert objects._repr_html_().count("<svg") == 4
    axe = {"en": "Magic axe", "de": "Magisches Beil"}[language]
    assert axe in repr(objects)
    assert axe in objects._repr_html_()


BARE = re.compile(r"\bR\d+(, | and | und )R\d+")
"""Numbers of rules in a row, which tell no reader what each is about."""


def test_rules_are_never_a_bare_list_of_numbers(course: Course, progress: Progress) -> None:
    for rule in ("R4", "R9", "R33"):
        progress.review(Reviewed(rule, 1000, Recall.FORGOTTEN))
    for view in (course.practice(), course.progress()):
        words = page_text(view)
        assert "R4 Money and cards" in words
        assert not BARE.search(words)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nor_in_the_prose_of_lessons(language: str) -> None:
    reader = Reader(language)
    for lesson in CURRICULUM.lessons:
        for part in lesson.parts:
            if isinstance(part, str):
                assert not BARE.search(reader.text(f"prose_{lesson.name}.{part}"))


BEGINNINGS = {
    ("en", "variant"): ("It is in the German", "The rulebook suggests"),
    ("de", "variant"): ("Sie steht nur in der deutschen", "Die Anleitung empfiehlt"),
    ("en", "carpet"): ("**The flying carpet**", "**The magic axe**"),
    ("de", "carpet"): ("**Der fliegende Teppich**", "**Das magische Beil**"),
    ("en", "shown"): ("One last rule is in the **German", "One last rule ("),
    ("de", "shown"): ("Eine letzte Regel gibt es **nur in der deutschen", "Eine letzte Regel ("),
}
"""How what editions do differently begins, where that alone tells one from the other."""


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("name", CURRICULUM.differences)
def test_where_editions_differ_the_reader_s_own_is_followed(
    name: str, language: str, progress: Progress
) -> None:
    told = [
        Course(language, edition=played, progress=progress).edition(name) for played in ("en", "de")
    ]
    assert repr(told[0]) != repr(told[1])
    for each, beginning in zip(told, BEGINNINGS.get((language, name), ("", "")), strict=True):
        assert repr(each).startswith(beginning)
        assert each._repr_markdown_() == repr(each)


@pytest.mark.parametrize(("act", "place"), [("check", ".ksm-notice"), ("hint", "li:last-child")])
def test_what_is_said_comes_into_sight(
    course: Course, monkeypatch: pytest.MonkeyPatch, act: str, place: str
) -> None:
    view: Any = course.task("moving.picture")
    looked: list[Any] = []
    monkeypatch.setattr(view._panels["answer"], "send", looked.append)
    view.act("turn", "")
    assert looked == []
    view.act(act, "")
    assert [told["look"].endswith(place) for told in looked] == [True]


# The final test


@pytest.mark.long
def test_a_final_test_from_beginning_to_certificate(
    course: Course, progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    final: Any = course.final_test(seed=2)
    looked: list[Any] = []
    monkeypatch.setattr(final._panels["head"], "send", looked.append)
    final.act("number", "3")
    final.act("number", "a lot")
    assert final.test.seed == 3
    final.act("begin", "")
    final.act("number", "4")
    assert final.test.seed == 3
    for place in range(20):
        assert f"Question {place + 1} of 20" in html(final)
        assert "Next question" not in html(final)
        assert "all the stars" not in html(final)  # There are none either.
        view = final
        view.act("hint", "")
        assert view.state.hints == 0  # There are no hints in a test.
        view.act("check", "")
        assert len(final.test.answered) == place  # No answer is not a wrong one.
        give(view, view.task.solution() if place % 4 else wrong_answer(view.task))
        view.act("check", "")
        assert view.state.feedback.right == bool(place % 4)
        assert ("Show an answer" in told(view)) == (place % 4 == 0)
        view.act("hint", "")
        assert view.state.shown == (place % 4 == 0)
        assert view.state.feedback.right == bool(place % 4)
        view.act("check", "")
        assert len(final.test.answered) == place + 1  # One try each.
        looked.clear()
        final.act("next", "")
        assert looked == [{"look": True}]  # A tall question must not leave its head out of sight.
    assert final.page.answering is None
    assert "15 of 20 questions right" in html(final)
    assert "ksm-certificate.txt" in html(final)
    for rule in final.test.certificate.rules:
        assert f"{rule}: " in html(final)
    final.act("again", "")
    assert final.test.seed == 4
    assert final.test.answered == ()


def test_a_final_test_goes_on_where_it_was_left(course: Course, progress: Progress) -> None:
    final: Any = course.final_test(seed=2)
    final.act("begin", "")
    for place in range(3):
        give(final, final.task.solution() if place else wrong_answer(final.task))
        final.act("check", "")
        final.act("next", "")
    missed = final.test.certificate.rules
    # The page is opened anew, or the file taken elsewhere.
    other = Progress()
    other.read_in(progress.text())
    again: Any = Course("en", progress=other).final_test()
    assert "Continue with question 4 of 20" in html(again)
    again.act("number", "7")
    assert again.test.seed == 2
    assert again.test.certificate.rules == missed
    again.act("begin", "")
    assert "Question 4 of 20" in html(again)
    for _ in range(17):
        give(again, again.task.solution())
        again.act("check", "")
        again.act("next", "")
    assert "19 of 20 questions right" in html(again)
    assert "Start the test" in html(Course("en", progress=other).final_test())
    other.close()
    left: Any = course.final_test()
    left.act("again", "")
    assert left.test.seed == 3
    assert "Start the test" in html(course.final_test())


@pytest.mark.parametrize(
    "kept",
    [
        "no JSON",
        "[]",
        '{"number": 2, "asked": [], "answers": [[true, 3, null]]}',
        '{"number": -1, "asked": [], "answers": [[true, 3, null]]}',
        '{"number": 2, "asked": [], "answers": [[true, 9, "<b>"]]}',
    ],
)
def test_nonsense_kept_of_a_test_is_passed_over(
    course: Course, progress: Progress, kept: str
) -> None:
    progress.set("final", kept)
    final: Any = course.final_test(seed=5)
    assert "Start the test" in html(final)
    assert final.test.seed == 5


def a_task() -> Numbers:
    why = plain("Two and two.")
    coins = (NumberField("coins", plain("Coins"), 4, why),)
    written: dict[str, Any] = {"question": "How many coins?", "hints": "Count."}
    return Numbers(**written, rules=("R14",), fields=coins)


def test_a_task_by_itself_is_shown_and_answered(progress: Progress) -> None:
    view = TaskView(a_task(), Reader("en"))
    assert "How many coins?" in html(view)
    assert "Try again" in told(view)
    for number, said in (("3", "Two and two."), ("4", "That is right.")):
        view.act("fill-coins", number)
        view.act("check", "")
        assert said in told(view)
    view.act("new", "")
    assert view.task == a_task()
    assert view.state.feedback is None


def test_what_cannot_be_shown_as_a_task_is_refused(progress: Progress) -> None:
    reader = Reader("en")
    for given, who, kept, sentence in (
        ("turn.example", reader, None, "'exercise' is 'turn.example' (str); Exercise | Task"),
        (a_task(), "en", None, "'reader' is 'en' (str); Reader was expected."),
        (a_task(), reader, progress, "Only an Exercise can have"),
    ):
        with pytest.raises(KsmError, match=re.escape(sentence)):
            TaskView(given, who, kept)  # type: ignore[arg-type]


def test_a_rule_s_picture_in_a_lesson_has_the_colours_of_the_page(course: Course) -> None:
    shown = course.legend("screen")._repr_html_()
    light, dark = shown.split('class="ksm-in-dark"')
    assert 'class="ksm-in-light"' in light
    assert LIGHT.ink in light
    assert LIGHT.ink not in dark
    assert DARK.ink in dark
    assert "ksm-in-dark" not in course.legend("tiles")._repr_html_().split("</style>")[1]

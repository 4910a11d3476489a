"""The lessons of the shelf: a task for every rule, one right answer, reasons for wrong ones."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.companions.kingdom.box import the_box
from ksm_widgets.companions.kings import box as kings_box
from ksm_widgets.companions.kings import rules
from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.kings.practice import starting
from ksm_widgets.companions.lessons import series
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.shelf import NoSuchGame, companion, curricula, notebook_of
from ksm_widgets.draw import DARK, LIGHT
from ksm_widgets.progress.progress import Progress
from ksm_widgets.tasks.choose import Choose
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.tasks.task import task_scene, task_text
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.widgets import shelf_course
from ksm_widgets.words import LANGUAGES
from ksm_widgets.writing import home_page
from tests.mistakes import wrong_answer
from tests.page.kernelless import click, html
from tests.sweeps import swept

if TYPE_CHECKING:
    from ksm_widgets.tasks.exercise import Exercise
    from ksm_widgets.tasks.task import AnyTask, Feedback

TAUGHT = curricula()
EXERCISES = {
    exercise.name: (game, exercise)
    for game, taught in TAUGHT.items()
    for exercise in taught.exercises.values()
}
ONLY_TOLD = {"raubbau": {"B18"}, "kings": set[str]()}
"""Rules that nothing is asked about: trade is told, not played here."""


@cache
def readers(game: str) -> tuple[Reader, ...]:
    return tuple(Reader(language, "", TAUGHT[game].terms) for language in LANGUAGES)


def drawn(game: str, exercise: Exercise, seed: int) -> AnyTask:
    return exercise.task(seed, TAUGHT[game].terms(""))


def said(game: str, feedback: Feedback) -> None:
    """Everything that is said is a sentence in each language, about a rule of this game."""
    prefix = companion(game).prefix
    for remark in feedback.remarks:
        if remark.key != "feedback.right":
            assert remark.rule is not None
            assert remark.rule.startswith(prefix)
        for reader in readers(game):
            assert "{" not in reader.say(remark)


@pytest.mark.parametrize("game", TAUGHT)
def test_every_rule_has_a_task(game: str) -> None:
    asked = {rule for exercise in TAUGHT[game].exercises.values() for rule in exercise.rules}
    rules = set(TAUGHT[game].rulebook.rules)
    assert rules - asked == ONLY_TOLD.get(game, set())
    assert asked <= rules


@pytest.mark.parametrize("game", TAUGHT)
def test_every_rule_is_told(game: str) -> None:
    rules = set(TAUGHT[game].rulebook.rules)
    for reader in readers(game):
        prose = " ".join(
            reader.text(f"prose_{lesson.name}.{part}")
            for lesson in TAUGHT[game].lessons
            for part in lesson.parts
            if isinstance(part, str)
        )
        assert set(re.findall(rf"\b{companion(game).prefix}[0-9]+\b", prose)) == rules


@pytest.mark.parametrize("name", EXERCISES)
def test_a_task_is_answered_rightly_and_wrongly(name: str) -> None:
    answered(name, 0)


@pytest.mark.long
@pytest.mark.parametrize("name", EXERCISES)
def test_many_tasks_are_answered_rightly_and_wrongly(name: str) -> None:
    tasks = [answered(name, seed) for seed in swept(40)[1:]]
    game, exercise = EXERCISES[name]
    reader = readers(game)[0]
    texts = [task_text(task, reader) for task in tasks]
    assert task_text(drawn(game, exercise, 1), reader) == texts[0]
    assert len(set(texts)) > 1


def answered(name: str, seed: int) -> AnyTask:
    game, exercise = EXERCISES[name]
    task = drawn(game, exercise, seed)
    assert set(task.rules) <= set(exercise.rules)
    assert 1 <= len(task.hints) <= 3
    right = task.check(task.solution())
    assert right.right
    said(game, right)
    wrong = task.check(wrong_answer(task))
    assert wrong.given
    assert not wrong.right
    said(game, wrong)
    for reader in readers(game):
        for sentence in (task.question, *task.hints):
            assert "{" not in reader.say(sentence)
    one_is_right(task)
    possible(name, task)
    return task


def one_is_right(task: AnyTask) -> None:
    """Exactly one answer is right, or one place of several where any will do.

    Each other place has a reason.
    """
    if isinstance(task, Choose):
        rights = [option for option in task.options if option.right]
        assert task.several or len(rights) == 1
        assert len(rights) < len(task.options) or task.several
    if isinstance(task, MarkPlaces):
        scene = task_scene(task, Reader())
        assert scene is not None
        there = {area.target for area in scene.hits}
        assert task.right_ones < there
        table: Any = task.table
        for place in filter(table.may_mark, there - task.right_ones):
            assert isinstance(task.why_not(place), Phrase)
    if isinstance(task, Numbers):
        for field in task.fields:
            assert field.value not in field.mistakes


def possible(name: str, task: AnyTask) -> None:
    """The table of a task is a position that the game reads back."""
    table: Any = task.table
    game = EXERCISES[name][0]
    if table is not None:
        text = table.notation
        assert companion(game).text(companion(game).parse(text)) == text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_of_kingdom_is_explained_part_by_part(language: str) -> None:
    course = shelf_course("kingdom", language, progress=Progress())
    shown = course.legend("kingdom_table")._repr_html_()
    assert shown.count("<figure") == 8
    assert Reader(language).text("kingdom_part.temple") in shown
    # On a light page the table is light, as it is in the tasks.
    for theme in (LIGHT, DARK):
        assert theme.panel in shown


def test_the_last_lesson_of_a_game_leads_to_its_page() -> None:
    for game, taught in TAUGHT.items():
        course = shelf_course(game, progress=Progress())
        first, *_, last = (html(course.finish(each.name), "asked") for each in taught.lessons)
        for shown in (first, last):
            assert f'href="../{notebook_of(game)}"' in shown
        [way] = re.findall(rf'<a [^>]*"../{notebook_of(game)}"[^>]*>', last)
        assert "ksm-main" in way
        assert taught.lessons[1].file in first


def test_the_camp_of_kings_is_open_by_its_own_rule() -> None:
    game, exercise = EXERCISES["kings.playing.known"]
    told = 0
    for seed in range(6):
        task = drawn(game, exercise, seed)
        assert isinstance(task, Choose)
        rules = {option.name: option.why.rule for option in task.options}
        told += "camp" in rules
        assert rules.get("camp", "K4") == "K4"
    assert told


def test_the_cards_of_kings_are_counted_by_the_box_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    box = replace(kings_box.the_box(), centre=5, hand=7)
    for module in (starting, rules):
        monkeypatch.setattr(module, "the_box", lambda: box)
    task = drawn(*EXERCISES["kings.playing.setup"], 1)
    assert isinstance(task, Numbers)
    for reader in readers("kings"):
        for told in (task.hints[0], task.fields[0].why):
            figures = re.findall("[0-9]+", reader.text(told.key, **told.params))
            assert figures[:4] == ["80", "5", "4", "7"]


def test_a_wrong_bonus_place_is_named() -> None:
    game, exercise = EXERCISES["kingdom.placing.bonus"]
    told = 0
    for seed in range(6):
        task = drawn(game, exercise, seed)
        assert isinstance(task, Choose)
        for option in task.options:
            for reader in readers(game):
                told += not option.right
                assert reader.say(option.label) in reader.say(option.why)
    assert told


@pytest.mark.parametrize("name", ["kingdom.placing.place", "kingdom.placing.favour"])
def test_how_many_places_are_highlighted_is_told(name: str) -> None:
    game, exercise = EXERCISES[name]
    task: Any = drawn(game, exercise, 1)
    for reader in readers(game):
        assert f" {len(task.table.pointed)} " in f" {reader.say(task.question)}"


@pytest.mark.long
def test_before_the_next_pawn_a_player_without_any_is_often_skipped() -> None:
    game, exercise = EXERCISES["kingdom.placing.next"]
    skips = 0
    for seed in range(12):
        task = drawn(game, exercise, seed)
        assert isinstance(task, Choose)
        shown: Any = task.table
        position = shown.position
        [right] = [option.name for option in task.options if option.right]
        following = position.order[position.order_number(position.turn) % position.players]
        skips += right not in (str(following), "next_none")
    assert skips > 3


@pytest.mark.long
def test_the_loss_by_another_s_sale_is_what_its_reason_says() -> None:
    game, exercise = EXERCISES["kingdom.building.first"]
    full = 0
    for seed in range(12):
        task = drawn(game, exercise, seed)
        assert isinstance(task, Choose)
        for option in task.options:
            told: Any = option.why.params
            full += "next" not in told
            assert told["lost"] == told["first"] - told.get("next", 0)
    assert full


def test_a_wrong_end_of_a_road_is_told_without_the_place_where_it_begins() -> None:
    game, exercise = EXERCISES["kingdom.building.road"]
    foreign = 0
    for seed in range(4):
        task = drawn(game, exercise, seed)
        assert isinstance(task, MarkPlaces)
        table: Any = task.table
        [start] = table.pointed
        for place in {*the_box().lands} - task.right_ones - {start}:
            answer = task.check({place})
            [remark] = answer.remarks
            assert remark.places == (place,)
            if remark.key in ("kingdom_refused.foreign", "kingdom_refused.empty_site"):
                foreign += 1
                assert all(start not in reader.say(remark) for reader in readers(game))
    assert foreign


def test_who_is_last_to_build_is_last_in_the_order_of_play() -> None:
    game, exercise = EXERCISES["kingdom.building.token"]
    for seed in range(4):
        table: Any = drawn(game, exercise, seed).table
        position = table.position
        assert position.order[-1] == position.turn
        assert position.done == position.order[:-1]


@pytest.mark.parametrize("name", [name for name in EXERCISES if name.startswith("kingdom")])
def test_every_task_of_kingdom_asks_something(name: str) -> None:
    game, exercise = EXERCISES[name]
    task = drawn(game, exercise, 0)
    for reader in readers(game):
        told = reader.say(task.question)
        assert "?" in told or (isinstance(task, MarkPlaces) and "Mark" in told), told


@pytest.mark.parametrize("game", TAUGHT)
def test_progress_is_kept_under_game_lesson_and_task(game: str) -> None:
    for lesson in TAUGHT[game].lessons:
        for name in lesson.tasks:
            assert name.split(".")[:2] == [game, lesson.name.removeprefix(f"{game}_")]


@pytest.mark.parametrize("game", TAUGHT)
def test_a_course_keeps_progress_and_practises_its_rules(game: str) -> None:
    progress = Progress()
    course = shelf_course(game, "de", progress=progress)
    lesson = TAUGHT[game].lessons[0]
    view: Any = course.task(lesson.exercises[0].name)
    view.set_answering(view.state.answered(wrong_answer(view.task)))
    view.act("check", "")
    rule = view.state.feedback.rule
    assert f"{rule}: " in html(view, "answer")  # It opens in place.
    view.set_answering(view.state.answered(view.task.solution()))
    view.act("check", "")
    assert [(each.task, each.right) for each in progress.attempts()] == [
        (lesson.exercises[0].name, False),
        (lesson.exercises[0].name, True),
    ]
    finish: Any = course.finish(lesson.name)
    assert f"1 von {len(lesson.tasks)}" in html(finish, "asked")
    practice: Any = course.practice(lesson.name)
    practice.act("rule", lesson.rules[-1])
    assert practice.page.last == lesson.rules[-1]
    assert practice.page.exercise.name.startswith(f"{game}.{lesson.rules[-1]}.")
    opening = course.opening()
    assert Reader("de").text(f"companion_{game}.name") in opening.text
    progress.close()


@pytest.mark.parametrize("game", TAUGHT)
def test_a_rule_named_in_the_text_is_told_where_it_is_asked_for(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opening = shelf_course(game, progress=Progress()).opening()
    sent: list[dict[str, str]] = []
    monkeypatch.setattr(opening, "send", sent.append)
    for number in TAUGHT[game].rulebook.rules:
        opening._receive(opening, {"rule": number, "dark": True}, [])
        assert f"{number}: " in sent[-1]["html"]
    assert len(sent) == len(TAUGHT[game].rulebook.rules)


def test_who_has_left_the_mine_of_raubbau_is_shown_once_with_all_treasures() -> None:
    _, exercise = EXERCISES["raubbau.ending.shown"]
    for seed in range(5):
        task: Any = drawn("raubbau", exercise, seed)
        position, (place,) = task.table.position, task.table.pointed
        assert position.plan(position.out[0]) is None
        assert position.mine[place].face is Face.DRAGON
        faces = {card.face for front in position.fronts for card in front}
        assert faces.isdisjoint({Face.UNSEEN, Face.DRAGON})


def test_choices_of_raubbau_name_no_card_that_the_player_does_not_know() -> None:
    _, exercise = EXERCISES["raubbau.planning.stairs"]
    reader = readers("raubbau")[0]
    for seed in range(12):
        task: Any = drawn("raubbau", exercise, seed)
        mine = task.table.position.mine
        faces = {f" {place}": thing.face for place, thing in mine.items() if hasattr(thing, "face")}
        for option in task.options:
            where, _, card = reader.say(option.label).partition(": ")
            here = [face for place, face in faces.items() if where.endswith(place)]
            assert not here or ("unknown" in card) == (here[0] is Face.UNSEEN)


def test_spiders_of_raubbau_are_asked_for_only_while_there_is_one_to_hold() -> None:
    _, exercise = EXERCISES["raubbau.planning.spider"]
    # The first mine that is drawn has no spider in its stacks.
    task: Any = drawn("raubbau", exercise, 218)
    position = task.table.position
    assert Face.SPIDER in {card.face for card in position.front(position.turn)}


def test_worths_in_raubbau_are_written_as_each_language_writes_numbers() -> None:
    _, exercise = EXERCISES["raubbau.ending.leave"]
    task: Any = drawn("raubbau", exercise, 1)
    told = [option.why.say("de") for option in task.options]
    assert any("2,74 Punkte" in why for why in told)
    assert not any("2.74" in why for why in told)


def test_places_are_marked_by_touch_and_by_keys() -> None:
    game, exercise = EXERCISES["kings.playing.play"]
    course = shelf_course(game, progress=Progress())
    view: Any = course.task(exercise.name)
    places = view.task.right_ones
    centre = (Numbered(Row.CENTRE, number) for number in range(1, 5))
    wrong = next(place for place in centre if place not in places)
    click(view, str(wrong))
    view.act("check", "")
    assert view.state.feedback.places == (wrong,)
    assert view.page.board.picture.marks.wrong == (wrong,)
    view.act("back", "")
    for place in places:
        click(view, str(place))
    view.act("check", "")
    assert view.state.feedback.right


def test_a_game_without_lessons_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoSuchGame, match="There is no game 'chess'"):
        shelf_course("chess")
    monkeypatch.setattr("ksm_widgets.companions.view.opening.curricula", dict)
    with pytest.raises(NoSuchGame, match="'kings' has no lessons yet"):
        shelf_course("kings")


def test_each_lesson_is_a_notebook_in_each_language() -> None:
    for game, each in series().items():
        assert len(each.notebooks) == len(TAUGHT[game].lessons) * len(LANGUAGES)
        assert all(f"/{game}-" in name for name in each.notebooks)


def test_lab_s_start_page_leads_to_each_game_and_its_lessons() -> None:
    home = home_page()
    for game, taught in TAUGHT.items():
        assert f"]({notebook_of(game)})" in home
        for language in LANGUAGES:
            for lesson in taught.lessons:
                assert f"]({language}/{lesson.file})" in home

"""The course as a whole: every rule has a task, the final test, the notebooks and rules page."""

from __future__ import annotations

import json
import re
import shutil
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from benchmarks.minutes import count_words
from ksm_widgets.course import DIGESTS
from ksm_widgets.course.final import QUESTIONS, FinalTest, final_test
from ksm_widgets.course.lesson import Differs, Lesson
from ksm_widgets.course.lessons import CURRICULUM, LESSONS
from ksm_widgets.course.writing import rules_page
from ksm_widgets.draw import DARK
from ksm_widgets.mine.rulebook import RULEBOOK, RULES
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import edition
from ksm_widgets.tasks.exercise import RESERVED, Exercise, fresh_seed
from ksm_widgets.tasks.task import Feedback
from ksm_widgets.telling.phrases import Phrase, Reader
from ksm_widgets.words import sentence
from ksm_widgets.writing import digests, files, notebooks
from tests.course.answering import drawn
from tests.course.test_practice import looked, looks, many
from tests.mistakes import wrong_answer

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
BY_HAND = {"explorer.ipynb", "play.ipynb", "puzzles.ipynb", "shelf.ipynb"}

# Where each rule is exercised: rule, lesson, task.
TABLE = {
    "R1": (1, "mine.quarry"),
    "R2": (1, "mine.group"),
    "R3": (1, "mine.hidden"),
    "R4": (2, "round.dealt"),
    "R5": (3, "card.size"),
    "R6": (2, "round.turns"),
    "R7": (3, "card.lay"),
    "R8": (4, "dig.all"),
    "R9": (4, "dig.levels"),
    "R10": (4, "dig.empty"),
    "R11": (4, "dig.optional"),
    "R12": (5, "moving.bare"),
    "R13": (5, "moving.picture"),
    "R14": (5, "moving.cost"),
    "R15": (5, "moving.beginner"),
    "R16": (6, "tiles.left"),
    "R17": (6, "tiles.curses"),
    "R18": (6, "tiles.sets"),
    "R19": (7, "magic.when"),
    "R20": (7, "magic.second"),
    "R21": (7, "magic.mirror"),
    "R22": (7, "magic.carpet"),
    "R23": (7, "magic.seal"),
    "R24": (7, "magic.amulet"),
    "R25": (8, "paying.can"),
    "R26": (8, "paying.broke"),
    "R27": (8, "paying.late"),
    "R28": (9, "end.winner"),
    "R29": (9, "end.clear"),
    "R30": (9, "end.half"),
    "R31": (9, "end.firsts"),
    "R32": (9, "end.score_en"),
    "R33": (2, "round.secret"),
}


def test_the_table_names_every_rule() -> None:
    assert list(TABLE) == list(RULES) == [f"R{number}" for number in range(1, 34)]


@pytest.mark.parametrize("rule", TABLE)
def test_every_rule_has_a_task_in_its_lesson(rule: str) -> None:
    number, name = TABLE[rule]
    exercise = CURRICULUM.exercises[name]
    assert any(exercise in lesson.exercises for lesson in LESSONS if lesson.number == number)
    assert rule in exercise.rules
    assert any(rule in drawn(name, seed, "en").rules for seed in range(8))


# Every worked example of both rulebooks, and where it can be touched.
WORKED = {
    "dig.levels": "tiles on all four levels, and some digs",
    "moving.picture": "the tile in the middle: the same level, lower, empty, and never uphill",
    "magic.mirror": "a parchment and three curses as the card is held, much better turned",
    "magic.carpet": "the same mine, with the carpet or the axe instead",
    "magic.seal": "card 32 fits nowhere: four parchments, a treasure of 5 and a mirror",
    "magic.combined": "amulet and carpet together",
    "turn.example": "card 15: two parchments, three moves",
    "turn.example_cost": "3 for the moves and 2 for the scorpion",
    "end.half": "29 and 13",
    "end.score_en": "Anna 54, Bruno 81, Carlo 28, Davide 48",
    "end.score_de": "Anna 56, Bruno 63, Carlo 44, David 48",
}


def test_every_worked_example_is_there_and_always_the_same() -> None:
    assert set(WORKED) == {
        name for name, exercise in CURRICULUM.exercises.items() if exercise.fixed
    }
    for name in WORKED:
        first, other = (CURRICULUM.exercises[name].task(seed, edition("en")) for seed in (1, 2))
        assert (first.table, first.sheet) == (other.table, other.sheet)
        on_board = first.table is not None
        assert on_board or first.sheet is not None or name == "end.half"


# The final test


def test_a_final_test_has_a_question_on_each_topic_and_from_every_lesson() -> None:
    assert len(CURRICULUM.topics) == QUESTIONS
    pool = set()
    for seed in range(12):
        asked = [question.exercise for question in final_test(seed, CURRICULUM).questions]
        assert len(asked) == QUESTIONS
        assert all(sum(one in topic for one in asked) == 1 for topic in CURRICULUM.topics)
        assert not any(one.fixed for one in asked)
        assert {"R18", "R21", "R24", "R32"} <= {rule for one in asked for rule in one.rules}
        pool |= {one.name for one in asked}
    assert len(pool) > 2 * QUESTIONS
    pools = {one.name.partition(".")[0] for topic in CURRICULUM.topics for one in topic}
    taught = {lesson.name for lesson in LESSONS if lesson.number > 0 and lesson.exercises}
    assert pools == taught | {"practice"}
    assert final_test(3, CURRICULUM) == final_test(3, CURRICULUM)
    assert final_test(3, CURRICULUM) != final_test(4, CURRICULUM)


@cache
def taught(seeds: int) -> frozenset[str]:
    """All that lessons and practice ask from their first seeds."""
    exercises = (*CURRICULUM.exercises.values(), *chain(*CURRICULUM.practice.values()))
    return frozenset(
        looks(exercise.task(seed, edition("en")))
        for exercise in exercises
        for seed in range(1 if exercise.fixed else seeds)
    )


@pytest.mark.long
def test_no_question_of_a_test_is_one_of_a_lesson_or_of_practice() -> None:
    for number in range(4):
        for question in final_test(number, CURRICULUM).questions:
            assert looks(question.task(edition("en"))) not in taught(4), question.exercise.name


@pytest.mark.slow
@pytest.mark.parametrize("topic", CURRICULUM.topics, ids=lambda topic: str(topic[0].name))
def test_nor_of_many_tests_and_as_many_boards_of_a_lesson(topic: tuple[Any, ...]) -> None:
    """Every kind, as far as it has other questions: two that differ in their words cannot be alike.

    So only those are compared that ask with the same words. Boards that take long are fewer.
    """
    exercises = (*CURRICULUM.exercises.values(), *chain(*CURRICULUM.practice.values()))
    for asked in topic:
        test = looked(asked, RESERVED)
        words = asks_with(asked, RESERVED)
        assert len(test) > min(200, many(asked) // 2), asked.name
        for exercise in exercises:
            if not exercise.fixed and asks_with(exercise) & words:
                alike = len(looked(exercise) & test)
                assert alike <= BY_CHANCE.get(exercise.name, 0), (asked.name, exercise.name)


BY_CHANCE = {"races.object": 2}
"""Boards that are alike in a thousand and another thousand of so many questions."""


@cache
def asks_with(exercise: Exercise, first: int = 0) -> frozenset[str]:
    """The keys of the questions that an exercise asks."""
    tasks = (exercise.task(seed, edition("en")) for seed in range(first, first + 12))
    return frozenset(task.question.key for task in tasks)


def test_a_seed_of_a_test_is_none_to_go_on_from() -> None:
    progress = Progress()
    name = "moving.targets"
    progress.answered(name, RESERVED + 7, "en", right=True, stars=3)
    assert fresh_seed(progress, CURRICULUM.exercises[name], 2) == 3
    progress.close()


ABOUT_THE_LESSON = re.compile(r"\b(above|this lesson|list|(?<!von )oben|dieser Lektion|Liste)\b")
"""What points to a lesson's text, which a question of the test stands without."""


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 2, 77, 4_711, 10**6])
@pytest.mark.parametrize("played", ["en", "de"])
def test_every_question_is_answered_right_wrong_or_not_at_all(number: int, played: str) -> None:
    for question in final_test(number, CURRICULUM).questions:
        task = question.task(edition(played))
        answers = (task.solution(), wrong_answer(task), task.begun().answer)
        right, wrong, none = (task.check(answer) for answer in answers)
        assert (right.right, wrong.right, none.right) == (True, False, False)
        assert (right.given, wrong.given, none.given) == (True, True, False)
        for said in (right, wrong, none):
            assert (said.rule is not None) is said.given
            for language in ("en", "de"):
                reader = Reader(language, played)
                for phrase in (task.question, *task.hints, *said.remarks):
                    told = reader.say(phrase)
                    assert told
                    assert "{" not in told
                    assert not ABOUT_THE_LESSON.search(told), (question.exercise.name, told)


def answered(test: FinalTest, right: int) -> FinalTest:
    said = Phrase("feedback.right", {}, "R13")
    while (question := test.question) is not None:
        good = len(test.answered) < right
        assert question.task(edition("en")).question.key
        test = test.answering(Feedback(good, (said,), 3 if good else 0))
    return test


@pytest.mark.parametrize(
    ("right", "grade"),
    [(20, "master"), (18, "master"), (14, "digger"), (9, "helper"), (8, "visitor")],
)
def test_a_certificate_tells_score_and_rules(right: int, grade: str) -> None:
    test = answered(final_test(5, CURRICULUM), right)
    certificate = test.certificate
    assert (certificate.right, certificate.grade) == (right, grade)
    assert certificate.stars == 3 * right
    missed = {question.exercise.rules[0] for question in test.questions[right:]}
    if missed:
        assert set(certificate.rules) == missed | {"R13"}
    else:
        assert certificate.rules == ()
    for language in ("en", "de"):
        lines = certificate.lines(Reader(language))
        assert any(str(right) in line for line in lines)
        called = sentence(f"final.{'certificate' if right >= 14 else 'result'}", language)
        assert lines[0] == called
        assert all(any(line.startswith(f"{rule} ") for line in lines) for rule in certificate.rules)


def test_a_question_is_answered_once() -> None:
    test = answered(final_test(5, CURRICULUM), 0)
    with pytest.raises(ValueError, match="all questions"):
        test.answering(Feedback(True, ()))


# The rules page


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_rules_page_has_every_rule_with_a_picture(language: str) -> None:
    reader = Reader(language)
    page = rules_page(reader)
    for rule, told in RULEBOOK.rules.items():
        assert f'<a id="{rule}"></a>\n\n### {rule}\n' in page
        assert f"(pictures/{rule}.svg)" in page
        assert f"**{reader.say(told.title)}.** {reader.say(told.text)}" in page
        scene = told.drawn(reader, DARK)
        assert scene.items
        assert scene.width > 0 < scene.height
        assert scene.description


SETTLED = (
    ("mine", "filled", "Aufbauen"),
    ("magic", "stays allowed", "bleibt erlaubt"),
    ("paying", "from the box", "aus der Schachtel"),
    ("end", "share the win", "teilen sie sich den Sieg"),
    ("end", "Shares are rounded down", "Beim Teilen wird abgerundet"),
)
"""Gaps of both rulebooks, in the words of a lesson, and which lesson that is."""


@pytest.mark.parametrize(("lesson", "english", "german"), SETTLED)
def test_a_lesson_says_what_this_project_settled(lesson: str, english: str, german: str) -> None:
    for language, what, mark in zip(
        ("en", "de"),
        (english, german),
        ("*(our own rule", "unsere eigene Regel"),
        strict=True,
    ):
        parts = next((*each.parts, *each.more) for each in LESSONS if each.name == lesson)
        told = [part for part in parts if isinstance(part, str)]
        prose = " ".join(Reader(language).text(f"prose_{lesson}.{part}") for part in told)
        marked = [sentence for sentence in re.split(r"(?<=[.!?)]) ", prose) if mark in sentence]
        assert any(what in sentence for sentence in marked), marked


# The notebooks


def stored(language: str, file: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((NOTEBOOKS / language / file).read_text(encoding="utf-8"))
    return data


@pytest.mark.long
def test_what_is_stored_is_what_would_be_written() -> None:
    """Texts, notebooks and pictures; a change to words, tasks or drawing makes them stale."""
    written = dict(files())
    on_disk = {
        str(path.relative_to(NOTEBOOKS))
        for path in NOTEBOOKS.rglob("*")
        if path.is_file() and ".ipynb_checkpoints" not in path.parts
    }
    assert on_disk == {*written, *BY_HAND}
    stale = [
        name
        for name, text in written.items()
        if (NOTEBOOKS / name).read_text(encoding="utf-8") != text
    ]
    assert not stale, "write them anew: python -m ksm_widgets.writing"


def test_the_digests_are_those_of_all_notebooks_and_of_nothing_else(tmp_path: Path) -> None:
    ours = DIGESTS.read_text(encoding="utf-8")
    assert ours == digests(NOTEBOOKS), "write it anew: python -m ksm_widgets.writing"
    names = {line.partition("  ")[2] for line in ours.splitlines()}
    lessons = {f"{language}/{lesson.file}" for language in ("en", "de") for lesson in LESSONS}
    assert names == {*notebooks()}
    assert names > lessons | BY_HAND
    copy = tmp_path / "notebooks"
    shutil.copytree(NOTEBOOKS, copy)
    (copy / "stranger.ipynb").write_text("{}", encoding="utf-8")
    assert digests(copy) == ours


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: str(lesson.name))
def test_both_languages_have_the_same_cells_and_boards(lesson: Any) -> None:
    english, german = (stored(language, lesson.file)["cells"] for language in ("en", "de"))
    assert [cell["id"] for cell in english] == [cell["id"] for cell in german]
    for one, other in zip(english, german, strict=True):
        assert one["cell_type"] == other["cell_type"]
        if one["cell_type"] == "code":
            code = "".join(one["source"]).replace('Course("en")', 'Course("de")')
            assert code == "".join(other["source"])
            assert boards(one) == boards(other)
        else:
            assert rule_links(one) == rule_links(other)


def boards(cell: dict[str, Any]) -> list[str]:
    """The rows of the boards in a cell's text."""
    lines = [line for out in cell["outputs"] for line in out["data"]["text/plain"]]
    return [line for line in lines if re.match(r"^[1-6]  \S", line)]


def rule_links(cell: dict[str, Any]) -> list[str]:
    return re.findall(r"\]\((rules\.md#R\d+)\)", "".join(cell["source"]))


def prose_in(language: str, lesson: Lesson, cells: list[dict[str, Any]]) -> str:
    """Some cells' prose, with that of the edition that has more to say."""
    prose = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    there = {cell["id"] for cell in cells}
    for part in (*lesson.parts, *lesson.more):
        if isinstance(part, Differs) and part.name in there:
            prose += max((part.text(Reader(language, played)) for played in ("en", "de")), key=len)
    return prose


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: str(lesson.name))
def test_lessons_are_short_link_rules_and_show_their_boards(lesson: Any, language: str) -> None:
    cells = stored(language, lesson.file)["cells"]
    end = next((at for at, cell in enumerate(cells) if cell["id"] == "more"), len(cells))
    before, after = (prose_in(language, lesson, part) for part in (cells[:end], cells[end:]))
    assert count_words(before) <= 350
    assert count_words(after) <= 200
    prose = before + after
    assert not re.findall(r"(?<![\[#/\w])R\d+", re.sub(r"R1 \w+ R33", "", prose))
    for link in re.findall(r"\]\(([^)#]+)", prose):
        assert (NOTEBOOKS / language / link).is_file()
    tasks = [cell for cell in cells if "course.task" in "".join(cell["source"])]
    assert all(cell["outputs"] for cell in cells if cell["id"] in ("start", "final"))
    assert len(tasks) == len(lesson.exercises)
    for cell, exercise in zip(tasks, lesson.exercises, strict=True):
        question, *pictures = cell["outputs"]
        task = exercise.task(0, edition(language))
        assert Reader(language).say(task.question) in "".join(question["data"]["text/plain"])
        assert len(pictures) == (task.table is not None)
        for output in pictures:
            svg = "".join(output["data"]["image/svg+xml"])
            assert ElementTree.fromstring(svg).tag.endswith("svg")
            assert len(boards(cell)) == 6

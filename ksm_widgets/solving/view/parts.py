"""The HTML of the puzzle page: choices, question, answer and explanation."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from ksm_widgets.draw import board_scene, card_scene
from ksm_widgets.mine.view import tile_face
from ksm_widgets.page.html import (
    Child,
    Markup,
    button,
    choice,
    element,
    folded,
    group,
    joined,
    languages,
    note,
    picture,
    row,
    tick,
    walk_buttons,
    walk_list,
)
from ksm_widgets.puzzles import PuzzleTheme, Question
from ksm_widgets.puzzles.playing import theme_name, told_themes
from ksm_widgets.puzzles.puzzle import GRADES
from ksm_widgets.solving.storm import COMBO, COMBO_TIME
from ksm_widgets.solving.view.foot import making
from ksm_widgets.tasks.view.parts import (
    as_text,
    aside,
    hint_button,
    hints_so_far,
    moves_and_account,
    page_colours,
    picking,
    switching,
    turning,
    undoing,
    verdict,
)
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from ksm_widgets.draw import Theme
    from ksm_widgets.rules.position import Position
    from ksm_widgets.solving.storm import Storm
    from ksm_widgets.solving.view.page import PuzzlesPage
    from ksm_widgets.tasks.task import Form
    from ksm_widgets.telling.phrases import Reader


def puzzle_asked(page: PuzzlesPage, *, in_sight: bool = False) -> Child:
    """The question with its card, what tiles are worth, and what objects do.

    On a phone the latter have to be unfolded, too, unless they are to be `in_sight`.
    """
    task, reader = page.solving.task, page.reader
    said, target = reader.say(task.question), task.target if page.aims else None
    settled = task.table.settled(reader)
    how = " ".join(map(reader.say, page.solving.form().how))
    objects = [note(line) for line in task.objects]
    terms = [note(line) for line in (*settled, how, task.terms) if line]
    first = (*task.special, page.text("puzzle_page.terms"), *settled[:-1])
    return (
        page_colours(),
        element(f"p.ksm-question.ksm-lines-{_lines(said)}", said),
        element("p.ksm-target", reader.say(target)) if target is not None else None,
        # On a phone it is a line to unfold; what it begins with is short, and not to be missed.
        element(
            "details.ksm-terms",
            element("summary", " · ".join(first)),
            element("div.ksm-folded", terms, None if in_sight else objects),
            id=f"ksm-terms-{page.puzzle.id}",
        ),
        objects if in_sight else None,
    )


_LINE, _MOST_LINES = 40, 4
"""Characters in a line of the question on a phone, and the most lines it is given room for."""


def _lines(question: str) -> int:
    """The lines a question takes on a phone, roughly: the more, the smaller the board there."""
    return min(_MOST_LINES, -(-len(question) // _LINE))


def puzzle_answer(page: PuzzlesPage, *, ended: str = "") -> Child:
    """The card, tools and buttons of a turn, and the hints or the explanation.

    Those of the turn are in one box: on a phone it keeps to the foot of the screen, so that it is
    there together with the board. Choices are above the tools if they are the question, else below.
    `ended` is said in place of the button for the next puzzle, once there is none.
    """
    form, puzzle = page.solving.form(), page.puzzle
    pictures = _pictures(page)
    picks = None if page.locked and not puzzle.choices else picking(page, form, pictures)
    parts: list[Child] = [picks, _holding(page, form)]
    return (
        element(
            "div.ksm-held",
            verdict(page),
            parts if puzzle.choices else reversed(parts),
            _buttons(page, form, ended),
        ),
        explanation(page) if page.locked else hints_so_far(page),
        _account(page, form),
        as_text(page),
    )


def _account(page: PuzzlesPage, form: Form) -> Child:
    """The moves and the account of the turn on the board; none while only a choice answered."""
    if page.at is not None:
        return moves_and_account(page, page.solving.at_step(page.at).form())
    if page.locked and page.puzzle.choices and page.solving.turn.dig is None:
        return None
    return moves_and_account(page, form)


def _pictures(page: PuzzlesPage) -> dict[str, Markup]:
    """The pictures on the choices: cards, or objects with the short names that a phone shows."""
    puzzle = page.puzzle
    if puzzle.question is not Question.MAGIC:
        return {
            str(card.number): picture(card_scene(card, theme=page.theme, language=page.language))
            for card in puzzle.hand
        }

    def short(phrase: Phrase) -> Markup:
        return element("span.ksm-option-short", page.reader.say(phrase), aria_hidden="true")

    named = {
        power.value: joined(
            tile_face(power.tile, page.theme, page.edition),
            short(Phrase("plain.text", {"text": power})),
        )
        for power in puzzle.held
    }
    return {"none": short(Phrase("puzzle_play.short_none")), **named}


def _holding(page: PuzzlesPage, form: Form) -> Markup:
    """The card, the hand's tools, and what the turn comes to so far; else the step shown."""
    if page.at is None:
        words = None if page.locked else page.solving.so_far
        said = None if words is None else element("p.ksm-so-far", page.reader.say(words))
    else:
        said = element("p.ksm-so-far", _steps(page)[page.at], role="status")
    return element(
        "div.ksm-holding-card",
        aside(page, "turn-card"),
        element(
            "div",
            None if page.locked else row(switching(page, form), turning(page, form)),
            said,
        ),
    )


def _steps(page: PuzzlesPage) -> list[str]:
    """The answer's steps in words, the start first."""
    told = page.explained
    steps = () if told is None else told.steps
    return [page.text("walk.start"), *map(page.reader.say, steps)]


def _buttons(page: PuzzlesPage, form: Form, ended: str) -> Markup:
    """The buttons; the main one checks the answer, and then shows the next puzzle if any."""
    text, over = page.text, page.locked
    if over and ended:
        main = element("b.ksm-ended", ended)
    elif over:
        key = "next" if page.played is None else "start_again"
        main = button(text(f"puzzle_page.{key}"), "next", class_="ksm-main")
    else:
        main = button(text("task_view.check"), "check", class_="ksm-main")
    if over and page.last_step:
        # Another name than that of the button for the next puzzle.
        at, last = page.at or 0, page.last_step
        onward = button(text("puzzle_page.next_step"), "walk-by", 1, disabled=at == last)
        return row(main, walk_buttons(text, at, last, "walk", onward))
    if over:
        return row(main)
    helping: list[Child] = []
    if page.storm is None:
        given = page.state.hints >= len(page.state.task.hints)
        helping.append(
            _giving(page, "hint") if given and not over else hint_button(page, disabled=over)
        )
        helping.append(_step_button(page))
    return row(main, undoing(page, replace(form, turn=None)), helping)


def _step_button(page: PuzzlesPage) -> Child:
    """The button for one step; it is named after the answer if that is what it shows."""
    solving, state = page.solving, page.state
    if solving.task.best is None:
        return None
    if not solving.gives_away:
        return button(page.text("puzzle_page.step"), "step", disabled=page.locked)
    if state.hints >= len(state.task.hints):
        return None  # The button for hints shows it, too.
    if page.locked:
        return button(page.text("task_view.give_away"), "step", disabled=True)
    return _giving(page, "step")


def _giving(page: PuzzlesPage, act: str) -> Markup:
    """The way to the whole answer, with a question first: after that the puzzle is over."""
    return element(
        "details.ksm-giving",
        element("summary.ksm-button", page.text("task_view.give_away")),
        element(
            "div.ksm-folded",
            note(page.text("puzzle_page.give_up_what")),
            button(page.text("puzzle_page.give_up"), act),
        ),
        id=f"ksm-giving-{page.puzzle.id}",
    )


def head(page: PuzzlesPage) -> Child:
    """The choice of puzzles and the player's standing or, in a storm, the storm's."""
    if page.storm is not None:
        return _storm(page, page.storm)
    return _choices(page), _turn_help(page)


def news(page: PuzzlesPage) -> Child:
    """News: what the last control did, and what the last storm missed; above the board anywhere."""
    told = element("p.ksm-notice", page.told, role="status") if page.told else None
    if page.storm is not None:
        return told
    return told, making(page) if page.sent else None, _storm_missed(page)


def _choices(page: PuzzlesPage) -> Markup:
    """The controls for theme and grade, the daily puzzle, storms and language; the standing."""
    text, taste = page.text, page.taste
    there = {theme for puzzle in page.pack for theme in puzzle.themes}
    themes = [("", text("puzzle_page.any_theme"))]
    themes += [(one.value, theme_name(one, page.language)) for one in PuzzleTheme if one in there]
    grades = [("", text("puzzle_page.any_grade"))]
    fitting = {one.grade for one in page.pack if taste.theme in (None, *one.themes)}
    grades += [(str(one), text(f"puzzle_page.grade_{one}")) for one in GRADES if one in fitting]
    chosen = "" if taste.theme is None else taste.theme.value
    grade = "" if taste.grades is None else str(taste.grades[0])
    controls = element(
        "div.ksm-puzzle-choice",
        choice(text("puzzle_page.theme"), "theme", themes, chosen, id_="ksm-theme"),
        choice(text("puzzle_page.grade"), "grade", grades, grade, id_="ksm-grade"),
        group(
            text("puzzle_page.which"),
            button(text("puzzle_page.another"), "next"),
            button(text("puzzle_page.daily"), "daily"),
            button(text("puzzle_page.storm"), "storm"),
        ),
        languages(page.language),
    )
    return joined(
        element("h1", text("puzzle_page.title")),
        # On a phone one line to unfold, so that the board is visible without scrolling.
        element(
            "details.ksm-choose",
            element("summary", text("puzzle_page.choose")),
            controls,
            _standing(page),
            id="ksm-choose",
        ),
    )


def _turn_help(page: PuzzlesPage) -> Markup:
    """An explanation of turns, unfolded for new players."""
    how, new_here = note(page.text("puzzle_page.how")), not page.record.solved
    # Another id: what the reader sees open folds once a puzzle has been solved.
    name = "ksm-how" if new_here else "ksm-how-known"
    return folded(page.text("puzzle_page.how_title"), how, id_=name, open_=new_here)


def _standing(page: PuzzlesPage) -> Markup:
    """One line with rating, streaks and puzzles to review, and whether to say what to reach."""
    text, record, repeats = page.text, page.record, page.repeats
    parts = [
        text("puzzle_page.rating_is", rating=str(record.rating)),
        text("puzzle_page.streak_is", streak=record.streak, longest=record.longest),
    ]
    if page.streak:
        parts.append(text("puzzle_page.daily_streak", days=page.streak))
    if repeats.due:
        parts.append(text("puzzle_page.due", count=len(repeats.due)))
    elif repeats.later:
        soonest = max(1, -(-(repeats.later[0][0] - page.now) // 60_000))
        when = _span(soonest, page.reader)
        parts.append(text("puzzle_page.coming", count=len(repeats.later), when=when))
    return row(
        element("p.ksm-note.ksm-puzzle-standing", " · ".join(parts)),
        tick(text("puzzle_page.aims"), "aims", "" if page.aims else "on", on=page.aims),
    )


def _span(minutes: int, reader: Reader) -> str:
    """A time span in minutes, hours or days."""
    for unit, length in (("days", 1440), ("hours", 60)):
        if minutes >= 2 * length:
            return reader.text(f"puzzle_page.{unit}", count=-(-minutes // length))
    return reader.text("puzzle_page.minutes", count=minutes)


def _storm(page: PuzzlesPage, storm: Storm) -> Markup:
    """Seconds left in a storm, puzzles solved and missed, and whether the last one was right."""
    text, mark = page.text, None
    words = text(
        "puzzle_page.storm_stands",
        seconds=storm.seconds_left(page.now),
        solved=storm.solved,
        missed=len(storm.missed),
        combo=storm.combo,
    )
    if page.last is not None:
        more = page.last and storm.combo % COMBO == 0
        way = "combo" if more else "right" if page.last else "wrong"
        how = text(f"puzzle_page.storm_{way}", combo=storm.combo, seconds=COMBO_TIME // 1000)
        mark = element("p.ksm-note", how, role="status")
    return element(
        "div.ksm-puzzle-choice",
        element("h1", text("puzzle_page.title")),
        element("p.ksm-storm", words, role="timer"),
        mark,
        button(text("puzzle_page.storm_end"), "storm_end"),
    )


def _storm_missed(page: PuzzlesPage) -> Markup | None:
    """Buttons with small boards for the puzzles missed in the last storm."""
    if not page.missed:
        return None
    buttons = (
        button(
            _small_board(puzzle.problem.position, page.theme, page.edition),
            "missed",
            puzzle.id,
            label=page.text("puzzle_page.missed_one", number=number, id=puzzle.id),
            pressed=puzzle.id == page.puzzle.id,
            class_="ksm-missed",
        )
        for number, puzzle in enumerate(page.missed, 1)
    )
    words = page.text("puzzle_page.storm_missed")
    return element("div", note(words), group(words, buttons))


@lru_cache(maxsize=64)
def _small_board(mine: Position, theme: Theme, edition: str) -> Markup:
    """A board as a picture for a button."""
    return picture(board_scene(mine, open_view=False, theme=theme, edition=edition))


def explanation(page: PuzzlesPage) -> Markup | None:
    """The explanation of a finished puzzle, with the tempting digs found so far."""
    told, puzzle, say = page.explained, page.puzzle, page.reader.say
    if told is None:
        return None
    rating = page.record.rating_of(puzzle)
    themes = [theme_name(theme, page.language) for theme in told_themes(puzzle.themes)]
    graded = page.text("puzzle_page.of_grade", grade=puzzle.grade)
    about = [graded, page.text("puzzle_page.rating_is", rating=str(rating)), *themes]
    return element(
        "section.ksm-explained",
        _all_played(page),
        element("h2", page.text("puzzle_page.explained")),
        (element("p", say(phrase)) for phrase in (*told.missed, *told.answer)),
        walk_list(((step, "") for step in _steps(page)), page.at, "walk") if told.steps else None,
        (element("p", " ".join(map(say, (one.told, *one.why)))) for one in page.tempting),
        note(" · ".join(about)),
    )


def _all_played(page: PuzzlesPage) -> Markup | None:
    """Says that all puzzles were played, and how to go on; None before that."""
    if page.played is None:
        return None
    loaded = page.pack is not page.known
    return element(
        "div.ksm-notice.ksm-all-played",
        element("p", page.reader.say(page.played.phrase("puzzle_page.all_played"))),
        button(page.text("puzzle_page.own_packs"), "unload") if loaded else None,
        role="status",
    )

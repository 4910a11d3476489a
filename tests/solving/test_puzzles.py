"""Puzzles as a widget, without a browser: solved, explained, gone on from, come back to."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from typing import Any

import pytest

from ksm_widgets.explorer.links import situation_of
from ksm_widgets.progress.progress import Progress
from ksm_widgets.puzzles import Pack, Puzzle, PuzzleError, PuzzleTheme, Question
from ksm_widgets.puzzles.pack import pack_text, parse_pack, shipped_pack
from ksm_widgets.puzzles.playing import special_worths, told_themes
from ksm_widgets.rules import Turn
from ksm_widgets.solving.links import link_of_puzzle
from ksm_widgets.solving.task import Response
from ksm_widgets.solving.view.foot import bar_row
from ksm_widgets.widgets import Puzzles
from tests.page.kernelless import click, frame, html, key
from tests.puzzles import samples

pytestmark = pytest.mark.usefixtures("interpreted")

ALL = Pack(tuple(map(samples.puzzle, samples.ALL)), "Few", "nobody", "CC0-1.0")
MINUTE = 60_000


class Clock:
    """A clock that is set by hand."""

    now = 1_000 * 86_400_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def puzzles(progress: Progress, clock: Clock) -> Iterator[Any]:
    link = link_of_puzzle(samples.puzzle("dig"), ALL)
    made = Puzzles(ALL, language="en", start=link, progress=progress, clock=clock)
    yield made
    made.close()


def plain(html: str) -> str:
    return unescape(re.sub(r"\s+", " ", re.sub(r"<style.*?</style>|<[^>]*>", " ", html)).strip())


def told(puzzles: Any) -> str:
    """Everything on the page but the board, without markup."""
    parts = ("news", "head", "asked", "answer", "foot")
    return " ".join(plain(html(puzzles, part)) for part in parts)


def answer(puzzles: Any, response: Response | None = None) -> None:
    view = puzzles.view
    given = view.task.solution() if response is None else response
    view.set_answering(view.solving.answered(given))
    view.act("check", "")


WRONG = Response(choice="rest")


def test_a_tile_of_special_worth_is_named_on_the_line_that_unfolds(progress: Progress) -> None:
    """On a phone nothing else is seen at first."""
    puzzle = next(one for one in shipped_pack() if special_worths(one))
    (worth,) = special_worths(puzzle)
    made: Any = Puzzles(Pack((puzzle,)), language="en", progress=progress)
    line = re.search("<summary[^>]*>([^<]*What counts[^<]*)</summary>", html(made.view, "asked"))
    assert line is not None
    assert unescape(line[1]).startswith(f"{worth} · What counts")
    made.close()


def test_what_the_objects_of_a_puzzle_do_is_told(progress: Progress) -> None:
    made: Any = Puzzles(Pack((samples.puzzle("magic"),)), language="en", progress=progress)
    assert "The amulet: the curses you dig cost nothing" in told(made)
    made.close()


def test_a_wrong_try_then_stars_explanation_next_and_what_comes_back(
    puzzles: Any, progress: Progress, clock: Clock
) -> None:
    assert "Find the turn that nets the most." in told(puzzles)
    assert "The answer explained" not in told(puzzles)
    puzzles.view.act("choose", "rest")
    puzzles.view.act("check", "")
    assert "You missed 11." in told(puzzles)
    assert "To review later: 1, the first in 1 min" in told(puzzles)
    click(puzzles.view, "c1")
    click(puzzles.view, "d1")
    puzzles.view.act("hand", "lay")
    click(puzzles.view, "b1")
    puzzles.view.act("check", "")
    page = told(puzzles)
    assert "That is right." in page
    assert html(puzzles, "answer").count("ksm-lit") == 2
    assert "The best nets 11: one move, then dig a1, b1, c1." in page
    assert "The mummy on c1 moves to d1" in page
    assert 'data-act="next"' in html(puzzles, "answer")
    assert [one.right for one in progress.attempts()] == [False, True]
    clock.now += 10 * MINUTE
    puzzles.view.act("next", "")
    assert puzzles.view.task.puzzle.id != samples.puzzle("dig").id
    assert "To review: 1" in told(puzzles)
    assert "You have met this one before" not in told(puzzles)
    others = [puzzles.view.task.puzzle.id]
    for _ in range(6):
        puzzles.view.act("next", "")
        others.append(puzzles.view.task.puzzle.id)
        if others[-1] == samples.puzzle("dig").id:
            break
    assert others[-1] == samples.puzzle("dig").id
    assert len(set(others)) > 2  # Others come before it is back.
    assert "You have met this one before" in told(puzzles)
    answer(puzzles)
    assert "To review: " not in told(puzzles)


def test_nothing_is_given_away_before_it_is_over(puzzles: Any) -> None:
    bundle = json.dumps(puzzles._repr_mimebundle_())
    for spoiler in ("Clear the way", "clear_way", "c1-d1", "c1→d1", "nets 11"):
        page = told(puzzles).replace("any Clear the way Uncover One step", "")
        page = re.sub(r"Theme .*? Grade", "", page)
        assert spoiler not in page
        assert spoiler not in bundle


def test_n_on_the_board_goes_on_and_only_once_it_is_over(puzzles: Any) -> None:
    first = puzzles.view.task.puzzle.id
    key(puzzles.view, "n")
    assert puzzles.view.task.puzzle.id == first
    answer(puzzles)
    key(puzzles.view, "n")
    assert puzzles.view.task.puzzle.id != first


def test_what_was_missed_by_the_last_turn_is_told(puzzles: Any) -> None:
    answer(puzzles, Response(Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1")))
    assert "You missed 1." in told(puzzles)
    # Stars are for right answers only.
    assert "ksm-stars" not in html(puzzles, "answer")


def test_the_account_is_hidden_once_a_puzzle_is_over_and_step_and_puzzle_are_told_apart(
    puzzles: Any,
) -> None:
    assert "ksm-so-far" in html(puzzles, "answer")
    answer(puzzles)
    assert "ksm-so-far" not in html(puzzles, "answer")
    puzzles.view.act("walk", "0")
    buttons = re.findall("<button[^>]*>([^<]*)</button>", html(puzzles, "answer"))
    assert {"Next puzzle", "Next step"} <= set(buttons)
    assert "Next" not in buttons


def test_the_whole_answer_is_shown_only_after_a_question(puzzles: Any) -> None:
    for _ in range(9):
        puzzles.view.act("hint", "")
        shown = html(puzzles, "answer")
        if "ksm-giving" in shown:
            break
    assert not puzzles.page.locked
    asked = shown[shown.index('<details class="ksm-giving') :]
    assert "counts as not solved" in asked
    assert asked.index("<summary") < asked.index('data-act="hint"') < asked.index("</details>")
    assert shown.count('data-act="hint"') == 1
    puzzles.view.act("hint", "")
    assert puzzles.page.locked
    # Once it is solved, nobody is told of an earlier try.
    answer(puzzles)
    assert "The answer explained" in told(puzzles)
    assert "less than the best" not in told(puzzles)


def test_what_a_turn_lacked_is_told_to_who_gives_up_with_it_on_the_board(puzzles: Any) -> None:
    answer(puzzles, Response(Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1")))
    for _ in range(4):
        puzzles.view.act("hint", "")
    assert "Your turn nets 10, 1 less than the best." in told(puzzles)


def test_the_answer_can_be_gone_through_on_the_board_once_it_is_over(puzzles: Any) -> None:
    mine = puzzles.page.board.picture.position
    puzzles.act("walk-by", "1")
    at: Any = puzzles.page.at
    assert at is None  # Nobody sees a step that way before the puzzle is over.
    answer(puzzles)
    assert html(puzzles, "answer").count('data-act="walk"') == 3 + 2
    key(puzzles, "PageDown")
    assert puzzles.page.at == 1
    assert "c1→d1" in told(puzzles) or "moves to d1" in told(puzzles)
    assert puzzles.page.board.picture.marks.dig == ()
    puzzles.act("walk-by", "9")
    assert [str(one) for one in puzzles.page.board.picture.marks.dig] == ["a1", "b1", "c1"]
    puzzles.act("walk", "0")
    assert puzzles.page.board.picture.position == mine
    kept = json.loads(puzzles.page.kept)
    assert kept["turn"] == "moves c1-d1 dig a1 b1 c1"  # What was answered is still kept.


def test_every_kind_of_answer_can_be_gone_through(progress: Progress) -> None:
    for name in ("magic", "card", "payable", "known", "wanted"):
        link = link_of_puzzle(samples.puzzle(name), ALL)
        made: Any = Puzzles(ALL, language="de", start=link, progress=progress)
        answer(made)
        made.act("walk", "99")
        dig = samples.puzzle(name).solution.turn.dig
        assert made.page.board.picture.marks.dig == dig, name
        made.close()


def test_what_a_turn_is_folds_once_a_puzzle_has_been_solved(puzzles: Any) -> None:
    def open_now() -> bool:
        found = re.search(r'<details id="(ksm-how[^"]*)"( open)?', html(puzzles, "head"))
        assert found is not None
        return bool(found[2])

    puzzles.act("choose", "rest")
    puzzles.act("check", "")
    assert open_now()
    before = re.findall(r'id="ksm-how[^"]*"', html(puzzles, "head"))
    answer(puzzles)
    assert not open_now()
    # A fold that the reader sees is closed by being another one.
    assert re.findall(r'id="ksm-how[^"]*"', html(puzzles, "head")) != before


def test_each_wrong_try_and_each_help_costs_a_star_also_after_coming_back(puzzles: Any) -> None:
    answer(puzzles, Response(Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1")))
    puzzles.act("hint", "")
    answer(puzzles)
    assert puzzles.solving.feedback.stars == 1
    assert "Each hint, step or wrong try costs a star; the last one stays." in told(puzzles)
    back = puzzles.page.brought_back(puzzles.page.kept)
    assert back.solving.feedback.stars == 1
    assert "Three stars for a right answer on the first try" in told(puzzles)


def test_a_card_can_be_tried_on_the_board_and_the_page_says_so(progress: Progress) -> None:
    link = link_of_puzzle(samples.puzzle("card"), ALL)
    made: Any = Puzzles(ALL, language="en", start=link, progress=progress)
    assert "Choose a card to try it on the board." in html(made, "answer")
    assert made.page.board.help == "Choose a card to try it on the board."
    made.act("choose", "7")
    assert "Choose a card" not in html(made, "answer")
    assert "Net 0" not in html(made, "answer")
    made.act("choose", "1")
    made.act("hand", "lay")
    click(made, "b1")
    assert "Net 12" in html(made, "answer")
    assert made.page.board.help.startswith("Arrow keys")
    made.close()


def test_shares_are_rounded_and_no_theme_is_named_twice() -> None:
    assert "67 %" in plain(bar_row("Spiegel", 2, 3, "de"))
    both = (PuzzleTheme.MIRROR_CARPET, PuzzleTheme.MIRROR, PuzzleTheme.CARPET, PuzzleTheme.SEAL)
    assert told_themes(both) == (PuzzleTheme.MIRROR_CARPET, PuzzleTheme.SEAL)


def test_what_is_not_allowed_is_refused_and_costs_no_try(puzzles: Any, progress: Progress) -> None:
    puzzles.view.act("hand", "lay")
    click(puzzles.view, "b1")
    # Refused when the card is laid, and no account of it looks as if it could be paid.
    assert "level" in plain(html(puzzles, "answer"))
    assert "ksm-account" not in html(puzzles, "answer")
    puzzles.view.act("check", "")
    assert "level" in plain(html(puzzles, "answer"))
    assert progress.attempts() == ()
    assert puzzles.guide.repeats().later == ()
    puzzles.view.act("back", "")
    assert "ksm-account" in html(puzzles, "answer")
    answer(puzzles)
    assert [(one.right, one.seed) for one in progress.attempts()] == [(True, 0)]
    assert puzzles.guide.record().streak == 1


def test_what_to_reach_is_told_to_who_likes_to_know(puzzles: Any, progress: Progress) -> None:
    assert "Target: net" not in told(puzzles)
    puzzles.act("aims", "on")
    assert "Target: net 11." in told(puzzles)
    again: Any = Puzzles(ALL, language="de", start="puzzle=8a2d51bbdd", progress=progress)
    assert "Ziel: netto 11." in told(again)
    for name, words in (("wanted", "nur eine Verschiebung"), ("payable", ""), ("card", "Gewinn")):
        again.lay_out(samples.puzzle(name))
        assert words in told(again)
        assert ("Ziel: " in told(again)) == bool(words)
    again.act("aims", "")
    assert "Ziel: " not in told(again)
    again.close()


def test_hints_begin_with_the_theme_and_giving_up_is_explained_too(
    puzzles: Any, progress: Progress
) -> None:
    puzzles.view.act("hint", "")
    assert "One move is enough: it takes a tile off a quarry you dig." in told(puzzles)
    puzzles.view.act("step", "")
    assert "c1→d1" in told(puzzles)
    puzzles.view.act("step", "")
    assert "The answer explained" in told(puzzles)
    assert [one.right for one in progress.attempts()] == [False]
    puzzles.view.act("check", "")  # Nothing more to check.
    assert len(progress.attempts()) == 1


@pytest.mark.parametrize("name", samples.ALL)
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_question_can_be_asked_and_answered_on_the_page(
    name: str, language: str, progress: Progress
) -> None:
    link = link_of_puzzle(samples.puzzle(name), ALL)
    made = Puzzles(ALL, language=language, start=link, progress=progress)
    answer(made)
    assert made.page.locked
    assert progress.attempts()[0].right
    made.close()


def test_a_right_choice_has_no_account_of_a_turn_that_nobody_played(progress: Progress) -> None:
    made = Puzzles(ALL, start=link_of_puzzle(samples.puzzle("magic"), ALL), progress=progress)
    made.act("choose", "amulet")
    made.act("check", "")
    assert made.page.locked
    assert "ksm-account" not in made._panels["answer"].html
    # A step of the answer has its own.
    made.act("walk", "1")
    assert "ksm-account" in made._panels["answer"].html
    made.close()


@pytest.mark.parametrize(
    ("name", "words"),
    [("dig", "This is one right answer."), ("magic", "This is the right answer.")],
)
def test_of_choices_the_answer_that_is_shown_is_the_only_one(
    name: str, words: str, progress: Progress
) -> None:
    made = Puzzles(ALL, start=link_of_puzzle(samples.puzzle(name), ALL), progress=progress)
    while not made.page.locked:
        made.act("hint", "")
    assert words in told(made)
    made.close()


def test_a_choice_of_cards_shows_the_cards(progress: Progress) -> None:
    link = link_of_puzzle(samples.puzzle("card"), ALL)
    made: Any = Puzzles(ALL, language="en", start=link, progress=progress)
    assert html(made, "answer").count('class="ksm-button ksm-option"') == 2
    assert html(made, "answer").count("<svg") >= 2
    made.view.act("choose", "7")
    assert made.solving.seat.table.card.number == 7
    made.close()


def test_a_wish_for_a_theme_or_grade_is_kept_to(puzzles: Any) -> None:
    puzzles.act("theme", "uncover")
    assert puzzles.view.task.puzzle.id == samples.puzzle("dig").id
    puzzles.act("grade", "5")
    assert "There is no such puzzle." in told(puzzles)
    puzzles.act("grade", "")
    puzzles.act("theme", "nonsense")
    assert puzzles.guide.taste.theme is PuzzleTheme.UNCOVER
    puzzles.act("theme", "")
    assert puzzles.guide.taste.theme is None


def test_only_grades_that_there_are_are_offered(progress: Progress) -> None:
    easy, hard = samples.puzzle("dig"), replace(samples.puzzle("wanted"), grade=5)
    made: Any = Puzzles(Pack((easy, hard)), language="en", progress=progress)
    assert re.findall(r'value="(\d)"', html(made, "head")) == ["2", "5"]
    made.act("grade", "5")
    made.act("theme", "uncover")  # No puzzle of grade 5 has it.
    assert made.task.puzzle.id == easy.id
    assert re.findall(r'value="(\d)"', html(made, "head")) == ["2"]
    made.close()


def test_the_puzzle_of_the_day_is_said_to_be_one(puzzles: Any) -> None:
    puzzles.act("daily", "")
    assert "The puzzle of 27 September 1972, the same for everybody." in told(puzzles)
    puzzles.act("daily", "1972-09-20")
    assert "The puzzle of 20 September 1972, the same for everybody." in told(puzzles)
    before = puzzles.page
    puzzles.act("daily", "1972-09-28")  # Tomorrow's is not there yet.
    assert puzzles.page.puzzle == before.puzzle


def test_puzzles_of_the_day_in_a_row_are_counted_and_earlier_ones_marked(
    puzzles: Any, clock: Clock
) -> None:
    assert "Puzzles of the day in a row" not in told(puzzles)
    for days in (1, 2, 3):
        puzzles.act("daily", "")
        answer(puzzles)
        assert f"Puzzles of the day in a row: {days}" in told(puzzles)
        clock.now += 86_400_000
    puzzles.act("next", "")
    assert "Puzzles of the day in a row: 3" in told(puzzles)  # Today is not over.
    assert "Puzzle of 29 September 1972, solved" in html(puzzles, "foot")
    clock.now += 2 * 86_400_000
    puzzles.act("daily", "1972-10-01")
    answer(puzzles)
    assert "Puzzles of the day in a row" not in told(puzzles)  # A later day is too late.


def test_a_storm_goes_on_after_each_answer_until_its_time_is_up(
    puzzles: Any, progress: Progress, clock: Clock
) -> None:
    puzzles.act("storm", "")
    assert "180 s left" in told(puzzles)
    assert "Hint" not in told(puzzles)
    puzzles.view.act("hint", "")
    assert puzzles.view.solving.hints == 0
    first = puzzles.view.task.puzzle.id
    answer(puzzles)
    assert puzzles.view.task.puzzle.id != first
    assert "solved: 1 · missed: 0" in told(puzzles)
    assert "Right!" in told(puzzles)
    clock.now += 180_000
    puzzles._ticked()
    assert puzzles.storm is None
    assert "The storm is over: 1 solved, 0 missed. Longest run: 1. Your best so far: 1." in told(
        puzzles
    )
    assert "Hint" in told(puzzles)
    assert "Missed in the storm" not in told(puzzles)


def test_what_a_storm_missed_can_be_looked_at_in_peace(puzzles: Any) -> None:
    puzzles.act("storm", "")
    missed = puzzles.view.task.puzzle
    answer(puzzles, WRONG)
    assert "Not the best answer." in told(puzzles)
    assert "Missed in the storm" not in told(puzzles)
    puzzles.act("missed", missed.id)
    assert puzzles.storm is not None
    puzzles.act("storm_end", "")
    assert "0 solved, 1 missed" in told(puzzles)
    assert "Missed in the storm" in told(puzzles)
    puzzles.act("missed", "0123456789")
    assert puzzles.view.task.puzzle.id != missed.id
    puzzles.act("missed", missed.id)
    assert puzzles.view.task.puzzle is missed
    assert "Hint" in told(puzzles)
    assert html(puzzles, "news").count("<svg") == 1
    # It stays until it has been looked at.
    puzzles.act("next", "")
    assert "Missed in the storm" in told(puzzles)
    puzzles.act("missed", missed.id)
    answer(puzzles)
    assert "Missed in the storm" not in told(puzzles)


def test_right_answers_in_a_row_bring_time_in_a_storm(progress: Progress, clock: Clock) -> None:
    asked = [
        one
        for one in shipped_pack()
        if one.question is Question.DIG and one.grade == 1 and one.solution.turn.dig
    ]
    asked = [one for one in asked if one.solution.lead is None or one.solution.lead >= 2]
    made: Any = Puzzles(Pack(tuple(asked[:5])), language="en", progress=progress, clock=clock)
    made.act("storm", "")
    for _ in range(2):
        answer(made)
    assert "180 s left" in told(made)
    assert "in a row: 2" in told(made)
    answer(made)
    assert "185 s left" in told(made)
    assert "Right! 3 in a row: 5 seconds more." in told(made)
    answer(made, WRONG)
    made.act("storm_end", "")
    assert "Longest run: 3." in told(made)
    made.close()


def test_the_language_can_be_changed_and_is_remembered(puzzles: Any, progress: Progress) -> None:
    before = puzzles.page
    puzzles.act("language", "klingon")
    assert puzzles.page == before
    puzzles.act("choose", "rest")
    puzzles.act("language", "de")
    assert puzzles.task.puzzle.id == before.puzzle.id
    assert puzzles.solving.chosen is None  # It starts again.
    assert "Prüfen" in told(puzzles)
    again: Any = Puzzles(ALL, progress=progress)
    assert "Rätsel" in told(again)
    again.close()


def test_what_a_rule_forbids_is_no_answer_in_a_storm(puzzles: Any) -> None:
    puzzles.act("storm", "")
    before = puzzles.view.task.puzzle.id
    answer(puzzles, Response(Turn.parse("dig f6")))
    assert puzzles.view.task.puzzle.id == before
    puzzles.act("storm_end", "")
    assert "0 solved, 0 missed" in told(puzzles)


def test_a_storm_without_puzzles_for_it_ends_at_once(progress: Progress) -> None:
    made: Any = Puzzles(Pack((samples.puzzle("magic"),)), progress=progress)
    made.act("storm", "")
    assert made.storm is None
    assert "0 solved" in told(made)
    made.close()


def test_the_link_is_whole_in_the_app_with_its_code(
    puzzles: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "ksm-code" not in html(puzzles, "foot")
    monkeypatch.setenv("QUERY_STRING", "")
    frame(puzzles, {"here": "http://192.0.2.7:8866/puzzles.ipynb"})
    assert "http://192.0.2.7:8866/puzzles.ipynb?puzzle=8a2d51bbdd" in html(puzzles, "foot")
    assert "ksm-code" in html(puzzles, "foot")


def test_the_address_names_the_puzzle_on_the_page_but_none_in_a_storm(
    puzzles: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", "")
    messages: list[dict[str, str]] = []
    monkeypatch.setattr(puzzles._board._frame, "send", messages.append)
    puzzles.act("next", "")
    assert {"address": f"?puzzle={puzzles.solving.task.puzzle.id}"} in messages
    puzzles.act("storm", "")
    assert [one["address"] for one in messages if "address" in one][-1] == "?"


def test_a_link_that_is_damaged_is_explained_and_another_puzzle_is_there(
    progress: Progress,
) -> None:
    made: Any = Puzzles(ALL, language="en", start="puzzle=0123456789", progress=progress)
    assert "is in no pack here" in told(made)
    assert made.view.task.puzzle in ALL.puzzles
    made.close()


@pytest.mark.parametrize("theme", ["uncover", "nonsense", "mirror+amulet", "x" * 9000])
def test_a_link_may_name_a_theme(theme: str, progress: Progress) -> None:
    """Of a theme that no puzzle here has, another one is shown."""
    made: Any = Puzzles(ALL, language="en", start=f"theme={theme}", progress=progress)
    there = any(PuzzleTheme.UNCOVER in puzzle.themes for puzzle in ALL)
    assert there
    if theme == "uncover":
        assert PuzzleTheme.UNCOVER in made.view.task.puzzle.themes
        assert made.guide.taste.theme is PuzzleTheme.UNCOVER
    else:
        assert made.guide.taste.theme is None
    made.close()


def test_an_empty_pack_is_refused(progress: Progress) -> None:
    with pytest.raises(PuzzleError):
        Puzzles(Pack(()), progress=progress)


def test_one_puzzle_is_saved_under_a_name_that_tells_nothing(puzzles: Any) -> None:
    sent: list[Any] = []
    puzzles._panels["foot"].send = sent.append
    puzzles.act("save_one", "")
    assert sent[0]["save"] == "puzzle-8a2d51bbdd.jsonl"
    assert parse_pack(sent[0]["text"].encode()).puzzles == (samples.puzzle("dig"),)


HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def test_a_pack_from_elsewhere_is_read_and_its_texts_are_only_shown(puzzles: Any) -> None:
    others = Pack((samples.puzzle("card"),), HOSTILE, HOSTILE, HOSTILE)
    puzzles.act("load", pack_text(others))
    puzzles.wait()
    assert puzzles.guide.pack.puzzles == others.puzzles
    shown = html(puzzles, "news")
    assert "&lt;img src=x" in shown
    assert "<img" not in shown
    assert "<script" not in shown


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        HOSTILE,
        '{"pack": 1, "title": "' + HOSTILE + '"}\n' + HOSTILE,
        '{"pack": 1}\n' + "[" * 100_000,
        '{"pack": 1}\n{"puzzle": 1, "question": "' + HOSTILE + '"}',
        '{"pack": 1, "title": "\\ud800"}',
        '{"pack": 1}',
        "\ud800",
    ],
)
def test_a_pack_that_is_none_is_told_why_and_harms_nothing(puzzles: Any, text: str) -> None:
    before = puzzles.view.task.puzzle
    puzzles.act("load", text)
    puzzles.wait()
    assert 'class="ksm-notice"' in html(puzzles, "news")
    assert "<img" not in html(puzzles, "news")
    assert "<script" not in html(puzzles, "news")
    assert (puzzles.guide.pack, puzzles.view.task.puzzle) == (ALL, before)


def test_progress_shows_every_theme_with_a_bar_and_the_rating_by_day(
    puzzles: Any, clock: Clock
) -> None:
    assert "polyline" not in html(puzzles, "foot")
    for name in ("dig", "card"):
        puzzles.lay_out(samples.puzzle(name))
        answer(puzzles)
        clock.now += 86_400_000
    page = told(puzzles)
    assert "Solved: 2 of 2. Best first-try streak: 2. Best storm: 0." in page
    assert "Clear the way 1 / 1 100%" in page
    assert "polyline" in html(puzzles, "foot")
    assert "about half the puzzles of your own rating" in page


def test_what_goes_wrong_in_a_callback_is_shown(puzzles: Any, monkeypatch: Any) -> None:
    def broken(_: object) -> Puzzle:
        raise ValueError("of course")

    monkeypatch.setattr(type(puzzles.guide), "next", broken)
    puzzles._panels["head"]._handle_custom_msg({"act": "next", "value": ""}, [])
    assert "of course" in told(puzzles)


LINK = "https://example.org/explorer.ipynb?board=" + "-,-,-,-,-,-/" * 5 + "5,4,3z,-,-,-&card=1"


def test_a_position_is_made_a_puzzle_taken_and_saved(puzzles: Any) -> None:
    sent: list[Any] = []
    puzzles._panels["foot"].send = sent.append
    puzzles.act("make", LINK)
    puzzles.wait()
    assert "This is a fair puzzle." in told(puzzles)
    puzzles.act("take", "")
    assert "Your pack, to save or print: one puzzle" in told(puzzles)
    assert puzzles.view.task.puzzle.number == 1
    puzzles.act("save_mine", "")
    assert parse_pack(sent[-1]["text"].encode()).puzzles == (puzzles.view.task.puzzle,)
    for wish in ("A4", "letter told"):
        puzzles.act("sheet", wish)
        puzzles.wait()
        assert sent[-1]["save"] == "puzzles.html"
    assert "size: letter" in sent[-1]["text"]
    puzzles.act("keep", "")
    assert "to save or print: 0 puzzles" in told(puzzles)


def test_a_position_s_link_makes_a_puzzle_of_it(progress: Progress) -> None:
    puzzles: Any = Puzzles(language="en", progress=progress, start=LINK.partition("?")[2])
    puzzles.wait()
    assert "This is a fair puzzle." in told(puzzles)
    puzzles.close()
    broken: Any = Puzzles(language="en", progress=progress, start="board=oops")
    assert broken.page.made is None
    assert broken.page.told
    broken.close()


def test_why_a_position_is_no_fair_puzzle_is_said(puzzles: Any) -> None:
    puzzles.act("make", LINK.replace("3z,-,-,-", "3z,-,-,1"))
    puzzles.wait()
    assert "not a fair one: Some tiles make no difference and could be removed: f1." in told(
        puzzles
    )
    puzzles.act("make_cleared", "")
    puzzles.wait()
    assert "This is a fair puzzle." in told(puzzles)
    assert "Remove those tiles" not in told(puzzles)
    before = puzzles.page
    puzzles.act("make_cleared", "")
    assert puzzles.page.made == before.made
    problem = {"board": "-,-,-,-,-,-/" * 5 + "-,-,-,-,-,3", "shape": "##", "wanted": ["f1:1"]}
    puzzles.act("make", json.dumps(problem))
    puzzles.wait()
    assert (
        "This cannot be made into a puzzle: It has no answer, or none that can be proven"
        in told(puzzles)
    )


@pytest.mark.parametrize("text", ["", "{", HOSTILE, "?board=1", '{"board": 7}', "[" * 9000])
def test_what_is_no_position_is_told(puzzles: Any, text: str) -> None:
    puzzles.act("make", text)
    assert 'class="ksm-notice"' in html(puzzles, "news")
    assert "<script" not in html(puzzles, "news")


def test_what_tempts_is_told_with_why_it_loses(progress: Progress) -> None:
    data = samples.dig()
    data["problem"]["board"] = "-,-,-,-,-,-/" * 5 + "5,4,5z,2,3,1"
    data["answer"] = {"net": 13, "turn": "moves c1-c2 dig a1 b1 c1"}
    made: Any = Puzzles(Pack((Puzzle.from_dict(data),)), language="en", progress=progress)
    answer(made)
    made.wait()
    assert "Tempting: c1→b2, then dig b1, c1, d1." in told(made)
    made.close()


def after_the_end(puzzles: Any, progress: Progress) -> Any:
    """The page of another program, to which the browser gave what it kept."""
    other: Any = Puzzles(ALL, language="en", start="", progress=progress)
    other._pulse._handle_custom_msg({"restore": puzzles.page.kept}, [])
    other.wait()
    return other


def test_a_puzzle_comes_back_as_it_was_and_its_try_is_not_charged(
    puzzles: Any, progress: Progress
) -> None:
    puzzles.act("hint", "")
    click(puzzles.view, "c1")
    click(puzzles.view, "d1")
    puzzles.view.act("hand", "lay")
    click(puzzles.view, "b1")
    back = after_the_end(puzzles, progress)
    assert back.solving.turn == puzzles.solving.turn
    assert str(back.solving.turn) == "moves c1-d1 dig a1 b1 c1"
    assert (back.solving.hints, back.solving.tries) == (1, 0)
    assert "your position is as you left it" in told(back)
    assert progress.attempts() == ()
    back.act("check", "")
    assert [(one.right, one.hints) for one in progress.attempts()] == [(True, 1)]
    over = after_the_end(back, progress)
    assert over.page.locked
    assert "The best nets 11" in told(over)
    assert len(progress.attempts()) == 1
    over.close()
    back.close()


def test_a_wrong_try_stays_one_and_what_was_shown_stays_shown(
    puzzles: Any, progress: Progress
) -> None:
    answer(puzzles, WRONG)
    back = after_the_end(puzzles, progress)
    assert back.solving.chosen == "rest"
    assert back.solving.tries == 1
    for _ in range(4):
        back.act("hint", "")
    assert back.solving.shown
    over = after_the_end(back, progress)
    assert over.solving.shown
    assert "The answer explained" in told(over)
    assert [one.right for one in progress.attempts()] == [False, False]
    over.close()
    back.close()


def test_a_wrong_answer_is_still_known_after_it_came_back(puzzles: Any, progress: Progress) -> None:
    slow = Response(Turn.parse("moves c1-d1 d1-e1 dig a1 b1 c1"))
    for wrong in (WRONG, slow, slow):
        answer(puzzles, wrong)
    assert "You tried that already." in told(puzzles)
    back = after_the_end(puzzles, progress)
    for wrong in (slow, WRONG):
        answer(back, wrong)
        assert "You tried that already." in told(back)
    assert (back.solving.tries, len(progress.attempts())) == (2, 2)
    back.close()


def test_nobody_learns_what_is_wrong_without_a_try(puzzles: Any, progress: Progress) -> None:
    forged = {**json.loads(puzzles.page.kept), "wrong": ["rest", 5]}
    puzzles._pulse._receive(None, {"restore": json.dumps(forged)}, [])
    answer(puzzles, WRONG)
    assert (puzzles.solving.tries, len(progress.attempts())) == (1, 1)


@pytest.mark.parametrize("name", samples.ALL)
def test_every_kind_of_puzzle_comes_back(name: str, puzzles: Any, progress: Progress) -> None:
    puzzles.lay_out(samples.puzzle(name))
    task = puzzles.view.task
    puzzles.view.set_answering(puzzles.view.solving.answered(task.solution()))
    back = after_the_end(puzzles, progress)
    assert back.page.puzzle == samples.puzzle(name)
    assert back.solving.answer == puzzles.solving.answer
    back.act("check", "")
    assert back.page.locked
    back.close()


def test_a_storm_does_not_come_back(puzzles: Any, progress: Progress) -> None:
    puzzles.act("storm", "")
    back = after_the_end(puzzles, progress)
    assert back.storm is None
    assert progress.attempts() == ()
    back.close()


@pytest.mark.parametrize(
    "text",
    ["", "x", "{", "{}", "[1]", '{"puzzle": "puzzle=8a2d51bbdd", "helped": [1, -1, 0]}',
     '{"puzzle": "puzzle=8a2d51bbdd", "helped": [0, 0, 0], "turn": "moves a1-f6"}',
     '{"puzzle": "puzzle=8a2d51bbdd", "helped": [0, 0, 1], "wrong": ["moves a1-f6"]}'],
)  # fmt: skip
def test_what_no_page_kept_brings_nothing_back(puzzles: Any, text: str) -> None:
    before = puzzles.solving
    puzzles._pulse._receive(None, {"restore": text}, [])
    assert puzzles.solving == before


def test_a_shared_app_gives_a_link_that_others_can_open(
    puzzles: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", "")
    monkeypatch.setenv("KSM_SHARED_AT", "http://192.0.2.7:8866/")
    puzzles.at_address("http://localhost:8866/puzzles.ipynb")
    assert "http://192.0.2.7:8866/puzzles.ipynb?puzzle=" in html(puzzles, "foot")
    assert "localhost" not in html(puzzles, "foot")
    answer(puzzles)  # The way to the explorer stays on this computer, where the browser is known.
    assert 'href="http://localhost:8866/explorer.ipynb?' in html(puzzles, "foot")
    for own in ("https://mine.example/puzzles.ipynb", "http://[half"):
        puzzles.at_address(own)
        assert f"{own}?puzzle=" in html(puzzles, "foot")


def test_a_puzzle_that_is_over_leads_to_the_explorer_with_its_question(
    puzzles: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", "")
    puzzles.at_address("https://mine.example/puzzles.ipynb")
    assert "explorer.ipynb?" not in html(puzzles, "foot")
    answer(puzzles)
    found = re.search(
        r'href="https://mine\.example/explorer\.ipynb\?([^"]*)"', html(puzzles, "foot")
    )
    assert found is not None
    asked, puzzle = situation_of(unescape(found[1])), puzzles.view.task.puzzle
    assert asked.position == puzzle.problem.position
    assert asked.card.shape == puzzle.problem.shape


def test_a_pack_played_to_its_end_says_so_and_offers_to_start_again_or_others(
    progress: Progress,
) -> None:
    few = Pack((samples.puzzle("card"), samples.puzzle("payable")))
    made: Any = Puzzles(language="en", start="", progress=progress)
    made.act("load", pack_text(few))
    made.wait()
    answer(made)
    assert "Next puzzle" in told(made)
    made.act("next", "")
    answer(made, Response(choice="7" if made.page.puzzle.choices[0] == "1" else "yes"))
    assert "You have played all" not in told(made)  # It may be tried again.
    answer(made)
    said = "You have played all 2 puzzles here and solved 2. Start again,"
    assert said in told(made)
    explained = html(made, "answer")
    assert ">Start again<" in explained
    assert 'data-act="unload"' in explained
    seen = [made.page.puzzle.id]
    made.act("next", "")
    seen.append(made.page.puzzle.id)
    assert "Here they are again" not in told(made)  # It was said.
    answer(made)
    assert len(set(seen)) == 2
    assert "You have played all" not in told(made)  # Another round has begun.
    made.close()
    again: Any = Puzzles(few, language="en", start="", progress=progress)
    assert "You have played all 2 puzzles here before, and solved 2. Here they are" in told(again)
    again.close()

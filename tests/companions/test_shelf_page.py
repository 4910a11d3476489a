"""The page of a game on the shelf, as far as all games share it: start, messages, way back."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from ksm_widgets.companions.answering import Looked
from ksm_widgets.companions.kings.bot import choose
from ksm_widgets.companions.kings.match import KingsMatch
from ksm_widgets.companions.links import LinkError
from ksm_widgets.companions.shelf import GAMES, companion, curricula, notebook_of, part_of
from ksm_widgets.companions.view.comparing import figure
from ksm_widgets.companions.view.page import Mode
from ksm_widgets.page.background import CutShort
from ksm_widgets.page.sharing import qr_code
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules.errors import FaultyPosition, KsmError
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.widgets import shelf_game
from ksm_widgets.words import LANGUAGES
from tests.companions.kings_positions import EXAMPLE_1
from tests.companions.shared import do, positions_of, touch
from tests.page.kernelless import click, frame, html, key, words

SEED = 4
"""A game of two in which the person begins with a unit to play."""


GAME = "kings"


@pytest.mark.parametrize(
    ("game", "question"),
    [
        (game, question)
        for game in GAMES
        for question in part_of(game, "view.opening").PAGE.page_type().query.questions
    ],
)
def test_every_question_is_stopped_at_its_first_pulse(
    game: str, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped() -> None:
        raise CutShort

    monkeypatch.setattr("ksm_widgets.companions.view.table.cancel_when", lambda _: stopped)
    page: Any = shelf_game(game, language="en")
    with closing(page):
        examples = page.page.draft.examples
        page.act("example", {"pawns": "place", "turn": "turn"}.get(question, next(iter(examples))))
        page.act("question", question)
        page.act("ask", "")
        page.wait()
        assert "Stopped; there is no answer yet." in words(page, "said")
        assert page.page.looked is None


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("name", ["Delete", "Backspace"])
def test_the_eraser_has_its_keys_in_every_game(game: str, name: str) -> None:
    page = part_of(game, "view.opening").PAGE.page_type(language="en")
    assert page.keyed(name).draft.tool == "erase"


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_set_up_by_touch(game: str, page: Any) -> None:
    kind, known = companion(game), positions_of(game)
    wanted = kind.text(kind.parse(known.SET_UP))
    touch(page, "clear=", *known.TOUCHES)
    assert page.page.draft.text == kind.text(page.page.position) == wanted
    assert page.page.draft.faults == ()
    touch(page, "clear=")
    assert page.page.draft.text != wanted
    touch(page, "undo=")
    assert page.page.draft.text == wanted
    touch(page, "undo=")
    assert page.page.draft.text != wanted
    touch(page, "redo=")
    assert page.page.draft.text == wanted


@pytest.mark.parametrize("game", GAMES)
def test_all_faults_are_told_together_and_keep_the_question_away(game: str, page: Any) -> None:
    steps, parts, place = positions_of(game).FAULTY
    touch(page, *steps)
    said = words(page, "said")
    assert [part for part in parts if part not in said] == []
    assert place in page.page.picture.marks.wrong
    assert 'aria-disabled="true"' in html(page, "turn")
    page.act("ask", "")
    page.wait()
    assert page.page.looked is None


@pytest.mark.parametrize("game", GAMES)
def test_text_is_read_or_refused_whole(game: str, page: Any) -> None:
    kind, known = companion(game), positions_of(game)
    position = kind.parse(known.EXAMPLE_2)
    text, parts = known.NO_POSITION
    frame(page, {"paste": known.EXAMPLE_2})
    assert page.page.position == position
    assert page.page.draft.text == kind.text(position)
    frame(page, {"paste": text})
    said = words(page, "said")
    assert [part for part in parts if part not in said] == []
    assert page.page.position == position


@pytest.mark.parametrize("game", GAMES)
def test_a_link_opens_what_it_was_made_of(game: str, page: Any) -> None:
    draft = page.page.draft
    for example in draft.examples:
        position = draft.of_example(example).position
        for query in positions_of(game).QUERIES:
            assert type(query).parse(query.link(position)) == (position, query)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("people", [1, 2])
def test_no_view_of_a_match_shows_what_it_must_not(game: str, people: int) -> None:
    known = positions_of(game)
    match = part_of(game, "view.opening").PAGE.page_type().match_type.begin(3, people, 5)
    passed = 0
    for _ in range(60):
        if match.actor is None or match.pause is not None:
            break
        if match.waits:
            passed += 1
            assert known.hides(match.view, None)
            match = match.passed_on()
        assert known.hides(match.view, match.viewer)
        match = match.after(match.open_acts[0])
    assert (passed > 0) == (people > 1)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_kept_and_replayed(game: str, page: Any) -> None:
    touch(page, "mode=play", "begin=4")
    for _ in range(3):
        do(page, 0)
    kept = page.page.kept
    other: Any = shelf_game(game, language="en")
    with closing(other):
        frame(other, {"kept": kept})
        other.restored(kept)
        assert other.page.match.game == page.page.match.game
        touch(other, "end=", "resume=")
        assert other.page.match.game == page.page.match.game
    seed = f"{game} players {page.page.match.game.position.players} seed 4"
    assert "seed" not in html(page, "side")
    while page.page.match.actor is not None and len(page.page.match.game.acts) < 2_000:
        match = page.page.match
        act = 0
        if match.pause is None:
            act = match.open_acts.index(match.chosen(match.game.position, match.actor))
        do(page, act)
        assert page.page.trouble == ""
    said = words(page, "said")
    assert "wins the game" in said or "share the win" in said
    assert seed in html(page, "side")
    ended = page.page.match
    replayed = type(ended.game).begin(ended.game.position.players, 4)
    for act in ended.game.acts[:3]:
        replayed = replayed.after(act)
    touch(page, "at=3")
    assert "Replay: step 3 of" in words(page, "said")
    assert page.page.shown == replace(replayed.position, me=None)
    page.act("end", "")
    page.act("record", ended.text())
    assert page.page.match.text() == ended.text()


@pytest.mark.parametrize("game", GAMES)
def test_a_table_can_be_read_back_after_every_change_of_who_asks_and_who_plays(
    game: str, page: Any
) -> None:
    for example in page.page.draft.examples:
        touch(page, f"example={example}", "tool=card", "seat 1")
        for step in ("me=2", "me=1", "players=5", "me=4", "me=1", "me=4", "players=2"):
            touch(page, step)
            draft = page.page.draft
            assert draft.parsed(draft.text) == draft.position


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_cannot_be_read_leaves_the_position_restored(game: str, page: Any) -> None:
    del game
    touch(page, "clear=")
    empty = page.page.draft.text
    kept = page.page.kept
    with closing(shelf_game(page.page.name, language="en")) as other:
        assert other.page.draft.text != empty
        frame(other, {"kept": f"{kept}\nnonsense"})
        with pytest.raises(KsmError):
            other.restored(f"{kept}\nnonsense")
        assert other.page.draft.text == empty


@pytest.mark.parametrize("game", GAMES)
def test_what_is_taken_away_by_a_key_leaves_the_cursor_at_a_place(game: str, page: Any) -> None:
    del game
    table = page.page.keyed("Delete")
    for place in table.picture.places:
        after = table.released(place).keyed("Enter")
        assert after.cursor.focus in after.picture.places


@pytest.mark.parametrize("game", GAMES)
def test_the_cursor_may_be_where_the_next_table_has_no_place(game: str, page: Any) -> None:
    touch(page, "players=2", "mode=play", "seats=5", "begin=4")
    lost = []
    for place in page.page.picture.places:
        over = page.page.released(place).with_match(None).in_mode(Mode.SET)
        there = over.board.names
        lost += [place] if str(place) not in there else []
        told = over.board.label
        assert over.read_out(over) == ""
        assert over.keyed("Enter").cursor.place in over.picture.places
        assert any(name in told for name in there.values())
    assert lost


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("look", ["light", "dark"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_place_is_painted_and_told(game: str, look: str, language: str) -> None:
    page = part_of(game, "view.opening").PAGE.page_type(language=language, look=look)
    for example in page.draft.examples:
        page = page.with_draft(page.draft.of_example(example))
        scene = page.picture.scene()
        for area in scene.hits:
            assert area.x >= 0
            assert area.x + area.width <= scene.width
            assert area.y + area.height <= scene.height
        names = page.board.names
        assert {*names} == {str(place) for place in page.picture.places}
        assert len({*names.values()}) == len(names)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("link", "error"),
    [
        ("game=chess&position=x", LinkError),
        ("game={game}", LinkError),
        ("question=sing&position=x", LinkError),
        ("position=x", FaultyPosition),
        ("position=" + "x" * 40_000, LinkError),
        ("a=1&" * 60 + "position=x", FaultyPosition),
    ],
)
def test_a_bad_link_is_refused(game: str, link: str, error: type[Exception]) -> None:
    link = link.format(game=game)
    with pytest.raises(error):
        part_of(game, "links").Query.parse(link)
    page: Any = shelf_game(game, link)
    with closing(page):
        assert "ksm-tone-warning" in html(page, "said")


@pytest.mark.parametrize("game", GAMES)
def test_an_answer_without_any_option_has_nothing_to_step_through(game: str, page: Any) -> None:
    page.act("ask", "")
    page.wait()
    found = page.page.looked.found
    none = replace(found, answer=replace(found.answer, options=()))
    page.set_page(replace(page.page, looked=Looked(none)))
    assert page.page.shown == page.page.position
    assert page.page.looked.acts == page.page.looked.places == ()
    assert "Plans compared" in words(page, "plans")
    assert 'data-act="step"' not in html(page, "plans")


@pytest.mark.parametrize("game", GAMES)
def test_without_a_kernel_text_and_picture_are_of_the_same_table(game: str, page: Any) -> None:
    text = companion(game).text
    page.act("ask", "")
    page.wait()
    page.act("step", "1")
    assert page._repr_mimebundle_()["text/plain"] == text(page.page.looked.position)
    page.act("begin", "7")
    assert page._repr_mimebundle_()["text/plain"] == text(page.page.playing.view)


def test_a_position_with_an_equals_sign_is_no_link() -> None:
    page: Any = shelf_game("kings", "kings D1 O2 | deck = 52", language="en")
    with closing(page):
        assert "Deck:" in words(page, "said")
        assert "link" not in words(page, "said")


@pytest.mark.parametrize("mark", ["", "?"])
@pytest.mark.parametrize("name", GAMES)
def test_a_link_says_which_game_it_is_of(name: str, mark: str) -> None:
    link = part_of(name, "view.opening").PAGE.page_type(language="en").link
    page: Any = shelf_game(start=mark + link, language="en")
    with closing(page):
        assert (page.page.name, page.page.link, page.page.notice) == (name, link, None)


def test_a_game_starts_with_its_choices_in_place_of_the_board(page: Any) -> None:
    page.act("mode", "play")
    assert "ksm-starting" in page._dom_classes
    assert "Start" in words(page, "plans")
    assert "Choose who plays" in words(page, "said")
    assert "Selected" not in words(page, "said")
    assert words(page, "words") == words(page, "hand") == ""
    page.act("begin", str(SEED))
    assert "ksm-starting" not in page._dom_classes
    assert words(page, "plans") == ""


def test_no_key_changes_a_table_that_a_start_hides(page: Any) -> None:
    touch(page, "clear=", "mode=play")
    table = page.page.position
    key(page, "z", command=True)
    assert page.page.position == table
    touch(page, "mode=set")
    key(page, "z", command=True)
    assert page.page.position != table


def test_a_game_is_offered_again_only_if_one_was_saved(page: Any) -> None:
    page.act("mode", "play")
    assert "Resume" not in words(page, "plans")
    page.act("begin", str(SEED))
    page.act("end", "")
    assert "Resume" in words(page, "plans")
    other = shelf_game("kings", language="en")
    other.act("mode", "play")
    assert "Resume" in words(other, "plans")
    other.close()


def test_a_question_about_a_game_leaves_the_table_and_leads_back(page: Any) -> None:
    frame(page, {"paste": EXAMPLE_1})
    page.act("question", "chance")
    mine = page.page.position
    page.act("mode", "play")
    page.act("begin", str(SEED))
    match, kept = page.page.match, page.page.kept
    page.act("study", "")
    assert page.page.position != mine
    assert page.page.kept == kept
    page.wait()
    assert page.page.looked is not None
    assert page.page.query.question == "sure"
    assert "This is the table of your game." in words(page, "plans")
    assert "Back to the game" in words(page, "said")
    page.act("mode", "play")
    assert page.page.playing == match
    page.act("mode", "set")
    assert page.page.position == mine
    assert page.page.query.question == "chance"
    assert page.page.looked is None


def test_to_ask_about_a_game_twice_leaves_the_table_too(page: Any) -> None:
    frame(page, {"paste": EXAMPLE_1})
    mine = page.page.position
    touch(page, "mode=play", f"begin={SEED}", "study=")
    kept = page.page.kept
    page.act("study", "")
    assert page.page.kept == kept
    touch(page, "mode=play", "mode=set")
    assert page.page.position == mine


@pytest.mark.parametrize("game", GAMES)
def test_an_act_is_not_done_twice_by_two_quick_taps(game: str, page: Any) -> None:
    touch(page, "mode=play", f"begin={SEED}")
    shown = f"{page.page.match.stage},0"
    page.act("do", shown)
    after = page.page.match
    assert len(after.game.acts) > 0
    page.act("do", shown)
    assert page.page.match == after


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begins_with_as_many_players_as_it_has_at_least(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page_type = part_of(game, "view.opening").PAGE.page_type
    monkeypatch.setattr(page_type.match_type.game_type, "sizes", range(4, 6))
    assert page_type().players == 4


@pytest.mark.parametrize("questions", [None, ("sure",)])
def test_where_no_question_fits_the_game_goes_on(
    page: Any, questions: tuple[str, ...] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if questions is not None:
        monkeypatch.setattr(type(page.page), "fitting", lambda _: questions)
    page.act("mode", "play")
    page.act("begin", str(SEED))
    do(page, 0)
    table, match = page.page.position, page.page.match
    page.act("study", "")
    page.wait()
    assert "None of the questions fits" in words(page, "said")
    assert page.page.playing == match
    assert page.page.position == table


def test_a_touch_that_does_nothing_says_so(page: Any) -> None:
    page.act("clear", "")
    page.act("tool", "mine")
    click(page, "centre 1")
    assert "changes nothing" not in words(page, "said")
    click(page, "centre 1")
    assert "changes nothing" in words(page, "said")
    page.act("mode", "play")
    page.act("begin", str(SEED))
    click(page, "discard")
    assert "nothing to do here now" in words(page, "said")
    key(page, "ArrowRight")
    click(page, "hand 1")
    assert "nothing to do" not in words(page, "said")


def test_the_first_problem_is_told_and_the_others_unfold(page: Any) -> None:
    page.act("deck", "-5")
    assert "more problem" not in words(page, "said")
    for act, value in (("race", "D"), ("strength", "9")):
        page.act(act, value)
    for place in ("centre 1", "centre 2"):
        click(page, place)
    told = html(page, "said")
    first, _, others = told.partition("</summary>")
    assert f"{len(page.page.draft.faults) - 1} more problem" in first
    assert others.count("<li>") == len(page.page.draft.faults) - 1
    assert "Selected" in words(page, "said")


@pytest.mark.parametrize("people", [1, 3])
def test_the_whole_last_turn_of_each_other_player_is_told(people: int) -> None:
    match = KingsMatch.begin(3, people, 5)
    for _ in range(14):
        if match.waits:
            match = match.passed_on()
        match = match.after(match.open_acts[0])
    reader = match.actor if match.waits else match.viewer
    seats = [seat for seat, _ in match.events]
    expected = []
    for seat in {1, 2, 3} - {reader}:
        last = len(seats) - seats[::-1].index(seat)
        first = last
        while first and seats[first - 1] == seat:
            first -= 1
        expected += [phrase for _, phrase in match.events[first:last]]
    assert len(expected) == 4
    assert sorted(map(str, match.news)) == sorted(map(str, expected))
    assert KingsMatch.parse(match.text()).events == match.events


@pytest.mark.long
def test_the_end_is_told_once_and_is_good_news_for_winners_only(page: Any) -> None:
    tones = set()
    page.act("mode", "play")
    for seed in range(20):
        page.act("begin", str(seed))
        while page.page.match.actor is not None:
            match = page.page.match
            do(page, match.open_acts.index(choose(match.game.position, 1)))
        won = 1 in match.winners(page.page.match.game.position)
        told = html(page, "said")
        assert ("ksm-tone-good" in told) == won
        assert words(page, "said").lower().count("points:") == 1
        assert "Everything so far" in words(page, "side")
        tones.add(won)
        if len(tones) > 1:
            break
    assert tones == {True, False}


def test_a_figure_unfolds_its_fraction() -> None:
    exact = str(Fraction(446237, 3673530))
    shown = str(figure("12 %", exact))
    assert shown.startswith("<details")
    assert shown.index("12 %") < shown.index("</summary>") < shown.index(f"<small>{exact}")
    assert "details" not in str(figure("12 %"))


def test_a_lesson_is_marked_once_all_its_tasks_are_solved() -> None:
    lesson, other = curricula()["kings"].lessons[:2]
    with closing(Progress.of_user()) as progress:
        for task in (*lesson.tasks, other.tasks[0]):
            progress.answered(task, 1, "en", right=True, stars=1)
    page = shelf_game("kings", language="en")
    page.set_page(replace(page.page, address="http://localhost/shelf.ipynb"))
    marked = [part for part in html(page, "rules").split("<a ")[1:] if "(solved)" in part]
    assert len(marked) == 1
    assert Reader("en").text(f"prose_{lesson.name}.title") in marked[0]
    assert html(page, "head").count(f"en/{other.file}") == 1
    assert lesson.file not in html(page, "head")
    page.close()


def test_the_head_leads_to_the_lessons_until_all_are_solved(page: Any) -> None:
    lessons = curricula()[page.page.name].lessons
    assert lessons[0].file not in html(page, "head")  # Without an address no link leads there.
    page.set_page(replace(page.page, address="http://localhost/shelf.ipynb"))
    assert f'href="http://localhost/en/{lessons[0].file}"' in html(page, "head")
    every = frozenset(lesson.name for lesson in lessons)
    page.set_page(replace(page.page, solved=every))
    assert "ksm-learn" not in html(page, "head")


def test_the_head_leads_to_the_pages_of_the_other_games(page: Any) -> None:
    """From a game's own notebook too, which opens that game whatever its address says."""
    page.set_page(replace(page.page, address=f"http://localhost/{notebook_of(page.page.name)}"))
    others = [game for game in GAMES if game != page.page.name]
    shown = html(page, "head")
    assert all(f'href="http://localhost/{notebook_of(game)}"' in shown for game in others)


def test_the_link_of_a_table_can_be_shown_as_a_code(page: Any) -> None:
    assert 'data-act="code"' not in html(page, "set")  # Without an address there is none.
    page.set_page(replace(page.page, address="http://localhost/shelf.ipynb"))
    assert "ksm-code" not in html(page, "set")
    page.act("code", "on")
    address = f"{page.page.address}?{page.page.link}"
    assert f'aria-label="QR code of the link">{qr_code(address)}</div>' in html(page, "set")
    page.act("code", "")
    assert "ksm-code" not in html(page, "set")

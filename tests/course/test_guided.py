"""Guided games: each stop is reached, what is asked there is right, all else is told why not."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.analysis.knowledge import card_to_play
from ksm_widgets.course.games import GAMES
from ksm_widgets.course.lessons import LESSONS
from ksm_widgets.course.practice.ending import game_counted
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.steps import Kind
from ksm_widgets.game.view.saying import marks_of
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Power, Tile, Turn, legal_digs, legal_moves, moved
from ksm_widgets.rules.edition_rules import editions
from ksm_widgets.rules.payment import Holding
from ksm_widgets.solver import solve
from ksm_widgets.telling.phrases import Reader
from ksm_widgets.telling.rulebook import title_of
from ksm_widgets.widgets import Course
from ksm_widgets.words import LANGUAGES
from tests.game.at_table import act, html, touch, words

if TYPE_CHECKING:
    from ksm_widgets.course.guided import Best
    from ksm_widgets.rules import Card
    from ksm_widgets.solver import Plan

pytestmark = pytest.mark.usefixtures("compiled")
OTHERS = (Phase.WATCH, Phase.REVEAL)


@cache
def moments(name: str, edition: str = "en") -> tuple[Match, ...]:
    """Every moment of a guided game whose learner always does the best."""
    game = GAMES[name]
    match = game.begin("Anna, Bruno, Carla", edition)
    found = [match]
    while not game.done(match):
        stop, seen = game.stop(match), match.view
        assert seen is not None
        if match.phase in OTHERS:
            match = match.step()
        elif stop is None:
            raise AssertionError(f"nobody says what to do in round {match.game.round}")
        elif stop.asked is None:
            assert len(seen.hand) == 1  # There is only one thing to do.
            match = match.choose(seen.hand[0].number)
        elif match.phase is Phase.CHOOSE:
            match = match.choose(stop.asked.best_card(seen).number)
        else:
            plan = stop.asked.plan(seen, card_to_play(seen))
            assert plan is not None
            match = match.move(plan.moves[0]) if plan.moves else match.play(plan.turn)
        found.append(match)
    return tuple(found)


@pytest.mark.long
@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("name", GAMES)
def test_the_best_way_leads_past_every_stop(name: str, edition: str) -> None:
    game = GAMES[name]
    stops = [game.stop(match) for match in moments(name, edition)]
    # Where an object is worth it, nobody who does the best keeps them all.
    expected = {stop.name for stop in game.stops if stop.spent is not False}
    assert {stop.name for stop in stops if stop} == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_named_and_never_bare_numbers(language: str, progress: Progress) -> None:
    game = Course(language, progress=progress).game("first")
    told = words(game, "guide")
    assert f"R6: {title_of('R6', Reader(language))}" in told
    assert not re.search(r"\bR\d+(, | and | und )R\d+", told)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_what_is_asked_has_an_answer_and_a_hint_that_leads_to_it(name: str) -> None:
    game = GAMES[name]
    for match in moments(name):
        stop, seen = game.stop(match), match.view
        if stop is None or stop.asked is None or seen is None:
            continue
        card = stop.asked.best_card(seen) if seen.hand and not seen.waiting else card_to_play(seen)
        known, proven = stop.asked.plan(seen, card), solve(stop.asked.problem(seen, card)).plan
        assert known is not None
        assert proven is not None
        assert known.net == proven.net
        hint = stop.asked.hint(seen)
        assert hint.places
        assert all(Reader(language).say(hint.phrases[0]) for language in LANGUAGES)
        if match.phase is Phase.CHOOSE:
            nets = {one: stop.asked.plan(seen, one) for one in seen.hand}
            best = max(plan.net for plan in nets.values() if plan is not None)
            found = nets[stop.asked.best_card(seen)]
            assert found is not None
            assert found.net == best
            right = [one for one in seen.hand if game.fault(match, one) is None]
            assert 0 < len(right) < len(seen.hand)


@pytest.mark.long
def test_in_the_first_game_the_texts_hold_for_whatever_is_accepted() -> None:
    """They name quarries and figures, so up to the third round nothing else may be right."""
    game = GAMES["first"]
    for match in moments("first"):
        stop, seen = game.stop(match), match.view
        if stop is None or stop.asked is None or stop.asked.slack or seen is None:
            continue
        if match.phase is Phase.CHOOSE:
            right: list[Any] = [one for one in seen.hand if game.fault(match, one) is None]
        else:
            digs = legal_digs(seen.position, card_to_play(seen).shape)
            choices: list[Any] = [
                *legal_moves(seen.position),
                Turn(),
                *(Turn(dig=dig) for dig in digs),
            ]
            right = [one for one in choices if game.fault(match, one) is None]
        assert len(right) == 1, (stop.name, right)


def _net(plan: Plan | None) -> Any:
    return 0 if plan is None else plan.net


@pytest.mark.parametrize("name", GAMES)
def test_what_is_said_of_each_card_that_is_refused_is_true(name: str) -> None:
    game, keys = GAMES[name], set()
    for match in moments(name):
        stop, seen = game.stop(match), match.view
        if match.phase is not Phase.CHOOSE or stop is None or stop.asked is None or seen is None:
            continue
        for card in seen.hand:
            why = game.fault(match, card)
            if why is None:
                continue
            keys.add(why.key.removeprefix("guided."))
            problem = stop.asked.problem(seen, card)
            assert why.params["number"] == card.number
            if stop.asked.spends:
                assert problem.max_moves == 0  # The words say so: "without a move".
                plan = solve(problem).plan
                best = _net(plan)
                # The place is shown, as no object can be tried before the reveal.
                assert plan is not None
                assert why.places == plan.dig
            else:
                values = replace(problem.values, unseen=0)
                best = _net(solve(replace(problem, values=values)).plan)
            assert round(best) == why.params.get("net", 0), (stop.name, card.number)
            if why.key == "guided.card_unseen":
                assert card.number > stop.asked.card
                assert _net(_played(stop.asked, match, card)) == 0  # Others have dug by then.
    assert keys == {
        "first": {
            *("card_less", "card_nothing_still"),
            *("card_less_moves", "card_nothing", "card_unseen"),
        },
        "spending": {"card_less_points"},
        "last": {"card_less_points"},
    }.get(name)


def _played(asked: Best, match: Match, card: Card) -> Plan | None:
    """The best that is left of a card once those before have dug."""
    match = match.choose(card.number)
    while match.phase in OTHERS:
        match = match.step()
    assert match.view is not None
    problem = asked.problem(match.view, card_to_play(match.view))
    return solve(replace(problem, values=replace(problem.values, unseen=0))).plan


@pytest.mark.long
def test_what_is_said_of_each_move_that_is_refused_is_true() -> None:
    game = GAMES["first"]
    for match in moments("first"):
        stop, seen = game.stop(match), match.view
        if match.phase is not Phase.DIG or stop is None or stop.asked is None or seen is None:
            continue
        problem = stop.asked.problem(seen, card_to_play(seen))
        problem = replace(problem, values=replace(problem.values, unseen=0))
        for move in legal_moves(seen.position):
            why = game.fault(match, move)
            if why is None:
                continue
            after = replace(
                problem,
                position=moved(problem.position, [move]),
                money=problem.money - 1,
                max_moves=max(0, (problem.max_moves or 0) - 1),
            )
            assert round(_net(solve(problem).plan)) == why.params["best"]
            net = _net(solve(after).plan) - 1
            # Either a move does not help, or it helps no more than digging straight away.
            idle = why.key == "guided.move_idle"
            assert net < why.params["best"] or (idle and net == why.params["best"])


def at_stop(game: Any, name: str, which: str = "first") -> None:
    """Bring a guided game to a stop."""
    stops = GAMES[which]
    match = next(one for one in moments(which) if (at := stops.stop(one)) and at.name == name)
    game.set_page(game.page.arriving(match))


def test_before_moving_is_taught_nothing_is_told_that_needs_a_move() -> None:
    game = GAMES["first"]
    for match in moments("first"):
        stop, seen = game.stop(match), match.view
        if match.game.round > 3 or stop is None or stop.asked is None or seen is None:
            continue
        assert stop.asked.moves == 0
        for card in seen.hand if match.phase is Phase.CHOOSE else ():
            why = game.fault(match, card)
            assert why is None or "move" not in Reader("en").say(why)


@pytest.mark.parametrize(
    ("language", "told"),
    [("en", "to move e4→d3 first: that gains 13, and a tile"), ("de", "e4→d3 zu verschieben")],
)
def test_a_card_that_needs_an_unseen_tile_is_not_said_to_have_no_dig(
    progress: Progress, language: str, told: str
) -> None:
    game = table(progress, language=language)
    at_stop(game, "own")
    act(game, "card", "25")
    act(game, "choose")
    assert told in words(game, "guide")


def test_what_was_uncovered_before_the_learner_came_is_not_marked(progress: Progress) -> None:
    game = table(progress)
    assert game.page.picture.marks.bare == ()
    assert "Black tiles are curses" in words(game, "guide")
    act(game, "card", "10")
    act(game, "choose")
    act(game, "next")
    assert "blue corners" in words(game, "guide")
    assert game.page.picture.marks.bare


def test_an_emptied_quarry_has_nothing_uncovered_to_point_out(progress: Progress) -> None:
    game = table(progress)
    at_stop(game, "snatched")
    match, step = game.match, game.match.steps[-1]
    dug = step.game.records[-1].turn.dig
    assert set(marks_of(game.page).bare) == set(dug)
    emptied = step.game.position.with_stack(dug[0], "-")
    step = replace(step, game=replace(step.game, position=emptied))
    page = replace(game.page, match=replace(match, steps=(*match.steps[:-1], step)))
    assert set(marks_of(page).bare) == set(dug[1:])


def test_a_second_hint_says_that_there_is_no_other(progress: Progress) -> None:
    game = table(progress)
    act(game, "hint")
    for told in (False, True, True):
        act(game, "hint")
        assert "Choose card 10" in words(game, "guide")
        assert ("no more hints" in words(game, "guide")) is told
    act(game, "card", "10")
    act(game, "hint")
    assert "no more hints" not in words(game, "guide")


def test_after_a_hint_to_move_there_are_more(progress: Progress) -> None:
    game = table(progress)
    at_stop(game, "move")
    act(game, "hint")
    for told in (False, True):
        act(game, "hint")
        assert ("then you can ask again" in words(game, "guide")) is told
        assert "no more hints" not in words(game, "guide")


@pytest.mark.parametrize("stop", ["dig", "final"])
def test_a_hint_to_a_plan_says_what_it_is_for_and_what_it_spends(
    progress: Progress, stop: str
) -> None:
    game = table(progress, "last")
    at_stop(game, stop, "last")
    act(game, "hint")
    act(game, "hint")
    told = words(game, "guide")
    plan = game.page.stop.asked.plan(game.match.view, card_to_play(game.match.view))
    (power,) = plan.turn.powers
    assert "You can complete a set here" in told
    assert f"then spend the {power.value} and dig" in told
    assert set(game.page.picture.marks.area) == {plan.moves[0].source, plan.moves[0].target}


def test_a_hint_clears_what_was_tried_elsewhere(progress: Progress) -> None:
    """The crosses of a card that does not fit lay over the quarries of the hint."""
    game = table(progress)
    act(game, "card", "25")
    touch(game, "d4")
    assert game.page.picture.marks.not_diggable
    act(game, "hint")
    assert not game.page.picture.marks.not_diggable
    assert game.page.turn.told(game.page.seen) is None
    assert game.page.picture.marks.area


def test_a_hint_leaves_a_dig_that_fits_where_it_was_laid(progress: Progress) -> None:
    game = table(progress)
    at_stop(game, "dig")
    act(game, "tool", "card")
    touch(game, "f3")
    laid = game.page.turn.dig(game.page.seen)
    assert laid is not None
    for _ in range(3):
        act(game, "hint")
        assert game.page.turn.dig(game.page.seen) == laid
    assert set(game.page.remark.places) != set(laid)


@pytest.mark.parametrize(
    ("name", "stop", "first", "then"),
    [
        ("first", "card", "Look for a card that digs 4 tiles", "Choose card 10"),
        ("first", "dig", "The dig is somewhere on the marked quarries", "Lay the card"),
        ("first", "move", "The dig is somewhere on the marked quarries", "This move helps"),
        ("spending", "dig", "It takes a magic object", "Spend the seal"),
        ("last", "dig", "You can complete a set here", "The plan: move"),
    ],
)
def test_the_first_hint_is_only_where_to_look(
    progress: Progress, name: str, stop: str, first: str, then: str
) -> None:
    """It told card and place at once, so that nothing was left to find."""
    game = table(progress, name)
    at_stop(game, stop, name)
    act(game, "hint")
    told, wide = words(game, "guide"), set(game.page.picture.marks.area)
    assert first in told
    assert then not in told
    act(game, "back")  # What is done meanwhile does not begin the hints anew.
    act(game, "hint")
    assert then in words(game, "guide")
    assert set(game.page.picture.marks.area) < wide


def test_the_last_turn_of_another_is_told_until_the_learner_acts(progress: Progress) -> None:
    """Past the last digger of a round the page went on to the next one."""
    game = table(progress)
    assert "ksm-guide-happened" not in html(game, "guide")
    before = {
        at.name: (one, after)
        for one, after in pairwise(moments("first"))
        if (at := GAMES["first"].stop(after)) is not None
    }
    for match in before["gap"]:
        game.set_page(game.page.arriving(match))
    assert "ksm-guide-happened" not in html(game, "guide")  # The learner dug last.
    game.set_page(game.page.arriving(before["own"][0]))
    act(game, "next")
    assert game.page.stop.name == "own"
    told = re.search(r'<p class="ksm-guide-happened"[^>]*>([^<]*)', html(game, "guide"))
    assert told is not None
    assert told[1].startswith("Bruno digs on")
    assert told[1] in game.page.announcement
    assert "ksm-guided-read" not in game.page.classes
    act(game, "card", "6")
    assert "ksm-guided-read" in game.page.classes  # The style sheet hides it then.


def test_all_turns_that_were_skipped_are_told(progress: Progress) -> None:
    """Of two opponents' turns only the second was."""
    game = table(progress)
    watching, own = next(
        (one, after)
        for one, after in zip(moments("first"), moments("first")[2:], strict=False)
        if sum(step.kind is Kind.DUG for step in after.steps[len(one.steps) :]) == 2
        and after.phase is Phase.DIG
    )
    game.set_page(game.page.arriving(watching))
    game.set_page(game.page.arriving(own))
    told = re.search(r'<p class="ksm-guide-happened".*?</p>', html(game, "guide"))
    assert told is not None
    assert told[0].count(" digs on") == 2


def test_the_wait_for_a_hint_is_told(progress: Progress) -> None:
    """On a phone there was only an ellipsis on the button."""
    game = table(progress)
    assert "ksm-guide-now" not in html(game, "guide")
    game.set_page(replace(game.page, thinking=True))
    assert "few seconds" in words(game, "guide")
    assert "few seconds" in game.page.announcement


def test_a_hint_names_the_object_that_is_needed() -> None:
    match = next(one for one in moments("spending") if one.phase is Phase.DIG)
    stop, seen = GAMES["spending"].stop(match), match.view
    assert stop is not None
    assert stop.asked is not None
    assert seen is not None
    (told,) = stop.asked.hint(seen).phrases
    assert Reader("de").say(told) == "Für die markierten Felder brauchst du das Siegel."
    assert Reader("en").say(told) == "Spend the seal to dig the marked quarries."


@pytest.fixture
def progress() -> Progress:
    return Progress()


def table(progress: Progress, name: str = "first", language: str = "en") -> Any:
    return Course(language, progress=progress).game(name)


def test_a_wrong_choice_is_told_why_and_changes_nothing(progress: Progress) -> None:
    game = table(progress)
    before = game.match
    for number, told in ((3, "The best gain with card 3 is 10"), (22, "no good dig")):
        act(game, "card", str(number))
        act(game, "choose")
        assert told in words(game, "guide")
        assert "Which of your cards" in words(game, "guide")
        assert game.match == before
    act(game, "card", "10")
    assert "The best gain" not in words(game, "guide")
    act(game, "hint")
    act(game, "hint")
    assert "Choose card 10" in words(game, "guide")
    act(game, "choose")
    assert "Carla has card 1, Bruno card 7 and you card 10" in words(game, "guide")
    act(game, "next")
    assert "Carla has dug" in words(game, "guide")
    assert "Carla digs on" in words(game, "said")
    act(game, "next")
    act(game, "no-dig")
    assert "Nobody has to dig" in words(game, "guide")
    move = legal_moves(game.match.view.position)[0]
    touch(game, str(move.source), str(move.target))
    assert "it isn't needed" in words(game, "guide")
    assert game.match.phase is Phase.DIG
    assert not game.match.game.begun


def test_what_a_tried_card_would_gain_is_said_beside_the_cards(progress: Progress) -> None:
    game = table(progress)
    act(game, "card", "10")
    assert "ksm-guide-foot" not in html(game, "turn")
    touch(game, "c1")
    foot = re.search(r'<p class="ksm-guide-foot"[^>]*>([^<]*)', html(game, "turn"))
    assert foot is not None
    assert foot[1] == game.page.turn.told(game.page.seen).text(game.page.reader)
    assert "ksm-guide-now" not in html(game, "guide")


def test_that_a_move_cannot_be_undone_is_said_where_it_happens_first(progress: Progress) -> None:
    game = table(progress)
    stop = next(match for match in moments("first") if match.game.begun)
    game.set_page(game.page.arriving(stop))
    assert game.page.stop.name == "filled"
    assert not game.page.can_take_back
    assert "can't undo this move" in words(game, "guide")


def test_it_comes_back_where_it_was_left_and_can_begin_anew(progress: Progress) -> None:
    game = table(progress)
    act(game, "card", "10")
    act(game, "choose")
    act(game, "next")
    for language in LANGUAGES:
        again = table(progress, language=language)
        assert again.page.stop.name == "snatched"
        assert again.match.game == game.match.game
    assert not game._saves.__class__(progress).matches()  # Not among the learner's own games.
    act(again, "leave")
    question = again.page.text("guided.again_sure")
    assert question in words(again, "set")
    act(again, "stay")
    act(again, "leave")
    act(again, "hint")
    assert question not in words(again, "set")
    assert again.match.game == game.match.game
    act(again, "leave")
    act(again, "again")
    assert again.page.stop.name == "card"


def test_what_an_earlier_version_saved_of_another_game_is_passed_over(progress: Progress) -> None:
    game = table(progress)
    act(game, "card", "10")
    act(game, "choose")
    kept = progress.setting("guided.first.0")
    assert kept is not None
    progress.set("guided.first.0", kept.replace("seed 286", "seed 287").partition("turn")[0])
    assert table(progress).page.stop.name == "card"
    progress.set("guided.first.0", "nonsense")
    assert table(progress).page.stop.name == "card"


@pytest.mark.long
def test_its_end_counts_as_solved_and_leads_on(progress: Progress) -> None:
    course = Course("en", progress=progress)
    game: Any = course.game("first")
    overview = course.progress()
    lesson = next(lesson for lesson in LESSONS if lesson.name == "first")
    assert lesson.label == "4½"
    for match in moments("first")[1:]:
        game.set_page(game.page.arriving(match))
    assert progress.stars() == {"game.first": 3}
    assert "Next lesson: 5 · Moving tiles" in words(game, "guide")
    assert "4½ · Your first three rounds 1 / 1 3 / 3" in words(overview, "asked")
    act(game, "card", str(game.match.view.hand[0].number))
    act(game, "choose")
    assert "on your own" in words(game, "guide")


@pytest.mark.long
def test_the_points_are_told_once_they_are_counted(
    progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = table(progress, "last")
    for match in moments("last")[1:]:
        game.set_page(game.page.arriving(match))
    assert game.match.over
    points = str(game.match.scores[0].total)
    for _ in range(2):  # The second time after a reload.
        shown = [words(game, part) for part in ("said", "ending", "plans", "guide")]
        assert not any("Final score" in part or f"Anna {points}" in part for part in shown)
        assert points not in game.page.announcement
        assert progress.stars() == {}
        game = table(progress, "last")
    task = game._counting.page.state.task
    for name, value in task.solution().items():
        assert value == game.match.scores[["Anna", "Bruno", "Carla"].index(name)].total
        game._counting.act(f"fill-{name}", str(value - 1))
    game._counting.act("check", "")
    assert game.page.counting
    for name, value in task.solution().items():
        game._counting.act(f"fill-{name}", str(value))
    looked: list[str] = []
    monkeypatch.setattr(game._panels["guide"], "look", lambda *_: looked.append("guide"))
    monkeypatch.setattr(game._counting._panels["answer"], "look", looked.append)
    game._counting.act("check", "")
    assert looked[-1] == "guide"  # Where the way on is.
    assert "Final score" in words(game, "ending")
    assert progress.stars() == {"game.last": 3}
    assert "Final score" in words(table(progress, "last"), "ending")
    onward = words(game, "guide")
    assert "Right! That's the final score." in onward
    assert "Next lesson: 10 · One whole turn" in onward
    assert "On to your first whole game: 12½ · A first game of your own" in onward
    act(game, "leave")
    act(game, "again")
    assert game.page.stop.name == "card"
    assert game._counting is None


def test_points_that_were_shown_need_not_be_counted_any_more(progress: Progress) -> None:
    """The guide still asked for them, and nothing led on."""
    game = table(progress, "last")
    for match in moments("last")[1:]:
        game.set_page(game.page.arriving(match))
    while not game._counting.state.shown:
        assert game.page.counting
        game._counting.act("hint", "")
    assert "Final score" in words(game, "ending")
    assert "Next lesson: 10" in words(game, "guide")


def test_a_hint_stays_while_its_tool_is_taken_up(progress: Progress) -> None:
    game = table(progress, "last")
    dig = next(one for one in moments("last") if one.phase is Phase.DIG and one.view is not None)
    game.set_page(game.page.arriving(dig))
    act(game, "hint")
    act(game, "hint")
    told = words(game, "guide")
    assert "The plan: move e6→e5" in told
    assert not game.page.turn.lays
    for name, value in (("tool", "card"), ("tool", "tile")):
        act(game, name, value)
        assert words(game, "guide") == told
    act(game, "back")
    assert "The plan" not in words(game, "guide")


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_the_learner_s_last_turn_no_turn_of_theirs_is_promised(
    progress: Progress, language: str
) -> None:
    said = {
        "en": ("Skip to my turn", "your last turn"),
        "de": ("Bis zu meinem Zug", "dein letzter Zug"),
    }
    skip, last = said[language]
    game, seen = table(progress, "last", language), set()
    for match in moments("last"):
        if match.phase in OTHERS:
            game.set_page(game.page.arriving(match))
            done = not any(match.game.players[0].hand) and match.game.players[0].chosen is None
            assert (skip in words(game, "turn")) is not done
            assert (last in words(game, "guide")) is done
            seen.add(done)
    assert seen == {True, False}


def test_a_wrong_total_is_told_what_each_bonus_is() -> None:
    held = [Holding(1, (Tile.MUMMY, Tile.MIRROR)), Holding(2, (Tile.MUMMY, Tile.MASK))]
    task = game_counted(["Anna", "Bruno"], held)
    assert task.solution() == {"Anna": 29, "Bruno": 26}
    said = task.check({"Anna": 1, "Bruno": 4})
    anna, bruno = (remark.say("en") for remark in said.remarks[:2])
    assert "missing: 12 for curses, 16 for magic objects" in anna
    assert "10 for each set, 24 for curses and 0 for magic objects" in bruno


def test_who_does_not_like_to_count_sees_the_score(progress: Progress) -> None:
    game = table(progress, "last")
    game.set_page(game.page.arriving(moments("last")[-1]))
    act(game, "counted")
    assert "Final score" in words(game, "ending")
    assert "Right!" not in words(game, "guide")


def test_an_object_that_is_not_needed_is_kept(progress: Progress) -> None:
    game = table(progress, "spending")
    for match in moments("spending")[1:]:
        if match.phase is Phase.DIG:
            break
    game.set_page(game.page.arriving(match))
    asked, seen = game.page.stop.asked, match.view
    assert seen is not None
    best = asked.plan(seen, card_to_play(seen)).turn
    assert {power.value for power in best.powers} == {"seal"}
    amulet = next(power for power in Power if power.value == "amulet")
    told = GAMES["spending"].fault(match, replace(best, powers=best.powers | {amulet}))
    assert told is not None
    assert "don't need the amulet" in Reader("en").say(told)


@pytest.mark.parametrize("number", ["8", "26"])
def test_where_objects_may_be_spent_the_target_is_a_least_of_points(
    progress: Progress, number: str
) -> None:
    game = table(progress, "spending")
    act(game, "card", "5")
    act(game, "choose")
    told = words(game, "guide")
    assert "Without a move, card 5 digs best on the marked quarries, and needs the seal" in told
    assert "in points it gains 8. Another card gains 10." in told
    marks = game.page.picture.marks
    assert [str(quarry) for quarry in marks.area] == ["e4", "f5", "f6"]
    assert not marks.dig
    assert not marks.not_diggable
    act(game, "card", number)
    act(game, "choose")
    while game.match.phase in OTHERS:
        act(game, "next")
    assert "has dug" not in words(game, "guide")  # Who digs last depends on the card.
    act(game, "no-dig")
    told = words(game, "guide")
    assert "part 1" not in told  # There is only one.
    least = re.search(r"a dig can add at least (\d+) to your final score", told)
    assert least is not None
    assert "coins" not in told
    problem = game.page.stop.asked.problem(game.match.view, card_to_play(game.match.view))
    better = solve(replace(problem, max_moves=1)).plan
    assert better is not None
    assert better.net > int(least[1])
    dig = legal_digs(problem.position, problem.shape, frozenset({Power.SEAL}))[0]
    fault = GAMES["spending"].fault(game.match, Turn(dig=dig, powers=frozenset({Power.SEAL})))
    assert fault is not None
    said = Reader("en").say(fault)
    assert f"At least {least[1]} is possible" in said
    # Money, what else is dug and what is spent add up to the points.
    points, parts = re.findall(r"gain (−?\d+): (.*?)\. At least", said)[0]
    figures = [int(one.replace("−", "-")) for one in re.findall(r"−?\d+", parts)]
    assert sum(figures) == int(points.replace("−", "-"))
    assert "when you no longer have the object you spend" in parts


@pytest.mark.parametrize(
    ("language", "spent", "kept"),
    [("en", "Well spent", "kept them all"), ("de", "Gut eingesetzt", "alle behalten")],
)
def test_objects_are_called_well_spent_only_where_one_was_spent(
    progress: Progress, language: str, spent: str, kept: str
) -> None:
    game = table(progress, "spending", language)
    act(game, "card", "8")
    act(game, "choose")
    for _ in range(4):
        if game.match.phase in OTHERS:
            act(game, "next")
    touch(game, "c6", "c5")
    act(game, "tool", "card")
    touch(game, "c6")
    act(game, "dig")
    while game.match.phase in OTHERS:
        act(game, "next")
    assert kept in words(game, "guide")
    assert spent not in words(game, "guide")
    end = moments("spending")[-1]
    assert any(record.turn.powers for record in end.game.records)
    game.set_page(game.page.arriving(end))
    assert spent in words(game, "guide")
    assert kept not in words(game, "guide")


def _after(card: int, turn: str) -> Match:
    """The guided round with magic, played with a card and a turn that the guide accepts."""
    game, played = GAMES["spending"], Turn.parse(turn)
    match = next(one for one in moments("spending") if one.phase is Phase.CHOOSE).choose(card)
    while match.phase is not Phase.DIG:
        match = match.step()
    for move in played.moves:
        match = match.move(move)
    rest = replace(played, moves=())
    assert game.fault(match, rest) is None
    match = match.play(rest)
    while match.phase in OTHERS:
        match = match.step()
    return match


@pytest.mark.parametrize(
    ("card", "turn", "begins", "least"),
    [
        (26, "dig a3 b3 c3 d3 e3 a4 with seal", "Well spent: ", 1),
        (8, "dig d5 d6 e6 f6 with seal", "With an object this dig brings", -1),
        (8, "moves c6-c5 dig c6 d6 e6 f6", "Well played: this dig brings", 1),
    ],
)
def test_a_dig_is_compared_with_what_else_was_possible(
    progress: Progress, card: int, turn: str, begins: str, least: int
) -> None:
    """Objects are not called well spent where a single move would have brought more."""
    match = _after(card, turn)
    table_ = table(progress, "spending")
    table_.set_page(table_.page.arriving(match))
    told = table_.page.guide_words[0]
    assert told.startswith(begins)
    own, other = map(int, re.findall(r"\d+", told.split(" The objects")[0]))
    assert (own - other) * least > 0


def test_forged_acts_do_nothing(progress: Progress) -> None:
    game = table(progress)
    before = game.match
    for name in ("concede", "sure", "replay", "import", "begin", "note", "coach", "cards", "dig"):
        game.act(name, "1")
        game.wait()
    assert game.match == before
    assert game.page.coaching is None


@pytest.mark.parametrize("name", ["spending", "last"])
def test_where_objects_may_be_spent_a_plan_of_several_moves_is_never_refused(name: str) -> None:
    game = GAMES[name]
    at_dig = [match for match in moments(name) if game.stop(match) and match.phase is Phase.DIG]
    assert at_dig
    for match in at_dig:
        assert match.view is not None
        assert not any(game.fault(match, move) for move in legal_moves(match.view.position))

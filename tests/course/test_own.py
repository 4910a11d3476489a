"""The learner's own first whole game: kept, and solved once its dearest mistake has been asked."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from ksm_widgets.analysis.review import Review
from ksm_widgets.coach.mistakes import Mistakes
from ksm_widgets.coach.retrying import RetryAnswer
from ksm_widgets.course.games import OWN
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Turn
from ksm_widgets.widgets import Course
from ksm_widgets.words import LANGUAGES
from tests.game.at_table import act, words
from tests.page.kernelless import html

pytestmark = [pytest.mark.usefixtures("compiled"), pytest.mark.long]


@cache
def played(begun: int = 1) -> Match:
    """The game of a learner who lays down the first card each time and never digs."""
    match = OWN.begin("Anna, Bruno, Carla", "en", begun)
    while not match.over:
        match = _next(match)
    return match


def _next(match: Match) -> Match:
    seen = match.view
    if match.phase is Phase.CHOOSE and seen is not None:
        return match.choose(seen.hand[0].number)
    return match.play(Turn()) if match.phase is Phase.DIG else match.step()


def table(progress: Progress, language: str = "en") -> Any:
    return Course(language, progress=progress).game("own")


def at_its_end(progress: Progress) -> Any:
    game = table(progress)
    game.set_page(game.page.arriving(replace(played(), begun=game.match.begun)))
    return game


@pytest.fixture(scope="module")
def review() -> Review:
    """The coach's review of the game, asked for on the page."""
    game = at_its_end(Progress())
    assert "Review my choices" in words(game, "guide")
    act(game, "coach")
    found: Review = game.page.coaching.review
    assert game.page.awaits == "found"
    return found


def reviewed(game: Any, review: Review) -> None:
    """Have the coach show the whole review."""
    page = game.page.reviewing(0)
    game.set_page(
        replace(page, coaching=replace(page.coaching, review=review, whole=True, running=False))
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_every_moment_it_says_what_to_do_next(language: str) -> None:
    game = table(Progress(), language)
    told, told_so_far = set(), set[tuple[str, tuple[str, ...]]]()
    match = game.match
    while not match.over:
        game._page = game.page.arriving(match)
        name, words_ = game.page.awaits, game.page.guide_words
        # Once it was told, a low phone may leave it out.
        known = (name, words_) in told_so_far and name in ("choose", "dig")
        assert ("ksm-guide-known" in game.page.classes) >= known
        if match.phase in (Phase.CHOOSE, Phase.DIG) and (name, words_) not in told_so_far:
            assert "ksm-guide-known" not in game.page.classes
        told_so_far.add((name, words_))
        told.add(name)
        assert all(game.page.guide_words)
        if match.phase is Phase.CHOOSE:
            assert (name == "last") is (len(match.view.hand) == 1)
        match = _next(match)
    assert told == {"begin", "choose", "last", "dig", "watch"}
    assert match.game.round == OWN.last


def test_it_comes_back_and_is_one_of_the_learner_s_games() -> None:
    progress = Progress()
    game = table(progress)
    card = game.match.view.hand[0].number
    act(game, "card", str(card))
    act(game, "choose")
    again = table(progress)
    assert again.match.game == game.match.game
    assert "Next" in words(again, "guide")  # The others wait until they are asked to go on.
    assert [one.match for one in SavedMatches(progress).matches()] == [game.match]
    act(again, "leave")
    act(again, "again")
    assert again.page.awaits == "begin"


def test_it_counts_once_the_dearest_mistake_has_been_asked(review: Review) -> None:
    progress = Progress()
    game = at_its_end(progress)
    assert game.page.awaits == "over"
    reviewed(game, review)
    dearest, another = game.page.coaching.dearest[:2]
    act(game, "coach-try", str(another))
    act(game, "coach-tell")
    # What was done is known, and the sentence names the button as it is called by now.
    assert game.page.awaits == "found_more"
    assert "Choose “Try the next mistake”." in words(game, "guide")
    assert "Try the next mistake" in words(game, "turn")
    assert progress.stars() == {}
    act(game, "coach-try")
    assert game.page.awaits == "try"
    assert game.page.coaching.at == dearest
    act(game, "coach-tell")
    assert game.page.awaits == "done"
    # There are other mistakes, and the buttons for them are beside this.
    assert "or go through your other mistakes" in words(game, "guide")
    assert progress.stars() == {"game.own": 3}
    assert "play.ipynb" not in html(game, "guide")
    game.set_page(replace(game.page, address="https://mine.example/en/12c-own.ipynb"))
    assert 'href="https://mine.example/play.ipynb"' in html(game, "guide")
    act(game, "coach-try")  # Beside a question there is no way out of it but the answer.
    assert "play.ipynb" not in html(game, "guide")
    act(game, "coach-end")
    assert game.page.awaits == "after"
    again = table(progress)
    assert again.page.awaits == "after"
    assert "Play another game here, or" in words(again, "guide")


def test_while_the_coach_goes_on_a_mistake_found_can_be_tried(review: Review) -> None:
    game = at_its_end(Progress())
    reviewed(game, review)
    found = replace(game.page.coaching, whole=False, running=True)
    begun = replace(found, review=replace(review, findings=()))
    game.set_page(replace(game.page, coaching=begun))
    assert game.page.awaits == "look"
    game.set_page(replace(game.page, coaching=found))
    assert "Choose “Learn from my mistakes”" in words(game, "guide")
    act(game, "coach-try")
    assert game.page.awaits == "try"
    act(game, "coach-tell")
    assert "Choose “Try the next mistake”" in words(game, "guide")


def test_what_the_coach_says_is_shown_however_much_was_tried(review: Review) -> None:
    """On a phone the guide has the place of the game's message, not of his verdicts."""
    game = at_its_end(Progress())
    reviewed(game, review)
    act(game, "coach-try")
    act(game, "hint")
    game.set_page(replace(game.page, read=True))
    assert "ksm-guided-act" not in game.page.classes


@pytest.mark.parametrize("language", LANGUAGES)
def test_after_a_further_try_the_guide_still_says_what_to_do(review: Review, language: str) -> None:
    """Its box vanished, and nothing said that this was the same moment."""
    game = table(Progress(), language)
    game.set_page(game.page.arriving(replace(played(), begun=game.match.begun)))
    reviewed(game, review)
    act(game, "coach-try")
    retry, other = game.page.coaching.trying.retry, {"en": "something else", "de": "anders"}
    found = retry.finding
    elsewhere = next(one for one in found.options if one.choice != found.made.choice)
    for option, name in ((found.made, "try_same"), (elsewhere, "try_on")):
        answered = replace(retry, answers=(RetryAnswer(option, right=False),))
        trying = replace(game.page.coaching.trying, retry=answered)
        game.set_page(game.page.showing(replace(game.page.coaching, trying=trying)))
        assert game.page.awaits == name
        assert game.page.text(f"guided_own.{name}") in words(game, "guide")
        assert other[language] in words(game, "guide")
        assert "ksm-guide-aside" in game.page.classes  # A phone has no room for it.
    checking = replace(game.page.coaching.trying, judging=True)
    page = game.page.showing(replace(game.page.coaching, trying=checking))
    assert page.guide_words[0] == page.text("guided_own.checking")


def test_after_the_only_mistake_no_others_are_spoken_of(review: Review) -> None:
    game = at_its_end(Progress())
    reviewed(game, review)
    dearest = game.page.coaching.dearest[0]
    only = tuple(
        one if at == dearest else replace(one, difference=replace(one.cost, mean=0))
        for at, one in enumerate(review.findings)
    )
    reviewed(game, replace(review, findings=only))
    act(game, "coach-try")
    act(game, "coach-tell")
    assert game.page.awaits == "done"
    assert "other mistakes" not in words(game, "guide")


def test_its_mistakes_come_back_and_another_game_can_begin(review: Review) -> None:
    progress = Progress()
    game = at_its_end(progress)
    reviewed(game, review)
    later = SavedMatches(progress, lambda: game.match.begun + 40 * 86_400_000)
    assert len(Mistakes(later).due()) == len(game.page.coaching.dearest) > 0
    act(game, "leave")
    assert game.page.awaits == "begin"
    assert table(progress).page.awaits == "begin"  # Saved from its beginning.


def _mine(match: Match) -> tuple[object, ...]:
    return match.game.position, match.game.players[0].hand


def test_a_new_game_after_the_end_has_another_mine_and_other_cards() -> None:
    progress = Progress()
    game = at_its_end(progress)
    assert 'data-act="leave"' in html(game, "ending")
    assert "Start again" not in words(game, "set")
    act(game, "leave")  # Nothing is asked: the game that is over stays among the saved ones.
    second = game.match
    assert second.phase is Phase.CHOOSE
    first = OWN.begin("Anna, Bruno, Carla", "en")
    assert _mine(second) != _mine(first)
    saved = [one.match for one in SavedMatches(progress).matches()]
    assert [one.over for one in saved] == [False, True]
    # Half-way through it comes back after a reload, and begins again only if one is sure.
    act(game, "card", str(second.view.hand[0].number))
    act(game, "choose")
    assert table(progress).match.game == game.match.game
    act(game, "leave")
    assert game.match.game != second.game
    assert "stays saved" in words(game, "set")
    act(game, "again")
    assert game.match.game == second.game
    assert table(progress).match.game == second.game


def test_no_other_game_is_taken_for_one_of_the_lesson() -> None:
    own = OWN.begin("Anna, Bruno, Carla", "en")
    assert OWN.is_of(own)
    other = Match.begin(own.seats, seed=123_456_789)
    assert not OWN.is_of(other)


def test_what_the_sentence_names_has_its_button_beside_it(review: Review) -> None:
    progress = Progress()
    game = at_its_end(progress)
    reviewed(game, review)
    act(game, "coach-try")
    act(game, "coach-tell")
    assert game.page.awaits == "done"
    assert "New game" in words(game, "guide")
    act(game, "leave")
    assert game.page.awaits == "begin"
    assert progress.stars() == {"game.own": 3}


def test_the_coach_can_be_asked_again_after_a_reload(review: Review) -> None:
    progress = Progress()
    game = at_its_end(progress)
    reviewed(game, review)
    act(game, "coach-try")
    act(game, "coach-tell")
    again = table(progress)
    assert again.page.awaits == "after"
    for panel in ("guide", "ending"):
        assert 'data-act="coach"' in html(again, panel)
    # Then the guide follows the coach as it did the first time, and another game can begin.
    again.set_page(again.page.reviewing(0))
    assert again.page.awaits == "look"
    reviewed(again, review)
    assert again.page.awaits == "found"
    for named in ("Learn from my mistakes", "New game"):
        assert named in words(again, "guide")
    again.set_page(again.page.reviewing(1))
    assert again.page.awaits == "done"


def test_without_a_mistake_there_is_nothing_to_ask(review: Review) -> None:
    progress = Progress()
    game = at_its_end(progress)
    good = tuple(replace(one, difference=replace(one.cost, mean=0)) for one in review.findings)
    reviewed(game, replace(review, findings=good))
    assert game.page.awaits == "none"
    assert progress.stars() == {"game.own": 3}


def test_nothing_is_reviewed_or_conceded_before_the_end() -> None:
    game = table(Progress())
    before = game.match
    for name in ("concede", "coach-try", "coach-end", "cards", "import", "begin", "again"):
        game.act(name, "1")
        game.wait()
    assert game.match == before
    assert game.page.coaching is None


def test_a_hint_is_said_where_a_phone_shows_it() -> None:
    game = table(Progress())
    assert "ksm-guide-now" not in html(game, "guide")
    act(game, "hint")
    said = game.page.turn.notice or game.page.told
    assert said is not None
    # While a card is chosen that is at the foot, beside the cards.
    assert "ksm-guide-foot" in html(game, "turn")
    assert said.text(game.page.reader) in words(game, "turn")

"""Mistakes come back: once each, when they are due, as the same question."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ksm_widgets.players.moments import moments
from ksm_widgets.players.review import Review
from ksm_widgets.rules import Card, Turn
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.repetition.reviewed import Grade, Reviewed
from ksm_widgets.tutor.table.match import Match
from ksm_widgets.tutor.table.missed import Due, due, learned, newly_missed
from ksm_widgets.tutor.table.retrying import Retry
from ksm_widgets.tutor.table.shelf import Shelf
from tests.table.findings import card, finding, seen
from tests.table.people import random_match, until

DAY = 86_400_000
BEGUN = 1_700_000_000_000
NOW = BEGUN + DAY
PLAYER = 2


@pytest.fixture(scope="module")
def match() -> Match:
    """A game of five people who do anything, played some day."""
    return replace(until(random_match(5, 6), lambda match: match.over), begun=BEGUN)


@pytest.fixture
def review(match: Match) -> Review:
    """As if the first card, the last card and the last turn had been mistakes."""
    made = moments(match.game, PLAYER)
    last_card = max(at for at, one in enumerate(made) if one.card is not None)
    costs = {0: 3.0, last_card: 7.0, len(made) - 1: 5.0}
    first, second = card(1, "#"), card(2, "##")
    some = finding(seen("5", hand=[first, second]), first, second)
    return Review(
        PLAYER,
        tuple(
            replace(some, moment=one, cost=replace(some.cost, mean=costs.get(at, 0.0)))
            for at, one in enumerate(made)
        ),
        0.0,
    )


def test_each_mistake_comes_into_the_repetition_once(match: Match, review: Review) -> None:
    new = newly_missed(match, review, (), NOW)
    assert len({one.subject for one in new}) == 3
    assert all(one.grade == Grade.FORGOTTEN for one in new)
    assert newly_missed(match, review, new, NOW + DAY) == ()
    assert len(newly_missed(match, review, new[:1], NOW)) == 2
    assert newly_missed(replace(match, begun=0), review, (), NOW) == ()


def test_what_is_due_is_found_again_in_its_match(match: Match, review: Review) -> None:
    new = newly_missed(match, review, (), NOW)
    found = due(new, [match], NOW + 2 * DAY)
    wanted = [one.moment for one in review.findings if one.flawed]
    assert sorted(wanted, key=str) == sorted((one.moment for one in found), key=str)
    assert {one.subject for one in found} == {one.subject for one in new}
    assert due(new, [], NOW + 2 * DAY) == ()
    assert due(new, [replace(match, begun=BEGUN + 1)], NOW + 2 * DAY) == ()


def test_it_survives_being_kept(match: Match, review: Review) -> None:
    progress = Progress()
    Shelf(progress).keep(match)
    progress.review(*newly_missed(match, review, progress.reviews(), NOW))
    kept = [one.match for one in Shelf(progress).matches()]
    assert len(due(progress.reviews(), kept, NOW + DAY)) == 3


def test_what_was_known_comes_back_later(match: Match, review: Review) -> None:
    new = newly_missed(match, review, (), NOW)
    first, *others = due(new, [match], NOW + DAY)
    known = Reviewed(first.subject, NOW + DAY, int(Grade.GOOD))
    later = due((*new, known), [match], NOW + DAY + 1)
    assert [one.subject for one in later] == [one.subject for one in others]
    much_later = due((*new, known), [match], NOW + 400 * DAY)
    assert first.subject in [one.subject for one in much_later]


def test_how_well_it_was_known_is_said_by_the_answers() -> None:
    found = finding(seen("5,3,4", card(4, "#")), "dig b1", "dig a1")
    asked = Due(replace(random_match(2, 1), begun=BEGUN), found.moment)
    retry = Retry(found)
    assert learned(asked, retry, NOW) is None
    wrong, right = Turn.parse("dig b1"), Turn.parse("dig a1")
    assert learned(asked, retry.answer(wrong), NOW) is None
    for answered, grade in (
        (retry.answer(right), Grade.GOOD),
        (retry.answer(wrong).answer(right), Grade.HARD),
        (retry.answer(wrong).give_up(), Grade.FORGOTTEN),
        (retry.give_up(), Grade.FORGOTTEN),
    ):
        assert learned(asked, answered, NOW) == Reviewed(asked.subject, NOW, int(grade))


def test_the_same_choice_is_asked_with_the_same_figures(match: Match, review: Review) -> None:
    every = due(newly_missed(match, review, (), NOW), [match], NOW + DAY)
    of_card = next(one for one in every if one.moment.card and one.moment.round == 5)
    one, other = (of_card.retry(look=8) for _ in range(2))
    assert one.finding == other.finding
    assert one.finding.moment == of_card.moment
    assert isinstance(one.finding.options[0].card, Card)


@pytest.mark.parametrize(
    "name",
    ["game.1.0.card.0", f"game.{BEGUN}.7.card.0.0", f"game.{BEGUN}.2.card.999.0", "R13", "game."],
)
def test_names_of_something_else_are_passed_over(name: str, match: Match) -> None:
    assert due([Reviewed(name, 0, 1)], [match], NOW) == ()

"""Your mistakes will come up again: once each, when they are due, as the same question."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.analysis.review import Review, moments
from ksm_widgets.coach import mistakes as reviewing
from ksm_widgets.coach.mistakes import Due, Mistakes, due, learned, look_again, newly_missed
from ksm_widgets.coach.retrying import Retry, RetryAnswer
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Recall, Reviewed
from ksm_widgets.rules import Card, Turn
from tests.coach.findings import card, finding, seen
from tests.game.people import random_match, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ksm_widgets.analysis.review import Moment

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
    last_card = max(at for at, one in enumerate(made) if isinstance(one.choice, Card))
    costs = {0: 3.0, last_card: 7.0, len(made) - 1: 5.0}
    first, second = card(1, "#"), card(2, "##")
    some = finding(seen("5", hand=[first, second]), first, second)
    return Review(
        PLAYER,
        tuple(
            replace(some, moment=one, difference=replace(some.difference, mean=costs.get(at, 0.0)))
            for at, one in enumerate(made)
        ),
        0.0,
    )


def kept(*matches: Match) -> Callable[[int], Match | None]:
    """Saves with these matches, as `due` asks for them."""
    return {match.begun: match for match in matches}.get


def names(match: Match, found: Iterable[Due]) -> list[tuple[object, ...]]:
    assert all(one.match == match for one in found)
    return [(one.moment.record, one.moment.made, one.moment.choice) for one in found]


def test_each_mistake_comes_into_the_repetition_once(match: Match, review: Review) -> None:
    new = newly_missed(match, review, (), NOW)
    assert len({one.subject for one in new}) == 3
    assert all(one.grade == Recall.FORGOTTEN for one in new)
    assert newly_missed(match, review, new, NOW + DAY) == ()
    assert len(newly_missed(match, review, new[:1], NOW)) == 2


def test_what_does_not_come_back(match: Match, review: Review) -> None:
    """An artificial player's mistakes; those of a game that is on, or that is not kept (R33)."""
    artificial = tuple(replace(seat, level="steady") for seat in match.seats)
    under_way = replace(random_match(5, 6), begun=BEGUN)
    for other in (replace(match, begun=0), replace(match, seats=artificial), under_way):
        assert newly_missed(other, review, (), NOW) == ()
        retry = Retry.of(review.findings[0]).give_up()
        assert learned(other, retry, NOW) == ()
        assert due(newly_missed(match, review, (), NOW), kept(other), NOW + DAY) == ()


def test_what_is_due_is_found_again_in_its_match(match: Match, review: Review) -> None:
    new = newly_missed(match, review, (), NOW)
    found = due(new, kept(match), NOW + 2 * DAY)
    wanted = [one.moment for one in review.findings if one.flawed]
    assert sorted(wanted, key=str) == sorted((one.moment for one in found), key=str)
    assert due(new, kept(), NOW + 2 * DAY) == ()
    assert due(new, kept(replace(match, begun=BEGUN + 1)), NOW + 2 * DAY) == ()


def test_it_survives_another_program_and_is_taken_along(
    tmp_path: Path, match: Match, review: Review
) -> None:
    def at(when: int, progress: Progress) -> Mistakes:
        return Mistakes(SavedMatches(progress, lambda: when))

    first = Progress(tmp_path / "progress.sqlite3")
    SavedMatches(first).keep(match)
    at(NOW, first).note(match, review)
    at(NOW, first).note(match, review)
    assert len(first.reviews()) == 3
    first.close()
    again = Progress(tmp_path / "progress.sqlite3")
    found = at(NOW + DAY, again).due()
    assert len(found) == 3
    elsewhere = Progress()
    elsewhere.read_in(again.text())
    assert names(match, at(NOW + DAY, elsewhere).due()) == names(match, found)

    asked = at(NOW + DAY, elsewhere)
    asked.answered(match, Retry(found[0].moment))  # It is still open.
    assert len(asked.due()) == 3
    asked.answered(match, _solved(found[0].moment, review))
    assert names(match, asked.due()) == names(match, found[1:])


def _solved(moment: Moment, review: Review) -> Retry:
    found = next(one for one in review.findings if one.moment == moment)
    return Retry(moment, found, (RetryAnswer(found.options[0], right=True),))


def test_what_was_known_comes_back_later(match: Match, review: Review) -> None:
    new = newly_missed(match, review, (), NOW)
    first, *others = due(new, kept(match), NOW + DAY)
    known = learned(match, _solved(first.moment, review), NOW + DAY)
    later = due((*new, *known), kept(match), NOW + DAY + 1)
    assert names(match, later) == names(match, others)
    much_later = due((*new, *known), kept(match), NOW + 400 * DAY)
    assert first in much_later


def test_how_well_it_was_known_is_said_by_the_answers(match: Match) -> None:
    found = finding(seen("5,3,4", card(4, "#")), "dig b1", "dig a1")
    retry = Retry.of(found)
    assert learned(match, retry, NOW) == ()
    wrong, right = Turn.parse("dig b1"), Turn.parse("dig a1")
    assert learned(match, retry.answer(wrong), NOW) == ()
    for answered, grade in (
        (retry.answer(right), Recall.GOOD),
        (retry.answer(wrong).answer(right), Recall.HARD),
        (retry.answer(wrong).give_up(), Recall.FORGOTTEN),
        (retry.give_up(), Recall.FORGOTTEN),
    ):
        (said,) = learned(match, answered, NOW)
        assert (said.subject, said.at, said.grade) == (f"game.{BEGUN}.0.turn.0.0", NOW, grade)


def test_the_same_choice_is_looked_into_with_the_same_figures(
    match: Match, review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    monkeypatch.setattr(reviewing, "_SKETCH", 2)
    monkeypatch.setattr(reviewing, "_LONGER_SKETCH", 4)
    every = due(newly_missed(match, review, (), NOW), kept(match), NOW + DAY)
    of_card = next(
        one for one in every if isinstance(one.moment.choice, Card) and one.moment.round == 5
    )
    pulses: list[None] = []
    one = look_again(of_card.moment, pulse=lambda: pulses.append(None))
    assert one == look_again(of_card.moment)
    assert (one.moment, one.games) == (of_card.moment, 4)
    assert pulses


@pytest.mark.parametrize(
    "name",
    [
        "game.1.0.card.0",
        f"game.{BEGUN}.7.card.0.0",
        f"game.{BEGUN}.2.card.999.0",
        f"game.0{BEGUN}.2.card.0.0",
        f"game.{BEGUN}.2.card.٠.0",
        f"game.{BEGUN + 1}.2.card.0.0",
        "R13",
        "game.",
    ],
)
def test_names_of_something_else_are_passed_over(name: str, match: Match) -> None:
    assert due([Reviewed(name, 0, 1)], kept(match), NOW) == ()


def test_a_match_that_cannot_be_read_any_more_is_passed_over(match: Match, review: Review) -> None:
    progress = Progress()
    mistakes = Mistakes(SavedMatches(progress, lambda: NOW + DAY))
    mistakes.saves.keep(match)
    progress.review(*newly_missed(match, review, (), NOW))
    assert len(mistakes.due()) == 3
    text = progress.setting("match.0")
    assert text is not None
    progress.set("match.0", text.replace("turn 1", "turn 9", 1))
    assert mistakes.due() == ()

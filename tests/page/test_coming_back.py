"""Mistakes that come back, on the game's page: counted at the start, asked one by one, recorded."""

from __future__ import annotations

import re
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.analysis.review import moments
from ksm_widgets.coach.view import coach
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.record import match_text
from ksm_widgets.page import keeper
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Recall, Reviewed
from ksm_widgets.rules import Card
from ksm_widgets.widgets import GameTable
from tests.coach.test_coach import PEOPLE, bit_by_bit, finding, lay, whole_game
from tests.game.at_table import act, html, phase, touch, words
from tests.game.people import until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.analysis.review import Finding, Moment

pytestmark = pytest.mark.long

DAY = 86_400_000
NOW = 1_700_000_000_000


@pytest.fixture(autouse=True)
def looked_into(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is found in the game: the first card cost 6 points and the first turn 3."""
    monkeypatch.setattr(coach, "reviews", bit_by_bit)
    monkeypatch.setattr(coach, "look_again", _found)


def _found(moment: Moment, **_: object) -> Finding:
    return finding(moment, 6.0 if isinstance(moment.choice, Card) else 3.0)


class Days:
    """A clock that stands still, but for a millisecond at each look, and for days that go by."""

    def __init__(self) -> None:
        self._now = NOW

    def __call__(self) -> int:
        self._now += 1
        return self._now

    def go_by(self, days: int = 1) -> None:
        self._now += days * DAY


@pytest.fixture
def clock() -> Days:
    return Days()


def opened(progress: Progress, clock: Days, language: str = "en") -> Any:
    return GameTable(language=language, progress=progress, clock=clock)


@pytest.fixture
def reviewed(progress: Progress, clock: Days) -> Progress:
    """Somebody's progress whose game was reviewed to the end, a day ago."""
    table = opened(progress, clock)
    act(table, "import", match_text(Match.of(PEOPLE, whole_game())))
    act(table, "end-replay")
    act(table, "coach")
    assert "Your mistakes will come up again" in words(table, "turn")
    act(table, "leave")
    assert not table.page.due  # In a minute at the soonest.
    table.close()
    clock.go_by()
    return progress


@pytest.fixture
def table(reviewed: Progress, clock: Days) -> Iterator[Any]:
    made = opened(reviewed, clock)
    yield made
    made.close()


def grades(progress: Progress) -> list[tuple[str, int]]:
    """How well each choice was known, in the order in which they were asked."""
    return [
        (one.subject.partition(".0.")[2], one.grade)
        for one in progress.reviews()
        if one.grade != Recall.FORGOTTEN or one.at > NOW + DAY
    ]


def test_they_are_counted_at_the_start_and_asked_one_by_one(
    table: Any, reviewed: Progress, clock: Days
) -> None:
    assert "2 choices from your games are due" in words(table, "start")
    act(table, "again")
    # First it is asked: nothing is told of what was done, or of what is best.
    assert phase(table) is Phase.CHOOSE
    assert words(table, "said") == (
        "A choice by Anna in a game with Bo, Cid, Dora, Emil. Round 1: which card do you choose?"
    )
    assert "Round 1 of 5" in words(table, "head")
    assert words(table, "curve") == words(table, "coach") == words(table, "ending") == ""
    assert words(table, "start") == ""
    one = table.page.coaching.finding
    act(table, "card", str(one.options[0].choice.number))
    act(table, "choose")
    assert "Right:" in words(table, "said")
    assert "A costly mistake" in words(table, "said")  # What was done then is told only now.
    assert "Next one, the last" in words(table, "turn")
    assert words(table, "curve") == ""
    act(table, "again")
    assert phase(table) is Phase.DIG
    assert "what do you do?" in words(table, "said")
    one = table.page.coaching.finding
    lay(table, one.made.choice.dig)
    act(table, "dig")
    assert "That's what you did then" in words(table, "said")
    lay(table, one.options[0].choice.dig)
    act(table, "dig")
    assert "Right:" in words(table, "said")
    assert "Nothing else is due now" in words(table, "turn")
    assert 'data-act="again"' not in html(table, "turn")
    act(table, "leave")
    assert table.match is None
    assert "wait" not in words(table, "start")
    assert grades(reviewed) == [("card.0.0", Recall.GOOD), ("turn.0.0", Recall.HARD)]
    # What was known comes back as well, only later.
    clock.go_by(400)
    act(table, "language", "de")
    act(table, "again")
    assert "Eine Entscheidung von Anna in einer Partie mit Bo" in words(table, "said")


def test_who_has_it_shown_is_asked_again_soon(table: Any, reviewed: Progress, clock: Days) -> None:
    act(table, "again")
    act(table, "coach-tell")
    assert "Better:" in words(table, "said")
    assert "All options" in words(table, "coach")
    assert grades(reviewed) == [("card.0.0", Recall.FORGOTTEN)]
    act(table, "leave")
    assert table.page.due == 1
    clock.go_by()
    again = opened(reviewed, clock)
    assert "2 choices from your games" in words(again, "start")
    again.close()


def test_who_leaves_unanswered_finds_it_waiting(table: Any, reviewed: Progress) -> None:
    act(table, "again")
    act(table, "leave")
    assert table.page.due == 2
    assert grades(reviewed) == []
    assert not table.page.told


def test_the_whole_game_can_be_looked_at_from_there(table: Any) -> None:
    act(table, "again")
    act(table, "coach-tell")
    act(table, "coach", "0")
    assert not table.page.coaching.again
    assert "You have 11 points; Cid won with 45." in words(table, "said")
    assert "2 of them mistakes" in words(table, "coach")
    act(table, "coach-end")
    assert "Final score" in words(table, "ending")


def test_one_may_answer_while_it_is_looked_into(
    table: Any, reviewed: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on = Event()

    def slowly(moment: Moment, **_: object) -> Finding:
        assert go_on.wait(60)
        return _found(moment)

    monkeypatch.setattr(coach, "look_again", slowly)
    table.act("again", "")
    assert phase(table) is Phase.CHOOSE
    moment = table.page.coaching.trying.retry.moment
    assert 'aria-disabled="true"' in html(table, "turn").partition('"coach-tell"')[2][:60]
    table.act("coach-tell", "")
    assert table.page.coaching.finding is None
    best = next(card for card in moment.view.hand if card != moment.choice)
    table.act("card", str(best.number))
    table.act("choose", "")
    assert "Checking your answer" in words(table, "said")
    go_on.set()
    table.wait()
    assert not table.page.trouble
    assert "Right:" in words(table, "said")
    assert grades(reviewed) == [("card.0.0", Recall.GOOD)]


def test_what_cannot_be_looked_into_leads_back_to_the_start(
    table: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_: Moment, **__: object) -> Finding:
        raise RuntimeError("<i>no lamp</i>")

    monkeypatch.setattr(coach, "look_again", broken)
    table.act("again", "")
    table.wait()
    assert table.match is None
    assert "&lt;i&gt;no lamp" in html(table, "start")


def test_a_mistake_tried_within_the_review_is_recorded_too(progress: Progress, clock: Days) -> None:
    table = opened(progress, clock)
    act(table, "import", match_text(Match.of(PEOPLE, whole_game())))
    act(table, "end-replay")
    act(table, "coach")
    clock.go_by()
    act(table, "coach-try")
    act(table, "coach-tell")
    assert grades(progress) == [("card.0.0", Recall.FORGOTTEN)]
    act(table, "coach", "1")  # An artificial player's.
    assert "Your mistakes will come up again" not in words(table, "turn")
    act(table, "coach-try")
    act(table, "coach-tell")
    assert {one.subject.split(".")[2] for one in progress.reviews()} == {"0"}
    table.close()


def test_mistakes_of_a_game_that_is_on_wait_until_its_end(progress: Progress, clock: Days) -> None:
    match = Match.begin(PEOPLE, seed=3, begun=NOW)
    match = until(match, lambda one: one.game.round == 2 and one.phase is Phase.CHOOSE)
    table = opened(progress, clock)
    table.set_page(table.page.sitting(match))
    act(table, "coach")
    assert table.page.coaching.dearest
    act(table, "coach-try")
    act(table, "coach-tell")
    assert progress.reviews() == ()
    before = table.page
    act(table, "again")  # No control sends that here.
    assert table.page == before
    table.close()


def test_what_was_tried_elsewhere_waits_no_more(table: Any, reviewed: Progress) -> None:
    for one in {one.subject for one in reviewed.reviews()}:
        reviewed.review(Reviewed(one, NOW + 2 * DAY, int(Recall.EASY)))
    act(table, "again")
    assert table.match is None
    assert "wait" not in words(table, "start")


def test_names_somebody_put_there_do_no_harm(progress: Progress, clock: Days) -> None:
    SavedMatches(progress).keep(replace(Match.of(PEOPLE, whole_game()), begun=NOW))
    names = [f"game.{NOW}.{seat}.card.{at}.0" for seat in range(5) for at in (0, 1, 999)]
    odd = ["game.<b>", f"game.{NOW}.0.card.-1.0", "game." + "9" * 60]
    progress.review(*(Reviewed(name, 1, 1) for name in (*names, *odd)))
    table = opened(progress, clock)
    # Only the first card of the only person is a choice that there was.
    assert "One choice from your games is due" in words(table, "start")
    act(table, "again")
    assert table.page.coaching.trying.retry.moment == moments(whole_game(), 0)[0]
    table.close()


def test_what_the_browser_had_kept_is_shown_once_it_has_come(
    reviewed: Progress, clock: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On Binder, and on the page without a server, progress comes when the page is there."""
    monkeypatch.setenv("BINDER_LAUNCH_HOST", "https://mybinder.example")
    monkeypatch.setattr(keeper.Keeper, "send", lambda *_: None)
    on_binder: Any = GameTable(language="en", clock=clock)
    assert "wait" not in words(on_binder, "start")
    on_binder._keeper._handle_custom_msg({"there": reviewed.text()}, [])
    assert "2 choices from your games are due" in words(on_binder, "start")
    on_binder.close()


def test_a_move_is_tried_before_it_is_looked_into(table: Any, reviewed: Progress) -> None:
    """The hand does here what it does in a game."""
    act(table, "again")
    hand = table.page.seen.hand
    act(table, "card", str(hand[0].number))
    touch(table, "c3")
    assert table.page.turn.tried == hand[0]
    assert re.search("can be dug|cannot", words(table, "said"))
    assert grades(reviewed) == []

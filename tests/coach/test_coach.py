"""The coach on a game's page without a browser: asked, stopped, looked at, tried again, left."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import unescape
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.review import Finding, Moment, Review, moments
from ksm_widgets.analysis.weighing import AnyOption, WeighedOption
from ksm_widgets.coach import mistakes as reviewing
from ksm_widgets.coach import retrying
from ksm_widgets.coach.state import CoachState, ShownPart
from ksm_widgets.coach.telling import turning_points, turning_told
from ksm_widgets.coach.view import coach
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.noted_game import NotedGame
from ksm_widgets.game.notes import Notes
from ksm_widgets.game.record import match_text
from ksm_widgets.game.seats import Seat
from ksm_widgets.game.telling import outcome
from ksm_widgets.players import get_bot, played
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import QUARRIES, Card, Move, Setting, Tile, Turn, legal_digs, moved
from ksm_widgets.rules.deck import around
from ksm_widgets.telling.phrases import Reader, Tone
from ksm_widgets.widgets import GameTable
from tests.coach.findings import card, choice, seen
from tests.coach.findings import finding as finding_of
from tests.game.at_table import act, html, phase, touch, words
from tests.game.people import NAMES, until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ksm_widgets.rules import Game

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("interpreted")]

PEOPLE = [Seat("Anna"), *(Seat(name, "level1") for name in ("Bo", "Cid", "Dora", "Emil"))]


@cache
def whole_game() -> Game:
    return played(Setting(5, seed=3), [get_bot("random")] + [get_bot("cautious")] * 4)


def option(what: Card | Turn, loss: float) -> AnyOption:
    return WeighedOption(what, Figure(5 - loss, 0.3), Figure(loss, 0.2), Figure(0.0, 0.1), 8)


def finding(moment: Moment, cost: float) -> Finding:
    """What a choice cost, if the coach had found so; the best is another card, or another dig."""
    made = moment.choice
    if cost <= 0:
        only = option(made, 0)
        return Finding(moment, (only,), only, Figure(0.0, 0.1), 0.1, 5.0, 32)
    best: Card | Turn
    if isinstance(made, Card):
        best = next(card for card in moment.view.hand if card != made)
    else:
        card = moment.view.revealed[moment.view.player]
        assert card is not None
        digs = legal_digs(moment.view.position, card.shape)
        best = Turn(dig=next((dig for dig in digs if dig != made.dig), None))
    own = option(made, cost)
    return Finding(moment, (option(best, 0), own), own, Figure(cost, 0.2), 0.2, 5.0, 192)


def found(match: Match, seat: int) -> Review:
    """A review in which the first card cost 6 points and the first turn 3."""
    costs = {0: 6.0, 1: 3.0}
    each = (finding(one, costs.get(at, 0.0)) for at, one in enumerate(moments(match.game, seat)))
    return Review(seat, tuple(each), -3.0 if match.over else None)


def bit_by_bit(match: Match, seat: int, **_: object) -> Iterator[Review]:
    whole = found(match, seat)
    for number in range(1, len(whole.findings) + 1):
        yield Review(seat, whole.findings[:number], None)
    yield whole


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A game that is over, read in from its record; what is found in it stands above."""
    monkeypatch.setattr(coach, "reviews", bit_by_bit)
    progress = Progress()
    made = GameTable(language="en", progress=progress)
    act(made, "import", match_text(Match.of(PEOPLE, whole_game())))
    act(made, "end-replay")
    yield made
    made.close()
    progress.close()


def key(game: Any, name: str) -> None:
    content = {"key": name, "command": False, "shift": False}
    game._board._frame._handle_custom_msg(content, [])
    game.wait()


def points(game: Any) -> list[str]:
    """The choices that can be touched on the curve."""
    return re.findall(r'data-act="coach-at" data-value="(\d+)" aria-label', html(game, "curve"))


def lay(game: Any, dig: tuple[Any, ...]) -> None:
    """Lay the card of the turn asked about on a place."""
    act(game, "tool", "card")
    shape = game.page.turn.hand.card(game.page.playable)
    touch(game, str(next(one for one in QUARRIES if around(shape, one) == dig)))


def test_a_game_that_is_over_is_summed_up_with_all_choices_on_its_curve(game: Any) -> None:
    act(game, "coach")
    review = game.page.coaching.review
    assert not game.page.coaching.running
    assert game.page.coaching.whole
    assert {"0", "1"} <= set(points(game))
    said = words(game, "said")
    assert outcome(game.match, 0).say("en") in said
    assert f"{len(review.findings) - 2} of the {len(review.findings)} choices" in said
    assert "2 choices were mistakes. The most expensive one cost about 6 points" in said
    assert "Choose “Learn from my mistakes”" in said
    # Luck and errors are for those who unfold them.
    assert "±" not in said
    assert "uck" not in said
    folded = html(game, "coach").partition("How the figures add up")[2]
    assert "You ended 3 points behind" in folded
    assert f"All choices: {len(review.findings)}, 2 of them mistakes" in words(game, "coach")
    assert html(game, "coach").count('ksm-cost">cost') == 2
    # Nothing of the table's own panels is left beside it.
    assert words(game, "ending") == words(game, "plans") == words(game, "side") == ""
    act(game, "coach-end")
    assert game.page.coaching is None
    assert "Final score" in words(game, "ending")


def with_findings(game: Any, *findings: Finding, at: int | None = None) -> None:
    """Have the review begin with these, while closer looks are still to come."""
    state = game.page.coaching
    rest = state.review.findings[len(findings) :]
    review = replace(state.review, findings=(*findings, *rest))
    game.set_page(replace(game.page, coaching=replace(state, review=review, whole=False, at=at)))
    game.wait()


def test_a_figure_that_is_still_early_is_marked_as_such(game: Any) -> None:
    act(game, "coach")
    first = game.page.coaching.review.findings[0]
    with_findings(game, first, at=0)
    assert "only a first look" not in words(game, "said")
    with_findings(game, replace(first, early=True), at=0)
    assert "only a first look" in words(game, "said")
    assert "This may have cost about 6 points" in words(game, "said")
    assert "perhaps 6" in words(game, "coach")


def test_nobody_is_sent_to_learn_from_what_was_only_glanced_at(game: Any) -> None:
    act(game, "coach")
    first, second = game.page.coaching.review.findings[:2]
    with_findings(game, replace(first, early=True), second)
    act(game, "coach-try")
    assert game.page.coaching.at == 1


def test_a_mistake_is_listed_once_a_turn(game: Any) -> None:
    act(game, "coach")
    first, second = game.page.coaching.review.findings[:2]
    with_findings(game, replace(first, moment=second.moment), second)
    listed = html(game, "coach")
    assert listed.count('ksm-cost">cost') == 1
    assert listed.count("part of the mistake in this turn") == 1


def test_it_is_told_where_the_game_turned_and_each_leads_there(game: Any) -> None:
    act(game, "coach")
    turned, _, all_choices = unescape(html(game, "coach")).partition("<details")
    review = game.page.coaching.review
    points = turning_points(review)
    assert points
    assert all(turning_told(review, one).say("en") in turned for one in points)
    places = re.findall(r'data-act="coach-at" data-value="(\d+)"', turned)
    assert places == [str(one.finding) for one in points]
    assert len(re.findall("coach-at", all_choices)) == len(review.findings)
    act(game, "coach-at", places[0])
    assert "What changed the lead most" not in words(game, "coach")
    assert "How the figures add up" not in words(game, "coach")


def test_a_choice_is_shown_as_it_was_known_what_was_done_and_the_best(game: Any) -> None:
    act(game, "coach")
    at = moments(game.match.game, 0)[1]
    act(game, "coach-at", "1")
    reasons = game.page.coaching.reasons
    assert game.page.on_board.round == 1
    assert "Round 1, turn with card" in words(game, "said")
    assert "about 3 points (probably between 2.8 and 3.2)" in words(game, "said")
    assert "Behind Anna's screen" in words(game, "holding")
    assert 'aria-pressed="true"' in html(game, "turn").partition('"made"')[2][:60]
    assert isinstance(at.choice, Turn)
    assert game.page.picture.marks.path == at.choice.moves
    act(game, "coach-shown", ShownPart.BEST.value)
    assert game.page.picture.marks.dig == reasons.best.dig
    act(game, "coach-shown", ShownPart.BEFORE.value)
    assert game.page.picture.position == at.view.position
    assert not game.page.picture.marks.dig
    assert at.view.position.text in game._board._frame.text
    # Who sat there had what all could see, and nothing that came later.
    assert len(re.findall("digs later|digs now", words(game, "side"))) == len(at.view.waiting)
    assert "All options" in words(game, "coach")
    assert "(yours)" in words(game, "coach")


def test_what_was_thought_out_about_a_choice_is_there_when_it_is_shown_again(game: Any) -> None:
    act(game, "coach")
    act(game, "coach-at", "1")
    known = words(game, "said")
    act(game, "coach-at", "0")
    assert words(game, "said") != known
    shown = game.page.coach.looking_at(1)
    assert shown.wanted is None
    act(game, "coach-at", "1")
    assert words(game, "said") == known
    # It counts no longer once the choice has been weighed anew.
    act(game, "coach-at", "0")
    findings = [*game.page.coach.review.findings]
    findings[1] = replace(findings[1])
    anew = replace(game.page.coach.review, findings=tuple(findings))
    assert replace(game.page.coach, review=anew).looking_at(1).wanted is findings[1]


def test_two_cards_are_shown_side_by_side(game: Any) -> None:
    act(game, "coach")
    act(game, "coach-at", "0")
    one = game.page.coaching.finding
    numbers = one.made.choice.number, one.options[0].choice.number
    for name, number in zip(("Your choice", "The best"), numbers, strict=True):
        assert f"{name} Card {number}" in words(game, "turn")
    act(game, "coach-shown", "best")
    assert len(game.page.picture.marks.dig) == one.options[0].choice.shape.size


def test_within_the_error_nothing_is_called_the_best(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another came out a little higher: within the error both are as good, or nobody can tell."""

    def close(match: Match, seat: int, **_: object) -> Iterator[Review]:
        whole = found(match, seat)
        costs = Figure(0.9, 1.0), Figure(1.5, 1.0)
        unsure = (
            replace(one, difference=cost)
            for one, cost in zip(whole.findings[:2], costs, strict=True)
        )
        yield replace(whole, findings=(*unsure, *whole.findings[2:]))

    monkeypatch.setattr(coach, "reviews", close)
    act(game, "coach")
    act(game, "coach-at", "0")
    one = game.page.coaching.finding
    assert one.options[0] != one.made
    assert "The best" not in words(game, "turn")
    assert f"About as good Card {one.options[0].choice.number}" in words(game, "turn")
    assert f"About as good: card {one.options[0].choice.number}." in words(game, "said")
    assert "Better" not in words(game, "said")
    assert "ksm-tone-good" in html(game, "said")
    act(game, "coach-shown", "best")
    assert len(game.page.picture.marks.dig) == one.options[0].choice.shape.size
    act(game, "coach-at", "1")
    other = game.page.coaching.finding
    assert other.options[0] != other.made
    assert "Perhaps better" in words(game, "turn")
    assert "Perhaps better, but these games can't tell" in words(game, "said")
    assert "About as good" not in words(game, "turn") + words(game, "said")


def test_while_a_choice_is_looked_at_the_page_is_laid_out_for_that(game: Any) -> None:
    def named() -> set[str]:
        return {"ksm-at-curve", "ksm-at-choice"} & set(game._dom_classes)

    assert not named()
    act(game, "coach")
    assert named() == {"ksm-at-curve"}
    act(game, "coach-at", "1")
    assert named() == {"ksm-at-curve", "ksm-at-choice"}
    assert "ksm-tone-warning" in html(game, "said")
    # To try again one needs the board as large as it can be.
    act(game, "coach-try")
    assert not named()
    act(game, "coach-tell")
    assert named() == {"ksm-at-curve", "ksm-at-choice"}


def test_while_the_review_goes_on_no_mistake_is_urged_upon_the_player(game: Any) -> None:
    """A dearer one may still be found."""
    act(game, "coach")
    main = re.compile('ksm-main"[^>]*data-act="coach-try"|data-act="coach-try"[^>]*ksm-main')
    assert main.search(html(game, "turn"))
    coach = replace(game.page.coach, running=True, whole=False)
    game.set_page(game.page.showing(coach))
    assert "coach-try" in html(game, "turn")
    assert not main.search(html(game, "turn"))


def test_mistakes_are_gone_through_by_buttons_and_keys(game: Any) -> None:
    act(game, "coach")
    key(game, "n")
    assert game.page.coaching.at == 0
    act(game, "coach-mistake", "1")
    assert game.page.coaching.at == 1
    act(game, "coach-mistake", "1")
    assert game.page.coaching.at == 1
    key(game, "p")
    assert game.page.coaching.at == 0
    key(game, "ArrowUp")
    assert game.page.turn.hand.cursor != QUARRIES[0]
    act(game, "coach-all")
    assert game.page.coaching.at is None
    act(game, "coach-mistake", "-1")
    assert game.page.coaching.at == 1


def test_a_card_is_asked_for_again_and_nothing_is_told_before(game: Any) -> None:
    act(game, "coach")
    act(game, "coach-try")
    assert phase(game) is Phase.CHOOSE
    assert words(game, "curve") == words(game, "coach") == ""
    asked = "Round 1: which card do you choose? What you did then: card 2."
    assert words(game, "said") == asked
    assert 'data-act="hint"' not in html(game, "turn")
    one = game.page.coaching.finding
    best, made = one.options[0].choice, one.made.choice
    assert "The best" not in words(game, "turn")

    act(game, "card", str(made.number))
    touch(game, "c3")
    act(game, "choose")
    # The verdict comes before the question: a phone shows the beginning.
    assert words(game, "said").startswith("That's what you did then")
    assert words(game, "said").endswith("Round 1: which card do you choose?")
    assert phase(game) is Phase.CHOOSE
    assert game.match.over

    act(game, "card", str(best.number))
    act(game, "choose")
    assert phase(game) is None
    assert "Right:" in words(game, "said")
    # What was done is told apart from what has just been answered, and that stands out.
    assert f"Your choice then: card {made.number}" in words(game, "said")
    assert "ksm-at-answer" in game._dom_classes
    assert "Better:" not in words(game, "said")
    assert game.page.coaching.shown is ShownPart.BEST
    assert "Try the next mistake" in words(game, "turn")
    act(game, "coach-try")
    assert game.page.coaching.at == 1
    act(game, "coach-tell")
    assert "Your choice:" in words(game, "said")
    assert "ksm-at-answer" not in game._dom_classes
    assert "Better:" in words(game, "said")
    assert "coach-try" not in html(game, "turn")
    assert "You've tried every mistake found." in words(game, "turn")


def test_while_an_answer_is_checked_nothing_is_said_of_the_one_before(game: Any) -> None:
    act(game, "coach")
    act(game, "coach-try")
    wrong = game.page.coach.finding.made.choice
    act(game, "card", str(wrong.number))
    act(game, "choose")
    assert game.page.coach.tone is Tone.WARNING
    again = game.page.coach.with_answer(wrong)
    assert again.said(game.page.reader) == ("Checking your answer…",)
    assert again.tone is Tone.INFO


def test_a_turn_is_tried_on_the_board_wrong_and_right(game: Any) -> None:
    act(game, "coach")
    act(game, "coach-try", "1")
    assert phase(game) is Phase.DIG
    one = game.page.coaching.finding
    act(game, "dig")  # Nothing is laid yet.
    assert not game.page.coaching.trying.retry.answers
    if not one.made.choice.moves and one.made.choice.dig:
        lay(game, one.made.choice.dig)
        act(game, "dig")
        assert "That's what you did then" in words(game, "said")
        assert not game.page.picture.marks.dig
    lay(game, one.options[0].choice.dig)
    act(game, "dig")
    assert "Right:" in words(game, "said")
    assert game.page.picture.marks.dig == one.options[0].choice.dig
    assert game.page.coaching.solved == {1}
    # The review goes on, and comes back to this choice with more games.
    first, _ = game.page.coaching.review.findings[:2]
    with_findings(game, first, replace(one, games=one.games + 1), at=1)
    assert "Right:" in words(game, "said")


def test_after_a_right_answer_the_board_shows_it_and_calls_nothing_better(game: Any) -> None:
    known = seen("5,3,4", card(4, "#"))
    dig = Turn.parse("dig c1")
    close = choice(dig, -0.3)
    review = Review(0, (finding_of(known, "dig b1", "dig a1", more=[close]),), None)
    match = Match.begin([Seat("Anna"), Seat("Berta", "cautious")], seed=1).concede()
    shown = CoachState(match, 0, 1, review, running=False, whole=True)
    asked = shown.tried(0).with_answer(close.choice)
    game.set_page(game.page.sitting(match))
    game.set_page(game.page.showing(asked))
    game.wait()
    assert "Right:" in words(game, "said")
    assert game.page.coaching.shown is ShownPart.ANSWER
    assert game.page.picture.marks.dig == dig.dig
    told = words(game, "turn")
    assert "Your answer" in told
    assert "About as good" in told
    assert "The best" not in told
    act(game, "coach-shown", "best")
    assert game.page.picture.marks.dig == Turn.parse("dig a1").dig


def test_what_an_answer_was_found_to_cost_is_shown_with_its_choice_from_then_on() -> None:
    dig = Turn.parse("dig c1")
    glanced = replace(choice(dig, -9.0), closely=False)
    found = finding_of(seen("5,3,4", card(4, "#")), "dig b1", "dig a1", more=[glanced])
    match = Match.begin([Seat("Anna"), Seat("Berta", "cautious")], seed=1).concede()
    shown = CoachState(match, 0, 1, Review(0, (found,), None), running=False, whole=True)
    asked = shown.tried(0)
    after = asked.with_judged((asked.attempt.retry.answer(dig), None)).finding
    assert after is not None
    assert [one.loss.mean for one in after.options if one.choice == dig] == [1.0]


@pytest.mark.parametrize(
    ("language", "then"),
    [
        ("en", "What you did then: a1→a2, then see what is on a1."),
        ("de", "Damals hast du dich so entschieden: a1→a2, dann nachsehen, was auf a1 liegt."),
    ],
)
def test_what_was_done_then_is_named_as_far_as_it_is_judged(language: str, then: str) -> None:
    """It was named to its end, and what it cost was told of its beginning."""
    known = seen("?1,3,4", card(4, "#"), unseen="5z")
    found = finding_of(known, "moves a1-a2 dig b1", "dig c1")
    match = Match.begin([Seat("Anna"), Seat("Berta", "cautious")], seed=1).concede()
    shown = CoachState(match, 0, 1, Review(0, (found,), None), running=False, whole=True)
    assert shown.tried(0).said(Reader(language))[-1] == then


def test_a_review_asked_for_while_a_game_is_noted_can_be_looked_at_and_left(game: Any) -> None:
    act(game, "new")
    act(game, "note")
    noted = NotedGame.begin(NAMES[:2], "12345x abcdMy 54321z xyzabc dCSA12 345ab1")
    game.set_page(game.page.noting(Notes(0, noted=noted.cards([3, 7]).play("-"))))
    noting = words(game, "turn")
    act(game, "coach")
    assert 'data-act="coach-end"' in html(game, "coach")
    act(game, "coach-end")
    assert words(game, "turn") == noting


def asked_to_look(game: Any, monkeypatch: pytest.MonkeyPatch) -> Move:
    """Have a turn asked about whose best beginning uncovers a tile, and return that move."""
    late, way = next(
        (one, move)
        for one in moments(game.match.game, 0)
        if isinstance(one.choice, Turn) and not one.made
        for source in QUARRIES
        for target in QUARRIES
        if source.distance(target) == 1
        for move in [Move(source, target)]
        if one.view.position.height(source) > one.view.position.height(target)
        and moved(one.view.position, move).top(source) is Tile.UNSEEN
    )

    def look(match: Match, seat: int, **_: object) -> Iterator[Review]:
        yield Review(seat, (_looking(late, way),), None)

    monkeypatch.setattr(coach, "reviews", look)
    act(game, "coach", "0")
    act(game, "coach-try")
    act(game, "tool", "tile")
    return way


@pytest.mark.parametrize(
    ("cost", "told"),
    [(0.0, "nothing was clearly better"), (2.0, "What you did after it cost about 2 points")],
)
def test_after_a_move_that_shows_a_tile_the_turn_goes_on_to_its_dig(
    game: Any, monkeypatch: pytest.MonkeyPatch, cost: float, told: str
) -> None:
    asked: list[Moment] = []

    def again(moment: Moment, **_: object) -> Finding:
        asked.append(moment)
        best = option(Turn(), 0)
        own = best if not cost else option(moment.choice, cost)
        return Finding(moment, (best, own), own, Figure(cost, 0.1), 0.1, 5.0, 192)

    monkeypatch.setattr(retrying, "look_again", again)
    way = asked_to_look(game, monkeypatch)
    touch(game, str(way.source), str(way.target))
    trying = game.page.coaching.trying
    assert phase(game) is Phase.DIG
    assert trying.view.position.top(way.source) is not Tile.UNSEEN
    act(game, "back")  # Somebody has seen the tile.
    assert game.page.coaching.trying == trying
    act(game, "no-dig")
    said = words(game, "said")
    assert "Right:" in said
    assert told in said
    answers = game.page.coaching.trying.retry.answers
    assert [answer.option.choice.moves for answer in answers] == [(way,)]
    ((moment, view),) = [(one, one.view) for one in asked]
    assert (moment.choice, moment.made) == (Turn(), len(view.begun))
    assert view == trying.view
    # Only a turn whose rest was not right is worth another try.
    assert ("Try this turn once more" in words(game, "turn")) is bool(cost)
    if cost:
        act(game, "coach-try", str(game.page.coaching.at))
        assert phase(game) is Phase.DIG
        assert game.page.coaching.view.begun == moment.view.begun[:-1]


def test_while_the_game_goes_on_a_move_that_would_show_a_tile_is_the_answer(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    way = asked_to_look(game, monkeypatch)
    page = game.page
    steps = tuple(step for step in page.match.steps if not step.game.over)
    game._page = replace(page, match=replace(page.match, steps=steps))
    touch(game, str(way.source), str(way.target))
    trying = game.page.coaching.trying
    assert "Right:" in words(game, "said")
    assert "Only the moves up to the uncovered tile were judged" in words(game, "said")
    assert [answer.option.choice.moves for answer in trying.retry.answers] == [(way,)]
    assert trying.looked is None
    # In the table it is named as in the verdict, and not as a turn without a dig.
    assert f"{way.source}→{way.target}, then see what is on {way.source}" in words(game, "coach")
    assert f"{way.source}→{way.target}, then no dig" not in words(game, "coach")


def _looking(moment: Moment, way: Move) -> Finding:
    own = option(moment.choice, 4)
    return Finding(moment, (option(Turn((way,)), 0), own), own, Figure(4.0, 0.1), 0.1, 5.0, 192)


def test_a_turn_that_cannot_be_paid_is_explained_and_tried_anew(game: Any) -> None:
    act(game, "coach")
    act(game, "coach-try", "1")
    trying = game.page.coaching.trying
    broke = trying.view.holding.money + 1
    turn = Turn((Move(QUARRIES[0], QUARRIES[35]),) * broke)
    game.set_page(game.page.answer(turn))
    game.wait()
    assert "(R" in words(game, "said")
    assert phase(game) is Phase.DIG
    assert not game.page.coaching.trying.retry.answers


def test_every_seat_may_be_looked_at_once_the_game_is_over(game: Any) -> None:
    act(game, "coach")
    assert game.page.coaching.seat == 0
    act(game, "coach", "3")
    assert game.page.coaching.seat == 3
    assert "selected>Dora" in html(game, "curve")
    act(game, "coach", "7")
    act(game, "coach", "nobody")
    assert game.page.coaching.seat == 3


def test_during_a_game_only_who_has_the_screen_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coach, "reviews", bit_by_bit)
    match = Match.begin([Seat("Anna"), Seat("Bo"), Seat("Cid", "cautious")], seed=3)
    match = until(match, lambda one: one.game.round == 2 and one.phase is Phase.CHOOSE)
    assert match.eyes is not None
    table: Any = GameTable(language="en", progress=Progress())
    table.set_page(table.page.sitting(match))
    act(table, "coach", str(1 - match.eyes))
    assert not table.page.coaching
    assert "so far" in words(table, "set")
    hand = table.page.turn.hand
    act(table, "coach")
    assert table.page.coaching.seat == match.eyes
    assert table.page.coaching.review.ended is None
    # What has happened since is not in it: a hint now may tell another lead.
    for panel, about in (("said", "about "), ("coach", "")):
        told = f"After the last choice checked, you could expect to end {about}"
        assert told in words(table, panel)
    assert "Whose choices" not in words(table, "curve")
    act(table, "coach-try")
    act(table, "card", str(table.page.seen.hand[0].number))
    act(table, "choose")
    assert table.match == match
    act(table, "coach-end")
    assert (table.match, table.page.phase, table.page.turn.hand) == (match, Phase.CHOOSE, hand)
    table.close()


def test_it_is_stopped_and_gone_on_with(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page answers while it is weighed; what was weighed is not weighed again."""
    asked: list[int] = []
    go_on = Event()

    def slowly(match: Match, seat: int, **_: object) -> Iterator[Review]:
        for number, review in enumerate(bit_by_bit(match, seat)):
            asked.append(number)
            if number == 3:
                go_on.wait(60)
            yield review

    monkeypatch.setattr(coach, "reviews", slowly)
    game.act("coach", "")
    assert game.page.coaching.running
    game.act("look", "dark")
    assert "Stop" in words(game, "curve")
    game.act("coach-stop", "")
    go_on.set()
    game.wait()
    coaching = game.page.coaching
    weighed = len(coaching.review.findings)
    assert weighed <= 4
    assert f"Stopped: {weighed} of {coaching.choices} choices" in words(game, "curve")
    assert "What changed the lead most" not in words(game, "coach")
    act(game, "coach-on")
    assert game.page.coaching.whole
    assert "What changed the lead most" in words(game, "coach")
    assert asked == sorted(set(asked))


def test_what_goes_wrong_is_shown(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> Iterator[Review]:
        yield Review(0, (), None)
        raise RuntimeError("<i>no lamp</i>")

    monkeypatch.setattr(coach, "reviews", broken)
    game.act("coach", "")
    game.wait()
    assert "&lt;i&gt;no lamp" in html(game, "said")
    assert not game.page.coaching.running


@pytest.mark.parametrize("act_", ["coach-at", "coach-mistake", "coach-shown", "coach-try"])
def test_what_no_control_sends_changes_nothing(game: Any, act_: str) -> None:
    act(game, act_, "9")
    assert game.page.coaching is None
    act(game, "coach")
    before = game.page.coaching
    for value in ("999", "x", ""):
        if (act_, value) != ("coach-try", ""):
            act(game, act_, value)
    for other in ("coach-tell", "coach-on", "choose", "dig", "no-dig", "back", "next", "hint"):
        act(game, other)
    assert game.page.coaching == before
    assert game.match.over


def test_whoever_leaves_the_table_leaves_the_coach(game: Any) -> None:
    act(game, "coach")
    act(game, "leave")
    assert game.page.coaching is None
    assert game.match is None


def test_it_speaks_german_too(game: Any) -> None:
    act(game, "language", "de")
    act(game, "coach")
    assert "2 Entscheidungen waren Fehler. Der teuerste kostete etwa 6 Punkte" in words(
        game, "said"
    )
    act(game, "coach-at", "1")
    assert "Runde 1, Zug mit Karte" in words(game, "said")


def test_a_real_review_comes_bit_by_bit_and_is_sketched_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KSM_SOLVER", "interpreted")
    monkeypatch.setattr(reviewing, "_SKETCH", 2)
    monkeypatch.setattr(reviewing, "_LONGER_SKETCH", 4)
    match = until(
        Match.begin(PEOPLE, seed=3),
        lambda one: one.game.round == 2 and one.phase is Phase.CHOOSE,
    )
    table: Any = GameTable(language="en", progress=Progress())
    table.set_page(table.page.sitting(match))
    act(table, "coach")
    review = table.page.coaching.review
    assert len(review.findings) == table.page.coaching.choices >= 2
    assert {one.games for one in review.findings} == {4}
    table.close()

"""Turns on a game's page: the player's own, by touch and keys, and the others'."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.seats import Seat
from ksm_widgets.game.view import play
from ksm_widgets.game.view.saying import announced
from ksm_widgets.game.view.turn import turn
from ksm_widgets.page.background import Debounced
from ksm_widgets.rules import Position, Quarry, Tile, dig_fault, legal_digs, only_tops_seen
from tests.game.at_table import act, act_by_chance, begun, html, phase, sit, touch, words
from tests.game.people import ANNA, at, random_match, until
from tests.rules.tables import mine, table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules import Placement

pytestmark = pytest.mark.usefixtures("interpreted")


def test_a_card_is_tried_on_the_mine_and_laid_down(game: Any) -> None:
    begun(game)
    touch(game, "c3")
    assert not game.page.turn.hand.marked
    card = game.match.view.hand[0]
    act(game, "card", str(card.number))
    touch(game, "c3")
    assert "This can be dug" in words(game, "said")
    assert len(game.page.picture.marks.dig) == card.shape.size
    act(game, "card", "99")
    act(game, "choose")
    assert game.match.game.players[0].chosen == card
    act(game, "choose")  # A second click of the same.
    assert "not asked for now" in words(game, "said") or phase(game) is not Phase.CHOOSE


@pytest.mark.long
def test_the_others_turns_go_step_by_step_or_at_once(game: Any) -> None:
    begun(game, "cautious")
    act(game, "card", str(game.match.view.hand[-1].number))
    act(game, "choose")
    assert phase(game) is Phase.REVEAL
    assert "Cards:" in words(game, "said")
    assert "chooses a card" not in words(game, "said")
    act(game, "going")
    assert not game.page.going
    assert 'data-act="next"' in html(game, "turn")
    before = len(game.match.steps)
    act(game, "next")
    assert len(game.match.steps) > before
    assert "Bruno digs on" in words(game, "said")
    assert phase(game) is Phase.DIG
    act(game, "no-dig")
    act(game, "sure", "no_dig")
    act(game, "card", str(game.match.view.hand[0].number))
    act(game, "choose")
    act(game, "skip")
    assert phase(game) in (Phase.DIG, Phase.CHOOSE)


def test_a_tile_is_moved_by_touch_and_taken_back_until_something_showed(game: Any) -> None:
    start = table(mine("-,-,-,-", "4z,1,-,-"), "##", (9, "A"), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    touch(game, "b1", "a1")
    assert "(R13)" in words(game, "said")
    touch(game, "b1", "c1")
    assert "moves to c1, staying" in words(game, "said")
    assert "1 move so far" in words(game, "said")
    act(game, "back")
    assert game.match.game == start
    touch(game, "a1", "a2")
    assert "a treasure of 4 is uncovered on a1" in words(game, "said")
    assert 'aria-disabled="true"' in html(game, "turn").partition('data-act="back"')[2][:80]
    act(game, "back")
    assert len(game.match.game.begun) == 1
    assert "(R33)" in words(game, "said")


def test_a_dig_is_laid_reckoned_and_done(game: Any) -> None:
    start = table(mine("-,-,-,-", "z,1,-,-"), "##", (9, "A"), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    act(game, "dig")  # Nothing is laid yet.
    assert phase(game) is Phase.DIG
    act(game, "tool", "card")
    touch(game, "c1")
    assert "(R10)" in words(game, "said")
    act(game, "spend", "amulet")
    touch(game, "a1")
    assert "This costs nothing" in words(game, "said")
    act(game, "spend", "amulet")
    touch(game, "a1")
    assert "This costs 3" in words(game, "said")
    assert "a mummy" in words(game, "said")
    assert "mummy" in words(game, "turn")
    act(game, "dig")
    assert Tile.MUMMY in game.match.game.players[0].holding.tiles
    assert "Anna pays 3 for the curse" in words(game, "said")


def test_a_turn_that_cannot_be_paid_is_asked_about_and_tiles_are_chosen(game: Any) -> None:
    start = table(mine("-,-,-,-", "4,1,-,-"), "##", (0, "xyz"), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    touch(game, "a1", "a2")
    act(game, "no-dig")
    assert "You can't pay for this turn: 1 due, 0 to pay with" in words(game, "turn")
    touch(game, "a2")
    assert game.page.turn.hand.picked is None
    act(game, "unsure")
    assert phase(game) is Phase.DIG
    act(game, "no-dig")
    act(game, "sure", "broke")
    assert phase(game) is Phase.ADD
    act(game, "add")
    assert "(R26)" in words(game, "said")
    act(game, "add-tile", "z")
    act(game, "add-tile", "z")
    assert game.page.turn.adding == ()
    act(game, "add-tile", "y")
    act(game, "add")
    assert game.match.game.players[1].holding.tiles == (Tile.SCORPION,)
    assert "Bo gets: a scorpion" in words(game, "said")


def test_hints_tell_more_and_more_of_what_a_steady_player_would_do(game: Any) -> None:
    """From the kind of thing to the tiles to the move."""
    start = table(mine("-,-,-,-", "5,4z,-,-"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    told = []
    for _ in range(5):
        act(game, "hint")
        told.append(words(game, "said"))
    assert "There are treasures within reach. Look near the entrance, on the left." in told[0]
    assert "If a curse lies on a quarry that you dig" in told[1]
    assert "The dig takes an unseen tile and a treasure of 5." in told[2]
    assert "the mummy on b1" in told[3]
    assert "a1, b1" in told[4]
    assert set(map(str, game.page.picture.marks.area)) == {"a1", "b1"}
    assert html(game, "turn").count("ksm-lit") == 5
    touch(game, "a1")
    assert game.page.picture.marks.area == ()


def test_a_hint_told_as_a_whole_stays_while_it_is_followed(game: Any) -> None:
    """It went with the first of its moves, so that it had to be learnt by heart."""
    start = table(mine("-,-,-,-", "5,-,-,4"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    act(game, "tool", "card")
    for _ in range(5):
        act(game, "hint")
    assert not game.page.turn.lays  # A tile is to be moved.
    act(game, "tool", "tile")
    plan = game.page.turn.advice.plan
    assert "Then dig" in words(game, "said")
    quarries = ", ".join(map(str, plan.dig))
    first, second = plan.turn.moves
    marks = game.page.picture.marks
    assert (marks.path, marks.first_step) == ((first, second), 1)
    touch(game, str(first.source), str(first.target))
    told = f"Move {second.source}→{second.target}, then dig {quarries}."
    assert told in words(game, "said")
    assert "money left: 8" in words(game, "said")
    marks = game.page.picture.marks
    assert set(marks.area) == set(plan.dig)
    assert (marks.path, marks.first_step) == ((second,), 2)
    touch(game, str(second.source), str(second.target))
    assert f"Now dig {quarries}." in words(game, "said")
    assert game.page.turn.lays
    act(game, "back")
    assert told in words(game, "said")
    touch(game, str(first.target), str(first.source))
    assert "then dig" not in words(game, "said")


def test_after_an_undo_the_hint_is_the_same_again(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was thought out anew, and could name another plan than before."""
    start = table(mine("-,-,-,-", "5,-,-,4,1"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    for _ in range(5):
        act(game, "hint")
    told, first = words(game, "said"), game.page.turn.advice
    act(game, "tool", "tile")
    touch(game, "e1", "e2")
    act(game, "hint")
    assert game.page.turn.advice != first
    act(game, "back")

    def anew(*_: object, **__: object) -> None:
        raise AssertionError("this view was thought about before")

    monkeypatch.setattr(play, "advice", anew)
    act(game, "hint")
    act(game, "hint")
    assert game.page.turn.advice == first
    assert words(game, "said") == told


def test_a_touch_of_what_a_hint_marks_lays_the_card_there(game: Any) -> None:
    """It came to lie at another place that covers the same quarry, and was dug there."""
    start = table(mine("-,-,-,-", "1,4,5,-"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    act(game, "tool", "card")
    touch(game, "b1")
    assert set(map(str, game.page.turn.hand.marked)) == {"a1", "b1"}
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    for _ in range(5):
        act(game, "hint")
    assert set(game.page.picture.marks.area) == set(game.page.turn.advice.plan.dig)
    touch(game, "b1")
    assert set(map(str, game.page.turn.hand.marked)) == {"b1", "c1"}


def test_a_hint_stays_while_its_card_is_tried(game: Any) -> None:
    begun(game)
    for _ in range(5):
        act(game, "hint")
    told, advice = words(game, "said"), game.page.turn.advice
    act(game, "card", str(advice.card))
    assert words(game, "said") == told
    assert set(game.page.picture.marks.area) == set(advice.plan.dig)
    other = next(one for one in game.match.view.hand if one.number != advice.card)
    act(game, "card", str(other.number))
    assert words(game, "said") != told


def test_a_hint_for_the_choice_ends_with_the_card(game: Any) -> None:
    sit(game, Match.begin([ANNA, Seat("Bo", "random")], seed=3))
    numbers = {card.number for card in game.match.view.hand}
    told, lit = [], []
    for _ in range(5):
        act(game, "hint")
        told.append(words(game, "said"))
        lit.append(set(game.page.picture.marks.area))
    assert "Look " in told[0]
    assert not lit[0]
    assert "The dig takes " in told[2]
    assert lit[2] < lit[1]
    assert not any("Choose card" in each for each in told[:2])
    found = re.search(r"Choose card (\d+)\.", told[2])
    assert found is not None
    assert int(found.group(1)) in numbers


def test_a_hint_says_that_no_card_gains_anything(game: Any) -> None:
    start = Match.begin([ANNA, Seat("Bo", "random")], seed=3)
    nothing = Position()
    empty = replace(start.game, position=nothing, covering=only_tops_seen(nothing))
    sit(game, replace(start, steps=(replace(start.steps[0], game=empty),)))
    act(game, "hint")
    assert "although it has no good dig" in words(game, "said")


def test_keys_walk_move_and_go_on(game: Any) -> None:
    start = table(mine("-,-,-,-", "4z,1,-,-"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "cautious")))

    def key(name: str, *, command: bool = False) -> None:
        content = {"key": name, "command": command, "shift": False}
        game._board._frame._handle_custom_msg(content, [])

    for name in ("ArrowLeft", "ArrowDown", "ArrowDown"):
        key(name)
    assert game.page.turn.hand.cursor == Quarry.parse("b1")
    assert "treasure of 1" in game._board._frame.said
    key("Enter")
    key("ArrowRight")
    key("Enter")
    assert len(game.match.game.begun) == 1
    key("z", command=True)
    assert game.match.game.begun == ()
    key("g")
    assert game.page.turn.lays
    act(game, "no-dig")
    act(game, "sure", "no_dig")
    assert phase(game) is Phase.WATCH
    key("ArrowUp")
    key("n")
    game.wait()
    assert phase(game) is not Phase.WATCH


def test_in_a_fresh_mine_the_card_is_in_hand_at_once(game: Any) -> None:
    """Everything is four high: to ask for a tile to be moved would lead nowhere (R13)."""
    sit(game, until(random_match(2, seed=2), lambda match: match.phase is Phase.DIG))
    assert game.page.turn.lays
    assert "Nothing can move in this mine yet" in words(game, "said")
    while phase(game) is not Phase.DIG or not game.match.game.records:
        act_by_chance(game, Random(1))
    assert not game.page.turn.lays
    assert "choose a tile, then a quarry beside it" in words(game, "said")


def test_a_card_stays_where_it_was_tried_also_where_tiles_can_be_moved(game: Any) -> None:
    begun(game, "cautious")
    rng, stayed = Random(3), False
    while not stayed:
        assert phase(game) is not Phase.OVER
        digs: Sequence[Placement] = ()
        if phase(game) is Phase.CHOOSE and not game.match.nothing_moves:
            seen = game.match.view
            card = min(seen.hand, key=lambda one: one.number)
            digs = legal_digs(seen.position, card.shape)
        if not digs:
            act_by_chance(game, rng)
            continue
        act(game, "card", str(card.number))
        place = digs[0]
        while game.page.turn.hand.marked != place:
            touch(game, str(place[0]))
        act(game, "choose")
        while phase(game) is not Phase.DIG:
            act(game, "next")
        stayed = dig_fault(game.match.view.position, place, card.shape, frozenset()) is None
        assert game.page.turn.lays is stayed
        assert game.page.turn.hand.marked == (place if stayed else ())
    act(game, "dig")
    # For the next card nothing is laid any more.
    while phase(game) is not Phase.CHOOSE:
        act_by_chance(game, rng)
    assert not game.page.turn.hand.marked
    assert not game.page.turn.lays


def test_while_a_hint_is_sought_that_is_said(game: Any) -> None:
    begun(game)
    page = replace(game.page, thinking=True)
    assert announced(page)[0].startswith("A good choice is being worked out")
    assert "Thinking…" in str(turn(page))
    assert "Thinking…" not in str(turn(game.page))


def test_the_last_card_is_not_one_of_several(game: Any) -> None:
    sit(game, until(random_match(2, seed=2), lambda match: match.game.round == 12))
    while phase(game) is not Phase.CHOOSE:
        act_by_chance(game, Random(1))
    assert len(game.match.view.hand) == 1
    assert "Play your last card." in words(game, "said")


def test_when_it_is_over_that_is_told_first(game: Any) -> None:
    sit(game, until(random_match(2, seed=2), lambda match: match.over))
    assert words(game, "said").startswith("The last card has been played. The game is over.")


@pytest.mark.long
def test_the_others_go_on_by_themselves_and_sooner_if_asked_to(game: Any) -> None:
    begun(game, "cautious")
    act(game, "card", str(game.match.view.hand[-1].number))
    act(game, "choose")
    assert phase(game) is Phase.REVEAL
    assert 'data-act="next"' in html(game, "turn")
    assert "Pause" in words(game, "turn")
    act(game, "going")
    assert 'data-act="next"' in html(game, "turn")
    assert "Pause" not in words(game, "turn")
    assert "Play automatically" in words(game, "turn")
    before = len(game.match.steps)
    act(game, "going", "on")
    assert len(game.match.steps) > before
    assert "Pause" in words(game, "turn") or phase(game) is Phase.DIG


def test_in_a_new_mine_the_card_lies_where_it_was_tried(game: Any) -> None:
    begun(game, "cautious")
    act(game, "card", str(game.page.seen.hand[0].number))
    touch(game, "c3")
    tried = game.page.turn.hand.marked
    act(game, "choose")
    act(game, "next")
    assert phase(game) is Phase.DIG
    assert game.page.turn.dig(game.page.seen) == tried != ()


def test_who_reads_quickly_has_the_others_turns_three_times_as_fast(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def ask(_: Debounced, pause: float) -> bool:
        asked.append(pause)
        return True

    monkeypatch.setattr(Debounced, "schedule", ask)
    begun(game, "cautious")
    act(game, "card", str(game.page.seen.hand[0].number))
    act(game, "choose")
    assert phase(game) is Phase.REVEAL
    act(game, "quick", "on")
    assert 'data-act="quick" data-value="" aria-pressed="true"' in html(game, "turn")
    act(game, "quick")
    assert asked[1:] == [pytest.approx(asked[0] / 3), asked[0]]
    act(game, "quick", "on")
    assert game._saves.quick  # also in the next game
    assert type(game)(progress=game._saves.progress).page.quick


@pytest.mark.long
def test_a_step_stands_the_longer_the_more_there_is_to_read(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, float]] = []

    def ask(_: Debounced, pause: float) -> bool:
        asked.append((sum(map(len, announced(game.page))), pause))
        return True

    monkeypatch.setattr(Debounced, "schedule", ask)
    begun(game, "cautious")
    rng = Random(1)
    while game.match.game.round < 4:
        act_by_chance(game, rng)
    asked.sort()
    (least, short), (most, long) = asked[0], asked[-1]
    assert least < most
    assert 1 < short < long
    assert [pause for _, pause in asked] == sorted(pause for _, pause in asked)


def test_what_was_dug_is_seen_with_what_is_said_of_it(game: Any) -> None:
    start = table(mine("-,-,-,-", "z,1,-,-"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    act(game, "tool", "card")
    touch(game, "a1")
    assert "ksm-loot" not in html(game, "said")
    # The account: no moves + 3 for the curse = 3 to pay, and 7 are left of 9 and the treasure.
    assert re.findall(r"<dd>(\d+)</dd>", html(game, "turn")) == ["0", "3", "3", "7"]
    assert html(game, "turn").count("ksm-too-dear") == 0
    act(game, "dig")
    taken = html(game, "said").partition("ksm-loot")[2]
    assert taken.index("mummy") < taken.index("treasure")


def test_an_account_that_cannot_be_paid_says_what_is_missing(game: Any) -> None:
    start = table(mine("-,-,-,-", "z,1,-,-"), "##", (0, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    act(game, "tool", "card")
    touch(game, "a1")
    assert re.findall(r"<dd>(\d+)</dd>", html(game, "turn")) == ["0", "3", "3", "2"]
    assert "short" in words(game, "turn")
    assert "ksm-too-dear" in html(game, "turn")
    act(game, "dig")
    assert "You can't pay for this turn" in words(game, "turn")
    assert len(game.page.picture.marks.dig) == 2


def test_cards_played_are_drawn_with_the_one_who_played_them(game: Any) -> None:
    sit(game, until(random_match(2, seed=2), lambda match: match.game.round == 4))
    rows = html(game, "side").split('<li class="ksm-player')[1:]
    for player, row in enumerate(rows):
        used = row.partition("ksm-used-cards")[2]
        numbers = re.findall(r"Card (\d+), \d", re.sub("<title>.*?</title>", "", used))
        played = [str(one.card.number) for one in game.match.game.records if one.player == player]
        assert list(dict.fromkeys(numbers)) == played
        assert used.count("<svg") == len(played) == 3


def test_a_card_thought_of_shows_where_it_would_lie(game: Any) -> None:
    """A finger cannot point: without a touch nothing else would show it."""
    begun(game)
    assert game.page.picture.marks.ghost == ()
    card = game.match.view.hand[0]
    act(game, "card", str(card.number))
    ghost = game.page.picture.marks.ghost
    assert len(ghost) == card.shape.size
    act(game, "hint")
    act(game, "hint")
    assert game.page.picture.marks.area
    assert game.page.picture.marks.ghost == ()
    touch(game, "c3")
    assert len(game.page.picture.marks.dig) == card.shape.size


def test_of_a_turn_told_as_a_whole_only_what_it_came_to_is_told(game: Any) -> None:
    late = until(random_match(2, seed=4), lambda match: bool(match.game.begun))
    done = until(late, lambda match: len(match.game.records) > len(late.game.records))
    sit(game, done)
    game.set_page(replace(game.page, since=len(late.steps) - 1, told=None))
    mover = done.seats[done.game.records[-1].player].name
    assert f"{mover}: " in words(game, "plans")
    assert re.search("moves to .., (down|staying)", words(game, "plans"))
    assert not re.search("moves to .., (down|staying)", words(game, "said"))
    # A move by itself is told.
    sit(game, late)
    assert re.search("moves to .., (down|staying)", words(game, "said"))

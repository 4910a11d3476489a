"""A match on several devices: in order, by the right seat, and nothing hidden on any page."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from random import Random
from typing import Any

import pytest

from ksm_widgets.game.advice import advice
from ksm_widgets.game.match import Match, MatchError, Phase
from ksm_widgets.game.record import match_text
from ksm_widgets.game.seats import Seat
from ksm_widgets.game.shared import SharedMatch
from ksm_widgets.game.view.seat_desk import SeatDesk
from ksm_widgets.rules import Game, Position, View, view

pytestmark = pytest.mark.usefixtures("interpreted")

SEED = 740319
BEGUN = {"kept": "", "theme": "light"}


def new(*bots: str) -> SharedMatch:
    seats = [Seat("Anna"), Seat("Berta"), Seat("Clara"), *(Seat(bot.title(), bot) for bot in bots)]
    return SharedMatch.of(Match.begin(seats, seed=SEED, begun=5))


def desks(shared: SharedMatch) -> dict[int | None, SeatDesk]:
    made = {seat: SeatDesk(shared, seat, "en", "auto") for seat in (*shared.match.persons, None)}
    for desk in made.values():
        desk.receive(BEGUN)
    return made


def act(desk: SeatDesk, name: str, value: str = "") -> None:
    desk.receive({"act": name, "value": value})


def told(desk: SeatDesk) -> str:
    return json.dumps(desk.shown(0))


def lay(desk: SeatDesk, at: int = 0) -> None:
    seen = desk.page.seen
    assert seen is not None
    act(desk, "card", str(seen.hand[at].number))
    act(desk, "choose")


def bots_play(shared: SharedMatch) -> None:
    while shared.bot_acts:
        shared.stepped(shared.match, shared.match.step())


def test_a_key_opens_one_seat_and_no_other() -> None:
    shared = new()
    assert [shared.seat_of(key) for key in shared.seats] == [0, 1, 2]
    assert shared.opens(shared.looking)
    assert shared.seat_of(shared.looking) is None
    for wrong in ("", "\u00e9", shared.seats[0][:-1], "x" * 10_000, shared.host):
        assert not shared.opens(wrong)
    assert [shared.is_host(key) for key in (shared.host, shared.looking, "")] == [
        True,
        False,
        False,
    ]


def test_all_choose_at_once_and_a_card_tried_stays_in_hand() -> None:
    shared = new()
    of = desks(shared)
    seen = of[0].page.seen
    assert seen is not None
    act(of[0], "card", str(seen.hand[3].number))
    lay(of[2])
    assert "Still choosing a card: Anna, Berta." in told(of[2])
    assert "Still choosing a card" in told(of[None])
    act(of[0], "choose")
    assert shared.match.game.players[0].chosen == seen.hand[3]
    # Whoever laid a card down may take it back until another one comes, and nobody else's.
    act(of[2], "back")
    assert [player.chosen is None for player in shared.match.game.players] == [False, True, False]
    act(of[0], "back")
    assert [player.chosen is None for player in shared.match.game.players] == [True, True, False]


def test_what_is_to_be_done_comes_first_and_into_sight() -> None:
    shared = new()
    of = desks(shared)
    for seat in (0, 1, 2):
        lay(of[seat])
    bots_play(shared)
    first = shared.match.actor
    assert first is not None
    for own, desk in of.items():
        desk.receive({"news": shared.moment})
        assert (desk.look != "") is (own == first)
    said = of[first].shown(0)["panels"]["said"]
    assert re.findall("<span>(.*?)<", said)[0].startswith("Your turn.")
    of[first].receive({"news": shared.moment})
    assert of[first].look == ""


def test_only_who_can_take_back_is_offered_it() -> None:
    shared = new()
    of = desks(shared)
    lay(of[0])
    offered = {
        seat: 'data-act="back"' in desk.shown(0)["panels"]["turn"] for seat, desk in of.items()
    }
    assert offered == {0: True, 1: False, 2: False, None: False}


def test_nobody_acts_out_of_turn_and_spectators_never() -> None:
    shared = new()
    of = desks(shared)
    for player in (0, 1, 2):
        lay(of[player])
    bots_play(shared)
    digs = shared.match.actor
    assert digs is not None
    before, moment = shared.match, shared.moment
    for seat, desk in of.items():
        for name in ("dig", "no-dig", "concede", "choose", "back", "sit", "leave", "go-on", "note"):
            if seat != digs:
                act(desk, name)
                act(desk, "sure", "concede")
                act(desk, "sure", "no_dig")
                desk.receive({"tap": "a1"})
                desk.receive({"key": "Enter", "command": False, "shift": False})
    assert (shared.match, shared.moment) == (before, moment)
    with pytest.raises(MatchError):
        shared.commit(digs - 1, before)
    act(of[digs], "no-dig")
    act(of[digs], "sure", "no_dig")
    assert shared.moment == moment + 1
    act(of[digs], "sure", "no_dig")  # the second tap
    assert shared.moment == moment + 1


def test_two_tabs_of_one_seat_cannot_fork_the_game() -> None:
    """What the second one had begun counts no more once the first one has acted."""
    shared = new()
    of = desks(shared)
    tabs = [SeatDesk(shared, 0, "en", "auto") for _ in range(2)]
    hand = shared.match.game.players[0].hand
    for tab, card in zip(tabs, hand, strict=False):
        tab.receive(BEGUN)
        act(tab, "card", str(card.number))
    for tab in tabs:
        act(tab, "choose")
    assert shared.moment == 1
    assert shared.match.game.players[0].chosen == hand[0]
    assert {tab.page.match for tab in tabs} == {shared.seen_from(0)}

    lay(of[1])
    lay(of[2])
    bots_play(shared)
    while shared.match.actor != 0:
        digs = shared.match.actor
        assert digs is not None
        act(of[digs], "no-dig")
        act(of[digs], "sure", "no_dig")
        bots_play(shared)
    moment = shared.moment
    for tab in tabs:
        act(tab, "no-dig")
    for tab in tabs:
        act(tab, "sure", "no_dig")
    assert shared.moment == moment + 1
    assert [step.seat for step in shared.match.steps].count(0) == 2


def test_a_seat_handed_to_a_bot_plays_on_and_its_key_opens_nothing() -> None:
    shared = new()
    of = desks(shared)
    lay(of[0])
    lay(of[1])
    shared.hand_over(2, "cautious")
    assert shared.seat_of(shared.seats[2]) is None
    assert shared.bot_acts
    bots_play(shared)
    assert shared.match.phase is not Phase.REVEAL
    with pytest.raises(MatchError):
        shared.hand_over(2, "cautious")


def test_a_seat_handed_back_is_opened_by_the_same_key() -> None:
    shared = new("cautious")
    with pytest.raises(MatchError):
        shared.hand_back(2)
    shared.hand_over(2, "cautious")
    assert [shared.lent(key) for key in (shared.seats[2], shared.seats[0], "")] == [2, None, None]
    again = SharedMatch.from_text(shared.to_text())
    assert again is not None
    again.hand_back(2)
    assert (again.seat_of(shared.seats[2]), again.lent(shared.seats[2])) == (2, None)
    of = desks(again)
    for seat in (0, 1, 2):
        lay(of[seat])
    bots_play(again)
    assert all(player.chosen for player in again.match.game.players)
    again.hand_back(3)
    assert again.match.persons == (0, 1, 2, 3)
    act(of[again.match.actor or 0], "concede")
    act(of[again.match.actor or 0], "sure", "concede")
    with pytest.raises(MatchError):
        again.hand_over(2, "cautious")


def test_at_the_end_a_seat_saves_the_record_and_a_spectator_only_reads_it() -> None:
    shared = new()
    of = desks(shared)
    act(of[0], "save")
    assert of[0].shown(0)["file"] is None
    act(of[0], "concede")
    act(of[0], "sure", "concede")
    for desk in of.values():
        desk.receive({"news": 1})
        assert match_text(shared.match) in unescape(desk.shown(0)["panels"]["set"])
        # A table is left by closing its page, and another one is opened by its host.
        assert 'data-act="leave"' not in told(desk).replace("\\", "")
    act(of[1], "copied")
    assert "Copied." in told(of[1])
    act(of[1], "save")
    assert of[1].shown(0)["file"] == ("played-game.txt", match_text(shared.match))
    act(of[None], "save")
    assert of[None].shown(0)["file"] is None
    buttons = [told(of[seat]).replace("\\", "") for seat in (1, None)]
    assert ['data-act="replay"' in each for each in buttons] == [True, False]
    assert ['data-act="save"' in each for each in buttons] == [True, False]


def test_a_bot_s_step_is_dropped_if_the_match_went_on_without_it() -> None:
    shared = new("cautious")
    of = desks(shared)
    for seat in (0, 1, 2):
        lay(of[seat])
    before = shared.match
    after = before.step()
    act(of[2], "back")
    shared.stepped(before, after)
    assert shared.match.game.players[2].chosen is None


def swapped(game: Game, seat: int | None) -> Game:
    """Another game that looks the same from a seat: others have each other's cards and mine."""
    others = [at for at in range(len(game.players)) if at != seat][:2]
    one, other = (game.players[at] for at in others)
    players = list(game.players)
    if len(one.hand) == len(other.hand) and not game.waiting:
        players[others[0]] = replace(one, hand=other.hand, chosen=other.chosen)
        players[others[1]] = replace(other, hand=one.hand, chosen=one.chosen)
        if (one.chosen is None) != (other.chosen is None):
            players = list(game.players)
    elif len(one.hand) == len(other.hand):
        players[others[0]], players[others[1]] = (
            replace(one, hand=other.hand),
            replace(other, hand=one.hand),
        )
    hidden = [
        stack[:unseen] for unseen, stack in zip(game.covering, game.position.stacks, strict=True)
    ]
    deepest = max(map(len, hidden))
    places = [at for at, tiles in enumerate(hidden) if len(tiles) == deepest]
    moved = dict(zip(places, (hidden[at] for at in (*places[1:], places[0])), strict=True))
    stacks = tuple(
        moved.get(at, hidden[at]) + stack[game.covering[at] :]
        for at, stack in enumerate(game.position.stacks)
    )
    return replace(game, position=Position(stacks), players=tuple(players))


def from_scratch(shared: SharedMatch, seat: int | None, game: Game) -> dict[str, Any]:
    """What a new device of a seat is shown, if the last step led to this game."""
    last = replace(shared.match.steps[-1], game=game)
    other = replace(shared, match=replace(shared.match, steps=(last,)))
    desk = SeatDesk(other, seat, "en", "auto")
    desk.receive(BEGUN)
    return {**desk.shown(0), "pictures": 0}


@pytest.mark.long
def test_a_whole_game_tells_no_device_what_its_seat_may_not_know() -> None:
    """Played at random, with the server begun anew in the middle."""
    rng, shared, changes = Random(3), new("cautious"), 0
    of = desks(shared)
    while not shared.match.over:
        if shared.bot_acts:
            shared.stepped(shared.match, shared.match.step())
        elif shared.match.game.current is None:
            left = [at for at in shared.match.persons if of[at].page.phase is Phase.CHOOSE]
            lay(of[rng.choice(left)], 0)
        else:
            digs = shared.match.actor
            assert digs is not None
            for place in rng.sample(list(of[digs].shown(0)["board"]["places"]), 4):
                of[digs].receive({"tap": place})
            act(of[digs], "no-dig")
            act(of[digs], "sure", "no_dig")
        for desk in of.values():
            desk.catch_up()
        if rng.random() < 0.15:
            text = shared.to_text()
            again = SharedMatch.from_text(text)
            assert again is not None
            assert (again.match.game, again.seats) == (shared.match.game, shared.seats)
            shared = again
            of = desks(shared)
        if not shared.match.over and rng.random() < 0.3:
            game = shared.match.game
            for seat in (0, 1, 2, None):
                other = swapped(game, seat)
                changes += other != game
                assert from_scratch(shared, seat, other) == from_scratch(shared, seat, game)
                page = told(of[seat])
                keys = {*shared.seats, shared.looking, shared.host, str(SEED)}
                assert not [key for key in keys if key in page]
    assert changes > 20
    assert "wins" in told(of[None]) or "win" in told(of[None])
    act(of[0], "replay")
    assert of[0].page.at == 0
    act(of[None], "replay")
    assert of[None].page.at is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"table": 2}', "[" * 200_000, '{"table":1}'])
def test_what_is_no_table_is_none(text: str) -> None:
    assert SharedMatch.from_text(text) is None


@pytest.mark.parametrize(
    "damage",
    [
        {"begun": float("inf")},
        {"begun": 10**300},
        {"begun": -1},
        {"host": "\ud800"},
        {"looking": ""},
        {"seats": ["é" * 22, "A" * 22]},
        {"seats": [[], []]},
    ],
)
def test_a_damaged_table_is_none(damage: dict[str, object]) -> None:
    kept = json.loads(SharedMatch.of(Match.begin([Seat("Anna"), Seat("Ben")], seed=1)).to_text())
    assert SharedMatch.from_text(json.dumps(kept)) is not None
    assert SharedMatch.from_text(json.dumps({**kept, **damage})) is None


def with_hints() -> tuple[SharedMatch, dict[int | None, SeatDesk], list[View]]:
    """A table whose host allows hints, and the views that advice was asked for."""
    shared = SharedMatch.of(new().match, hints=True)
    made, asked = desks(shared), list[View]()
    for desk in made.values():
        desk.advise = asked.append
    return shared, made, asked


def test_a_hint_is_told_on_the_device_that_asked_alone() -> None:
    shared, made, asked = with_hints()
    before = {seat: told(desk) for seat, desk in made.items()}
    moment = made[0].moment
    act(made[0], "hint")
    (seen,) = asked
    assert seen == view(shared.match.game, 0)
    made[0].advised(seen, advice(seen))
    assert made[0].moment == moment + 1
    assert "ksm-lamps" in told(made[0])
    assert "ksm-lamps" not in before[0]
    assert all(told(made[seat]) == before[seat] for seat in (1, 2, None))
    # The next level needs no more thought, and the match is what it was.
    act(made[0], "hint")
    assert len(asked) == 1
    assert shared.moment == 0


def test_advice_on_what_has_changed_is_not_told() -> None:
    _, made, asked = with_hints()
    act(made[0], "hint")
    lay(made[0])
    made[0].advised(asked[0], advice(asked[0]))
    assert "ksm-lamps" not in told(made[0])
    assert not made[0].page.thinking


def test_where_the_host_allows_no_hints_none_is_given() -> None:
    shared = new()
    made, asked = desks(shared), list[View]()
    made[0].advise = asked.append
    assert 'data-act=\\"hint' not in told(made[0])
    act(made[0], "hint")
    assert asked == []
    _, others, asked = with_hints()
    act(others[None], "hint")
    assert asked == []
    assert not others[None].page.thinking


def test_a_table_keeps_whether_there_are_hints() -> None:
    for hints in (True, False):
        again = SharedMatch.from_text(SharedMatch.of(new().match, hints=hints).to_text())
        assert again is not None
        assert again.hints is hints
    earlier = json.loads(new().to_text())
    del earlier["hints"]
    read = SharedMatch.from_text(json.dumps(earlier))
    assert read is not None
    assert not read.hints

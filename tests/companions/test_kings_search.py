"""The searches of Kings under Mountains, compared with an oracle that knows only the rules."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.companions.kings.places import Numbered, Row
from ksm_widgets.companions.kings.position import Position
from ksm_widgets.companions.kings.rules import Play
from ksm_widgets.companions.kings.search.alone import LONGEST, Alone
from ksm_widgets.companions.kings.search.chances import Chances
from ksm_widgets.companions.kings.search.fewest import fewest_turns
from ksm_widgets.companions.kings.search.openings import openings
from ksm_widgets.companions.kings.search.state import State
from ksm_widgets.companions.kings.search.supply import longest_plan
from ksm_widgets.companions.kings.search.sure import sure_plan
from ksm_widgets.companions.kings.text import position_text, read_position
from ksm_widgets.rules.chance import shuffled
from tests.companions.kings_oracle import chance, change, opened, pack_of, plan
from tests.companions.kings_positions import small_position
from tests.sweeps import swept

if TYPE_CHECKING:
    from collections.abc import Iterator


def _places(position: Position) -> Iterator[tuple[int, Numbered]]:
    assert position.me is not None
    for at in range(len(position.centre)):
        yield at, Numbered(Row.CENTRE, at + 1)
    for at in range(len(position.own_of(position.me))):
        yield at + len(position.centre), Numbered(Row.OWN, at + 1)


def _sure_as_the_oracle(position: Position, turns: int) -> None:
    seat = position.turn
    best = change(position, seat, turns)
    acts = None
    length = -1
    while acts is None:
        length += 1
        acts = plan(position, seat, turns, length, best)
    found = sure_plan(position, seat, turns)
    expected = (best, length, acts)
    assert (found.change, found.turns, [*found.acts]) == expected, position_text(position)


def _fewest_as_the_oracle(seed: int, turns: int) -> None:
    position = small_position(Random(seed))
    seat = position.turn
    alone = Alone(position, seat)
    state = alone.state(LONGEST)
    for at, place in [*_places(position)][seed % 2 :: 2]:
        found = fewest_turns(alone, state, at)
        missing = alone.missing(state.site(at))
        ways = (
            number
            for number in range(missing, turns + 1)
            if chance(position, seat, place, number, None) == 1
        )
        right = next(ways, None)
        soon = found.turns if found.turns is not None and found.turns <= turns else None
        assert soon == right, (seed, place, position_text(position))
        assert found.proven or found.at_least > turns


def _chance_as_the_oracle(seed: int, turns: int) -> None:
    position = small_position(Random(seed), poor=True)
    seat = position.turn
    alone = Alone(position, seat)
    chances = Chances(alone)
    state = alone.state(turns)
    places = [one for one in _places(position) if alone.missing(state.site(one[0])) <= turns]
    for at, place in places[-1:]:
        right = chance(position, seat, place, turns, pack_of(position))
        found = chances.finishing(at, turns).chance
        assert found == right, (seed, place, position_text(position))


def _open_as_the_oracle(seed: int, *, last_card: bool = False) -> None:
    rng = Random(seed)
    position = small_position(rng, hidden=True, poor=True)
    position = replace(position, deck=position.deck[-1:] if last_card else position.deck)
    options = openings(position)
    if not options:
        return
    option = rng.choice(options)
    found: dict[tuple[int | None, str], Fraction] = {
        (None, "take"): option.take,
        (None, "push"): option.push,
    }
    for one in option.opened:
        found[one.place.number, "take"] = one.take
        found[one.place.number, "push"] = one.push
    right = opened(position, option.play)
    assert {key: value for key, value in found.items() if value} == right, position_text(position)


def test_a_sample_agrees_with_the_oracle() -> None:
    for seed in (*range(10), 15, 67):
        _sure_as_the_oracle(small_position(Random(seed)), 2)
        _fewest_as_the_oracle(seed, 2)
        _chance_as_the_oracle(seed, 2)
        _open_as_the_oracle(seed)


def test_without_a_deck_no_captured_unit_is_left_to_play() -> None:
    for seed in range(10):
        position = replace(small_position(Random(seed)), deck=())
        alone = Alone(position, position.turn)
        state = alone.state(LONGEST)
        assert longest_plan(alone, state) == len(state.hand) + sum(map(len, state.camp))


def test_sure_plans_without_a_deck_agree_with_the_oracle() -> None:
    for seed in range(20):
        _sure_as_the_oracle(replace(small_position(Random(seed)), deck=()), 2)


def test_plays_before_the_last_card_open_what_the_oracle_says() -> None:
    for seed in range(20):
        _open_as_the_oracle(seed, last_card=True)


@pytest.mark.slow
def test_many_sure_plans_agree_with_the_oracle() -> None:
    for seed in swept(120):
        _sure_as_the_oracle(small_position(Random(seed)), 3 if seed % 60 == 0 else 2)


@pytest.mark.slow
def test_many_positions_agree_on_the_fewest_turns() -> None:
    for seed in swept(120):
        _fewest_as_the_oracle(seed, 3 if seed % 40 == 0 else 2)


def _fewest_as_by_states(position: Position, turns: int) -> None:
    """Further than the oracle goes: with a memo, by the plays and draws of `Alone`."""
    alone = Alone(position, position.turn)
    state = alone.state(LONGEST)
    for at, _ in _places(position):
        found = fewest_turns(alone, state, at)
        soon = found.turns if found.turns is not None and found.turns <= turns else None
        assert soon == _by_states(alone, state, at, turns), position_text(position)


@pytest.mark.parametrize("seed", [101, 223])
def test_what_a_capture_would_cover_is_drawn_before(seed: int) -> None:
    _fewest_as_by_states(small_position(Random(seed)), 5)


def test_a_zero_on_a_nine_makes_room_for_what_was_played_before() -> None:
    position = read_position("""\
kings D1 G2 | me 1 | turn 1 | deck 62 | next 2.1.2
centre 2.1.2 ; 2.1.2 ; 2.3.4 ; 2.3.4
camp D3 | hand D1 D2 G0 G5 O5 G9
own 2.4.5 ; - | others 6""")
    alone = Alone(position, position.turn)
    found = fewest_turns(alone, alone.state(LONGEST), len(position.centre))
    units = [str(act.unit) for act in found.acts if isinstance(act, Play)]
    assert (found.turns, units) == (4, ["G5", "G9", "G0", "O5"])


@pytest.mark.slow
def test_no_faster_way_is_found_by_looking_at_every_state() -> None:
    for seed in range(60):
        _fewest_as_by_states(small_position(Random(seed)), 6)


def _zeros_and_nines(rng: Random) -> Position:
    """A position with an own mine and a hand of few strengths, whose chains can begin again."""
    units = shuffled(rng, [f"{race}{strength}" for race in "DGOT" for strength in (0, 0, 5, 9, 9)])
    hand = " ".join(units[:6])
    mine = rng.choice(("1.3.3", "2.3.4", "2.4.5", "3.4.6"))
    return read_position(f"""\
kings D1 G2 | me 1 | turn 1 | deck 62 | next 2.1.2
centre 2.1.2 ; 1.1.1 ; 2.2.3 ; 2.3.4
camp {units[6]} | hand {hand}
own {mine} ; - | others 6""")


@pytest.mark.parametrize("seed", [48, 119])
def test_a_chain_that_begins_again_is_found(seed: int) -> None:
    _fewest_as_by_states(_zeros_and_nines(Random(seed)), 4)


@pytest.mark.slow
def test_all_chains_that_begin_again_are_found() -> None:
    for seed in swept(60):
        _fewest_as_by_states(_zeros_and_nines(Random(seed)), 4)


def _by_states(alone: Alone, state: State, at: int, turns: int) -> int | None:
    level = {(state, at)}
    for turn in range(1, turns + 1):
        following = set()
        for here, place in level:
            for play in alone.plays(here):
                outcome = alone.outcome(here, place, play)
                if outcome is None:
                    continue
                if outcome.finished:
                    return turn
                after = outcome.after
                drawn = (alone.after_draw(after, draw) for draw in alone.draws(after))
                following |= {(one, outcome.slot) for one in drawn if one.deck and after.deck}
        left = turns - turn
        level = {(one, at) for one, at in following if alone.missing(one.site(at)) <= left}
    return None


@pytest.mark.slow
def test_many_chances_agree_with_the_oracle() -> None:
    for seed in swept(120):
        _chance_as_the_oracle(seed, 3 if seed % 80 == 0 else 2)


@pytest.mark.slow
def test_many_plays_open_what_the_oracle_says() -> None:
    for seed in swept(120):
        _open_as_the_oracle(seed)

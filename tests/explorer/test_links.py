"""A situation as a link and back."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.explorer.links import EXAMPLES, LinkError, example, link_of, situation_of
from ksm_widgets.explorer.situation import Other, Screen, Situation
from ksm_widgets.rules import Card, KsmError, Position, Power, Shape, Variant
from ksm_widgets.rules.tiles import KEPT
from ksm_widgets.solver import Values
from tests import strategies

BOARD = f"board={Position().text}"
worths = st.integers(0, 20_000)
entered = st.none() | st.integers(0, 99)
kept = st.lists(st.sampled_from(KEPT), max_size=60).map(tuple)
screens = (
    st.just(Screen())
    | st.builds(Screen, st.just(True), kept, st.integers(2, 5), st.integers(0, 11))
    | st.integers(2, 5).flatmap(
        lambda players: st.builds(
            Screen,
            st.just(True),
            kept,
            st.just(players),
            last=st.just(True),
            others=st.tuples(*[st.builds(Other, entered, entered, st.booleans())] * (players - 1)),
        )
    )
)


@pytest.mark.long
@given(
    strategies.positions(),
    st.integers(1, 32),
    strategies.power_sets,
    st.integers(0, 999),
    st.builds(Values, worths, worths, worths, st.none() | st.integers(-5000, 5000)),
    strategies.variants,
    screens,
    st.booleans(),
)
def test_a_link_opens_the_very_situation(
    position: Position,
    number: int,
    powers: frozenset[Power],
    money: int,
    values: Values,
    variant: Variant,
    screen: Screen,
    digs_unseen: bool,
) -> None:
    if screen.used:
        screen = screen.holding_all(power.tile for power in powers)
    situation = Situation(
        position=position,
        number=number,
        powers=powers,
        money=money,
        values=values if digs_unseen else replace(values, unseen=None),
        variant=variant,
        screen=screen,
        digs_unseen=digs_unseen,
    )
    assert situation_of(link_of(situation)) == situation
    assert situation_of(f"?{link_of(situation)}") == situation


def test_a_card_of_one_s_own_travels_along() -> None:
    shape = Shape.parse("##./.##")
    situation = Situation().with_card(Card(1, shape))
    assert situation_of(link_of(situation)).card == Card(1, shape)


@pytest.mark.parametrize(
    ("query", "told"),
    [
        (f"{BOARD}&colour=red", "unknown part, 'colour'"),
        (f"{BOARD}&card=1&card=2", "more than once"),
        (f"{BOARD}&money=ten", "whole number"),
        (f"{BOARD}&shape=%23&card=99", "'card' in the link is '99'"),
        (f"{BOARD}&parchment=much", "'parchment' in the link"),
        ("board=" + "x" * 5000, "at most 4000"),
        ("&".join(f"part{number}=1" for number in range(60)), "unknown part, 'part0'"),
        (f"{BOARD}&" + "&".join(["card=1"] * 60), "more than once"),
        (f"{BOARD}&money={'9' * 3000}", "whole number"),
        (f"{BOARD}&card={'9' * 3000}", "whole number"),
        (f"{BOARD}&parchment=0.5{'0' * 30}1", "'parchment' in the link"),
        (f"{BOARD}&holding=a&others=7", "'7' in the link's 'others'"),
        (f"{BOARD}&holding=a&others=7:2:0", "'7:2:0' in the link's 'others'"),
        (f"{BOARD}&holding=a&others=7:two", "'magic' in the link is 'two'"),
        (f"{BOARD}&holding=a&rounds_left=soon&players=3", "'rounds_left' in the link"),
        (f"{BOARD}&holding={'a' * 5000}", "at most 4000"),
        (f"{BOARD}&hand=3,4&shapes=3", "'3' in the link's 'shapes'"),
        (f"{BOARD}&shapes=33:%23", "'33:#' in the link's 'shapes'"),
        (f"{BOARD}&shapes=0:%23", "'0:#' in the link's 'shapes'"),
        (f"{BOARD}&shapes={'9' * 3000}:%23", "'99999999999999999999' in the link's 'shapes'"),
        (f"{BOARD}&shapes=3:%23,3:%23%23", "'3:##' in the link's 'shapes'"),
    ],
)
def test_a_bad_link_is_explained(query: str, told: str) -> None:
    with pytest.raises(LinkError, match=told):
        situation_of(query)


@pytest.mark.parametrize(
    "query",
    [
        "board=1",
        f"{BOARD}&card=77",
        f"{BOARD}&powers=wings",
        f"{BOARD}&curse=0.0001",
        *(
            f"{BOARD}&{name}={number}"
            for name in ("money", "card", "magic", "unseen")
            for number in ("1e99999999", "-1e99999999", "1e-99999999", f"1e{'9' * 18}", "sNaN")
        ),
        f"{BOARD}&variant=odd",
        f"{BOARD}&holding=5&others=1:1",
        f"{BOARD}&holding={'a' * 145}&others=1:1",
        f"{BOARD}&holding=a",
        f"{BOARD}&others=1:1",
        f"{BOARD}&holding=a&rounds_left=99&players=3",
        f"{BOARD}&holding=a&others=1:1&rounds_left=2&players=2",
        f"{BOARD}&holding=a&others={','.join(['1:1'] * 9)}",
        f"{BOARD}&holding=a&others=1:1&powers=seal",
        f"{BOARD}&shape=%23x",
        f"{BOARD}&shapes=3:%23x",
    ],
)
def test_what_a_problem_refuses_a_link_refuses(query: str) -> None:
    with pytest.raises(KsmError):
        situation_of(query)


def test_a_faulty_mine_can_be_linked_and_mended() -> None:
    high = situation_of("board=" + "-,-,-,-,-,-/" * 5 + "11111,-,-,-,-,-")
    assert high.position.faults()


def test_examples_are_sound_and_played_with_a_dig() -> None:
    for found in EXAMPLES:
        assert not found.situation.position.faults()
        assert example(found.key) is found
    with pytest.raises(KeyError):
        example("none")


def test_worths_are_written_exactly() -> None:
    link = link_of(Situation(values=Values(parchment=1)))
    assert "parchment=0.001" in link
    assert situation_of(link).values.parchment == Decimal("0.001") * 1000

"""A player's own turn as far as it has come: reckoned once, and judged as the rules judge it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ksm_widgets.explorer import situation as attempt_module
from ksm_widgets.explorer.playing import point, pointer_notice, weighed
from ksm_widgets.explorer.session import Mode, Session, State, Tool
from ksm_widgets.explorer.situation import Attempt, Situation, dig_refusal
from ksm_widgets.explorer.view.marks import marks_of
from ksm_widgets.rules import (
    Card,
    Move,
    MoveError,
    Position,
    Power,
    Quarry,
    Tile,
    Turn,
    Variant,
    around,
    cards,
    legal_digs,
    moved,
    turn_fault,
)
from tests import strategies
from tests.mines import CURSED


@pytest.mark.long
@settings(deadline=None)  # The first look at a card with the seal takes its time.
@given(
    strategies.known_ways(),
    st.sampled_from(cards()),
    strategies.power_sets,
    st.integers(0, 4),
    strategies.quarries,
    st.booleans(),
)
def test_a_dig_is_refused_as_the_whole_turn_would_be(
    way: tuple[Position, Variant, tuple[Move, ...]],
    card: Card,
    powers: frozenset[Power],
    money: int,
    quarry: Quarry,
    unseen: bool,
) -> None:
    """Without making the moves again, and whether or not it was dug already."""
    start, variant, moves = way
    covered = Position(tuple((Tile.UNSEEN,) * len(stack) for stack in start.stacks))
    for position in (start, covered):
        situation = Situation(
            position=position,
            number=card.number,
            powers=powers,
            money=money,
            variant=variant,
            digs_unseen=unseen,
        )
        attempt = Attempt(situation, moves)
        shape = situation.card.shape
        last = moved(position, moves, variant)
        for dig in (around(shape, quarry), *legal_digs(last, shape, powers)[:3]):
            turn = Turn(moves, dig, powers)
            wanted = turn_fault(position, turn, shape, money=money, variant=variant, unseen=unseen)
            found = dig_refusal(attempt, dig)
            assert (type(found), str(found)) == (type(wanted), str(wanted))
            if found is None:
                assert dig_refusal(attempt.digging(dig), dig) is None


def test_looking_at_the_board_plays_no_move_again(monkeypatch: pytest.MonkeyPatch) -> None:
    way = tuple(map(Move.parse, ("a1-a2", "a2-a3", "c1-d1")))
    situation = Situation(position=Position.parse(CURSED))
    session = Session(state=State(situation=situation, mode=Mode.PLAY, moves=way), tool=Tool.DIG)

    def again(*_: object) -> None:
        raise AssertionError("a move was made again")

    monkeypatch.setattr(attempt_module, "moved", again)
    monkeypatch.setattr("ksm_widgets.rules.turns.moved", again)
    for covered in (False, True):
        seen = point(replace(session, covered=covered), Quarry.parse("b4"))
        assert seen.position == seen.state.positions[-1]
        assert seen.seen_position.height(Quarry.parse("a3")) == 1
        assert seen.question.made == way
        assert marks_of(seen).path == way
        assert marks_of(seen).ghost
        assert not marks_of(seen).ghost_ok
        notice = pointer_notice(seen)
        assert notice is not None
        assert notice.places
        assert weighed(seen).balance.account.moves == 3


def test_an_attempt_holds_every_position_on_its_way() -> None:
    start = Situation(position=Position.parse(CURSED))
    move = Move.parse("c1-d1")
    attempt = Attempt(start).moving(move)
    assert attempt.positions == (start.position, moved(start.position, move))
    assert attempt.ground == attempt.position
    done = attempt.digging(tuple(map(Quarry.parse, ("a1", "b1", "c1"))))
    assert done.positions[:2] == attempt.positions
    assert done.ground == attempt.position
    assert done.position == attempt.position.lifted(done.dig or ())
    assert [tile.letter for tile in done.taken] == ["5", "4", "3"]
    with pytest.raises(MoveError):
        Attempt(start, (Move.parse("a1-f6"),))

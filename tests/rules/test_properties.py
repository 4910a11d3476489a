"""What holds for every position, shape, move, dig and text."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.rules import (
    FULL_HEIGHT,
    GROUP_COUNTS,
    QUARRIES,
    BoardTextError,
    Card,
    CardFileError,
    DigError,
    FaultyPosition,
    Group,
    Move,
    MoveError,
    MoveTextError,
    Position,
    Power,
    Quarry,
    QuarryTextError,
    Shape,
    ShapeTextError,
    TextError,
    Tile,
    Turn,
    Unaffordable,
    Variant,
    cards_text,
    covered,
    dig_fault,
    dug,
    legal_digs,
    legal_moves,
    move_fault,
    moved,
    parse_cards,
    placements,
    play,
    takings,
    targets,
    turn_fault,
)
from tests.strategies import (
    board_texts,
    card_files,
    moves,
    positions,
    power_sets,
    quarries,
    shapes,
    stage_positions,
    variants,
)

# Texts in and out.


def _read(parse: Callable[[str], object], text: str) -> object:
    """What a text says, or the error that says why it says nothing."""
    try:
        return parse(text)
    except TextError as error:
        return error


@given(positions(unseen=True, highest=6))
def test_a_board_reads_back(position: Position) -> None:
    assert Position.parse(position.text) == position
    assert eval(repr(position), {"Position": Position}) == position  # noqa: S307


@given(positions(unseen=True, highest=5), st.booleans())
def test_a_position_prints_aligned_and_tells_every_stack(position: Position, cover: bool) -> None:
    *rows, letters = str(covered(position) if cover else position).splitlines()
    starts = [letters.index(column) for column in "abcdef"]
    assert [row[0] for row in rows] == list("654321")
    for index, row in enumerate(rows):
        assert row.split()[1:] == [row[start:].split()[0] for start in starts], (
            "a field begins under its letter"
        )
        for column, field in enumerate(row.split()[1:]):
            stack = position.stack(QUARRIES[(5 - index) * 6 + column])
            told = "".join(tile.letter for tile in stack)
            if cover and told:
                told = "?" * (len(told) - 1) + told[-1]
            assert field == (told or "-")


@given(board_texts())
def test_a_board_text_reads_as_it_prints_or_not_at_all(text: str) -> None:
    read = _read(Position.parse, text)
    if isinstance(read, BoardTextError):
        assert read.sentence("de") != read.sentence("en")
    else:
        assert isinstance(read, Position)
        assert read.text == text.strip()


@given(shapes())
def test_a_shape_reads_back(shape: Shape) -> None:
    assert Shape.parse(str(shape)) == shape
    assert shape.turned(4) == shape
    assert shape.turned().turned(3) == shape
    assert (
        Shape.parse(
            f"{'.' * (shape.columns + 1)}/" + "/".join(f"{row}." for row in str(shape).split("/"))
        )
        == shape
    )


@given(st.text(alphabet="#./ x", max_size=12))
def test_a_shape_text_reads_trimmed_or_not_at_all(text: str) -> None:
    with suppress(ShapeTextError):
        shape = Shape.parse(text)
        assert shape.size == text.count("#")
        assert Shape.parse(str(shape)) == shape


@given(moves())
def test_a_move_reads_back(move: Move) -> None:
    assert Move.parse(str(move)) == move
    assert Quarry.parse(str(move.source)) is move.source


@given(st.text(max_size=6) | st.text(alphabet="abcdef123456-", min_size=2, max_size=5))
def test_a_move_or_quarry_text_reads_as_it_prints_or_not_at_all(text: str) -> None:
    with suppress(MoveTextError):
        assert str(Move.parse(text)) == text
    with suppress(QuarryTextError):
        assert str(Quarry.parse(text)) == text


@given(card_files())
def test_a_card_file_reads_back(deck: tuple[Card, ...]) -> None:
    assert parse_cards(cards_text(deck)) == deck


@given(st.text(alphabet='number,shape\n#./0123456789" é', max_size=60))
def test_any_card_file_reads_or_says_why_not(text: str) -> None:
    read = _read(parse_cards, "number,shape\n" + text)
    if isinstance(read, CardFileError):
        assert read.params["file"] == "cards"
        assert read.sentence("de") != read.sentence("en")
    else:
        assert isinstance(read, tuple)
        assert parse_cards(cards_text(read)) == read


# Moves.


@pytest.mark.long
@given(st.data())
def test_moves_conserve_tiles(data: st.DataObject) -> None:
    position = data.draw(positions() | stage_positions())
    variant = data.draw(variants)
    before = position.counts()
    for _ in range(6):
        legal = legal_moves(position, variant)
        if not legal:
            break
        move = data.draw(st.sampled_from(legal))
        after = moved(position, move, variant)
        assert after.counts() == before
        assert after.top(move.target) is position.top(move.source)
        assert after.height(move.source) == position.height(move.source) - 1
        assert all(
            after.stack(quarry) == position.stack(quarry)
            for quarry in QUARRIES
            if quarry not in (move.source, move.target)
        )
        if variant is Variant.STANDARD:
            assert after.height(move.target) <= position.height(move.source)
        position = after
    assert max(position.height(quarry) for quarry in QUARRIES) <= FULL_HEIGHT


@given(positions(), moves(), variants)
def test_a_move_is_legal_just_when_it_can_be_made(
    position: Position, move: Move, variant: Variant
) -> None:
    fault = move_fault(position, move, variant)
    assert (move in legal_moves(position, variant)) is (fault is None)
    assert (move.target in targets(position, move.source, variant)) is (fault is None)
    if fault is None:
        assert moved(position, move, variant) != position
    else:
        with pytest.raises(type(fault)) as caught:
            moved(position, move, variant)
        assert (caught.value.key, caught.value.places) == (fault.key, fault.places)


# Digs.


@given(st.data())
def test_a_dig_is_legal_just_when_it_can_be_made(data: st.DataObject) -> None:
    position = data.draw(positions() | stage_positions())
    shape, powers = data.draw(shapes(4)), data.draw(power_sets)
    near = st.sampled_from(placements(shape, powers | {Power.MIRROR}))
    anywhere = st.sets(quarries, min_size=1, max_size=6).map(tuple)
    chosen = tuple(sorted(data.draw(near | anywhere)))
    fault = dig_fault(position, chosen, shape, powers)
    assert (chosen in legal_digs(position, shape, powers)) is (fault is None)
    if fault is not None:
        with pytest.raises(type(fault)):
            dug(position, chosen, shape, powers)
        return
    after = dug(position, chosen, shape, powers)
    taken = takings(position, chosen)
    assert [after.height(quarry) for quarry in chosen] == [
        position.height(quarry) - 1 for quarry in chosen
    ]
    left = after.counts()
    left.update(taken)
    assert left == position.counts()


@given(stage_positions(), shapes(4), power_sets)
def test_powers_only_add_digs(position: Position, shape: Shape, powers: frozenset[Power]) -> None:
    """R21-R23 allow more and never less; the amulet changes no place (R24)."""
    plain = set(legal_digs(position, shape))
    assert plain <= set(legal_digs(position, shape, powers))
    assert legal_digs(position, shape, powers) == legal_digs(
        position, shape, powers | {Power.AMULET}
    )
    if Power.SEAL in powers:
        tied = len({quarry for dig in legal_digs(position, shape, powers) for quarry in dig})
        assert tied <= sum(position.height(quarry) > 0 for quarry in QUARRIES)


# Whole turns.


@given(st.data())
def test_a_turn_is_legal_just_when_it_can_be_played(data: st.DataObject) -> None:
    position = data.draw(stage_positions())
    shape, powers = data.draw(shapes(3)), data.draw(power_sets)
    rng = Random(data.draw(st.integers(0, 10**6)))
    steps: list[Move] = []
    then = position
    for _ in range(rng.randrange(4)):
        legal = legal_moves(then)
        if legal and rng.random() < 0.9:
            steps.append(rng.choice(legal))
            then = moved(then, steps[-1])
    digs = legal_digs(then, shape, powers)
    dig = rng.choice(digs) if digs else data.draw(st.none() | st.just((QUARRIES[0],)))
    turn = Turn(tuple(steps), dig, powers)
    money = data.draw(st.integers(0, 4))
    fault = turn_fault(position, turn, shape, money=money)
    if fault is not None:
        with pytest.raises((MoveError, DigError, Unaffordable)) as caught:
            play(position, turn, shape, money=money)
        assert str(caught.value) == str(fault)
        return
    played = play(position, turn, shape, money=money)
    reckoned = played.account
    curses = sum(tile.curse for tile in played.taken)
    assert reckoned.moves == len(turn.moves)
    assert reckoned.curses == (0 if Power.AMULET in powers else curses)
    assert reckoned.left == money + sum(t.treasure for t in played.taken) - reckoned.due >= 0
    assert len(played.positions) == 1 + len(turn.moves) + (turn.dig is not None)
    left = played.position.counts()
    left.update(played.taken)
    assert left == position.counts()


# Faults of a position.


@given(positions(unseen=True, highest=7))
def test_all_faults_are_listed_at_once(position: Position) -> None:
    high = {quarry for quarry in QUARRIES if position.height(quarry) > FULL_HEIGHT}
    too_many = {
        group
        for group, most in GROUP_COUNTS.items()
        if sum(count for tile, count in position.counts().items() if tile.group is group) > most
    }
    faults = position.faults()
    assert {quarry for fault in faults for quarry in fault.places} == high
    assert len(faults) == len(high) + len(too_many)
    assert len(position.faults(box=False)) == len(high)
    if faults:
        with pytest.raises(FaultyPosition) as caught:
            position.check()
        assert list(map(str, caught.value.faults)) == list(map(str, faults))
        for language in ("en", "de"):
            said = caught.value.sentence(language)
            assert all(fault.sentence(language) in said for fault in faults)
    else:
        position.check()


def test_unseen_tiles_count_towards_no_limit() -> None:
    full = Position(((Tile.UNSEEN,) * FULL_HEIGHT,) * len(QUARRIES))
    assert full.faults() == ()
    assert full.warnings() == ()
    assert full.counts()[Tile.UNSEEN] == 144
    assert all(tile.group is Group.UNSEEN for tile in full.counts())


def test_too_many_of_one_kind_is_a_warning_only() -> None:
    position = Position(((Tile.MIRROR,) * 3,) * 2 + ((),) * 34)
    position.check()
    (warning,) = position.warnings()
    assert warning.params["found"] == 6
    assert "6" in str(warning)

"""Every error entered: its class, its rule, its sentence in both languages, and pickling."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ksm_widgets.rules import (
    FULL_HEIGHT,
    ArgumentError,
    Bank,
    BoardTextError,
    Card,
    CardError,
    CardFileError,
    EditionError,
    EmptyQuarry,
    FaultyPosition,
    Game,
    GameError,
    Given,
    Holding,
    KsmError,
    Move,
    MoveTextError,
    NothingToMove,
    NotNeighbours,
    NotOneLevel,
    PlaythroughTextError,
    Position,
    PositionFault,
    Power,
    PowerError,
    Quarry,
    QuarryTextError,
    RuleError,
    Setting,
    Shape,
    ShapeTextError,
    StackTooHigh,
    Stakes,
    StakesError,
    Tile,
    TileCountsError,
    Turn,
    TurnTextError,
    Unaffordable,
    UnseenTile,
    Uphill,
    Values,
    ValuesError,
    Variant,
    WrongShape,
    card,
    cards,
    connected_sets,
    dug,
    edition,
    load_cards,
    load_tile_counts,
    moved,
    new_game,
    paid,
    parse_cards,
    play,
    playthrough_text,
    replayed,
)
from ksm_widgets.rules.arguments import expect_whole
from tests.rules.tables import dig, mine, played_at_random, table, tiles, turn
from tests.words.test_catalogues import sentences

MINE = mine("-,x3,-,-,-,-", "ab,x,12yz,-,4,?")
"""a1 two high, b1 one, c1 full, e1 one, f1 one unseen; b2 two; the rest empty."""
TWO = Shape.parse("##")
HOOK = Shape.parse("#./#./##")
FULL = Given.beginning("12345x" * 6).mine
STEPS = "f1-e1" + " e1-d1 d1-e1" * 7


def counts(text: str, tmp_path: Path) -> Callable[[], object]:
    def load() -> object:
        path = tmp_path / "box.toml"
        path.write_text(text, encoding="utf-8")
        return load_tile_counts(path)

    return load


SOUND = "\n".join(
    f"{letter} = {count}"
    for letter, count in zip(
        "12345xyzabcdMCSA",
        (11, 11, 11, 11, 11, 12, 11, 11, 10, 10, 9, 9, 5, 4, 4, 4),
        strict=True,
    )
)


def card_file(encoding: str, tmp_path: Path) -> object:
    path = tmp_path / "cards.csv"
    path.write_bytes("number,shape\n1,###\n".encode(encoding))
    return load_cards(path)


def board(*rows: str) -> str:
    return "/".join(rows)


ROW = "-,-,-,-,-,-"
FIVE = [ROW] * 5

# Class, rule (None for errors that no rule is behind), key, and how one gets it.
CASES: list[tuple[type[KsmError], str | None, str, Callable[[Path], object]]] = [
    (QuarryTextError, None, "quarry.name", lambda _: Quarry.parse("g7")),
    (MoveTextError, None, "move.text", lambda _: Move.parse("c3d4")),
    (TurnTextError, None, "turn_text.unread", lambda _: Turn.parse("moves c3-d4 moves")),
    (TurnTextError, None, "turn_text.long", lambda _: Turn.parse("dig a1" + 10_000 * " ")),
    (ArgumentError, None, "argument.kind", lambda _: Position.parse(3)),  # type: ignore[arg-type]
    (ArgumentError, None, "argument.range", lambda _: expect_whole("seed", -1, 0, 9)),
    (ArgumentError, None, "argument.choice", lambda _: Position.random(1, "soon")),
    (CardError, None, "cards.unknown", lambda _: card(33)),
    (BoardTextError, None, "board.long", lambda _: Position.parse("-" * 9999)),
    (BoardTextError, None, "board.rows", lambda _: Position.parse(board(*FIVE))),
    (BoardTextError, None, "board.columns", lambda _: Position.parse(board("-,-", *FIVE))),
    (BoardTextError, None, "board.nothing", lambda _: Position.parse(board("-,,-,-,-,-", *FIVE))),
    (BoardTextError, None, "board.letter", lambda _: Position.parse(board("-,w,-,-,-,-", *FIVE))),
    (ShapeTextError, None, "shape.long", lambda _: Shape.parse("#" * 9999)),
    (ShapeTextError, None, "shape.letter", lambda _: Shape.parse("#x")),
    (ShapeTextError, None, "shape.ragged", lambda _: Shape.parse("##/#")),
    (ShapeTextError, None, "shape.size", lambda _: Shape.parse(".")),
    (ShapeTextError, None, "shape.size", lambda _: connected_sets(7)),
    (ShapeTextError, None, "shape.box", lambda _: Shape.parse("#.....#")),
    (CardFileError, None, "cards.unreadable", lambda path: load_cards(path / "none.csv")),
    (CardFileError, None, "cards.unreadable", lambda path: load_cards(path / "zero\0byte")),
    (CardFileError, None, "cards.not_utf8", lambda path: card_file("utf-16", path)),
    (CardFileError, None, "cards.not_utf8", lambda path: card_file("utf-16-le", path)),
    (CardFileError, None, "cards.long", lambda _: parse_cards("#" * 100_001)),
    (CardFileError, None, "cards.not_csv", lambda _: parse_cards('number,shape\n"1,#')),
    (CardFileError, None, "cards.header", lambda _: parse_cards("1,###")),
    (CardFileError, None, "cards.columns", lambda _: parse_cards("number,shape\n1")),
    (CardFileError, None, "cards.number", lambda _: parse_cards("number,shape\n33,#")),
    (
        CardFileError,
        None,
        "cards.number",
        lambda _: parse_cards(f"number,shape\n0001{'9' * 5000},#"),
    ),
    (CardFileError, None, "cards.twice", lambda _: parse_cards("number,shape\n1,#\n1,##")),
    (CardFileError, None, "cards.shape", lambda _: parse_cards("number,shape\n1,x")),
    (CardFileError, None, "cards.empty", lambda _: parse_cards("number,shape\n")),
    (TileCountsError, None, "tile_counts.unreadable", lambda path: load_tile_counts(path / "none")),
    (TileCountsError, None, "tile_counts.long", lambda path: counts("#" * 10_001, path)()),
    (TileCountsError, None, "tile_counts.not_toml", lambda path: counts("[", path)()),
    (TileCountsError, None, "tile_counts.no_table", lambda path: counts("tiles = 1", path)()),
    (TileCountsError, None, "tile_counts.unknown", lambda path: counts("[tiles]\nw = 1", path)()),
    (TileCountsError, None, "tile_counts.count", lambda path: counts("[tiles]\n1 = -1", path)()),
    (TileCountsError, None, "tile_counts.missing", lambda path: counts("[tiles]\n1 = 11", path)()),
    (
        TileCountsError,
        None,
        "tile_counts.group",
        lambda path: counts("[tiles]\n" + SOUND.replace("M = 5", "M = 6"), path)(),
    ),
    (ValuesError, None, "values.table", lambda _: Values.parse(None)),
    (ValuesError, None, "values.key", lambda _: Values.parse({"treasure": 1})),
    (ValuesError, None, "values.number", lambda _: Values.parse({"magic": -1})),
    (ValuesError, None, "values.decimals", lambda _: Values.parse({"magic": 0.0005})),
    (StakesError, None, "stakes.text", lambda _: Stakes.of(None, ["x"])),
    (StakesError, None, "stakes.letter", lambda _: Stakes.of("a5", ["x"])),
    (StakesError, None, "stakes.many", lambda _: Stakes.of("a" * 145, ["x"])),
    (StakesError, None, "stakes.when", lambda _: Stakes.of("a")),
    (StakesError, None, "stakes.players_with_rounds", lambda _: Stakes.of("a", ["x"], None, 2)),
    (StakesError, None, "stakes.list", lambda _: Stakes.of("a", "x")),
    (StakesError, None, "stakes.others", lambda _: Stakes.of("a", [])),
    (StakesError, None, "stakes.other", lambda _: Stakes.of("a", [3])),
    (StakesError, None, "stakes.whole", lambda _: Stakes.of("a", None, 12, 2)),
    (EditionError, None, "edition.unknown", lambda _: edition("fr")),
    (PlaythroughTextError, None, "playthrough.long", lambda _: replayed("x" * 200_001)),
    (PlaythroughTextError, None, "playthrough.empty", lambda _: replayed("")),
    (PlaythroughTextError, None, "playthrough.unread", lambda _: replayed("turn 1")),
    (
        PlaythroughTextError,
        None,
        "playthrough.refused",
        lambda _: replayed(playthrough_text(new_game(2, 1)) + "turn 1\n"),
    ),
    (
        PlaythroughTextError,
        None,
        "playthrough.differs",
        lambda _: replayed(playthrough_text(new_game(2, 1)) + "  bank 7\n"),
    ),
    (
        FaultyPosition,
        None,
        "position.faulty",
        lambda _: Position(((Tile.MASK,) * 5,) * 7 + ((),) * 29).check(),
    ),
    (PositionFault, "R3", "fault.high", lambda _: _raise(_faults()[0])),
    (PositionFault, "R2", "fault.group", lambda _: _raise(_faults()[-1])),
    (KsmError, None, "fault.kind", lambda _: _raise(_faulty().warnings()[0])),
    (NothingToMove, "R12", "illegal.nothing_to_move", lambda _: _move("d1-d2")),
    (NotNeighbours, "R12", "illegal.not_neighbours", lambda _: _move("a1-c1")),
    (NotNeighbours, "R12", "illegal.not_neighbours", lambda _: _move("a1-a1")),
    (Uphill, "R13", "illegal.uphill", lambda _: _move("b1-a1")),
    (
        StackTooHigh,
        "R15",
        "illegal.stack_too_high",
        lambda _: moved(MINE, Move.parse("b1-c1"), Variant.BEGINNER),
    ),
    (WrongShape, "R8", "illegal.dig_size", lambda _: _dig("a1 b1 c1")),
    (WrongShape, "R8", "illegal.dig_size", lambda _: _dig("")),
    (WrongShape, "R7", "illegal.shape", lambda _: _dig("a1 c1")),
    (WrongShape, "R7", "illegal.shape_only_turned", lambda _: _dig("b1 b2")),
    (WrongShape, "R7", "illegal.shape_flipped", lambda _: dug(MINE, dig("a1 b1 b2 b3"), HOOK)),
    (WrongShape, "R21", "illegal.shape_turned", lambda _: _dig("a1 c1", Power.MIRROR)),
    (WrongShape, "R23", "illegal.not_connected", lambda _: _dig("a1 c1", Power.SEAL)),
    (EmptyQuarry, "R10", "illegal.empty_quarry", lambda _: _dig("d1 e1")),
    (EmptyQuarry, "R10", "illegal.empty_quarry", lambda _: _dig("d1 e1", Power.CARPET)),
    (NotOneLevel, "R9", "illegal.not_one_level", lambda _: _dig("a1 b1")),
    (
        UnseenTile,
        "R33",
        "illegal.unseen_tile",
        lambda _: play(MINE, turn("", "e1 f1"), TWO, money=1, unseen=False),
    ),
    (PowerError, "R19", "illegal.power_not_held", lambda _: _table().play(0, _spending())),
    (
        Unaffordable,
        "R25",
        "illegal.unaffordable",
        lambda _: play(MINE, turn("c1-b1 c1-b2"), TWO, money=1),
    ),
    (Unaffordable, "R25", "illegal.too_poor", lambda _: paid(Holding(1), 2, Bank())),
    (GameError, "R4", "game.players", lambda _: new_game(6, 1)),
    (GameError, "R4", "game.cards", lambda _: Setting(2, 1, deck=cards()[:20])),
    (GameError, "R4", "game.no_player", lambda _: new_game(2, 1).choose(2, 1)),
    (GameError, "R6", "game.digging", lambda _: _table().choose(1, 1)),
    (GameError, "R6", "game.choosing", lambda _: new_game(2, 1).play(0, turn())),
    (GameError, "R6", "game.chosen", lambda _: _choose_twice()),
    (GameError, "R6", "game.card", lambda _: new_game(2, 1).choose(0, 77)),
    (GameError, "R6", "game.out_of_turn", lambda _: _table().play(1, turn())),
    (GameError, "R12", "game.nothing_begun", lambda _: _table().take_back(0)),
    (GameError, "R33", "game.has_shown", lambda _: _uncovered().take_back(0)),
    (GameError, "R28", "game.over", lambda _: played_at_random(2, 1, "en")[-1].play(0, turn())),
    (GameError, "R26", "game.no_choice", lambda _: _table("de").play(0, turn(STEPS), tiles("a"))),
    (GameError, "R26", "game.wrong_choice", lambda _: _table().play(0, turn(STEPS), tiles("ab"))),
    (GameError, "R26", "game.choice_not_held", lambda _: _table().play(0, turn(STEPS), tiles("b"))),
    (GameError, "R26", "game.shares", lambda _: _share_out()),
    (GameError, "R26", "game.no_shares", lambda _: _table().play(0, turn(STEPS), shares=[])),
    (GameError, "R26", "game.not_shared", lambda _: _share_out("b")),
    (GameError, "R3", "game.tops", lambda _: Given.beginning("12345")),
    (GameError, "R3", "game.not_full", lambda _: Given(Position.near("1"))),
    (GameError, "R3", "game.top_unknown", lambda _: Given.beginning("?" + "1" * 35)),
    (GameError, "R4", "game.card_twice", lambda _: Given(FULL, ((3, 4), (4,)))),
    (GameError, "R4", "game.hands", lambda _: _given((), (), (3,))),
    (GameError, "R4", "game.hand_full", lambda _: _given(tuple(range(1, 14)))),
]


def _raise(error: KsmError) -> None:
    raise error


def _faulty() -> Position:
    return Position(((Tile.MASK,) * 5,) * 7 + ((),) * 29)


def _faults() -> tuple[PositionFault, ...]:
    return _faulty().faults()


def _move(text: str) -> Position:
    return moved(MINE, Move.parse(text))


def _dig(places: str, *powers: Power) -> Position:
    return dug(MINE, dig(places), TWO, frozenset(powers))


def _table(edition_name: str = "en") -> Game:
    return table(mine("1,-,-,-,-,S"), "#", (0, "ac"), (0, ""), edition_name=edition_name)


def _uncovered() -> Game:
    """A step has laid bare what nobody had seen."""
    covered = table(mine("5,-,-,-", "z4,1,-,-"), "##", (3, ""), (0, ""))
    return covered.move(0, "a1-b2")


def _spending() -> Turn:
    return turn("", "a1", Power.CARPET)


def _choose_twice() -> None:
    game = new_game(2, 1)
    hand = game.players[0].hand
    game.choose(0, hand[0].number).choose(0, hand[1].number)


def _ids() -> Iterator[str]:
    for kind, _, key, _ in CASES:
        yield f"{kind.__name__}-{key}"


@pytest.mark.parametrize(("kind", "rule", "key", "act"), CASES, ids=_ids())
def test_every_error(
    kind: type[KsmError],
    rule: str | None,
    key: str,
    act: Callable[[Path], object],
    tmp_path: Path,
) -> None:
    with pytest.raises(kind) as caught:
        act(tmp_path)
    error = caught.value
    assert type(error) is kind
    assert error.key == key
    assert getattr(error, "rule", None) == rule
    english, german = error.sentence("en"), error.sentence("de")
    assert str(error) == english
    for sentence in (english, german):
        assert sentence
        assert not re.search(r"\{\w*\}", sentence), "a parameter was not filled in"
        assert "Term(" not in sentence
        assert "parse(" not in sentence
    assert english != german
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert type(again) is kind
    assert (again.key, repr(again.params), str(again)) == (error.key, repr(error.params), english)
    for reason in error.params.values():
        if isinstance(reason, KsmError):
            assert reason.sentence("de") in german
            assert str(reason) not in german
    if isinstance(error, RuleError) and isinstance(again, RuleError):
        assert (again.rule, again.places) == (error.rule, error.places)
    if isinstance(error, FaultyPosition) and isinstance(again, FaultyPosition):
        assert list(map(str, again.faults)) == list(map(str, error.faults))


def _leaves(kind: type[KsmError]) -> Iterator[type[KsmError]]:
    """The error classes of the rules that nothing is derived from."""
    below = [sub for sub in kind.__subclasses__() if sub.__module__ == "ksm_widgets.rules.errors"]
    if not below:
        yield kind
    for sub in below:
        yield from _leaves(sub)


def _share_out(*shares: str) -> Game:
    begun = _table()
    own = replace(begun, setting=replace(begun.setting, given=Given(FULL)))
    return own.play(0, turn(STEPS), tiles("a"), [*map(tiles, shares)])


def _given(*hands: tuple[int, ...]) -> Game:
    return Game.begin(Setting(2, 1, given=Given(FULL, hands)))


def test_no_error_class_is_left_out() -> None:
    assert {kind for kind, *_ in CASES} >= set(_leaves(KsmError))


def test_no_error_sentence_is_left_out() -> None:
    """Every sentence of a table that errors speak from has its case above."""
    entered = {key for _, _, key, _ in CASES}
    tables = {key.partition(".")[0] for key in entered}
    assert {
        key for key in sentences("en", "rules/words") if key.partition(".")[0] in tables
    } == entered


def test_errors_name_the_quarries_they_are_about() -> None:
    with pytest.raises(Uphill) as uphill:
        _move("b1-a1")
    assert uphill.value.places == dig("b1 a1")
    with pytest.raises(EmptyQuarry) as empty:
        _dig("d1 e1")
    assert empty.value.places == dig("d1")
    with pytest.raises(UnseenTile) as unseen:
        play(MINE, turn("", "e1 f1"), TWO, money=1, unseen=False)
    assert unseen.value.places == dig("f1")
    assert play(MINE, turn("", "e1 f1"), TWO, money=1).account.due == 0


def test_board_errors_name_row_and_quarry() -> None:
    with pytest.raises(BoardTextError) as caught:
        Position.parse(board(*FIVE, "-,-,-,-,1w,-"))
    assert "e1" in str(caught.value)
    assert "'w'" in str(caught.value)


def test_card_errors_name_the_line() -> None:
    with pytest.raises(CardFileError) as caught:
        parse_cards("# ours\nnumber,shape\n1,#\n\n2,#/##", "ours.csv")
    assert caught.value.params["line"] == 5
    assert "ours.csv" in str(caught.value)


def test_a_position_of_full_height_is_sound() -> None:
    Position(((Tile.TREASURE_1,) * FULL_HEIGHT,) + ((),) * 35).check()


def test_cards_are_values() -> None:
    assert Card(1, TWO) == Card(1, Shape.parse("##"))

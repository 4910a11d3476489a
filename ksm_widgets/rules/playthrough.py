"""The record of a game as text, to read, keep and replay (R3-R31).

The first line is the setting, a line `cards` has everyone's choice in a round, a line `turn` a
player's turn, a line `begun` the moves of a turn that has not ended; indented lines have the state
of the game after that. Players are counted from 1 here:

    game players 2 seed 7 edition en variant standard
      board 4x2a,…
    cards 12 3
    turn 2 moves a1-b1 b1-b2 dig a1 b1 c1 with mirror add 1 x

Of a game with cards of somebody's own, a line `shapes` has number and shape of each that is not the
built-in one. Of a game on a real board, a line `mine` has what people knew in the end of the full
mine, a line `hand` the cards a player is known to have had, and `shares` what each opponent got for
a turn that could not be paid, the next player first.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from typing import TYPE_CHECKING

from ksm_widgets.rules.deck import CARD_COUNT, Card, Shape, deck_with, own_cards
from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.errors import KsmError, PlaythroughTextError, TurnTextError
from ksm_widgets.rules.game import Game, Setting
from ksm_widgets.rules.given import Given, covered
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import Move, Variant
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import Turn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from ksm_widgets.rules.game import TurnRecord


_SHAPES = "shapes "
_MAX_TEXT = 200_000
_MAX_LINE = 10_000
MOST_MOVES = 250
"""Moves in one turn: more than all the money in the game could pay for (R2, R14)."""
_MOST_QUOTED = 60
"""Characters of a line that an error quotes."""


def playthrough_text(game: Game, *, standings: bool = True) -> str:
    """The record of a game, from its setting to its current state.

    Without `standings` it has only the players' choices and turns, and a tenth of the length.
    """
    lines = _lines(game, standings=standings)
    return "".join(f"{line}\n" for line in lines if standings or not line.startswith(" "))


def replayed(
    text: str, setting: Setting | None = None, *, standings: bool = True, first: int = 1
) -> Game:
    """Replay a game from its record; every line is checked against the game.

    `setting` is for a game with other cards or tile counts than the built-in ones. Without
    `standings` the record need not have the state after each turn. `first` is the number of its
    first line, if it is part of a longer text.

    Raises PlaythroughTextError with the line that cannot be read, is not allowed, or differs from
    what happens.
    """
    if len(text) > _MAX_TEXT:
        raise PlaythroughTextError("playthrough.long", found=len(text), most=_MAX_TEXT)
    # Mail and editors leave empty lines at the end.
    lines = text.rstrip().splitlines()
    game: Game | None = None
    for number, line in enumerate(lines, start=first):
        if line.startswith(" "):
            continue
        if len(line) > _MAX_LINE:
            raise PlaythroughTextError("playthrough.unread", line=number, found=line[:_MOST_QUOTED])
        try:
            game = _step(game, line.split(), setting)
            if len(game.begun) > MOST_MOVES:
                raise ValueError(line)
        except ValueError as error:
            if isinstance(error, KsmError) and not isinstance(error, TurnTextError):
                raise PlaythroughTextError(
                    "playthrough.refused", line=number, reason=error
                ) from error
            raise PlaythroughTextError(
                "playthrough.unread", line=number, found=line[:_MOST_QUOTED]
            ) from error
    if game is None:
        raise PlaythroughTextError("playthrough.empty")
    expected_lines = playthrough_text(game, standings=standings).splitlines()
    if setting is not None and not any(line.startswith(_SHAPES) for line in lines):
        expected_lines = [line for line in expected_lines if not line.startswith(_SHAPES)]
    for number, (found, expected) in enumerate(zip_longest(lines, expected_lines), start=first):
        if found != expected:
            said, right = found or "", expected or ""
            said = said[: len(right) + _MOST_QUOTED]  # Enough to see a difference.
            raise PlaythroughTextError(
                "playthrough.differs", line=number, found=said, expected=right
            )
    return game


def _step(game: Game | None, words: list[str], setting: Setting | None) -> Game:
    """The game after one line that is not indented; raises ValueError if it cannot be read.

    A line that changes nothing raises too: with very many of them a text would take minutes to
    read.
    """
    after: Game | None = None
    match words:
        case ["game", *rest] if game is None:
            after = _game(rest, setting)
        case ["shapes", *rest] if game is not None:
            after = _shapes(game, rest, setting)
        case [kind, *rest] if game is not None and kind in _LINES:
            after = _LINES[kind](game, rest)
    if after is None:
        raise ValueError(words)
    return after


# Each kind of line: the game after it, or None if it cannot be read; `words` are those that follow.


def _game(words: list[str], setting: Setting | None) -> Game | None:
    match words:
        case ["players", players, "seed", seed, "edition", name, "variant", variant]:
            if setting is not None:
                return Game.begin(setting)
            return Game.begin(Setting(int(players), int(seed), edition(name), Variant(variant)))
    return None


def _shapes(game: Game, words: list[str], setting: Setting | None) -> Game | None:
    if not words or len(words) % 2 or not _untouched(game):
        return None
    if setting is not None:
        return game
    own = [
        Card(int(number), Shape.parse(shape))
        for number, shape in zip(words[::2], words[1::2], strict=True)
    ]
    if own_cards(game.setting.deck) or not all(1 <= one.number <= CARD_COUNT for one in own):
        return None
    deck = deck_with(own)
    return Game.begin(replace(game.setting, deck=deck)) if own_cards(deck) else None


def _mine(game: Game, words: list[str]) -> Game | None:
    match words:
        case [text] if game.setting.given is None and _untouched(game):
            return Game.begin(replace(game.setting, given=Given(Position.parse(text))))
    return None


def _hand(game: Game, words: list[str]) -> Game | None:
    given, players = game.setting.given, len(game.players)
    if given is None or not words or not _untouched(game):
        return None
    player, *numbers = words
    seat = int(player) - 1
    if seat not in range(players) or not numbers:
        return None
    for number in numbers:
        before, given = given, given.holding(seat, int(number), players)
        if given == before:
            return None
    return Game.begin(replace(game.setting, given=given))


def _cards(game: Game, words: list[str]) -> Game | None:
    if len(words) != len(game.players) or {*words} == {"-"}:
        return None
    for at, number in enumerate(words):
        game = game if number == "-" else game.choose(at, int(number))
    return game


def _turn(game: Game, words: list[str]) -> Game | None:
    if not words:
        return None
    player, *rest = words
    turn, added, shares = turn_written(" ".join(rest))
    if shares is not None and game.setting.given is None:
        return None
    if len(game.begun) + len(turn.moves) > MOST_MOVES:
        return None
    return game.play(int(player) - 1, turn, added, shares)


def _begun(game: Game, words: list[str]) -> Game | None:
    match words:
        case [player, *moves] if moves:
            for move in moves:
                game = game.move(int(player) - 1, Move.parse(move))
            return game
    return None


_LINES: Mapping[str, Callable[[Game, list[str]], Game | None]] = {
    "mine": _mine,
    "hand": _hand,
    "cards": _cards,
    "turn": _turn,
    "begun": _begun,
}


def _untouched(game: Game) -> bool:
    """Whether nothing has been done in the game yet."""
    return game == Game.begin(game.setting)


def turn_written(text: str) -> tuple[Turn, tuple[Tile, ...], list[tuple[Tile, ...]] | None]:
    """Read a turn from a record: the turn, the tiles added, and each opponent's share.

    Raises TurnTextError, or the error of the move or quarry that is wrong.

    >>> turn, added, shares = turn_written("moves a1-b1 dig a1 add x 1 shares z1 -")
    >>> print(turn, added, shares)
    moves a1-b1 dig a1 (Tile('x'), Tile('1')) [(Tile('z'), Tile('1')), ()]
    """
    words = text.split()
    done, shares = _cut(words, "shares")
    done, added = _cut(done, "add")
    turn = Turn.parse(" ".join(done) or "-")
    return turn, _tiles("".join(added or [])), None if shares is None else [*map(_tiles, shares)]


def _cut(words: list[str], word: str) -> tuple[list[str], list[str] | None]:
    """The words before and after a word; None for those after if it is not there."""
    at = words.index(word) if word in words else len(words)
    return words[:at], words[at + 1 :] if word in words else None


def _tiles(letters: str) -> tuple[Tile, ...]:
    """Tiles by their letters; `-` for none."""
    try:
        return () if letters == "-" else tuple(map(Tile, letters))
    except ValueError:
        raise TurnTextError("turn_text.unread", found=letters[:60]) from None


def _lines(game: Game, *, standings: bool) -> Iterator[str]:
    """The lines of a record; without `standings` the turns need not be played again."""
    setting = game.setting
    yield (
        f"game players {setting.players} seed {setting.seed}"
        f" edition {setting.edition.name} variant {setting.variant.value}"
    )
    own = own_cards(setting.deck)
    if own:
        yield _SHAPES + " ".join(f"{one.number} {one.shape}" for one in own)
    now = Game.begin(setting)
    if setting.given is None:
        yield f"  board {now.position.text}"
        for number, player in enumerate(now.players, start=1):
            yield f"  hand {number} {' '.join(str(card.number) for card in player.hand)}"
    else:
        yield f"mine {setting.given.mine.text}"
        for number, hand in enumerate(setting.given.hands, start=1):
            if hand:
                yield f"hand {number} {' '.join(map(str, hand))}"
    for cards, turns in game.rounds():
        if any(cards):
            yield "cards " + " ".join("-" if card is None else str(card.number) for card in cards)
        for index, card in enumerate(cards):
            now = now.choose(index, card.number) if standings and card is not None else now
        for record in turns:
            yield _turn_line(record, shared=setting.given is not None)
            if standings:
                now = now.again(record)
                yield from _standing(now, record)
    if game.begun:
        moves = " ".join(str(begun.move) for begun in game.begun)
        yield f"begun {game.waiting[0] + 1} {moves}"
        yield _board(game)
    if game.over:
        yield f"  scores {' '.join(str(score.total) for score in game.scores)}"
        yield f"  won by {' '.join(str(player + 1) for player in game.winners)}"


def _board(game: Game) -> str:
    """The mine; of a game on a real board, only as far as people know it."""
    own = game.setting.given is None
    return f"  board {(game.position if own else covered(game.position, game.covering)).text}"


def _turn_line(record: TurnRecord, *, shared: bool) -> str:
    """The turn; with `shared` each opponent's share too, as people shared out on a real board."""
    words = ["turn", str(record.player + 1)]
    if record.turn != Turn():
        words.append(str(record.turn))
    if record.chosen:
        words += ["add", *(tile.letter for tile in record.chosen)]
    if shared and record.settlement is not None:
        words += ["shares", *map(_letters, record.settlement.shares)]
    return " ".join(words)


def _standing(game: Game, record: TurnRecord) -> Iterator[str]:
    """The state of the game after a turn."""
    settlement = record.settlement
    outcome = "paid" if settlement is None else "not paid"
    yield f"  dug {_letters(record.taken)} due {record.due} {outcome}"
    if settlement is not None:
        shares = " ".join(map(_letters, settlement.shares))
        added, spare = _letters(settlement.added), _letters(settlement.spare)
        yield f"  added {added} shares {shares} spare {spare}"
    yield _board(game)
    for number, player in enumerate(game.players, start=1):
        yield f"  holds {number} {player.holding.coins} {_letters(player.holding.tiles)}"
    bank = game.bank
    yield f"  bank {bank.coins} {_letters(bank.tiles)} supplied {bank.supplied}"


def _letters(tiles: Iterable[Tile]) -> str:
    return "".join(tile.letter for tile in tiles) or "-"

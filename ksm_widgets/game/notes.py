"""Notes on a game that people play at a real table, as they are entered on its page.

The mine's topmost tiles at first (R3), then rounds and turns; for a turn that could not be paid,
who got which tile (R26).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.game.match import Adding, MatchError, Phase
from ksm_widgets.game.noted_game import NotedGame
from ksm_widgets.mine.hand import tile_of_key
from ksm_widgets.rules.chance import shuffled
from ksm_widgets.rules.edition_rules import Sharing
from ksm_widgets.rules.errors import GameError
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.views import view

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.game.match import Match
    from ksm_widgets.game.seats import Seating
    from ksm_widgets.rules.deck import Card
    from ksm_widgets.rules.game import Game
    from ksm_widgets.rules.quarries import Move, Quarry
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.rules.views import View
    from ksm_widgets.solver.problem_reading import Slot


_READ = tuple(sorted(QUARRIES, key=lambda quarry: (-quarry.row, quarry.column)))
"""The quarries in reading order: row by row, from a6 to f1."""
_FACE_DOWN = (Tile.UNSEEN,) * FULL_HEIGHT


@dataclass(frozen=True, slots=True)
class Tops:
    """The topmost tiles of a full mine, as far as they are entered.

    `at` is the quarry to enter next, `told` are those entered, in that order.

    >>> tops = Tops().named(Tile.MUMMY)
    >>> tops.count, str(tops.at), str(tops.back().at)
    (1, 'b6', 'a6')
    """

    mine: Position = field(default_factory=lambda: Position((_FACE_DOWN,) * len(QUARRIES)))
    at: Quarry = _READ[0]
    told: tuple[Quarry, ...] = ()

    @classmethod
    def of(cls, text: str) -> Self:
        """Read a saved `text`; anything else counts as nothing entered."""
        letters = {tile.letter: tile for tile in Tile}
        if len(text) != len(_READ) or not letters.keys() >= {*text}:
            return cls()
        tops = cls()
        for quarry, letter in zip(_READ, text, strict=True):
            if letters[letter] is not Tile.UNSEEN:
                tops = replace(tops, at=quarry).named(letters[letter])
        return replace(tops, at=next(iter(tops._left), _READ[-1]))

    @classmethod
    def of_mine(cls, mine: Position) -> Self:
        """The topmost tiles of a full mine."""
        return cls.of(cls(mine).text)

    @property
    def count(self) -> int:
        """Count the tiles entered."""
        return len(self.told)

    @property
    def whole(self) -> bool:
        """Whether all are entered, so the game can begin."""
        return self.count == len(_READ)

    @property
    def text(self) -> str:
        """Their letters from a6 to f1, `?` where none is entered."""
        return "".join(self.mine.stack(quarry)[-1].letter for quarry in _READ)

    def named(self, tile: Tile) -> Self:
        """Enter the tile at `at`, and go to the next quarry without one."""
        order = (*(quarry for quarry in self.told if quarry != self.at), self.at)
        told = replace(self, mine=self._with(self.at, tile), told=order)
        here = _READ.index(self.at)
        after = [*_READ[here + 1 :], *_READ[:here]]
        return replace(told, at=next((one for one in after if one in told._left), self.at))

    def back(self) -> Self:
        """Without the tile entered last."""
        if not self.told:
            return self
        *told, last = self.told
        return replace(self, mine=self._with(last, Tile.UNSEEN), told=tuple(told), at=last)

    @property
    def _left(self) -> tuple[Quarry, ...]:
        return tuple(one for one in _READ if one not in self.told)

    def _with(self, quarry: Quarry, tile: Tile) -> Position:
        return self.mine.with_stack(quarry, (*_FACE_DOWN[1:], tile))


@dataclass(frozen=True, slots=True)
class ShareOut:
    """The tiles of a turn that could not be paid, and who got which (R26).

    The `pool` is what was dug and `added`; `others` are the seats it goes to, in order. `got` has
    the seat for each of the pool's first tiles, None for the box. Nobody gets more than `each`, and
    nothing goes back to the box while somebody is short of a tile.
    """

    turn: Turn
    others: tuple[int, ...]
    added: tuple[Tile, ...]
    pool: tuple[Tile, ...]
    each: int
    got: tuple[int | None, ...] = ()

    @classmethod
    def of(cls, game: Game, turn: Turn, added: tuple[Tile, ...]) -> Self:
        """The tiles to share out if the digging player's `turn` cannot be paid."""
        assert game.current is not None, "somebody digs"
        others = game.opponents(game.current)
        dug = game.play(game.current, turn).records[-1].taken
        pool = (*dug, *added)
        evenly = game.setting.edition.shares is Sharing.EVENLY
        return cls(turn, others, added, pool, max(1, len(pool) // len(others)) if evenly else 1)

    @property
    def tile(self) -> Tile | None:
        """The next tile to place; None once all are placed."""
        told = len(self.got) == len(self.pool) or not self.open
        return None if told else self.pool[len(self.got)]

    @property
    def open(self) -> tuple[int, ...]:
        """The seats that may still get a tile."""
        return tuple(seat for seat in self.others if self.got.count(seat) < self.each)

    @property
    def spare(self) -> bool:
        """Whether the next tile may have gone back to the box."""
        left = len(self.pool) - len(self.got)
        return left > sum(self.each - self.got.count(seat) for seat in self.open)

    def may_go(self, seat: int | None) -> bool:
        """Whether the next tile may have gone to a seat, None for the box."""
        return self.tile is not None and (self.spare if seat is None else seat in self.open)

    def went(self, seat: int | None) -> Self:
        """Give the next tile to a seat, None for the box; ValueError where the rules forbid it."""
        if not self.may_go(seat):
            raise ValueError(seat)
        return replace(self, got=(*self.got, seat))

    def by_chance(self, rng: Random) -> Self:
        """Place the rest at random, as nobody saw it."""
        left = len(self.pool) - len(self.got)
        takers = [seat for seat in self.open for _ in range(self.each - self.got.count(seat))]
        drawn = [*shuffled(rng, takers)[:left], *[None] * (left - len(takers))]
        return replace(self, got=(*self.got, *shuffled(rng, drawn)))

    def back(self) -> Self:
        """Without the last tile placed."""
        return replace(self, got=self.got[:-1])

    @property
    def shares(self) -> tuple[tuple[Tile, ...], ...]:
        """The tiles each of the others got, the next player first."""
        given = tuple(zip(self.pool, self.got, strict=False))
        return tuple(tuple(tile for tile, at in given if at == seat) for seat in self.others)


class Asked(Enum):
    """The next thing to enter."""

    TOPS = "tops"
    """The topmost tiles, before the first round (R3)."""
    TILE = "tile"
    """A tile that was uncovered."""
    CARDS = "cards"
    """The cards that were revealed (R6)."""
    TURN = "turn"
    """The digging player's moves and dig."""
    ADDED = "added"
    """The tiles added to a turn that could not be paid (R26)."""
    SHARED = "shared"
    """The players who got the tiles of such a turn."""
    OVER = "over"
    """Nothing: the last card has been played."""


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes so far: the topmost tiles, then the game.

    `cards` are those entered for this round, in the order of the seats; `adding` and `sharing`
    belong to a turn that could not be paid, until it is complete. `correcting` is the place whose
    tile is to be named otherwise. `begun` is when the game began, in milliseconds since 1970.
    """

    begun: int
    tops: Tops = field(default_factory=Tops)
    noted: NotedGame | None = None
    cards: tuple[int, ...] = ()
    adding: Adding | None = None
    sharing: ShareOut | None = None
    correcting: Slot | None = None

    @property
    def asked(self) -> Asked:
        """The next thing to enter."""
        noted = self.noted
        if noted is None:
            return Asked.TOPS
        if noted.asked:
            return Asked.TILE
        if self.adding is not None:
            return Asked.ADDED
        if self.sharing is not None:
            return Asked.SHARED
        if noted.game.over:
            return Asked.OVER
        return Asked.CARDS if noted.actor is None else Asked.TURN

    @property
    def match(self) -> Match | None:
        """The game as a match shown to the digging player; None before it begins."""
        if self.noted is None:
            return None
        return replace(
            self.noted.match,
            eyes=self._eyes,
            looked=True,
            adding=self.adding,
            begun=self.begun,
        )

    @property
    def _eyes(self) -> int | None:
        """The seat of the digging player, in a turn."""
        acts = self.asked in (Asked.TURN, Asked.ADDED)
        return self.noted.actor if self.noted is not None and acts else None

    @property
    def view(self) -> View | None:
        """The view of the digging player; None while somebody else's things are entered."""
        noted, eyes = self.noted, self._eyes
        return None if noted is None or eyes is None else view(noted.game, eyes)

    @property
    def phase(self) -> Phase:
        """The phase for the hand on the mine: it only acts in a turn."""
        phases = {Asked.TURN: Phase.DIG, Asked.ADDED: Phase.ADD}
        return phases.get(self.asked, Phase.HAND_OVER)

    @property
    def mine(self) -> Position:
        """The mine as far as it is known."""
        return self.tops.mine if self.noted is None else self.noted.mine

    @property
    def round(self) -> int | None:
        """The round being played; None before the first one."""
        return None if self.noted is None else self.noted.game.round

    @property
    def board_help(self) -> str:
        """The key of the help on the board's keys."""
        return "at_table.board_help" if self.place is None else "noting.board_help"

    @property
    def place(self) -> Quarry | None:
        """The quarry whose topmost tile comes next; None if none does."""
        if self.noted is None:
            return self.tops.at
        return self.noted.asked[0].quarry if self.noted.asked else None

    @property
    def can_take_back(self) -> bool:
        """Whether there is a note to take back."""
        return self.noted is not None or bool(self.tops.count)

    @property
    def blank(self) -> bool:
        """Whether only the mine is entered."""
        game = None if self.noted is None else self.noted.game
        return game is not None and not (self.cards or game.records or game.waiting)

    def act_of(self, key: str) -> tuple[str, str] | None:
        """The act and its value for a key; None for a key without a meaning here."""
        if key == "Backspace":
            return "back", ""
        tile = tile_of_key(key)
        if tile is None or tile is Tile.UNSEEN or self.asked not in (Asked.TOPS, Asked.TILE):
            return None
        return "note-tile", tile.letter

    def at(self, noted: NotedGame) -> Self:
        """With the game at another note, and nothing half entered."""
        return replace(self, noted=noted, cards=(), adding=None, sharing=None, correcting=None)

    # What is entered; it raises MatchError if it is not asked for.

    def lay(self, tops: Tops) -> Self:
        """With other topmost tiles, before the game begins."""
        self._expect(Asked.TOPS)
        return replace(self, tops=tops)

    def deal(self, seating: Seating, deck: tuple[Card, ...] | None = None) -> Self:
        """Begin the first round with these tiles and cards; raises as NotedGame.begin does."""
        self._expect(Asked.TOPS)
        edition, variant = seating.edition, seating.variant
        seats, tops = seating.seats(noted=True), self.tops.text
        return self.at(
            NotedGame.begin(seats, tops, edition_name=edition, variant=variant, deck=deck)
        )

    def name(self, tile: Tile) -> Self:
        """Name the tile asked for; raises FaultyPosition if the box has no more of its group."""
        if self.asked is not Asked.TOPS:
            return self.at(self._game.name(tile))
        tops = self.tops.named(tile)
        tops.mine.check()
        return self.lay(tops)

    def corrected(self, tile: Tile) -> Self:
        """Name the tile at `correcting` otherwise; raises as NotedGame.corrected does."""
        if self.correcting is None:
            raise MatchError("match.not_now")
        return replace(self.at(self._game.corrected(self.correcting, tile)), cards=self.cards)

    def card(self, number: int) -> Self:
        """Enter the next player's card; the last one reveals them all. Raises as `cards` does."""
        self._expect(Asked.CARDS)
        if number in self.cards:
            raise GameError("game.card_twice", "R4", number=number)
        cards = (*self.cards, number)
        if len(cards) == len(self._game.seats):
            return self.at(self._game.cards(cards))
        self._game.holding(cards)  # One that cannot be in this hand is refused immediately.
        return replace(self, cards=cards)

    def move(self, move: Move) -> Self:
        """Note a move; raises as NotedGame.move does."""
        return self.at(self._game.move(move))

    def end_turn(self, turn: Turn) -> Self:
        """Note the end of a turn; raises Unaffordable for one that cannot be paid."""
        self._expect(Asked.TURN)
        return self.at(self._game.play(turn))

    def unpaid(self, turn: Turn) -> Self:
        """Note a turn that cannot be paid; ask which tiles were added if there was a choice."""
        self._expect(Asked.TURN)
        game = self._game.game
        adding = Adding.to(turn, game)
        if adding.choice:
            return replace(self, adding=adding)
        return self._shared(ShareOut.of(game, adding.turn, adding.held[: adding.count]))

    def add(self, tiles: tuple[Tile, ...]) -> Self:
        """Enter the tiles added to a turn that could not be paid."""
        if self.adding is None or len(tiles) != self.adding.count:
            raise MatchError("match.not_now")
        return self._shared(ShareOut.of(self._game.game, self.adding.turn, tiles))

    def got(self, seat: int | None) -> Self:
        """Enter the seat that got the next tile, or None for the box."""
        if self.sharing is None or not self.sharing.may_go(seat):
            raise MatchError("match.not_now")
        return self._shared(self.sharing.went(seat))

    def got_by_chance(self) -> Self:
        """Share out the rest at random, the same way each time."""
        if self.sharing is None:
            raise MatchError("match.not_now")
        game = self._game.game
        chance = game.setting.chance(f"turn {len(game.records)}")
        return self._shared(self.sharing.by_chance(chance))

    def _shared(self, sharing: ShareOut) -> Self:
        """Ask who got the next tile, or note the turn after the last one."""
        if sharing.tile is not None:
            return replace(self, adding=None, sharing=sharing)
        added, shares = sharing.added, sharing.shares
        return self.at(self._game.play(sharing.turn, unpaid=True, added=added, shares=shares))

    def take_back(self) -> Self:
        """Take back the last thing entered; before the first note, return to the mine."""
        noted, sharing = self.noted, self.sharing
        if noted is None:
            return self.lay(self.tops.back())
        if self.blank:
            return replace(self, noted=None, tops=Tops.of_mine(noted.given.mine))
        if sharing is not None and sharing.got:
            return replace(self, sharing=sharing.back())
        if sharing is not None or self.adding is not None:
            return replace(self, sharing=None, adding=None)
        if self.cards:
            return replace(self, cards=self.cards[:-1])
        return self.at(noted.take_back())

    @property
    def _game(self) -> NotedGame:
        if self.noted is None:
            raise MatchError("match.not_now")
        return self.noted

    def _expect(self, asked: Asked) -> None:
        if self.asked is not asked:
            raise MatchError("match.not_now")

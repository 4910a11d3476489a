"""A game noted turn by turn while it is played at a table of people's own (R3-R31).

Of the mine only what has shown is known. A tile that shows is asked for at once; what has been
noted wrong is taken back, as far as one likes.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Self

from ksm_widgets.rules.covering import covered, only_tops_seen
from ksm_widgets.rules.errors import GameError, KsmError
from ksm_widgets.rules.game import Game, Setting
from ksm_widgets.rules.given import Given
from ksm_widgets.rules.moves import Move, Variant
from ksm_widgets.rules.position import Position
from ksm_widgets.rules.quarries import FULL_HEIGHT, QUARRIES
from ksm_widgets.rules.rulebooks import edition
from ksm_widgets.rules.scoring import curse_points, magic_objects
from ksm_widgets.rules.stakes import Collected
from ksm_widgets.rules.tiles import Tile
from ksm_widgets.rules.turns import cost_fault
from ksm_widgets.solver.problem import Slot
from ksm_widgets.tutor.table.match import Match, MatchError
from ksm_widgets.tutor.table.seats import Seat, check_seats
from ksm_widgets.tutor.table.steps import retold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.tutor.table.match import Standing

__all__ = ["Noting"]


@dataclass(frozen=True, slots=True)
class Noting:
    """What has been noted of a game so far; `past` is what it was before each note.

    >>> tops = "12345x abcdMy 54321z xyzabc dCSA12 345ab1"
    >>> noting = Noting.begin([Seat("Anna"), Seat("Bruno")], tops).cards([3, 7])
    >>> noting.actor, noting.asked
    (0, ())
    >>> noting = noting.play("dig a6 a5 b5")
    >>> [str(slot) for slot in noting.asked]
    ['a5:3', 'b5:3', 'a6:3']
    >>> noting.name(Tile.MUMMY).mine.stack("a5")[-1]
    Tile('z')
    """

    seats: tuple[Seat, ...]
    game: Game
    past: tuple[Self, ...] = field(default=(), repr=False)

    @classmethod
    def begin(
        cls,
        seats: Sequence[Seat],
        tops: str,
        *,
        edition_name: str = "en",
        variant: Variant = Variant.STANDARD,
    ) -> Self:
        """A game whose topmost tiles lie so: 36 letters from a6 to f1.

        Raises as Given.beginning, Setting and `check_seats` do.
        """
        given = Given.beginning(tops)
        setting = Setting(len(seats), 0, edition(edition_name), variant, given=given)
        check_seats(seats, setting.players)
        return cls(tuple(seats), Game.begin(setting))

    @classmethod
    def of(cls, match: Match) -> Self:
        """Go on with a game that was noted, as if it had been until now; MatchError for another.

        What was noted can be taken back; nothing of it if somebody wrote the record otherwise.
        """
        given = match.game.setting.given
        if given is None:
            raise MatchError("match.not_noted")
        tops = Given(covered(given.mine, only_tops_seen(given.mine)))
        begun = Game.begin(replace(match.game.setting, given=tops))
        try:
            return cls(match.seats, begun)._noted_like(match.game)
        except KsmError:
            return cls(match.seats, match.game)

    @property
    def given(self) -> Given:
        """What is known of the beginning by now."""
        given = self.game.setting.given
        assert given is not None, "a game that is noted has a table of its own"
        return given

    @property
    def match(self) -> Match:
        """The game as a match, to be written down, kept and gone through."""
        return Match.of(self.seats, self.game)

    @property
    def mine(self) -> Position:
        """The mine as it is known: `?` for what nobody has seen, or what is still to be named."""
        known = list(covered(self.game.position, self.game.covering).stacks)
        for slot in self.asked:
            at = slot.quarry.index
            known[at] = (*known[at][:-1], Tile.UNSEEN)
        return Position(tuple(known))

    @property
    def asked(self) -> tuple[Slot, ...]:
        """The places on which a tile has shown that is not named yet; they come before all else."""
        slots = []
        for quarry, unseen in zip(QUARRIES, self.game.covering, strict=True):
            stack = self.given.mine.stack(quarry)
            if unseen < FULL_HEIGHT and stack[unseen] is Tile.UNSEEN:
                slots.append(Slot(quarry, unseen + 1))
        return tuple(slots)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """What is known of each seat: whoever notes has seen what everybody holds."""
        holdings = [player.holding.tiles for player in self.game.players]
        held = [Collected(curse_points(tiles), magic_objects(tiles)) for tiles in holdings]
        known = zip(self.match.standings, held, strict=True)
        return tuple(replace(standing, collected=collected) for standing, collected in known)

    @property
    def actor(self) -> int | None:
        """Who digs now; None while cards are chosen, and in the end."""
        return self.game.current

    def cards(self, numbers: Sequence[int]) -> Self:
        """The cards that were revealed, in the order of the seats (R6).

        Raises GameError for another number of cards, or one that was in another hand or used
        already, CardError for a card there is not.
        """
        self._expect_names()
        players = len(self.seats)
        if len(numbers) != players:
            raise MatchError("match.cards", found=len(numbers), expected=players)
        given = self.given
        for seat, number in enumerate(numbers):
            given = given.holding(seat, number, players)
        game = self._again(given)
        for seat, number in enumerate(numbers):
            game = game.choose(seat, number)
        return self._noted(game)

    def move(self, move: Move | str) -> Self:
        """A tile was moved; raises as Game.move does."""
        return self._noted(self.game.move(self._digging(), move))

    def play(
        self,
        turn: Turn | str,
        *,
        unpaid: bool = False,
        added: Sequence[Tile] = (),
        shares: Sequence[Sequence[Tile]] | None = None,
    ) -> Self:
        """The turn ended so; for one that could not be paid, what was added and who got what (R26).

        `shares` begin with the next player; without them, as where tiles went face down, chance
        says who got what. Raises as Game.play does, and Unaffordable for a turn that could not be
        paid unless it is said to be `unpaid`.
        """
        seat, game = self._digging(), self.game
        fault = cost_fault((), (), game.account(seat, turn))
        if fault is not None and not unpaid:
            raise fault
        return self._noted(game.play(seat, turn, tuple(added), shares))

    def name(self, tile: Tile) -> Self:
        """The tile that shows on the first of the places asked for.

        Raises MatchError if none is asked for or the tile is `?`, FaultyPosition if the box has no
        more of its group.
        """
        if not self.asked or tile is Tile.UNSEEN:
            raise MatchError("match.not_now")
        slot = self.asked[0]
        return self._noted(self._again(self.given.named(slot.quarry, slot.level, tile)))

    def take_back(self) -> Self:
        """As it was before the last note; MatchError if there is none."""
        if not self.past:
            raise MatchError("match.nothing_back")
        return self.past[-1]

    def _digging(self) -> int:
        self._expect_names()
        if self.game.current is None:
            raise GameError("game.choosing", "R6")
        return self.game.current

    def _expect_names(self) -> None:
        if self.asked:
            raise MatchError("match.name_first", slot=str(self.asked[0]))

    def _noted(self, game: Game) -> Self:
        return replace(self, game=game, past=(*self.past, self))

    def _noted_like(self, game: Game) -> Self:
        """With the notes after which the game stands so."""
        noting, players = self, len(game.players)
        for number, record in enumerate(game.records):
            if number % players == 0:
                noting = noting.cards(_revealed(game, number))
            for move in record.turn.moves:
                noting = noting.move(move)._named_like(game)
            rest = replace(record.turn, moves=())
            settled = record.settlement
            if settled is None:
                noting = noting.play(rest)
            else:
                noting = noting.play(rest, unpaid=True, added=settled.added, shares=settled.shares)
            noting = noting._named_like(game)
        if len(game.waiting) == players:
            noting = noting.cards(_revealed(game, len(game.records)))
        for begun in game.begun:
            noting = noting.move(begun.move)._named_like(game)
        return noting

    def _named_like(self, game: Game) -> Self:
        """With the names of all that shows, as far as they are known in the game."""
        noting, given = self, game.setting.given
        assert given is not None, "it is noted, too"
        while noting.asked:
            slot = noting.asked[0]
            tile = given.mine.stack(slot.quarry)[slot.level - 1]
            if tile is Tile.UNSEEN:
                break
            noting = noting.name(tile)
        return noting

    def _again(self, given: Given) -> Game:
        """The same game with more known of its beginning."""
        told = replace(self.game, setting=replace(self.game.setting, given=given))
        return retold(told, range(len(self.seats)))[-1].game


def _revealed(game: Game, since: int) -> list[int]:
    """The cards of the round whose first turn is record `since`, in the order of the seats (R6)."""
    turns = game.records[since : since + len(game.players)]
    used = {record.player: record.card.number for record in turns}
    lying = ((seat, player.chosen) for seat, player in enumerate(game.players))
    used |= {seat: card.number for seat, card in lying if card is not None and seat not in used}
    return [used[seat] for seat in range(len(game.players))]

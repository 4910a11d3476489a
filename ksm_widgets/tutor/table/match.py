"""A whole game between people on one device and artificial players, as a value.

Acts are methods that give the match afterwards; what is not allowed raises and changes nothing.
Nothing here knows a widget or a terminal. Who only paints a match needs `phase`, `actor`, `view`,
`mine`, `standings` and `steps`; the game itself knows what nobody may see (R33).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Self

from ksm_widgets.players.knowledge import collected
from ksm_widgets.players.stepwise import card_of, rest_of_turn
from ksm_widgets.rules.arguments import read
from ksm_widgets.rules.covering import covered
from ksm_widgets.rules.errors import GameError, KsmError, RuleError, Unaffordable
from ksm_widgets.rules.game import Game, Setting
from ksm_widgets.rules.moves import Move, Variant, legal_moves
from ksm_widgets.rules.rulebooks import edition
from ksm_widgets.rules.scoring import winners
from ksm_widgets.rules.turns import Turn, cost_fault
from ksm_widgets.rules.views import onlooker_records, view
from ksm_widgets.tutor.table import steps as told_in_steps
from ksm_widgets.tutor.table.seats import Seat, check_seats
from ksm_widgets.tutor.table.steps import Kind, Step, Steps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ksm_widgets.rules import Account, Card, Collected, Position, Score, Tile, View

__all__ = ["MOST_MOVES", "Adding", "Match", "MatchError", "Phase", "Standing", "standings"]

MOST_MOVES = 250
"""Moves of one turn; all the money there is would not pay as many (R2, R14)."""


class MatchError(KsmError):
    """An act that is not asked for now, or a turn that would have no end."""


class Phase(Enum):
    """What the match waits for."""

    HAND_OVER = "hand_over"
    """The screen goes to `actor`: nothing secret shows until `sit_down`."""
    CHOOSE = "choose"
    """The person at the screen lays down a card: `choose`."""
    WATCH = "watch"
    """An artificial player acts: `step`, as often as it lasts."""
    REVEAL = "reveal"
    """All cards have just been turned over, for everybody to look at: `step` goes on."""
    DIG = "dig"
    """The turn of the person at the screen: `move`, `take_back`, `play`."""
    ADD = "add"
    """The turn cannot be paid, and its player says which tiles to add: `add` (R26)."""
    OVER = "over"
    """The game has ended, and everything lies open."""


@dataclass(frozen=True, slots=True)
class Adding:
    """A turn that cannot be paid and waits for `count` of the tiles `held` to be added (R26)."""

    turn: Turn
    count: int
    held: tuple[Tile, ...]

    @classmethod
    def to(cls, turn: Turn, game: Game) -> Self:
        """What has to be added if this turn of whoever digs cannot be paid; raises as Game.play."""
        assert game.current is not None, "somebody digs"
        spent = [power.tile for power in turn.powers]
        held = game.players[game.current].holding.without(spent).tiles
        return cls(turn, game.tiles_to_add(game.current, turn), held)

    @property
    def choice(self) -> bool:
        """Whether it matters which tiles are added."""
        return 0 < self.count < len(self.held)


@dataclass(frozen=True, slots=True)
class Standing:
    """What everybody may know of a seat.

    `card` is the card that lies open before it and is still to be dug with, `has_chosen` whether
    one lies there at all, `place` its place in the order of this round's digs left (0 digs now,
    None if it does not dig any more), `collected` what it was seen to collect for the bonuses.
    """

    seat: Seat
    cards_left: int
    has_chosen: bool
    card: Card | None
    place: int | None
    collected: Collected


def standings(seen: View, seats: Sequence[Seat]) -> tuple[Standing, ...]:
    """What is known of each seat in a view."""
    of_all = collected(seen)
    return tuple(
        Standing(
            seat,
            seen.cards_left[at],
            seen.has_chosen[at],
            seen.revealed[at] if at in seen.waiting else None,
            seen.waiting.index(at) if at in seen.waiting else None,
            of_all[at],
        )
        for at, seat in enumerate(seats)
    )


@dataclass(frozen=True, slots=True)
class Match:
    """A match at some moment; seats are counted from 0.

    `steps` is all that happened, the deal first; `eyes` whose the screen is: with one person
    always theirs, with several nobody's until the one who is to act sits down. `adding` is a turn
    that waits in Phase.ADD, `conceded` who gave up, `begun` when the match began, in milliseconds
    since 1970.

    >>> match = Match.begin([Seat("Anna"), Seat("Berta", "cautious")], seed=7)
    >>> match.phase.value, match.view.holding.coins, match.standings[1].cards_left
    ('choose', 10, 12)
    >>> match = match.choose(match.view.hand[0].number)
    >>> match = match.step()
    >>> match.phase.value, match.steps[-1].kind.value
    ('reveal', 'revealed')
    >>> while match.phase in (Phase.REVEAL, Phase.WATCH):
    ...     match = match.step()
    >>> match.phase.value, match.actor
    ('dig', 0)
    """

    seats: tuple[Seat, ...]
    steps: tuple[Step, ...]
    eyes: int | None = None
    looked: bool = False
    adding: Adding | None = None
    conceded: int | None = None
    begun: int = field(default=0, compare=False)
    plan: Turn | None = field(default=None, compare=False, repr=False)
    """What the artificial player whose turn it is still means to do, if that is known already."""

    @classmethod
    def begin(
        cls,
        seats: Sequence[Seat],
        *,
        seed: int,
        edition_name: str = "en",
        variant: Variant = Variant.STANDARD,
        begun: int = 0,
    ) -> Self:
        """Sit down and deal (R3, R4).

        Raises SeatError for people who cannot sit so, and as Setting and `edition` do.
        """
        setting = Setting(len(seats), seed, edition(edition_name), variant)
        return cls.of(seats, Game.begin(setting), begun=begun)

    @classmethod
    def of(
        cls,
        seats: Sequence[Seat],
        game: Game,
        *,
        conceded: int | None = None,
        begun: int = 0,
    ) -> Self:
        """The match in which the game of these seats stands so; raises SeatError.

        Everything is told over from the deal on; nobody has the screen yet unless one person has it
        alone.
        """
        check_seats(seats, len(game.players))
        persons = [at for at, seat in enumerate(seats) if seat.person]
        order = sorted(range(len(seats)), key=lambda at: (not seats[at].person, at))
        steps = told_in_steps.retold(game, order)
        if conceded is not None:
            steps = told_in_steps.conceded(steps, conceded)
        return cls(
            tuple(seats),
            steps,
            eyes=persons[0] if len(persons) == 1 else None,
            looked=len(game.waiting) < len(seats) or bool(game.begun),
            conceded=conceded,
            begun=begun,
        )

    @property
    def game(self) -> Game:
        """The game as it stands; it knows what nobody may see."""
        return self.steps[-1].game

    @property
    def persons(self) -> tuple[int, ...]:
        """The seats of people."""
        return tuple(at for at, seat in enumerate(self.seats) if seat.person)

    @property
    def noted(self) -> bool:
        """Whether it was noted at a table of people's own, where nobody sees who holds what."""
        return self.game.setting.given is not None

    @property
    def over(self) -> bool:
        """Whether the last card has been used, or somebody has given up."""
        return self.game.over or self.conceded is not None

    @property
    def actor(self) -> int | None:
        """The seat that is to act: people lay down their cards first. None if nobody has to."""
        game = self.game
        if self.over:
            return None
        if game.current is not None:
            return game.current
        left = [at for at, player in enumerate(game.players) if player.chosen is None]
        return min(left, key=lambda at: (not self.seats[at].person, at))

    @property
    def phase(self) -> Phase:
        """What the match waits for."""
        game, actor = self.game, self.actor
        if actor is None:
            return Phase.OVER
        if not self.looked and len(game.waiting) == len(self.seats):
            return Phase.REVEAL
        if not self.seats[actor].person:
            return Phase.WATCH
        if self.eyes != actor:
            return Phase.HAND_OVER
        if game.current is None:
            return Phase.CHOOSE
        return Phase.DIG if self.adding is None else Phase.ADD

    @property
    def nothing_moves(self) -> bool:
        """Whether a turn begins in which no tile can be moved, as in a fresh mine (R13)."""
        game = self.game
        begins = self.phase is Phase.DIG and not game.begun
        return begins and not legal_moves(game.position, game.setting.variant)

    @property
    def view(self) -> View | None:
        """What the person at the screen may know; None while the screen is nobody's."""
        return None if self.eyes is None else view(self.game, self.eyes)

    @property
    def mine(self) -> Position:
        """The mine as everybody at the table knows it (R33)."""
        return covered(self.game.position, self.game.covering)

    @property
    def standings(self) -> tuple[Standing, ...]:
        """What everybody may know of each seat."""
        seen = replace(view(self.game, 0), records=onlooker_records(self.game))
        return standings(seen, self.seats)

    @property
    def scores(self) -> tuple[Score, ...]:
        """Everybody's points once the match is over; MatchError before, for they are secret."""
        if not self.over:
            raise MatchError("match.not_over")
        return self.game.scores

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has most points in the end, of those who did not give up (R28); nobody before."""
        if self.conceded is None:
            return self.game.winners
        others = [at for at in range(len(self.seats)) if at != self.conceded]
        return tuple(others[at] for at in winners([self.scores[other] for other in others]))

    def sit_down(self) -> Self:
        """The person who is to act has the screen now."""
        self._expect(Phase.HAND_OVER)
        return replace(self, eyes=self.actor)

    def choose(self, number: int) -> Self:
        """The person at the screen lays down the card of that number; raises as Game.choose."""
        return self._done(told_in_steps.chosen(self.steps, self._acting(Phase.CHOOSE), number))

    def move(self, move: Move | str) -> Self:
        """The person whose turn it is moves a tile, and everyone sees what it lays bare.

        Raises MoveError for a move the rules forbid, MatchError for one too many.
        """
        seat = self._acting(Phase.DIG)
        if len(self.game.begun) >= MOST_MOVES:
            raise MatchError("match.moves", most=MOST_MOVES)
        made = told_in_steps.moved(self.steps, seat, read("move", move, Move))
        return replace(self, steps=made)

    def fault(self, turn: Turn | str) -> RuleError | None:
        """Why the person at the screen may not end their turn so, or None; Unaffordable too."""
        try:
            self._affordable(self._acting(Phase.DIG), read("turn", turn, Turn))
        except RuleError as fault:
            return fault
        return None

    def account(self, turn: Turn | str) -> Account:
        """What the turn would cost and what pays for it (R25), the moves made included.

        Raises as `play` does, but for a turn that cannot be paid.
        """
        return self.game.account(self._acting(Phase.DIG), turn)

    def play(self, turn: Turn | str, *, unpaid: bool = False) -> Self:
        """The person whose turn it is ends it: further moves, dig and objects, or `-` for no dig.

        A turn that cannot be paid raises Unaffordable (R25), unless it is meant so: with `unpaid`
        it goes as R26 says, and Phase.ADD asks for tiles to add where there is a choice.
        Raises as Game.play does.
        """
        seat, rest = self._acting(Phase.DIG), read("turn", turn, Turn)
        if len(self.game.begun) + len(rest.moves) > MOST_MOVES:
            raise MatchError("match.moves", most=MOST_MOVES)
        try:
            self._affordable(seat, rest)
        except Unaffordable:
            if not unpaid:
                raise
            adding = Adding.to(rest, self.game)
            if self.game.setting.edition.offender_chooses and adding.choice:
                return replace(self, adding=adding)
        return self._done(told_in_steps.played(self.steps, seat, rest))

    def add(self, tiles: Sequence[Tile]) -> Self:
        """The tiles to be added to a turn that cannot be paid (R26); raises GameError for others.

        `take_back` goes back to the turn.
        """
        seat = self._acting(Phase.ADD)
        assert self.adding is not None, "who adds tiles has a turn to add them to"
        if not tiles:  # None at all would mean those that the rules take by themselves.
            count = self.adding.count
            raise GameError("game.wrong_choice", "R26", found=0, expected=count)
        added = told_in_steps.played(self.steps, seat, self.adding.turn, tuple(tiles))
        return self._done(added)

    def take_back(self) -> Self:
        """The last act is taken back, as long as nobody has learned anything by it.

        So can be a card that still lies face down, until another has been laid down after it, a
        move that has shown no new tile, and a turn that waits for tiles to add. Raises GameError
        for a move that has shown one (R33), MatchError where there is nothing else.
        """
        if self.phase is Phase.ADD:
            return replace(self, adding=None)
        if self.phase is Phase.DIG and self.actor is not None:
            self.game.take_back(self.actor)
            return replace(self, steps=self.steps[:-1])
        last = self.steps[-1]
        if last.kind is Kind.CHOSEN and last.seat in self.persons:
            return replace(self, steps=self.steps[:-1])
        raise MatchError("match.nothing_back")

    @property
    def can_take_back(self) -> bool:
        """Whether `take_back` would do so."""
        try:
            self.take_back()
        except KsmError:
            return False
        return True

    def concede(self) -> Self:
        """The person at the screen gives up, and the game ends where it stands."""
        if self.eyes is None or self.over:
            raise MatchError("match.not_now")
        steps = told_in_steps.conceded(self.steps, self.eyes)
        return replace(self, steps=steps, conceded=self.eyes, adding=None, plan=None)

    def step(self) -> Self:
        """One small step further while no person has to act.

        An artificial player lays down a card, moves a tile, or digs and pays; after a reveal play
        goes on. It may have to think for a moment first.
        """
        if self.phase is Phase.REVEAL:
            return replace(self, looked=True)
        seat, game = self._acting(Phase.WATCH), self.game
        mind = self.seats[seat].mind
        if game.current is None:
            return self._done(told_in_steps.chosen(self.steps, seat, card_of(game, seat, mind)))
        turn = rest_of_turn(game, mind) if self.plan is None else self.plan
        if not turn.moves:
            return self._done(told_in_steps.played(self.steps, seat, turn))
        steps = told_in_steps.moved(self.steps, seat, turn.moves[0])
        rest: Turn | None = replace(turn, moves=turn.moves[1:])
        if mind.looks and steps[-1].game.covering != game.covering and rest != Turn():
            rest = None
        return replace(self, steps=steps, plan=rest)

    def _affordable(self, seat: int, turn: Turn) -> None:
        """Raise as `play` does if the turn is not allowed or cannot be paid."""
        fault = cost_fault(turn.dig or (), (), self.game.account(seat, turn))
        if fault is not None:
            raise fault

    def _acting(self, phase: Phase) -> int:
        """The seat that acts, if that is what the match waits for."""
        self._expect(phase)
        assert self.actor is not None, "somebody has to act before the end"
        return self.actor

    def _expect(self, phase: Phase) -> None:
        if self.phase is not phase:
            raise MatchError("match.not_now")

    def _done(self, steps: Steps) -> Self:
        """After an act that ends a card's choice or a turn: of several people nobody looks on."""
        revealed = steps[-1].kind is Kind.REVEALED
        return replace(
            self,
            steps=steps,
            eyes=self.eyes if len(self.persons) == 1 else None,
            looked=self.looked and not revealed,
            adding=None,
            plan=None,
        )

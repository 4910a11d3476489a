"""The game's page as a value: the match at the table, what the hand does, how it is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol, Self

from ksm_widgets.draw import THEMES, Theme
from ksm_widgets.rules.covering import covered
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.game import Setting
from ksm_widgets.rules.moves import Variant
from ksm_widgets.rules.quarries import Quarry
from ksm_widgets.rules.rulebooks import edition
from ksm_widgets.tutor.coach.hints import Rung
from ksm_widgets.tutor.phrases import Notice
from ksm_widgets.tutor.reader import Reader
from ksm_widgets.tutor.table.match import Phase
from ksm_widgets.tutor.table.seats import Seat
from ksm_widgets.tutor.table.shelf import under_way
from ksm_widgets.tutor.table.touching import HandOnMine
from ksm_widgets.widgets.page import AUTO

if TYPE_CHECKING:
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.tiles import Tile
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.rules.views import View
    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.tutor.table.steps import Step
    from ksm_widgets.widgets.coach_page import Coaching
    from ksm_widgets.widgets.note_page import Notes
    from ksm_widgets.widgets.weighed_cards import WeighedCards

__all__ = ["PlayedTable", "Seating", "Table", "TablePage"]

_PERSON = "person"
_MIDDLE = Quarry.parse("c3")
"""Where a card is shown first."""


@dataclass(frozen=True, slots=True)
class Seating:
    """Who is to sit at the table, as it is being entered: a name and a level each, None a person.

    What is wrong with a name is said when the game shall begin.
    """

    sitters: tuple[tuple[str, str | None], ...]
    edition: str
    variant: Variant = Variant.STANDARD

    def named(self, seat: int, name: str) -> Seating:
        """With another name for a seat."""
        return self._with(seat, (name, self.sitters[seat][1]))

    def levelled(self, seat: int, level: str | None) -> Seating:
        """With somebody else on a seat: a person, or an artificial player of a level."""
        return self._with(seat, (self.sitters[seat][0], level))

    def without(self, seat: int) -> Seating:
        """With a seat less."""
        return replace(self, sitters=(*self.sitters[:seat], *self.sitters[seat + 1 :]))

    @property
    def text(self) -> str:
        """To be kept: edition and variant, then a line for each seat."""
        sitters = (f"{level or _PERSON} {name}" for name, level in self.sitters)
        return "\n".join([f"{self.edition} {self.variant.value}", *sitters])

    @classmethod
    def of(cls, text: str) -> Seating | None:
        """What was kept as text; None for anything else."""
        head, *lines = text.split("\n")
        try:
            named, variant = head.split(" ")
            seats = [line.split(" ", 1) for line in lines]
            sitters = [Seat(name, None if level == _PERSON else level) for level, name in seats]
            Setting(len(sitters), 0, edition(named), Variant(variant))
        except ValueError:
            return None
        return cls(tuple((seat.name, seat.level) for seat in sitters), named, Variant(variant))

    def _with(self, seat: int, sitter: tuple[str, str | None]) -> Seating:
        sitters = (*self.sitters[:seat], sitter, *self.sitters[seat + 1 :])
        return replace(self, sitters=sitters)


@dataclass(frozen=True, slots=True)
class TablePage:
    """The match, None before it begins, and all that belongs to the page only.

    `at` is the step that is looked at while a match is replayed, None while it is played; `since`
    is the first step of those that are told, all that came after it included. `going` is whether
    the others' turns go on by themselves, `thinking` whether somebody is thinking just now.
    `rung` is how much hints have told of the turn.
    `adding` are the tiles chosen so far for a turn that cannot be paid (R26), `record` is the text
    of a match that is over, or noted. `asks` is what the page wants to be sure of: `concede` or
    `broke`.
    `coach` is what the coach shows of it, None while he is not asked; `cards` is what the cards of
    the hand come to, if that was asked for the choice at hand.
    `notes` is what is noted of a game that people play at a table of their own, if one is.
    `told` is said in place of what happened last. `shelved` are the matches that are kept, the one
    kept last first; where they are not `lasting` they are kept as long as the program runs.
    `laid_out` is how many topmost tiles are told of a mine that is to be noted, `due` how many
    mistakes of games before wait to be tried again.
    """

    seating: Seating
    match: Match | None = None
    hand: HandOnMine = field(default_factory=lambda: HandOnMine(cursor=_MIDDLE))
    at: int | None = None
    since: int = 0
    language: str = "en"
    look: str = AUTO
    around: str = "light"
    going: bool = True
    thinking: bool = False
    adding: tuple[Tile, ...] = ()
    rung: Rung = Rung.NONE
    record: str = ""
    coach: Coaching | None = None
    cards: WeighedCards | None = None
    notes: Notes | None = None
    asks: str = ""
    told: Notice | None = None
    shelved: tuple[Match, ...] = ()
    laid_out: int = 0
    due: int = 0
    lasting: bool = True
    keyboard: bool = False
    trouble: str | None = None

    @property
    def theme(self) -> Theme:
        """The theme that is seen."""
        return THEMES[self.around if self.look == AUTO else self.look]

    @property
    def at_table(self) -> bool:
        """Whether there is a mine to look at; else it is settled who plays."""
        return self.match is not None or self.notes is not None

    def under_way(self, *, noted: bool = False) -> Match | None:
        """The game kept last that can be gone on with, or `noted`; None if there is none."""
        return under_way(self.shelved, noted=noted)

    @property
    def edition(self) -> str:
        """The edition that is played: by it the pictures go (R22)."""
        if self.match is None:
            return self.seating.edition
        return self.match.game.setting.edition.name

    @property
    def reader(self) -> Reader:
        """Who reads the page."""
        return Reader(self.language, self.edition)

    @property
    def phase(self) -> Phase | None:
        """What the match waits for, or the coach if he asks about a mistake.

        None before it begins, while it is replayed, and while the coach only shows something.
        """
        if self.match is None or self.at is not None:
            return None
        if self.notes is not None:
            return self.notes.phase
        return self.match.phase if self.coach is None else self.coach.phase

    @property
    def seen(self) -> View | None:
        """What whoever has the screen may know, or knew at the choice that the coach shows.

        None while the screen is nobody's, and in a replay.
        """
        if self.match is None or self.at is not None:
            return None
        return self.match.view if self.coach is None else self.coach.view

    @property
    def step(self) -> Step | None:
        """The step that is shown: the last one, or in a replay the one looked at."""
        if self.match is None:
            return None
        return self.match.steps[-1 if self.at is None else self.at]

    @property
    def mine(self) -> Position | None:
        """The mine as everybody knows it, or knew it then (R33); None before a game."""
        if self.notes is not None:
            return self.notes.mine
        if self.coach is not None and self.coach.view is not None:
            return self.coach.view.position
        if self.step is None:
            return None
        return covered(self.step.game.position, self.step.game.covering)

    @property
    def round(self) -> int | None:
        """The round that is looked at; None before a game."""
        if self.coach is not None and self.coach.view is not None:
            return self.coach.view.round
        return None if self.step is None else self.step.game.round

    @property
    def can_take_back(self) -> bool:
        """Whether the last act can be taken back: in the match, or of what is tried again."""
        if self.coach is not None:
            return self.coach.trying is not None and bool(self.coach.trying.moves)
        if self.notes is not None:
            return self.notes.can_take_back
        return self.match is not None and self.match.can_take_back

    @property
    def laid_turn(self) -> Turn:
        """The turn that ends with the dig laid out; ValueError if none is."""
        if self.seen is None or self.hand.dig(self.seen) is None:
            raise ValueError("nothing is laid")
        return self.hand.turn(self.seen)

    def in_doubt(self, turn: Turn) -> Self:
        """The page that asks whether a turn is meant that cannot be paid (R26)."""
        hand = self.hand if turn.dig else replace(self.hand, marked=())
        return replace(self, asks="broke", hand=hand)

    def text(self, key: str, **params: object) -> str:
        """A sentence of the catalogue in the page's language."""
        return self.reader.text(key, **params)

    def sentences(self, notice: Notice) -> tuple[str, ...]:
        """What a notice says to this reader, sentence by sentence."""
        return tuple(
            phrase.sentence(self.language)
            if isinstance(phrase, KsmError)
            else self.reader.say(phrase)
            for phrase in notice.phrases
        )


class Table(Protocol):
    """A table that is shown: whoever thinks for it in the background changes its page."""

    @property
    def page(self) -> TablePage:
        """What the page shows."""

    def become(self, page: TablePage) -> None:
        """Show another page."""

    def failed(self, error: Exception) -> None:
        """Show an error that nobody expected, and go on."""


class PlayedTable(Table, Protocol):
    """A table that comes to another moment of the match, by whoever acts there."""

    def arrive(
        self,
        match: Match,
        *,
        since: int | None = None,
        hand: HandOnMine | None = None,
        notes: Notes | None = None,
    ) -> None:
        """Keep and show the match as it stands now; what came after step `since` is told.

        With `notes` it is noted on, else played.
        """

"""The explorer's page as a value: the sitting, and how it is looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ksm_widgets.draw import THEMES, Theme
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.rules.quarries import SIDE
from ksm_widgets.rules.shapes import Shape
from ksm_widgets.tutor.sitting.session import Session
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.solver.answer import Plan, Standing
    from ksm_widgets.solver.hand import HandPlan
    from ksm_widgets.tutor.sitting.query import Query

__all__ = ["AUTO", "Draft", "Options", "Page", "Running"]

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Draft:
    """A card's shape as it is being drawn in the editor: cells as (row, column), row 0 nearest."""

    number: int = 1
    cells: frozenset[tuple[int, int]] = frozenset()

    @classmethod
    def of(cls, number: int, shape: Shape) -> Draft:
        """Begin with a shape that is there, in the middle of the grid."""
        row, column = (SIDE - shape.rows) // 2, (SIDE - shape.columns) // 2
        return cls(number, frozenset((r + row, c + column) for r, c in shape.cells))

    def shape(self) -> Shape:
        """The shape drawn; raises ShapeTextError for none or too many quarries."""
        return Shape(tuple(sorted(self.cells)))


@dataclass(frozen=True, slots=True)
class Running:
    """A search that is under way; `progress` is None while there is nothing to tell yet."""

    what: str
    late: bool = False
    progress: Standing | None = None


@dataclass(frozen=True, slots=True)
class Options:
    """What the cards of the hand can do, best first, as whole turns, and the question they answer.

    A card that can do nothing that can be paid has None for a plan.
    """

    question: Query
    found: tuple[tuple[HandPlan, Plan | None], ...]

    @classmethod
    def of(cls, question: Query, found: Iterable[HandPlan]) -> Options:
        """The options with their turns from the start."""

        def whole(option: HandPlan) -> Plan | None:
            if option.answer.plan is None:
                return None
            asked = replace(question.situation, number=option.card.number, powers=option.powers)
            return replace(question, situation=asked).whole(option.answer.plan)

        return cls(question, tuple((option, whole(option)) for option in found))

    def answer(self, question: Query) -> bool:
        """Whether they answer a question, whichever card and powers it is about."""
        ours, theirs = self.question.situation, question.situation
        alike = replace(theirs, number=ours.number, powers=ours.powers)
        return replace(question, situation=alike) == self.question


@dataclass(frozen=True, slots=True)
class Page:
    """The sitting and all that belongs to the page only, so that undo does not touch it.

    `look` is the theme chosen, `around` that of the page around; `sizes` filters the gallery (0
    shows all); `options` are what the hand was found to be able to do; `keyboard` is whether the
    cursor shows, `keys` whether their list does; `gathering` is whether a touch on a card takes it
    into the hand; `here` is the address of a page served by itself; `trouble` is an error nobody
    expected.
    """

    session: Session = field(default_factory=Session)
    language: str = "en"
    look: str = AUTO
    around: str = "light"
    sizes: int = 0
    seed: int = 1
    draft: Draft | None = None
    running: Running | None = None
    options: Options | None = None
    keyboard: bool = False
    keys: bool = False
    gathering: bool = False
    here: str = ""
    playing: bool = False
    trouble: str | None = None

    @property
    def theme(self) -> Theme:
        """The theme that is seen."""
        return THEMES[self.around if self.look == AUTO else self.look]

    @property
    def edition(self) -> str:
        """Whose pictures are drawn: the German edition has an axe for a carpet (R22)."""
        return self.language

    @property
    def drawn(self) -> Draft:
        """The shape in the card editor: that of the chosen card until something is changed."""
        card = self.session.situation.card
        return Draft.of(card.number, card.shape) if self.draft is None else self.draft

    @property
    def hand(self) -> tuple[tuple[HandPlan, Plan | None], ...]:
        """What the cards of the hand can do on this board; empty until that was asked for."""
        if self.options is None or not self.options.answer(self.session.question):
            return ()
        return self.options.found

    def with_session(self, session: Session) -> Page:
        """The same page with another sitting."""
        return replace(self, session=session)

    def text(self, key: str, **params: object) -> str:
        """A sentence of the catalogue in the page's language."""
        return sentence(key, self.language, **params)

    def sentence(self, error: KsmError) -> str:
        """What an error says, in the page's language."""
        return error.sentence(self.language)

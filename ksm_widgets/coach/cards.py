"""The choice of a card: the hand weighed by more and more games, and told in sentences (R6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.analysis.card_table import MOST, CardTable, card_table
from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.weighing import LONG_LOOK
from ksm_widgets.game.advice import ahead_told, as_good_told, tenth
from ksm_widgets.solver.engine import engine
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.analysis.card_table import Mixture
    from ksm_widgets.rules import View


_GAMES = (4, 16, LONG_LOOK)
"""Games for each of the best cards, round by round."""
_FEWEST = 16
"""Games from which a lead is told; from fewer it is a first impression."""
_INTERPRETED = 16
"""The most games without a compiled kernel: more would take minutes."""
_FIRST = (3, 3)
"""Cards and answers in the first table, and in all tables without a compiled kernel."""


@dataclass(frozen=True, slots=True)
class WeighedCards:
    """The table so far, None at first; `running` while there is more to come."""

    table: CardTable | None = None
    running: bool = True


def card_tables(
    view: View, *, since: int = 0, pulse: Callable[[], object] = lambda: None
) -> Iterator[CardTable]:
    """Tables of the hand's cards, each from more games than the last, with the same luck.

    The first one comes soon. With `since`, only tables from more games than that. `pulse` is called
    about every tenth of a second; what it raises ends the work.
    """
    for games in _GAMES:
        compiled = engine().compiled
        if games > since and (compiled or games <= _INTERPRETED):
            most = MOST if compiled and games > _GAMES[0] else _FIRST
            table = card_table(view, games=games, most=most, pulse=pulse)
            yield replace(table, early=games < (_GAMES[-1] if compiled else _INTERPRETED))


def card_reasons(table: CardTable) -> tuple[Phrase, ...]:
    """Sentences on the best card: its lead, its worst answer, and a mix if no single card is best.

    Early figures and those from few games only say which card looks best so far.
    """
    _, *others = table.cards
    number = table.best.number
    if others and (table.early or table.games < _FEWEST):
        return (Phrase.of("card_table.early", number=number, games=table.games),)
    as_good = as_good_told(table.cards)
    key = "best" if others and not as_good else "only" if not others else "ahead"
    told = [Phrase.of(f"card_table.{key}", number=number, ahead=ahead_told(table.cards[0].ahead))]
    if as_good:
        told += as_good
    elif others:
        second = others[0]
        told.append(
            Phrase.of(
                "card_table.before",
                other=second.choice.number,
                by=tenth(second.loss.mean),
                error=tenth(second.loss.error),
            )
        )
    if len(table.answers) > 1:
        told += _answered(table)
    if table.mix is not None:
        told += _mixed(table.mix)
    return tuple(told)


def _answered(table: CardTable) -> list[Phrase]:
    """The worst answer to the best card, and which of the two digs first."""
    row = table.cells[0]
    lowest = min(range(len(row)), key=lambda at: row[at].mean)
    answer = table.answers[lowest]
    first = table.best.number < answer.card.number
    return [
        Phrase.of(
            "card_table.worst_first" if first else "card_table.worst_after",
            number=table.best.number,
            answer=answer.card.number,
            ahead=ahead_told(row[lowest]),
            chance=round(100 * answer.chance),
        )
    ]


def _mixed(mix: Mixture) -> list[Phrase]:
    shares = [
        Phrase.of("card_table.share", number=card.number, share=round(100 * share))
        for card, share in mix.shares
    ]
    return [
        Phrase.of(
            "card_table.mix",
            shares=shares,
            least=ahead_told(Figure(mix.least, mix.gain.error)),
            gain=tenth(mix.gain.mean),
            error=tenth(mix.gain.error),
        )
    ]

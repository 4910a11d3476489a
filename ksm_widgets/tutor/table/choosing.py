"""Which card to lay down: weighed by more and more games, and told in sentences (R6).

Each figure told is one of the table's.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from ksm_widgets.players.card_table import GAMES, MOST, CardTable, card_table
from ksm_widgets.solver.engine import engine
from ksm_widgets.tutor.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.rules import View

__all__ = ["CardTable", "card_reasons", "card_tables"]

_GAMES = (4, 16, GAMES)
"""By how many games the cards are weighed, one time after the other."""
_INTERPRETED = 16
"""By how many at most where they are not compiled: more would take minutes."""
_FIRST = (3, 3)
"""Own cards and answers in the table at first, and as long as they are not compiled."""


def card_tables(
    view: View, *, since: int = 0, pulse: Callable[[], object] = lambda: None
) -> Iterator[CardTable]:
    """What each card of the hand comes to, again and again by more games, with the same luck.

    First by few, so that there is something to look at soon. With `since` only tables by more
    games than so many. `pulse` is called every tenth of a second or so; what it raises ends it.
    """
    for games in _GAMES:
        compiled = engine().compiled
        if games > since and (compiled or games <= _INTERPRETED):
            most = MOST if compiled and games > _GAMES[0] else _FIRST
            yield card_table(view, games=games, most=most, pulse=pulse)


def card_reasons(table: CardTable) -> tuple[Phrase, ...]:
    """Why a card is the best: by how much, against which answer least so, and who digs first then.

    And how often to lay down another, where no single card is best.
    """
    best, *others = table.cards
    number = table.best.number
    told = [Phrase.of("card_table.best", number=number, ahead=_ahead(best.ahead.mean))]
    if not others:
        told = [Phrase.of("card_table.only", number=number, ahead=_ahead(best.ahead.mean))]
    else:
        second = others[0]
        assert second.card is not None, "cards were weighed"
        sure = second.loss.mean > 2 * second.loss.error
        told.append(
            Phrase.of(
                "card_table.before" if sure else "card_table.about_as_good",
                other=second.card.number,
                by=_points(second.loss.mean),
                error=_points(second.loss.error),
            )
        )
    if len(table.answers) > 1:
        told += _answered(table)
    if table.mix is not None:
        told += _mixed(table)
    return tuple(told)


def _answered(table: CardTable) -> list[Phrase]:
    """The answer against which the best card does worst, and whether it is dug with before."""
    row = table.cells[0]
    lowest = min(range(len(row)), key=lambda at: row[at].mean)
    answer = table.answers[lowest]
    first = table.best.number < answer.card.number
    return [
        Phrase.of(
            "card_table.worst_first" if first else "card_table.worst_after",
            number=table.best.number,
            answer=answer.card.number,
            ahead=_ahead(row[lowest].mean),
            chance=round(100 * answer.chance),
        )
    ]


def _mixed(table: CardTable) -> list[Phrase]:
    mix = table.mix
    assert mix is not None, "there is a mix to tell of"
    shares = [
        Phrase.of("card_table.share", number=card.number, share=round(100 * share))
        for card, share in mix.shares
    ]
    return [
        Phrase.of(
            "card_table.mix",
            shares=shares,
            least=_ahead(mix.least),
            gain=_points(mix.gain.mean),
            error=_points(mix.gain.error),
        )
    ]


def _ahead(value: float) -> Phrase:
    """So many points ahead, or behind."""
    key = "card_table.behind" if value < 0 else "card_table.in_front"
    return Phrase.of(key, points=_points(abs(value)))


def _points(value: float) -> Decimal:
    """Points as they are told: to the tenth."""
    return Decimal(f"{value:.1f}")

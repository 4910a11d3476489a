"""Which card to lay down: the hand weighed by more and more games, and told in sentences (R6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ksm_widgets.analysis.card_table import GAMES, MOST, CardTable, card_table
from ksm_widgets.coach.telling import tenth
from ksm_widgets.solver.engine import engine
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ksm_widgets.rules import View


_GAMES = (4, 16, GAMES)
"""Games for each card, round by round."""
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
            yield card_table(view, games=games, most=most, pulse=pulse)


def card_reasons(table: CardTable) -> tuple[Phrase, ...]:
    """Which card is the best: by how much, its worst answer, and a mix if no single card is."""
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
                by=tenth(second.loss.mean),
                error=tenth(second.loss.error),
            )
        )
    if len(table.answers) > 1:
        told += _answered(table)
    if table.mix is not None:
        told += _mixed(table)
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
            gain=tenth(mix.gain.mean),
            error=tenth(mix.gain.error),
        )
    ]


def _ahead(value: float) -> Phrase:
    """Points ahead or behind."""
    key = "card_table.behind" if value < 0 else "card_table.in_front"
    return Phrase.of(key, points=tenth(abs(value)))

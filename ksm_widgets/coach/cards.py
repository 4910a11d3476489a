"""The choice of a card: the hand weighed by more and more games, and told in sentences (R6)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ksm_widgets.analysis.card_table import MOST, CardTable, card_table
from ksm_widgets.analysis.figures import Figure
from ksm_widgets.analysis.weighing import LONG_LOOK
from ksm_widgets.game.standing import ahead_told, as_good_told, equal_to_best, is_as_good, tenth
from ksm_widgets.rules import Card
from ksm_widgets.solver.engine import engine
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ksm_widgets.analysis.card_table import Mixture
    from ksm_widgets.rules import View


_GAMES = (4, 16, LONG_LOOK)
"""Games for each of the best cards, round by round."""
_FEWEST = 64
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

    Early figures and those from few games only say which cards are ahead so far.
    """
    best, *others = table.cards
    number = table.best.number
    if is_early(table):
        cards = [one.choice for one in (best, *equal_to_best(table.cards))]
        level = [card.number for card in cards if isinstance(card, Card)]
        key = "early" if len(level) == 1 else "early_level"
        return (Phrase.of(f"card_table.{key}", number=number, level=level, games=table.games),)
    if equal_to_best(table.cards):
        key = "level"
    else:
        has_rivals = any(not one.is_worse or is_as_good(one, table.cards) for one in others)
        key = "ahead" if has_rivals else "best" if others else "only"
    ahead = ahead_told(best.ahead)
    told = [Phrase.of(f"card_table.{key}", number=number, ahead=ahead), *as_good_told(table.cards)]
    if key == "best":
        # One that was only glanced at stands further below, and may have come out better.
        second = max(others, key=lambda one: one.ahead.mean)
        told.append(
            Phrase.of(
                "card_table.before",
                other=second.choice.number,
                by=tenth(second.loss.mean),
                error=tenth(second.loss.error),
            )
        )
    told += _worst(table)
    if table.mix is not None:
        told += _mixed(table.mix)
    return tuple(told)


def is_early(table: CardTable) -> bool:
    """Whether the figures are a first impression: there is a choice, and few games so far."""
    return len(table.cards) > 1 and (table.early or table.games < _FEWEST)


def shares(table: CardTable) -> tuple[int, ...]:
    """The share of the games with each answer in whole percent, which add up to a hundred."""
    # What rounding leaves over belongs to the other cards, or else to the most frequent one.
    at = -1 if table.answers[-1].card is None else 0
    return _in_percent([answer.chance for answer in table.answers], at)


def _in_percent(parts: Sequence[float], at: int) -> tuple[int, ...]:
    """Shares of 1 in whole percent; what rounding leaves over belongs to that at one place."""
    rounded = [round(100 * part) for part in parts]
    rounded[at] += 100 - sum(rounded)
    return tuple(rounded)


def answers_told(table: CardTable, other: str) -> tuple[Phrase, ...]:
    """Sentences on the other's answers: the share of those listed, and how sure that is."""
    told = zip(table.answers, shares(table), strict=True)
    listed = sum(share for answer, share in told if answer.card is not None)
    return (
        Phrase.of("card_table.listed", other=other, listed=listed),
        Phrase.of("card_table.guess"),
    )


def _worst(table: CardTable) -> list[Phrase]:
    """The answer against which the best card did worst, and which of the two digs first."""
    if not table.cells:
        return []
    answers = zip(table.cells[0], table.answers, shares(table), strict=True)
    cell, answer, share = min(answers, key=lambda one: one[0].mean)
    if answer.card is None or len(table.answers) == 1:
        return []
    first = table.best.number < answer.card.number
    return [
        Phrase.of(
            "card_table.worst_first" if first else "card_table.worst_after",
            number=table.best.number,
            answer=answer.card.number,
            ahead=ahead_told(cell),
            chance=share,
        )
    ]


def _mixed(mix: Mixture) -> list[Phrase]:
    rounded = _in_percent([share for _, share in mix.shares], 0)
    shares = [
        Phrase.of("card_table.share", number=card.number, share=share)
        for (card, _), share in zip(mix.shares, rounded, strict=True)
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

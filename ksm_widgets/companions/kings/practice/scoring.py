"""Tasks about the score and the winner of Kings under Mountains (K20, K21)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import UNSEEN
from ksm_widgets.companions.kings.naming import numbers_phrase
from ksm_widgets.companions.kings.position import Phase, Position, Site
from ksm_widgets.companions.kings.practice.positions import SEEDS, position_where
from ksm_widgets.companions.kings.practice.table import because, table
from ksm_widgets.companions.kings.rules import new_game
from ksm_widgets.companions.kings.scoring import parts, score, winners
from ksm_widgets.companions.tasks import player_options
from ksm_widgets.companions.telling import numeral, player_phrase
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.numbers import Numbers, terms
from ksm_widgets.tasks.task import Sheet
from ksm_widgets.telling.phrases import Phrase, plain

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.tasks import Topic


def _ended(rng: Random, players: int) -> Position:
    """A game that is over, in which each seat has finished mines and perhaps others."""
    position = new_game(below(rng, SEEDS), players)
    mines = shuffled(rng, [card.mine for card in position.deck if card.mine is not UNSEEN])
    for seat in position.seats:
        count = between(rng, 1, 3)
        position = position.with_done(seat, tuple(mines[:count]))
        mines = mines[count:]
        if rng.random() < 0.7:
            position = position.with_own(seat, (Site(mines.pop()),))
    return replace(position, phase=Phase.END, deck=())


def _listed(values: list[int]) -> Phrase:
    """Some values, or a dash for none."""
    return plain(", ".join(map(str, values)) or "–")


def _sheet(position: Position) -> Sheet:
    """The values of each player's finished mines, and the penalties of the others."""
    head = tuple(Phrase(f"kings_task.score_head_{name}") for name in ("who", "done", "own"))
    rows = []
    for seat in position.seats:
        won, lost = parts(position, seat)
        rows.append((player_phrase(seat), _listed(won), _listed(lost)))
    return Sheet(head, tuple(rows))


def final_score(rng: Random, topic: Topic) -> Numbers:
    """Everybody's score (K20)."""
    position = _ended(rng, between(rng, 2, 3))
    fields = []
    for seat in position.seats:
        won, lost = parts(position, seat)
        fields.append(
            replace(
                topic.field(
                    str(seat),
                    "score",
                    score(position, seat),
                    "K20",
                    mistakes={sum(won): "penalty", sum(won) + sum(lost): "added"} if lost else {},
                    working=terms(won, lost),
                ),
                label=player_phrase(seat),
            )
        )
    return Numbers(
        **topic.ask("score"),
        sheet=_sheet(position),
        fields=tuple(fields),
    )


def who_wins(rng: Random, topic: Topic) -> Choose:
    """The winner, also of a tie (K21)."""
    tie = rng.random() < 0.6

    def make() -> Position | None:
        position = _ended(rng, between(rng, 2, 3))
        scores = [score(position, seat) for seat in position.seats]
        return position if (scores.count(max(scores)) > 1) is tie else None

    position = until(make)
    best = winners(position)
    right = str(best[0]) if len(best) == 1 else "shared"
    key = "wins_shared" if len(best) > 1 else "wins_tie" if tie else "wins_most"
    rule = "K21" if tie else "K20"
    return Choose(
        **topic.ask("wins"),
        sheet=_sheet(position),
        options=player_options(
            position.seats,
            right,
            lambda name: because(f"{key}_why" if name == right else "wins_hint1", rule),
            shared=Phrase("kings_task.wins_as_shared"),
        ),
    )


def value_at_stake(rng: Random, topic: Topic) -> Choose:
    """The worth of a mine that is finished, or captured and left (K20, K2)."""
    position = position_where(rng, lambda one: all(one.centre))
    place, (mine, _) = chosen(rng, [*position.centre_sites()])
    finished = rng.random() < 0.5
    right = mine.value if finished else -mine.penalty
    names = {*map(str, (mine.value, -mine.penalty, 0, mine.size))}
    key = "stake_finished" if finished else "stake_left"
    return Choose(
        **topic.ask(key, 1, mine=numbers_phrase(mine), number=place.number),
        table=table(position, place),
        options=tuple(
            Option(
                name,
                plain(numeral(name)),
                name == str(right),
                because(f"{key}_why", "K20", points=numeral(name))
                if name == str(right)
                else because(f"{key}_hint1", "K20"),
            )
            for name in sorted(names, key=int)
        ),
    )

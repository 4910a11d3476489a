"""The task of Raubbau in which everything comes together: leave, or dig once more (B42)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.companions.answering import Status
from ksm_widgets.companions.raubbau.acts import act_text
from ksm_widgets.companions.raubbau.box import Face
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.editing import EXAMPLES
from ksm_widgets.companions.raubbau.plans import Dig, Leave, Pass
from ksm_widgets.companions.raubbau.practice.table import because, table
from ksm_widgets.companions.raubbau.questions import ask_leave
from ksm_widgets.companions.raubbau.telling import act_phrase
from ksm_widgets.companions.raubbau.text import read_position
from ksm_widgets.companions.telling import counted_phrase
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import rough

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.raubbau.plans import Move
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.raubbau.search.weighing import Option as PlanOption
    from ksm_widgets.companions.tasks import Topic

_HANDS = ("rG gG vU", "rG gU vU", "rG gG vG", "rU gU vU", "rG gP vG")
"""The cards that seat 1 may have in front, by set and face."""


def _in_last_round(hand: str, points: int) -> Position:
    """The example of a last round, with such cards in front of seat 1, and such points."""
    position = read_position(EXAMPLES["last"])
    cards = (Treasure(card[0], Face(card[1]), (1,)) for card in hand.split())
    return position.with_points(1, points).with_front(1, cards)


def leave_or_dig(rng: Random, topic: Topic) -> Choose:
    """The best plan in the last action phase (B42)."""
    digs = rng.random() < 0.4

    def make() -> tuple[Position, tuple[PlanOption, ...]] | None:
        hand, points = chosen(rng, _HANDS), between(rng, -1, 2)
        position = _in_last_round(hand, points)
        answer = ask_leave(position)
        best, *others = answer.options
        sure = answer.status is Status.OPTIMAL
        clear = sure and all(other.worth.high < best.worth.low for other in others)
        fits = clear and digs is not isinstance(best.act, Leave)
        return (position, answer.options) if fits else None

    position, ranked = until(make)
    best, points = ranked[0].act, position.points_of(1)
    plans = [plan for plan in ranked if isinstance(plan.act, (Dig, Leave, Pass))]
    labels = {plan.act: act_phrase(position, plan.act) for plan in plans}
    worths = {plan.act: rough(plan.worth.low, 2) for plan in plans}
    others = [
        Phrase("raubbau_task.leave_each", {"plan": labels[move], "worth": worths[move]})
        for move in labels
        if move != best
    ]

    def why(move: Move) -> Phrase:
        key = "leave_best" if move == best else "leave_worse"
        return because(key, "B42", worth=worths[move], best=worths[best], others=others)

    options = [
        Option(act_text(move), label, move == best, why(move)) for move, label in labels.items()
    ]
    count = counted_phrase("shelf_told.points", points)
    return Choose(
        **topic.ask("leave", 3, points=count),
        table=table(position),
        options=tuple(shuffled(rng, options)),
    )

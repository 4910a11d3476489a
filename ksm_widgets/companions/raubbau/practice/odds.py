"""Drills about the odds of Raubbau: dragons, cave-ins and gems among cards unseen (B3, B26)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.box import Face, the_box
from ksm_widgets.companions.raubbau.naming import term_of_set
from ksm_widgets.companions.raubbau.places import Field
from ksm_widgets.companions.raubbau.position import Position
from ksm_widgets.companions.raubbau.practice.positions import position_where, small
from ksm_widgets.companions.raubbau.practice.table import because, number, table
from ksm_widgets.companions.raubbau.search.unseen import unseen_cards
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, chosen
from ksm_widgets.tasks.mark import MarkPlaces
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.tasks.task import Sheet
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.raubbau.search.unseen import Unseen
    from ksm_widgets.companions.tasks import Topic


def _unknown(position: Position) -> list[tuple[Field, str]]:
    """The cards in the mine that nobody showed this player, with their sets."""
    return sorted((field, card.set) for field, card in position.unseen_in_mine())


def _viewed(rng: Random, *, sets: int = 1) -> Position:
    """A position as somebody sees it, with unknown cards of several sets in the mine."""

    def view(one: Position) -> Position:
        return one.seen(one.turn)

    def fits(one: Position) -> bool:
        if not small(one, 3, 12):
            return False
        seen = view(one)
        cards = unseen_cards(seen)
        open_sets = {name for _field, name in _unknown(seen) if cards[name].dragons}
        return len(open_sets) >= sets

    return view(position_where(rng, fits))


def _counts(position: Position) -> Sheet:
    """The numbers a player counts for each set."""
    head = ("set", "here", "stacks", "dragons", "cave")
    rows = []
    for name, cards in unseen_cards(position).items():
        numbers = (cards.mine, cards.stacks, cards.dragons, cards.cave_ins)
        word = Phrase("raubbau_task.odds_set", {"set": term_of_set(name)})
        rows.append((word, *map(number, numbers)))
    return Sheet(tuple(Phrase(f"raubbau_task.odds_head_{name}") for name in head), tuple(rows))


def _chance(
    topic: Topic,
    key: str,
    position: Position,
    value: Fraction,
    mistakes: dict[Fraction, str],
    working: str,
    *pointed: Field,
    **params: object,
) -> Numbers:
    """A task to tell a chance as a fraction; some fields are pointed out."""
    shown = working if working != str(value) else ""
    field = topic.field("odds", key, value, topic.rules[0], mistakes, shown)
    return Numbers(
        **topic.ask(key, **params),
        table=table(position, *pointed),
        sheet=_counts(position),
        fields=(replace(field, label=Phrase("raubbau_task.odds_label")),),
    )


def _over(count: int, total: int) -> Fraction:
    return Fraction(count, max(1, total))


def dragon_odds(rng: Random, topic: Topic) -> Numbers:
    """The chance that an unknown card in the mine is a dragon (B26)."""
    position = _viewed(rng)
    cards = unseen_cards(position)
    field, name = chosen(rng, [one for one in _unknown(position) if cards[one[1]].dragons])
    unseen = cards[name]
    total = unseen.mine + unseen.stacks
    return _chance(
        topic,
        "odds_dragon",
        position,
        unseen.dragon(),
        {
            _over(unseen.dragons, total): "cave",
            _over(unseen.dragons, unseen.mine): "here",
            _over(unseen.dragons, unseen.stacks): "stacks",
            _over(unseen.dragons, the_box().set_size): "box",
        },
        f"{unseen.dragons}/{total - unseen.cave_ins}",
        field,
        place=str(field),
        set=term_of_set(name),
    )


def cave_odds(rng: Random, topic: Topic) -> Numbers:
    """The chance that the top of a stack is a cave-in (B31)."""

    def make() -> tuple[Position, int, Unseen] | None:
        position = _viewed(rng)
        cards = unseen_cards(position)
        stack = below(rng, len(position.stacks)) + 1
        if not position.stack(stack):
            return None
        unseen = cards[position.top(stack).set]
        return (position, stack, unseen) if unseen.cave_ins else None

    position, stack, unseen = until(make)
    name = position.top(stack).set
    return _chance(
        topic,
        "odds_cave",
        position,
        unseen.cave_in(),
        {
            _over(unseen.cave_ins, unseen.mine + unseen.stacks): "all",
            _over(unseen.cave_ins, the_box().set_size): "box",
            _over(unseen.dragons, unseen.stacks): "dragon",
        },
        f"{unseen.cave_ins}/{unseen.stacks}",
        stack=stack,
        set=term_of_set(name),
    )


def gem_odds(rng: Random, topic: Topic) -> Numbers:
    """The chance that an unknown card in the mine is a gem (B26)."""
    position = _viewed(rng)
    cards = unseen_cards(position)
    field, name = chosen(rng, _unknown(position))
    unseen = cards[name]
    safe = 1 - unseen.dragon()
    return _chance(
        topic,
        "odds_gem",
        position,
        unseen.faces_in_mine()[Face.GEM],
        {
            unseen.gem(): "dragon",
            safe: "safe",
            _over(unseen.gems, the_box().set_size): "box",
            _over(unseen.gems, unseen.mine + unseen.stacks): "fronts",
        },
        f"{safe} × {unseen.gems}/{unseen.gems + unseen.others}",
        field,
        place=str(field),
        set=term_of_set(name),
        gems=unseen.gems,
        others=unseen.others,
    )


def the_safest(rng: Random, topic: Topic) -> MarkPlaces[Field]:
    """The unknown card that is least likely a dragon (B26)."""

    def make() -> Position | None:
        position = _viewed(rng, sets=2)
        cards = unseen_cards(position)
        odds = [cards[name].dragon() for _field, name in _unknown(position)]
        return position if len(set(odds)) > 1 else None

    position = until(make)
    cards = unseen_cards(position)
    odds = {field: cards[name].dragon() for field, name in _unknown(position)}
    best = min(odds.values())

    def why_not(field: Field) -> Phrase:
        if field not in odds:
            return because("safest_known", "B26", place=str(field))
        return because("safest_not", "B26", place=str(field), odds=str(odds[field]), best=str(best))

    return MarkPlaces(
        **topic.ask("safest"),
        table=table(position, markable=True),
        sheet=_counts(position),
        right_ones=frozenset(field for field, chance in odds.items() if chance == best),
        why_not=why_not,
        one=True,
    )

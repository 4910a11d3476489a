"""Tasks about the last round and the score of Kingdom of Solomon (S34, S35)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Block, Build
from ksm_widgets.companions.kingdom.box import points_of
from ksm_widgets.companions.kingdom.naming import card_phrase
from ksm_widgets.companions.kingdom.places import TEMPLE, SeatBoard, Shown
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.practice.positions import (
    because,
    block_of,
    found,
    played_out,
    table,
    who,
    with_block,
    with_cubes,
    with_hand,
    with_tokens,
)
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.kingdom.scoring import score, summed, winners
from ksm_widgets.companions.kingdom.telling import did_phrase
from ksm_widgets.companions.tasks import between
from ksm_widgets.companions.tuples import with_item
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import chosen
from ksm_widgets.tasks.choose import Choose
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.tasks import Topic


def last_round(rng: Random, topic: Topic) -> Choose:
    """Whether something built brings the end about (S34)."""
    ends = rng.random() < 0.6

    def make() -> tuple[Position, Block | Build] | None:
        position = found(rng, Phase.BUILD, lambda one: not one.ending)
        box, seat = position.box, position.turn
        # Games that got there by themselves are rare, and each takes a moment to play.
        position = replace(position, temple=len(box.steps) - between(rng, 1, 2))
        both = position.display and rng.random() < 0.5
        cards = [box.buildings[chosen(rng, position.display)]] if both else []
        position = with_hand(rng, position, seat, 0)
        placed = with_block(position, *(card.cost for card in cards))
        if placed is None:
            return None
        acts = [
            act
            for act in legal(placed)
            if isinstance(act, Block | Build) and apply(placed, act).ending is ends
        ]
        return (placed, chosen(rng, acts)) if acts else None

    position, act = until(make)
    right = "last" if ends else "on"
    why = because("ends_why" if ends else "ends_not_why", "S34")
    return Choose(
        **topic.ask("ends", seat=position.turn, act=did_phrase(position, position.turn, act)),
        table=table(position),
        options=topic.options(
            "ends_as", ("now", "last", "one_more", "on"), right, why=lambda _: why
        ),
    )


def card_and_last_block(rng: Random, topic: Topic) -> Choose:
    """The yield of a building card bought before or after the last block (S34, S27)."""
    card_first = rng.random() < 0.5

    def make() -> tuple[Position, int, str] | None:
        position = found(
            rng, Phase.BUILD, lambda one: not one.ending and not one.bought and bool(one.display)
        )
        box, seat = position.box, position.turn
        steps = len(box.steps)
        position = with_hand(rng, replace(position, temple=steps - 1), seat, 0)
        number = chosen(rng, position.display)
        placed = with_block(position, box.buildings[number].cost)
        if placed is None:
            return None
        block = block_of(placed, token=False)
        before = placed if card_first else apply(placed, block)
        buys = [act for act in legal(before) if isinstance(act, Build) and act.card == number]
        if not buys:
            return None
        after = apply(before, chosen(rng, buys))
        put = after.buildings(seat) > placed.buildings(seat)
        if card_first:
            after = apply(after, block)
        return placed, number, "both" if put else "points"

    position, number, right = until(make)
    builds = position.box.buildings[number].builds
    key = "no_build" if not builds else "first" if card_first else "after"
    rule = "S34" if builds else "S27"
    why = because(f"sequence_{key}_why", rule)
    wording = "sequence_card" if card_first else "sequence_block"
    return Choose(
        **topic.mainly(rule).ask(
            wording, 2, seat=position.turn, card=card_phrase(position, number)
        ),
        table=table(position, TEMPLE, Shown(number)),
        options=topic.options(
            "sequence_as", ("both", "points", "nothing"), right, why=lambda _: why
        ),
    )


def _last_block(rng: Random) -> tuple[Position, dict[str, int]]:
    """A position with one block to come, and its player's final score with token or points."""

    def make() -> tuple[Position, dict[str, int]] | None:
        position = found(rng, Phase.BUILD, lambda one: not one.ending)
        seat, steps = position.turn, position.box.steps
        position = with_tokens(rng, position, between(rng, 3, 8))
        position = with_hand(rng, replace(position, temple=len(steps) - 1), seat, 0)
        others = tuple(one for one in position.order if one != seat)
        position = replace(position, order=(*others, seat), done=others)
        placed = with_block(position)
        if placed is None:
            return None
        blocks = {name: block_of(placed, token=name == "token") for name in ("token", "points")}
        scores = {
            name: score(played_out(apply(placed, block)), seat) for name, block in blocks.items()
        }
        # Others are only far ahead where a token changes nothing.
        ahead = max(placed.tokens) - placed.tokens[seat - 1]
        return (placed, scores) if ahead < 3 and scores["token"] != scores["points"] else None

    return until(make)


def token_or_points(rng: Random, topic: Topic) -> Choose:
    """The better way to take the last block (S29, S31, S35)."""
    wanted = chosen(rng, ("token", "points"))

    def make() -> tuple[Position, dict[str, int]] | None:
        position, scores = _last_block(rng)
        return (position, scores) if max(scores, key=lambda name: scores[name]) == wanted else None

    position, scores = until(make)
    more = abs(scores["token"] - scores["points"])
    return Choose(
        **topic.ask("last_block", 3, seat=position.turn, points=position.box.steps[-1].points),
        table=table(position, TEMPLE),
        options=topic.options(
            "last_block_as",
            ("token", "points"),
            wanted,
            why=lambda _: because(f"last_block_{wanted}_why", "S31", more=more),
        ),
    )


def final_score(rng: Random, topic: Topic) -> Numbers:
    """A player's final score (S35, S22)."""
    with_favour = rng.random() < 0.6

    def make() -> Position | None:
        position = found(rng, Phase.END)
        seat = chosen(rng, position.seats)
        position = with_cubes(rng, replace(position, turn=seat), seat, between(rng, 1, 8))
        position = with_hand(rng, position, seat, 3)
        hand = position.fortune[seat - 1]
        mixed = 0 < sum(bool(points_of(card)) for card in hand) < len(hand)
        fits = (position.favour == seat) is with_favour and mixed
        return position if fits else None

    position = until(make)
    seat, box = position.turn, position.box
    total = score(position, seat)
    hand = position.fortune[seat - 1]
    points = [points_of(card) for card in hand if points_of(card)]
    cubes = box.cube * sum(position.goods[seat - 1])
    return Numbers(
        **topic.ask("score", seat=seat),
        table=table(position, SeatBoard(seat)),
        fields=(
            topic.field(
                "score",
                "score",
                total,
                "S35",
                {
                    total + len(hand) - len(points): "goods_cards",
                    total - sum(points): ("points_cards", "S22"),
                    total - cubes: "cubes",
                    total - (box.favour if with_favour else -box.favour): "favour",
                },
                summed(position, seat),
            ),
        ),
    )


def who_wins(rng: Random, topic: Topic) -> Choose:
    """The winner, also of a tie (S35)."""
    case = chosen(rng, ("most", "buildings", "buildings", "buildings", "shared"))

    def make() -> Position | None:
        position = with_hand(rng, found(rng, Phase.END), 1, 0)
        for seat in position.seats:
            position = with_cubes(rng, position, seat, between(rng, 0, 6))
        if case != "most":
            # The second gets what is missing to a tie.
            ranks = sorted(position.seats, key=lambda seat: -score(position, seat))
            first, second = ranks[:2]
            missing = score(position, first) - score(position, second)
            points = position.scores[second - 1] + missing
            position = replace(position, scores=with_item(position.scores, second, points))
            same = position.buildings(first) == position.buildings(second)
            if same is (case == "buildings"):
                return None
        best = winners(position)
        return position if (len(best) > 1) is (case == "shared") else None

    position = until(make)
    best = winners(position)
    right = best[0] if len(best) == 1 else "wins_shared"
    totals = [
        Phrase(
            "kingdom_task.wins_total",
            {"seat": seat, "sum": summed(position, seat), "points": score(position, seat)},
        )
        for seat in position.seats
    ]
    return who(
        topic.ask("wins"),
        position,
        right,
        because(f"wins_{case}_why", "S35", totals=totals),
        "wins_shared",
    )

"""Tasks about the last round and the score of Kingdom of Solomon (S34, S35)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.kingdom.acts import Block, Build
from ksm_widgets.companions.kingdom.fortune import points_of
from ksm_widgets.companions.kingdom.naming import card_phrase
from ksm_widgets.companions.kingdom.places import TEMPLE, SeatBoard, Shown
from ksm_widgets.companions.kingdom.position import Phase, Position
from ksm_widgets.companions.kingdom.practice.arranged import (
    block_of,
    played_out,
    with_block,
    with_random_cubes,
    with_random_hand,
    with_random_tokens,
)
from ksm_widgets.companions.kingdom.practice.positions import position_where
from ksm_widgets.companions.kingdom.practice.table import because, table, who
from ksm_widgets.companions.kingdom.rules import apply, legal
from ksm_widgets.companions.kingdom.scoring import score, summed, winners
from ksm_widgets.companions.kingdom.telling import did_phrase
from ksm_widgets.companions.tasks import only
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import between, chosen
from ksm_widgets.tasks.choose import Choose
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.tasks import Topic
    from ksm_widgets.tasks.numbers import Mistakes


def last_round(rng: Random, topic: Topic) -> Choose:
    """Whether something built brings the end about (S34)."""
    ends = rng.random() < 0.6

    def make() -> tuple[Position, Block | Build] | None:
        position = _near_the_end(rng)
        if position is None:
            return None
        able = legal(position)
        works: list[Block | Build] = [*only(Block, able), *only(Build, able)]
        acts = [act for act in works if apply(position, act).ending is ends]
        return (position, chosen(rng, acts)) if acts else None

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


def _near_the_end(rng: Random) -> Position | None:
    """A position with a block or two to come, of a player who can pay for one, perhaps for a card.

    Games that got there by themselves are rare, and each takes a moment to play.
    """
    position = position_where(rng, Phase.BUILD, lambda one: not one.ending)
    box = position.box
    position = replace(position, temple=len(box.steps) - between(rng, 1, 2))
    has_card = bool(position.display) and rng.random() < 0.5
    cards = [box.buildings[chosen(rng, position.display)]] if has_card else []
    position = with_random_hand(rng, position, position.turn, 0)
    return with_block(position, *(card.cost for card in cards))


def card_and_last_block(rng: Random, topic: Topic) -> Choose:
    """The yield of a building card bought before or after the last block (S34, S27)."""
    card_first = rng.random() < 0.5

    def make() -> tuple[Position, int, bool] | None:
        placed = _block_and_card(rng)
        if placed is None:
            return None
        position, number = placed
        before = position if card_first else apply(position, block_of(position, token=False))
        buys = [act for act in only(Build, legal(before)) if act.card == number]
        if not buys:
            return None
        after = apply(before, chosen(rng, buys))
        seat = position.turn
        return position, number, after.buildings(seat) > position.buildings(seat)

    position, number, puts = until(make)
    builds = position.box.buildings[number].builds
    key = "no_build" if not builds else "first" if card_first else "after"
    rule = "S34" if builds else "S27"
    why = because(f"sequence_{key}_why", rule)
    wording = "sequence_card" if card_first else "sequence_block"
    card = card_phrase(position, number)
    return Choose(
        **topic.mainly(rule).ask(wording, seat=position.turn, card=card),
        table=table(position, TEMPLE, Shown(number)),
        options=topic.options(
            "sequence_as",
            ("both", "points", "nothing"),
            "both" if puts else "points",
            why=lambda _: why,
        ),
    )


def _block_and_card(rng: Random) -> tuple[Position, int] | None:
    """A position with one block to come, and a card; the player can just pay for both."""
    position = position_where(
        rng, Phase.BUILD, lambda one: not one.ending and not one.bought and bool(one.display)
    )
    last = replace(position, temple=len(position.box.steps) - 1)
    position = with_random_hand(rng, last, position.turn, 0)
    number = chosen(rng, position.display)
    placed = with_block(position, position.box.buildings[number].cost)
    return None if placed is None else (placed, number)


def _last_block(rng: Random) -> tuple[Position, dict[str, int]]:
    """A position with one block to come, and its player's final score with token or points."""

    def make() -> tuple[Position, dict[str, int]] | None:
        position = position_where(rng, Phase.BUILD, lambda one: not one.ending)
        seat, steps = position.turn, position.box.steps
        position = with_random_tokens(rng, position, between(rng, 3, 8))
        position = with_random_hand(rng, replace(position, temple=len(steps) - 1), seat, 0)
        others = position.others(seat)
        position = replace(position, order=(*others, seat), done=others)
        placed = with_block(position)
        if placed is None:
            return None
        blocks = {name: block_of(placed, token=name == "token") for name in ("token", "points")}
        scores = {
            name: score(played_out(apply(placed, block)), seat) for name, block in blocks.items()
        }
        # Others are only far ahead where a token changes nothing.
        ahead = max(placed.tokens) - placed.token_count(seat)
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
        position = position_where(rng, Phase.END)
        seat = chosen(rng, position.seats)
        position = with_random_cubes(rng, replace(position, turn=seat), seat, between(rng, 1, 8))
        position = with_random_hand(rng, position, seat, 3)
        mixed = 0 < len(_points(position)) < len(position.hand(seat))
        return position if (position.favour == seat) is with_favour and mixed else None

    position = until(make)
    seat = position.turn
    return Numbers(
        **topic.ask("score", seat=seat),
        table=table(position, SeatBoard(seat)),
        fields=(
            topic.field(
                "score",
                "score",
                score(position, seat),
                "S35",
                _wrong_scores(position),
                summed(position, seat),
            ),
        ),
    )


def _points(position: Position) -> list[int]:
    """The points of each card of points in the hand of the seat in turn."""
    return [points for card in position.hand(position.turn) if (points := points_of(card))]


def _wrong_scores(position: Position) -> Mistakes:
    """Scores of the seat in turn with something forgotten, or counted that doesn't count."""
    seat, box = position.turn, position.box
    whole, points = score(position, seat), _points(position)
    goods_cards = len(position.hand(seat)) - len(points)
    favour = box.favour_points if position.favour == seat else -box.favour_points
    return {
        whole + goods_cards: "goods_cards",
        whole - sum(points): ("points_cards", "S22"),
        whole - box.cube_points * sum(position.cubes(seat)): "cubes",
        whole - favour: "favour",
    }


def who_wins(rng: Random, topic: Topic) -> Choose:
    """The winner, also of a tie (S35)."""
    case = chosen(rng, ("most", "buildings", "buildings", "buildings", "shared"))

    def make() -> Position | None:
        position = with_random_hand(rng, position_where(rng, Phase.END), 1, 0)
        for seat in position.seats:
            position = with_random_cubes(rng, position, seat, between(rng, 0, 6))
        if case != "most":
            position, first, second = _tied(position)
            same = position.buildings(first) == position.buildings(second)
            if same is (case == "buildings"):
                return None
        return position if (len(winners(position)) > 1) is (case == "shared") else None

    position = until(make)
    best = winners(position)
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
        best[0] if len(best) == 1 else "wins_shared",
        because(f"wins_{case}_why", "S35", totals=totals),
        "wins_shared",
    )


def _tied(position: Position) -> tuple[Position, int, int]:
    """The position in which the second has as many points as the first; these two."""
    first, second, *_ = sorted(position.seats, key=lambda seat: -score(position, seat))
    missing = score(position, first) - score(position, second)
    return position.scored(second, missing), first, second

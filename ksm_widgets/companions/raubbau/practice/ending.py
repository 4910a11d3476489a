"""Tasks about the ends of a match and of the game of Raubbau (B37-B46)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.companions.raubbau.action import set_going
from ksm_widgets.companions.raubbau.box import DANGERS, Face, the_box
from ksm_widgets.companions.raubbau.cards import Treasure
from ksm_widgets.companions.raubbau.naming import card_phrase, gain_phrase
from ksm_widgets.companions.raubbau.position import Phase
from ksm_widgets.companions.raubbau.practice.positions import (
    last_tunnel_drawn,
    position_where,
    small,
    with_face,
)
from ksm_widgets.companions.raubbau.practice.table import because, number, table
from ksm_widgets.companions.raubbau.rules import new_match, next_match
from ksm_widgets.companions.raubbau.scoring import (
    Gain,
    finished,
    gains_of,
    has_left,
    points_after,
)
from ksm_widgets.companions.raubbau.tie import after_card
from ksm_widgets.companions.tasks import player_option, player_options
from ksm_widgets.companions.telling import player_phrase
from ksm_widgets.rules.chance import between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.numbers import Numbers
from ksm_widgets.tasks.task import Sheet
from ksm_widgets.telling.phrases import Phrase

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.raubbau.places import Field
    from ksm_widgets.companions.raubbau.position import Position
    from ksm_widgets.companions.tasks import Topic


_ENDS = ("on", "on", "last", "last", "now", "out", "idle", "dragon")
"""The events of a round, the usual ones more often."""
_END_RULES = {
    "on": "B38",
    "last": "B38",
    "now": "B38",
    "out": "B39",
    "idle": "B39",
    "dragon": "B40",
}


def the_end(rng: Random, topic: Topic) -> Choose:
    """Whether the match ends after a round (B38-B41)."""
    case = chosen(rng, _ENDS)
    if case in ("out", "dragon"):
        calm = last_tunnel_drawn(rng, lambda one: True)
    else:
        calm = position_where(rng, lambda one: small(one, 2, 9))
    left = {"last": 1, "now": 0}.get(case)
    out = (chosen(rng, list(calm.seats)),) if left is not None else ()
    idle = (*out, *(calm.seats if case == "idle" else ()))
    plans = tuple(None if seat in idle else calm.plan(seat) for seat in calm.seats)
    position = replace(calm, phase=Phase.ACT, out=out, rounds_left=left, plans=plans)
    waker = chosen(rng, position.inside)
    right = _comes_to(position, _after_round(case, position, waker))
    names = ("on", "last", "over", "minus")
    params = {"seat": waker if case == "dragon" else next(iter(out), 0)}
    main = _END_RULES[case]
    # What is shown is between the rounds, when nobody is about to act.
    first = position.inside[0]
    between_rounds = replace(position, phase=Phase.PLAN, acted=(), lap=1, passed=0, turn=first)
    return Choose(
        **topic.mainly(main).ask(f"end_{case}", 1, **params),
        table=table(between_rounds),
        options=topic.options(
            "end_as",
            names,
            right,
            why=lambda _: because(f"end_{case}_why", "B41" if right == "over" else main),
        ),
    )


def _after_round(case: str, position: Position, waker: int) -> Position:
    """The position after a round in which that happened."""
    if case == "dragon":
        return finished(replace(position, waker=waker))
    return set_going(replace(position, acted=() if case == "idle" else position.inside))


def _comes_to(position: Position, after: Position) -> str:
    """What a round comes to: the match goes on, goes on once, or is over, perhaps at a loss."""
    if after.phase in (Phase.PLAN, Phase.ACT):
        return "on" if after.rounds_left is None else "last"
    lost = any(new < had for new, had in zip(after.points, position.points, strict=True))
    return "minus" if lost else "over"


def score(rng: Random, topic: Topic) -> Numbers:
    """Everybody's points after a match (B42)."""
    box = the_box()
    players, match = between(rng, 3, 4), between(rng, 1, box.matches)
    points = [between(rng, box.points.floor, 3) for _seat in range(players)]
    waker = between(rng, 1, players) if rng.random() < 0.5 else None
    seats = range(1, players + 1)
    out = [seat for seat in seats if seat != waker and rng.random() < 0.6]
    most = between(rng, 1, 5)
    gems = {seat: max(0, most - chosen(rng, (0, 0, 1, 2))) for seat in seats}
    showing = {seat: gems[seat] for seat in seats if waker is None or seat in out}
    after = points_after(box, match, points, showing, waker)
    rows, fields = [], []
    for seat, gain in zip(seats, gains_of(players, showing, waker), strict=True):
        how = "woke" if seat == waker else "left" if seat in out else "inside"
        had = points[seat - 1]
        told_how = Phrase("raubbau_task.score_woke" if how == "woke" else f"raubbau_gain.{how}")
        rows.append((player_phrase(seat), told_how, number(gems[seat]), number(had)))
        mistakes = _misscored(had, gain, last=match == box.matches)
        if waker is None and how == "inside":
            mistakes[had + box.points.inside] = ("quiet", "B41")
        field = topic.field(str(seat), "score", after[seat - 1], "B42", mistakes)
        why = gain_phrase(gain, box.points, "B42")
        fields.append(replace(field, label=player_phrase(seat), why=why))
    named = (Phrase(f"raubbau_task.score_head_{name}") for name in ("how", "gems", "had"))
    head = (Phrase("raubbau_task.head_player"), *named)
    return Numbers(
        **topic.ask("score" if waker is None else "score_dragon", 2, match=match),
        sheet=Sheet(head, tuple(rows)),
        fields=tuple(fields),
    )


def _misscored(had: int, gain: Gain, *, last: bool) -> dict[int, str | tuple[str, str] | Phrase]:
    """The points that somebody who had so many gets by a mistake, with the reason against it."""
    points = the_box().points
    wrong: dict[int, str | tuple[str, str] | Phrase] = {
        had + points.most: "last" if last else "three",
        had: gain_phrase(gain, points, "B42"),
    }
    lost = {Gain.WAKER: points.awakened, Gain.CAUGHT: points.inside}.get(gain, 0)
    if had + lost < points.floor:
        wrong[had + lost] = "floor"
    return wrong


def shown(rng: Random, topic: Topic) -> Choose:
    """The players who show treasures after a match (B43)."""

    def stand(one: Position) -> dict[int, Field]:
        """The treasures on which players stand."""
        return {
            seat: field
            for seat in one.seats
            if (field := one.target(seat)) is not None and isinstance(one.mine.get(field), Treasure)
        }

    def fits(one: Position) -> bool:
        dragon = any(card.face is Face.DRAGON for stack in one.stacks for card in stack)
        return small(one, 4, 10) and dragon and bool(stand(one))

    position = position_where(rng, fits)
    waker, field = chosen(rng, list(stand(position).items()))
    leaver = chosen(rng, [seat for seat in position.seats if seat != waker])
    position = with_face(position, field, Face.DRAGON)
    gone = position.with_plan(leaver, None)
    left = replace(gone, out=(leaver,), rounds_left=1, turn=waker, passed=0)
    after = finished(replace(left, waker=waker))
    counted = [seat for seat in after.seats if has_left(after, seat)]
    woken = replace(position.treasure(field), known=tuple(position.seats))
    told = replace(left.with_mine({field: woken}), fronts=after.fronts)
    return Choose(
        **topic.ask("shown", 1, seat=leaver, waker=waker, place=str(field)),
        table=table(told, field),
        options=tuple(
            player_option(
                seat,
                because("shown_why" if seat in counted else "shown_not", "B43", seat=seat),
                right=seat in counted,
            )
            for seat in after.seats
        ),
    )


def game_over(rng: Random, topic: Topic) -> Choose:
    """Whether the game is over, and who has won (B44)."""
    box = the_box()
    players, match = between(rng, 3, 4), between(rng, 1, box.matches)
    points = tuple(between(rng, box.points.floor, 5) for _seat in range(players))
    position = new_match(rng, players, match=match, points=points)
    after = finished(position)
    final = after.points
    goes_on = {Phase.MATCH_OVER: "next", Phase.DRAW: "draw"}.get(after.phase)
    right = goes_on or str(after.leaders[0])
    names = ["next", "draw", *map(str, position.seats)]
    why = because(f"game_{goes_on or 'won'}_why", "B44")
    if goes_on == "draw":
        why = replace(why, rule="B46")
    listed = [
        Phrase("raubbau_task.game_points", {"seat": seat, "points": final[seat - 1]})
        for seat in position.seats
    ]

    def label(name: str) -> Phrase:
        if name in ("next", "draw"):
            return Phrase(f"raubbau_task.game_as_{name}")
        return Phrase("raubbau_task.game_as_won", {"seat": int(name)})

    return Choose(
        **topic.ask("game", match=match, points=listed),
        options=tuple(Option(name, label(name), name == right, why) for name in names),
    )


def kept(rng: Random, topic: Topic) -> Choose:
    """The cards that a player keeps for the next match (B45)."""
    players = 3
    box = the_box()
    faces = [face for face in box.faces if face not in DANGERS]
    cards = [Treasure(chosen(rng, box.sets), face, (1,)) for face in shuffled(rng, faces)]
    position = new_match(rng, players)
    left = rng.random() < 0.6
    position = replace(
        position.with_front(1, cards), out=(1,) if left else (), waker=2, phase=Phase.MATCH_OVER
    )
    after = next_match(position, rng)
    keeps = {(card.set, card.face) for card in after.front(1)}
    options = [
        Option(
            card.face.key,
            card_phrase(card),
            (card.set, card.face) in keeps,
            because("keep_card_why" if left else "keep_none_why", "B45"),
        )
        for card in cards
    ]
    none = Option(
        "none",
        Phrase("raubbau_task.keep_none"),
        not keeps,
        because("keep_some_why" if left else "keep_none_why", "B45"),
    )
    return Choose(
        **topic.ask("keep_left" if left else "keep_inside", 1),
        options=(*options, none),
        several=True,
    )


def the_draw(rng: Random, topic: Topic) -> Choose:
    """The winner of a draw for the game (B46)."""
    players = between(rng, 3, 4)
    leaders = sorted(shuffled(rng, range(1, players + 1))[: between(rng, 2, players)])
    position = replace(
        new_match(rng, players, match=the_box().matches),
        phase=Phase.DRAW,
        leaders=tuple(leaders),
        turn=leaders[0],
    )
    lines = []
    while position.phase is Phase.DRAW:
        seat = position.turn
        face = Face.DRAGON if rng.random() < 0.4 else chosen(rng, (Face.GEM, Face.SULPHUR))
        card = Treasure(chosen(rng, position.box.sets), face)
        lines.append(Phrase("raubbau_task.draw_line", {"seat": seat, "card": card_phrase(card)}))
        position = after_card(card, position)
    winner = position.leaders[0]
    return Choose(
        **topic.ask("draw", 1, lines=lines, leaders=leaders),
        options=player_options(leaders, winner, lambda _: because("draw_why", "B46")),
    )

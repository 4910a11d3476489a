"""Tasks about stuck chains, the end and the score of Kings under Mountains (K17-K21)."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

from ksm_widgets.companions.kings.cards import STRONGEST, UNSEEN
from ksm_widgets.companions.kings.naming import numbers_phrase, unit_phrase
from ksm_widgets.companions.kings.places import DECK
from ksm_widgets.companions.kings.position import Phase, Position, Site
from ksm_widgets.companions.kings.practice.arranged import put_under, stuck_centre, unit_from_deck
from ksm_widgets.companions.kings.practice.positions import (
    SEEDS,
    capturing_plays,
    position_where,
    without_own,
)
from ksm_widgets.companions.kings.practice.table import at_place, because, mines_of_centre, table
from ksm_widgets.companions.kings.rules import Draw, Play, apply, is_stuck, legal, new_game
from ksm_widgets.companions.kings.scoring import score, winners
from ksm_widgets.companions.kings.telling import did_phrase
from ksm_widgets.companions.tasks import only, player_options
from ksm_widgets.companions.telling import numeral, player_phrase
from ksm_widgets.course.material import until
from ksm_widgets.rules.chance import below, between, chosen, shuffled
from ksm_widgets.tasks.choose import Choose, Option
from ksm_widgets.tasks.numbers import Numbers, terms
from ksm_widgets.tasks.task import Sheet
from ksm_widgets.telling.phrases import Phrase, plain

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.companions.kings.places import Place
    from ksm_widgets.companions.tasks import Topic
    from ksm_widgets.tasks.mark import MarkPlaces


def stuck(rng: Random, topic: Topic) -> Choose:
    """Whether anything can be played (K17)."""
    can = rng.random() < 0.5
    position = until(lambda: _on_nines(rng, can=can))
    right = "swap" if is_stuck(position) else "play"
    rules = {"swap": "K17", "play": "K8"}
    names = ("play", "swap", "pass", "any")
    return Choose(
        **topic.ask("stuck", seat=position.turn),
        table=table(position),
        options=topic.options(
            "stuck",
            names,
            right,
            why=lambda name: (
                because(f"stuck_{right}_why", rules[right])
                if name == right
                else because("stuck_hint2", "K8")
            ),
        ),
    )


def _on_nines(rng: Random, *, can: bool) -> Position | None:
    """A position in which all chains end on a 9, and something can be played or not."""
    start = without_own(rng)
    position = stuck_centre(rng, start, nines=len(start.centre))
    if position is not None and not can:
        position = _without_zeros(position)
    fits = position is not None and is_stuck(position) is not can
    return position if fits else None


def _without_zeros(position: Position) -> Position | None:
    """The position with other units for the zeros in hand; None if the deck lacks them."""
    seat = position.turn
    hand = [unit for unit in position.known_hand(seat) if unit.strength]
    zeros = len(position.hand(seat)) - len(hand)
    for _ in range(zeros):
        taken = unit_from_deck(position, lambda unit: unit.strength > 0)
        if taken is None:
            return None
        unit, position = taken
        hand.append(unit)
    return put_under(position.with_hand(seat, tuple(hand)), zeros)


def waiting(rng: Random, topic: Topic) -> MarkPlaces[Place]:
    """The mines that wait for a 0 (K18)."""

    def make() -> Position | None:
        return stuck_centre(rng, position_where(rng, lambda one: True), between(rng, 1, 3))

    position = until(make)
    tops = {place: site.units[-1] for place, site in position.centre_sites()}
    wrong = {
        place: at_place(place, because("waits_not", "K18", unit=unit_phrase(unit)))
        for place, unit in tops.items()
        if unit.strength != STRONGEST
    }
    return mines_of_centre(position, topic.ask("waits", 1), wrong, "K18")


_MINE_EVERY = 4
"""One card in this many that are gone is a finished mine, the others are units."""


def _nearly_over(position: Position, left: int) -> Position:
    """The position with few cards `left` in the deck; the others are finished or discarded."""
    gone = position.deck[:-left]
    finished = [card.mine for card in gone[::_MINE_EVERY] if card.mine is not UNSEEN]
    done = tuple(
        (*mines, *finished[seat - 1 :: position.players])
        for seat, mines in zip(position.seats, position.done, strict=True)
    )
    units = [
        card.unit for at, card in enumerate(gone) if at % _MINE_EVERY and card.unit is not UNSEEN
    ]
    return replace(
        position, deck=position.deck[-left:], done=done, discard=(*position.discard, *units)
    )


class _NearEnd(StrEnum):
    """A turn near the end: how its last card goes, or that one is left."""

    DECK = "deck"
    CAPTURE = "capture"
    CAMP = "camp"
    GOES_ON = "goes_on"


def _last_turn(rng: Random, case: _NearEnd) -> tuple[Position, Play, Draw] | None:
    """A turn near the end, and the position before; None if it can't be one of this case."""
    position = position_where(rng, lambda one: any(one.camp) and len(one.deck) > 3)
    plays = capturing_plays(position)
    if case is not _NearEnd.CAPTURE:
        plays = [play for play in only(Play, legal(position)) if play not in plays]
    if not plays:
        return None
    position = _nearly_over(position, 2 if case is _NearEnd.GOES_ON else 1)
    play = chosen(rng, plays)
    if case in (_NearEnd.DECK, _NearEnd.GOES_ON):
        return position, play, Draw(DECK)
    draws = only(Draw, legal(apply(position, play)))
    camps = [draw for draw in draws if draw.place is not DECK]
    return (position, play, chosen(rng, camps)) if camps else None


def the_end(rng: Random, topic: Topic) -> Choose:
    """Whether the game is over after a turn (K19)."""
    case = chosen(rng, (*_NearEnd,))
    position, play, draw = until(lambda: _last_turn(rng, case))
    played = apply(position, play)
    after = apply(played, draw)
    right = "over" if after.is_over else "on"
    names = ("over", "on", "last", "now")
    return Choose(
        **topic.ask(
            f"end_{case}",
            1,
            seat=position.turn,
            play=did_phrase(position, play),
            draw=did_phrase(played, draw),
        ),
        table=table(position, play.place),
        options=topic.options(
            "end_as",
            names,
            right,
            why=lambda name: because(f"end_{case}_{'why' if name == right else 'hint1'}", "K19"),
        ),
    )


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


def _values(position: Position, seat: int) -> tuple[list[int], list[int]]:
    """The values of a seat's finished mines, and the penalties of its others."""
    won = [mine.value for mine in position.done_of(seat)]
    return won, [site.mine.penalty for site in position.own_of(seat)]


def _listed(values: list[int]) -> Phrase:
    """Some values, or a dash for none."""
    return plain(", ".join(map(str, values)) or "–")


def _sheet(position: Position) -> Sheet:
    """The values of each player's finished mines, and the penalties of the others."""
    head = tuple(Phrase(f"kings_task.score_head_{name}") for name in ("who", "done", "own"))
    rows = []
    for seat in position.seats:
        won, lost = _values(position, seat)
        rows.append((player_phrase(seat), _listed(won), _listed(lost)))
    return Sheet(head, tuple(rows))


def final_score(rng: Random, topic: Topic) -> Numbers:
    """Everybody's score (K20)."""
    position = _ended(rng, between(rng, 2, 3))
    fields = []
    for seat in position.seats:
        won, lost = _values(position, seat)
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

"""What is told of a step, and to whom: nobody hears what they may not know (R33)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.players import CARDS_EACH, COINS_EACH
from ksm_widgets.rules.powers import Power
from ksm_widgets.rules.views import onlooker_records, view
from ksm_widgets.tutor.coach.steps import dig_phrase, move_phrase
from ksm_widgets.tutor.phrases import Phrase, a_tile
from ksm_widgets.tutor.table.steps import Kind
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.rules import Game, Tile, TurnRecord
    from ksm_widgets.tutor.table.match import Match
    from ksm_widgets.tutor.table.seats import Seat
    from ksm_widgets.tutor.table.steps import Step

__all__ = ["ending", "names", "told"]


def told(step: Step, seats: Sequence[Seat], eyes: int | None = None) -> tuple[Phrase, ...]:
    """A step in words, for the one who sits there; None for everybody at once.

    Never empty; each phrase is a sentence of its own.
    """
    who = "" if step.seat is None else seats[step.seat].name
    match step.kind:
        case Kind.DEALT:
            each = {"cards": CARDS_EACH[len(seats)], "coins": COINS_EACH[len(seats)]}
            return (Phrase("match_told.dealt", each),)
        case Kind.REVEALED:
            return _revealed(step.game, seats)
        case Kind.MOVED:
            begun = step.game.begun[-1]
            return (_said_of(who, move_phrase(begun.position, begun.move)),)
        case Kind.DUG:
            return _dug(step.game.records[-1], who)
        case Kind.PAID:
            return (_paid(step.game.records[-1], who),)
        case Kind.SHARED_OUT:
            assert step.seat is not None, "somebody could not pay"
            return _shared_out(step.game, step.seat, seats, eyes)
        case Kind.CHOSEN | Kind.CONCEDED | Kind.OVER:
            return (Phrase.of(f"match_told.{step.kind.value}", who=who),)


def ending(match: Match) -> tuple[Phrase, ...]:
    """How the match ended: everybody's points, most first, and who wins; nothing before."""
    if not match.over:
        return ()
    totals = [score.total for score in match.scores]
    order = sorted(range(len(totals)), key=lambda at: -totals[at])
    points = [
        Phrase.of("match_told.points", who=match.seats[at].name, points=totals[at]) for at in order
    ]
    won = [match.seats[at].name for at in match.winners]
    return (
        Phrase.of("match_told.scores", points=points),
        Phrase.of(counted("match_told.win", len(won)), who=names(won)),
    )


def names(people: Sequence[str]) -> Phrase:
    """Names one after the other: Anna, Berta and Carlo."""
    if len(people) == 1:
        return Phrase.of("match_told.name", who=people[0])
    return Phrase.of("match_told.names", first=list(people[:-1]), last=people[-1])


def _said_of(who: str, phrase: Phrase) -> Phrase:
    """A sentence about what somebody did."""
    return Phrase("match_told.does", {"who": who, "what": phrase}, phrase.rule, phrase.places)


def _revealed(game: Game, seats: Sequence[Seat]) -> tuple[Phrase, ...]:
    cards = []
    for at in game.waiting:
        card = game.players[at].chosen
        assert card is not None, "who has still to dig has a card"
        cards.append(Phrase.of("match_told.card", who=seats[at].name, number=card.number))
    return (
        Phrase.of(
            "match_told.revealed",
            round=game.round,
            rounds=CARDS_EACH[len(seats)],
            cards=cards,
            first=seats[game.waiting[0]].name,
        ),
    )


def _dug(record: TurnRecord, who: str) -> tuple[Phrase, ...]:
    spent = [power for power in Power if power in record.turn.powers]
    said = [Phrase.of("match_told.spends", who=who, powers=spent)] if spent else []
    if record.turn.dig is None:
        key = "match_told.passes_moved" if record.turn.moves else "match_told.passes"
        return (*said, Phrase.of(key, who=who))
    curses = record.due - len(record.turn.moves)
    # The tiles stand in the order of the quarries, in which people may have named them or not.
    dig = tuple(sorted(set(record.turn.dig)))
    return (*said, _said_of(who, dig_phrase(dig, record.taken, curses)))


def _paid(record: TurnRecord, who: str) -> Phrase:
    moves = len(record.turn.moves)
    curses = record.due - moves
    key = "pays_both" if moves and curses else "pays_moves" if moves else "pays_curses"
    return Phrase.of(f"match_told.{key}", who=who, due=record.due, moves=moves, curses=curses)


def _shared_out(
    game: Game, seat: int, seats: Sequence[Seat], eyes: int | None
) -> tuple[Phrase, ...]:
    """Who gets what; where tiles change hands face down, their number is all that others see."""
    whole = game.records[-1].settlement
    records = onlooker_records(game) if eyes is None else view(game, eyes).records
    known = records[-1].settlement
    assert whole is not None, "a turn that is shared out is not paid"
    assert known is not None, "that a turn is not paid is known to all"
    who = seats[seat].name
    said = [
        Phrase("match_told.unpaid", {"who": who, "due": game.records[-1].due}, "R26"),
    ]
    if whole.added:
        said.append(_given("adds", who, whole.added, known.added))
    for other, share, seen in zip(game.opponents(seat), whole.shares, known.shares, strict=True):
        said.append(_given("gets", seats[other].name, share, seen))
    if whole.spare:
        said.append(_given("spare", who, whole.spare, known.spare))
    return tuple(said)


def _given(what: str, who: str, tiles: Sequence[Tile], seen: Iterable[Tile]) -> Phrase:
    """Tiles that change hands, by name if they are seen, else how many they are."""
    shown = [a_tile(tile) for tile in seen]
    if shown:
        return Phrase.of(f"match_told.{what}", who=who, tiles=shown)
    if not tiles:
        return Phrase.of(f"match_told.{what}_nothing", who=who)
    key = counted(f"match_told.{what}_hidden", len(tiles))
    return Phrase.of(key, who=who, count=len(tiles))

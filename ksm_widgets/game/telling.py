"""A game in words: each step as a player may know it (R33), the end, the bonuses (R28-R31)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.game.steps import Kind
from ksm_widgets.rules.dealing import CARDS_EACH, COINS_EACH
from ksm_widgets.rules.scoring import (
    CURSE_BONUS,
    MAGIC_BONUS,
    PARCHMENT_SET,
    Place,
    curse_points,
    magic_objects,
    parchment_sets,
    place,
)
from ksm_widgets.rules.tiles import Power
from ksm_widgets.rules.views import onlooker_records, view
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.plans import dig_phrase, move_phrase, tiles_phrase
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from ksm_widgets.game.match import Match
    from ksm_widgets.game.seats import Seat
    from ksm_widgets.game.steps import Step
    from ksm_widgets.rules import Game, Tile, TurnRecord
    from ksm_widgets.rules.scoring import Bonus


def told(step: Step, seats: Sequence[Seat], eyes: int | None = None) -> tuple[Phrase, ...]:
    """A step in sentences, for the seat `eyes`, or with None for everybody."""
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
    """The points, most first, and the winners; nothing before the end."""
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


def outcome(match: Match, seat: int) -> Phrase:
    """The result of a match that is over, said to the player of a seat."""
    totals = [score.total for score in match.scores]
    own, won = totals[seat], match.winners
    if seat not in won:
        who = names([match.seats[at].name for at in won])
        key = counted("match_told.you_lost", len(won))
        return Phrase.of(key, points=own, most=totals[won[0]], who=who)
    if len(won) > 1:
        return Phrase.of("match_told.you_share", points=own)
    most = max(total for at, total in enumerate(totals) if at != seat)
    if most >= own:  # Somebody with more points gave up.
        return Phrase.of("match_told.you_won_only", points=own)
    after = names([match.seats[at].name for at, total in enumerate(totals) if total == most])
    return Phrase.of("match_told.you_won", points=own, by=own - most, who=after)


def names(people: Sequence[str | Phrase]) -> Phrase:
    """Names in a list, of people or things: Anna, Berta and Carlo."""
    if len(people) == 1:
        return Phrase.of("match_told.name", who=people[0])
    return Phrase.of("match_told.names", first=list(people[:-1]), last=people[-1])


def _said_of(who: str, phrase: Phrase) -> Phrase:
    """A sentence with the name of who did it."""
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


def objects_told(powers: Collection[Power]) -> list[Phrase]:
    """Magic objects that somebody spends or needs, each with its article."""
    return [Phrase(f"match_told.spent_{power.value}") for power in Power if power in powers]


def _dug(record: TurnRecord, who: str) -> tuple[Phrase, ...]:
    objects = objects_told(record.turn.powers)
    said = [Phrase.of("match_told.spends", who=who, objects=names(objects))] if objects else []
    if record.turn.dig is None:
        key = "match_told.passes_moved" if record.turn.moves else "match_told.passes"
        return (*said, Phrase.of(key, who=who))
    curses = record.due - len(record.turn.moves)
    # The tiles are in the order of the quarries, whatever order the dig was typed in.
    dig = tuple(sorted(set(record.turn.dig)))
    quarries = names([str(quarry) for quarry in dig])
    found = dig_phrase(dig, record.taken, curses, "match_told.digs", who=who, quarries=quarries)
    return (*said, found)


def _paid(record: TurnRecord, who: str) -> Phrase:
    moves = len(record.turn.moves)
    curses = record.due - moves
    key = "pays_both" if moves and curses else "pays_moves" if moves else "pays_curses"
    cursed = sum(tile.curse > 0 for tile in record.taken)
    return Phrase.of(
        f"match_told.{key}",
        who=who,
        due=record.due,
        moves=Phrase.of(counted("match_told.for_moves", moves), cost=moves),
        curses=Phrase.of(counted("match_told.for_curses", cursed), cost=curses),
    )


def _shared_out(
    game: Game, seat: int, seats: Sequence[Seat], eyes: int | None
) -> tuple[Phrase, ...]:
    """The players and the tiles they get; of tiles face down, others only see how many."""
    whole = game.records[-1].settlement
    records = onlooker_records(game) if eyes is None else view(game, eyes).records
    known = records[-1].settlement
    assert whole is not None, "a turn that is shared out has a settlement"
    assert known is not None, "everybody knows that a turn is not paid"
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
    """Tiles that change hands: by name if they are seen, otherwise how many."""
    shown = tuple(seen)
    if shown:
        return Phrase.of(f"match_told.{what}", who=who, tiles=tiles_phrase(shown))
    if not tiles:
        return Phrase.of(f"match_told.{what}_nothing", who=who)
    key = counted(f"match_told.{what}_hidden", len(tiles))
    return Phrase.of(key, who=who, count=len(tiles))


def bonuses(match: Match) -> Iterator[Phrase]:
    """A sentence on how each set and bonus was scored, with all ties (R18, R28-R31)."""
    holdings = [player.holding.tiles for player in match.game.players]
    sets = [parchment_sets(tiles) for tiles in holdings]
    for seat, number in zip(match.seats, sets, strict=True):
        if number:
            key = counted("ending.sets", number)
            yield Phrase.of(key, who=seat.name, number=number, points=PARCHMENT_SET * number)
    for name, bonus, sizes in (
        ("curses", CURSE_BONUS, [curse_points(tiles) for tiles in holdings]),
        ("magic", MAGIC_BONUS, [magic_objects(tiles) for tiles in holdings]),
    ):
        yield from _bonus(match, name, bonus, sizes)


def _bonus(match: Match, name: str, bonus: Bonus, sizes: Sequence[int]) -> Iterator[Phrase]:
    places = [place(size, [*sizes[:at], *sizes[at + 1 :]]) for at, size in enumerate(sizes)]
    given = [getattr(score, name) for score in match.scores]
    if not any(sizes):
        yield Phrase.of(f"ending.{name}_nobody")
        return
    for kind in (Place.FIRST, Place.TIED_FIRST, Place.SECOND, Place.TIED_SECOND):
        seats = [at for at, one in enumerate(places) if one is kind]
        if seats:
            yield Phrase.of(
                f"ending.{name}_{kind.value}",
                who=names([match.seats[at].name for at in seats]),
                size=sizes[seats[0]],
                points=given[seats[0]],
                both=sum(bonus),
                second=bonus[1],
            )
    if Place.FIRST in places and not {Place.SECOND, Place.TIED_SECOND} & set(places):
        yield Phrase.of(f"ending.{name}_no_second", points=bonus[1])

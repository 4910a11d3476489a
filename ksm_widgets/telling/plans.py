"""The mine in words: its tiles, a plan step by step, what a dig brings, and verdicts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.edition_rules import edition
from ksm_widgets.rules.position import moved
from ksm_widgets.rules.tile_words import a_tile, listed_tiles
from ksm_widgets.rules.tiles import Power, Tile
from ksm_widgets.solver.gains import Purpose, gains_of, idle_parchments
from ksm_widgets.solver.ideas import Idea, ideas_of
from ksm_widgets.solver.judging import Difference, Reason, differences
from ksm_widgets.solver.problem import unseen_worth
from ksm_widgets.solver.turn_parts import origins_of
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.words import Term, counted, enumerated

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from decimal import Decimal

    from ksm_widgets.rules.deck import Placement
    from ksm_widgets.rules.position import Position
    from ksm_widgets.rules.quarries import Move, Quarry, Stack
    from ksm_widgets.rules.turns import Turn
    from ksm_widgets.solver.answer import Plan
    from ksm_widgets.solver.gains import Gain, Idle
    from ksm_widgets.solver.judging import Verdict
    from ksm_widgets.solver.problem import Problem
    from ksm_widgets.telling.phrases import Reader


def tile_term(tile: Tile) -> Term:
    """The name of a tile; a reader's edition may have another one (R22)."""
    return Term(f"tile.{tile.letter}")


def the_tile(tile: Tile) -> Term:
    """A tile with the definite article: the mummy."""
    return Term(f"the_tile.{tile.letter}")


def tiles_phrase(tiles: Iterable[Tile]) -> Phrase:
    """Tiles as people list them: "a mummy, 2 masks and treasures of 5, 4 and 4"."""
    return listed_tiles(tiles, Phrase)


def power_term(power: Power, language: str) -> Term:
    """A power's name in the edition of a language (R22)."""
    return edition(language).power_term(power)


def move_told(move: Move) -> str:
    """A move as readers see it, without a space, so that no line break splits it."""
    return f"{move.source}→{move.target}"


def turn_told(turn: Turn) -> Phrase:
    """A turn in a few words: 'c3→d4, then dig a1, b1'."""
    key = "moves" if turn.moves else "no_moves"
    if turn.dig is None:
        key += "_no_dig"
    what = Phrase.of(
        f"turn_short.{key}", moves=[*map(move_told, turn.moves)], dig=list(turn.dig or ())
    )
    if not turn.powers or turn.dig is None:
        return what
    powers = sorted(turn.powers, key=lambda power: power.value)
    return Phrase.of("turn_short.with", what=what, powers=powers)


def objects_phrase(objects: Iterable[Power]) -> Phrase:
    """Magic objects, one or more, joined as people do: "the mirror and the carpet"."""
    there = frozenset(objects)
    named = [power for power in Power if power in there]
    return Phrase(f"objects.{len(named)}", enumerated(named))


def moves_phrase(count: int) -> Phrase:
    """A number of moves: "no moves", "1 move", "3 moves"."""
    key = counted("count.moves", count) if count else "count.moves_none"
    return Phrase(key, {"count": count})


def idea_phrase(idea: Idea) -> Phrase:
    """An idea in words, as a hint; one that names a tile is told with its plan (`plan_idea`)."""
    return Phrase.of(f"idea.{idea.value}")


def plan_idea(problem: Problem, plan: Plan) -> Phrase:
    """The main idea of a plan in words, as a hint; it names a tile to be carried into the dig."""
    # Moves that only show a tile leave the dig as it lies.
    idea = (*ideas_of(problem, plan), Idea.AS_IT_LIES)[0]
    if idea is not Idea.CARRY:
        return idea_phrase(idea)
    dug, mine = origins_of(problem.position, plan.turn).dug, problem.position
    carried = (
        (mine.stack(slot.quarry)[slot.level - 1], slot.quarry)
        for quarry, slot in dug.items()
        if slot.quarry != quarry
    )
    tile, source = max(carried, key=lambda each: each[0].treasure)
    return Phrase.of(f"idea.{idea.value}", tile=the_tile(tile), quarry=source)


def step_phrases(plan: Plan) -> tuple[Phrase, ...]:
    """Every step of a plan in words, the dig last."""
    return turn_phrases(plan.positions, plan.turn, plan.taken, plan.played.account.curses)


def turn_phrases(
    positions: Sequence[Position], turn: Turn, taken: tuple[Tile, ...], curses: int
) -> tuple[Phrase, ...]:
    """A turn in words, step by step; `positions` begin with its start, `curses` is their cost."""
    phrases = [
        move_phrase(before, move) for before, move in zip(positions, turn.moves, strict=False)
    ]
    if turn.dig is not None:
        phrases.append(dig_phrase(turn.dig, taken, curses))
    return tuple(phrases)


def move_phrase(before: Position, move: Move) -> Phrase:
    """A legal move in words: 'the mummy on c3 moves down to d4, level 2; ...'."""
    tile, level = before.stack(move.source)[-1], before.height(move.source)
    new_level = before.height(move.target) + 1
    way = "down" if new_level < level else "up" if new_level > level else "across"
    left = before.stack(move.source)[:-1]
    covers = before.top(move.target)
    phrase = Phrase.of(
        f"step.{way}",
        tile=the_tile(tile),
        source=move.source,
        target=move.target,
        level=new_level,
    )
    bared = (
        Phrase.of("step.bares", tile=a_tile(left[-1]), source=move.source)
        if left
        else Phrase.of("step.floor", source=move.source)
    )
    if covers is None:
        return Phrase.of("step.both", move=phrase, after=bared)
    hidden = Phrase.of("step.covers", tile=the_tile(covers), target=move.target)
    return Phrase.of("step.three", move=phrase, after=bared, then=hidden)


def dig_phrase(
    dig: Placement, taken: tuple[Tile, ...], cost: int, key: str = "step.dig", **more: object
) -> Phrase:
    """A dig in words: where, the tiles taken, and the cost of its curses.

    With `key` the catalogue has `key`, `key_curses` and `key_amulet`, which may say `more`; the
    last two also for a single curse.
    """
    curses = sum(tile.curse for tile in taken)
    params = {
        "quarries": list(dig),
        "tiles": tiles_phrase(taken),
        "treasures": sum(tile.treasure for tile in taken),
        "curses": curses,
    }
    if curses:
        cursed = sum(tile.curse > 0 for tile in taken)
        key = counted(f"{key}_{'curses' if cost else 'amulet'}", cursed)
    return Phrase.of(key, **(params | more))


_MOST_ORDINALS = 10
"""The catalogues count up to ten: there are no more parchments of a kind (R2)."""


def gain_phrases(problem: Problem, taken: Iterable[Tile]) -> tuple[Phrase, ...]:
    """Say what a dig of these tiles brings the player besides treasures.

    Nothing where tiles are worth the usual, since there is nothing to explain.
    """
    tiles = tuple(taken)
    if problem.stakes is None:
        return ()
    last = problem.stakes.others is not None
    phrases = [_gain_phrase(gain, last=last) for gain in gains_of(problem, tiles)]
    return (*phrases, *map(_idle_phrase, idle_parchments(problem.stakes, tiles)))


def _gain_phrase(gain: Gain, *, last: bool) -> Phrase:
    match gain.purpose:
        case Purpose.UNSEEN:
            key = "unseen"
        case Purpose.SETS if last:
            key = "completes" if gain.size == 1 else "completes_more"
        case Purpose.SETS:
            key = "sets_complete" if gain.size else "sets"
        case _ if gain.place is None:
            key = f"{gain.purpose.value}_expected"
        case _ if gain.amount:
            key = f"{gain.purpose.value}_{gain.place.value}"
        case _:
            key = f"{gain.purpose.value}_same"
    return Phrase.of(f"gain.{key}", worth=gain.amount, size=gain.size)


def _idle_phrase(idle: Idle) -> Phrase:
    parchment = Phrase.of(f"symbol.{idle.tile.letter}")
    amount = "some" if idle.amount else "none"
    if idle.count == 1 and idle.held <= _MOST_ORDINALS:
        which = Phrase.of(f"ordinal.{idle.held}")
        return Phrase.of(f"gain.idle_{amount}", which=which, tile=parchment, worth=idle.amount)
    return Phrase.of(
        f"gain.idle_more_{amount}", count=idle.count, tile=parchment, worth=idle.amount
    )


def unseen_mean(problem: Problem) -> Decimal | None:
    """The net worth of an unseen tile in a problem, None if there is none or none may be dug."""
    if problem.unseen is None or not problem.position.counts()[Tile.UNSEEN]:
        return None
    return unseen_worth(problem).coins


def unseen_phrase(problem: Problem) -> Phrase | None:
    """A note that an answer is based on the tiles seen, and what an unseen one counts."""
    mean = unseen_mean(problem)
    return None if mean is None else Phrase.of("gain.with_seen", worth=mean)


def read_out(
    quarry: Quarry, stack: Stack, reader: Reader, *, brief: bool = False, deep: bool = True
) -> str:
    """A quarry for screen readers: its topmost tile, its level (R9), and the tiles below.

    `brief` leaves out articles; with `deep` False the tiles below are left out.
    """
    if not stack:
        return reader.text("read_out.empty", quarry=quarry)
    named = tile_term if brief else a_tile
    text = reader.text("read_out.tile", quarry=quarry, tile=named(stack[-1]), level=len(stack))
    below = [named(tile) for tile in reversed(stack[:-1]) if tile is not Tile.UNSEEN]
    if below and deep:
        more = reader.text("read_out.below_brief" if brief else "read_out.below", tiles=below)
        return f"{text}; {more}"
    return text


def verdict_phrases(verdict: Verdict, *, hints: bool = True) -> tuple[Phrase, ...]:
    """The verdict in words; `hints` says whether there are any left to ask for.

    Before the dig it is about what can still be reached.
    """
    if verdict.turn.dig is not None:
        assert verdict.own is not None, "a turn with its dig has its plan"
        phrases = _finished(verdict, verdict.own)
    else:
        phrases = _unfinished(verdict, hints)
    phrases += _where_and_how(verdict)
    if not verdict.proven:
        phrases.append(Phrase.of("verdict.unproven"))
    return tuple(phrases)


def apart_phrases(
    problem: Problem, own: Plan, best: Plan, *, more: tuple[Difference, ...] = ()
) -> tuple[Phrase, ...]:
    """Compare two plans: what one misses and what it gains.

    `more` are differences that the plans themselves know nothing of.
    """
    apart = (*differences(problem, own, best), *more)
    return parts_phrases(apart, misses="verdict.short", gains="verdict.ahead")


def parts_phrases(
    apart: Sequence[Difference],
    *,
    misses: str,
    gains: str,
    listed: Callable[[list[Phrase]], object] = list,
) -> tuple[Phrase, ...]:
    """Tell differences of two plans: what one misses and what it gains, each under its key.

    `listed` makes a list of them.
    """
    return tuple(
        Phrase.of(key, parts=listed([difference_phrase(part) for part in parts]))
        for key, parts in (
            (misses, [part for part in apart if part.amount > 0]),
            (gains, [part for part in apart if part.amount < 0]),
        )
        if parts
    )


def difference_phrase(difference: Difference) -> Phrase:
    """A reason why a plan nets less than another, or more; its amount without the sign."""
    kept = difference.reason is Reason.SPENT and difference.amount < 0
    reason = "kept" if kept else difference.reason.value
    return Phrase.of(f"apart.{reason}", amount=abs(difference.amount))


def _finished(verdict: Verdict, own: Plan) -> list[Phrase]:
    phrases = [
        Phrase.of(f"verdict.{verdict.grade.value}", lost=verdict.lost),
        Phrase.of("verdict.nets", own=own.net, best=verdict.best.net),
    ]
    if verdict.lost:
        phrases += apart_phrases(verdict.problem, own, verdict.best)
    return phrases


def _unfinished(verdict: Verdict, hints: bool) -> list[Phrase]:
    own, best, made = verdict.own, verdict.best, len(verdict.turn.moves)
    if own is None:
        return [Phrase.of("verdict.no_way_on", best=best.net)]
    if verdict.lost:
        phrases = [Phrase.of("verdict.so_far", own=own.net, best=best.net, lost=verdict.lost)]
    elif best.dig is None:
        phrases = [Phrase.of("verdict.nothing_here")]
    elif made:
        more = len(own.turn.moves) - made
        key = "verdict.on_the_way" if more else "verdict.dig_now"
        phrases = [Phrase.of(key, best=best.net, moves=moves_phrase(more))]
    else:
        phrases = [
            Phrase.of("verdict.begin", best=best.net, moves=moves_phrase(len(best.turn.moves))),
            Phrase.of("verdict.begin_hint" if hints else "verdict.begin_play"),
        ]
    if made and own.dig is None and best.dig is not None:
        phrases.append(Phrase.of("verdict.stop_now"))
    return phrases


def _where_and_how(verdict: Verdict) -> list[Phrase]:
    """Say where the first coin was lost, and the best plan's idea; nothing if none was lost."""
    loss, moves = verdict.first_loss, verdict.turn.moves
    if loss is None:
        return []
    if loss < len(moves):
        before = moved(verdict.problem.position, moves[:loss], verdict.problem.variant)
        step = move_phrase(before, moves[loss])
        phrase = Phrase.of("verdict.first_loss", number=loss + 1, step=step)
    else:
        phrase = Phrase.of("verdict.loss_at_dig")
    return [phrase, Phrase.of("verdict.idea", idea=plan_idea(verdict.problem, verdict.best))]

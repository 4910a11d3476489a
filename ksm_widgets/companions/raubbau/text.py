"""Positions of Raubbau in text, read and written.

A position is items `key value`, one per line or joined by ` | `:

    match 1 | players 3 | start 1 | turn 1 | me 1 | out - | points 0 0 0 | drift 3 3 3 | tunnels 14
    stacks r15 v15 g15 | front - ; - ; - | gone -
    mine -,-,rG1@1,-/-,-,nes,gD12@2/v?3@3,ew,E,nw

A treasure is its set and its face (`G` gem, `D` dragon, `U` sulphur, `P` saltpeter, `S` spider,
`?` unseen), then the seats that know it: `gD12`. A `+` says that it is kept from an earlier match,
and so known to all. In front of a seat, and aside, who knows a card anyway is left out; `me`, who
sees the position, knows each face in front of others. A stack is the set on top and its size.

The mine is a grid around the entry `E`. A field has nothing (`-`), a treasure, a cave-in with its
set (`!r`), a tunnel by its open ends (`nes`), or one face down (`#`). A meeple follows: `@3` digs
there from the first side that leads to it, `@3s` from the south, and `@3s*` blasts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from ksm_widgets.companions.items import Items, joined, lines_text, parted
from ksm_widgets.companions.raubbau import NAME
from ksm_widgets.companions.raubbau.box import (
    FEWEST_PLAYERS,
    LEAST_POINTS,
    MOST_LAPS,
    MOST_PLAYERS,
    MOST_POINTS,
    MOST_TUNNELS,
    SIDES,
    Box,
    Face,
    the_box,
)
from ksm_widgets.companions.raubbau.cards import FACE_DOWN, Thing, Treasure, Tunnel, stack_of
from ksm_widgets.companions.raubbau.checking import faults_of
from ksm_widgets.companions.raubbau.places import ENTRY, Field
from ksm_widgets.companions.raubbau.plans import Blast, Dig, Leave, Plan, Reached
from ksm_widgets.companions.raubbau.position import Phase, Position, Step, StepKind
from ksm_widgets.rules.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Iterable


_MOST_SIDE = MOST_TUNNELS + 3
"""The fields of all tunnels in a line, with the entry and a treasure at either end."""
_FACE = "".join(face.value for face in Face)
_SEAT = f"[1-{MOST_PLAYERS}]"
_CARD = re.compile(rf"([a-z])([{_FACE}])({_SEAT}*)(\+?)")
_FIELD = re.compile(rf"([^@]*)((?:@{_SEAT}[{SIDES}]?\*?)*)")
_MEEPLE = re.compile(rf"@({_SEAT})([{SIDES}]?)(\*?)")
_STACK = re.compile(r"([a-z])([1-9][0-9]?)")


# Positions: read.


@dataclass
class _Reading(Items[Position]):
    """A text being read, item by item."""

    name = NAME
    the_box = staticmethod(the_box)
    checked = staticmethod(faults_of)
    needed = ("players", "start", "turn", "points", "drift", "tunnels", "stacks", "front", "mine")
    keys = (
        *needed, "match", "me", "phase", "lap", "passed", "out", "leaving", "acted", "gone",
        "rounds_left", "step", "awakened", "leaders",
    )  # fmt: skip

    box: Box

    def made(self) -> Position:
        self.players = self.number("players", FEWEST_PLAYERS, MOST_PLAYERS, 3)
        mine, plans = self._mine()
        for seat in self._seats("leaving"):
            if plans[seat - 1] is not None:
                self.refuse("two_places", "leaving", seat=seat)
            plans[seat - 1] = Leave()
        turn = self.number("turn", 1, self.players, 1)
        me = self.number("me", 1, self.players, None)
        step = self._step(turn)
        return Position(
            box=self.box,
            match=self.number("match", 1, self.box.matches, 1),
            players=self.players,
            start=self.number("start", 1, self.players, 1),
            turn=turn,
            me=me,
            phase=self.word("phase", Phase, Phase.PLAN),
            lap=self.number("lap", 1, MOST_LAPS + 2, 1),
            passed=self.number("passed", 0, self.players, 0),
            out=self._seats("out"),
            acted=self._seats("acted"),
            rounds_left=self.number("rounds_left", 0, 1, None),
            points=self.numbers("points", LEAST_POINTS, MOST_POINTS),
            drift=self.numbers("drift", 0, self.box.drift_sets),
            tunnels=(None,) * self.number("tunnels", 0, MOST_TUNNELS, 0),
            stacks=self._stacks(),
            fronts=tuple(
                self._front(part.split(), seat, me)
                for seat, part in enumerate(self.parts("front"), start=1)
            ),
            gone=self._cards("gone", self.words("gone"), range(1, self.players + 1)),
            mine=MappingProxyType(mine),
            plans=tuple(plans),
            step=step,
            waker=self.number("awakened", 1, self.players, None),
            leaders=self._seats("leaders"),
        )

    def _seats(self, key: str) -> tuple[int, ...]:
        words = self.words(key)
        seats = [int(word) for word in words if re.fullmatch(f"[1-{self.players}]", word)]
        if len(seats) < len(words) or len(set(seats)) < len(seats):
            self.refuse("seats", key, self.items[key], most=self.players)
        return tuple(dict.fromkeys(seats))

    def _stacks(self) -> tuple[tuple[Treasure, ...], ...]:
        words = self.items.get("stacks", "").split()
        stacks = []
        for word in words:
            found = _STACK.fullmatch(word)
            if found and found[1] in self.box.sets:
                stacks.append(stack_of(found[1], int(found[2])))
            elif word == "-":
                stacks.append(())
        if "stacks" in self.items and not len(stacks) == len(words) == self.box.stacks:
            self.refuse("stacks", "stacks", self.items["stacks"], count=self.box.stacks)
        return tuple(stacks)

    def _front(self, words: list[str], seat: int, me: int | None) -> tuple[Treasure, ...]:
        """The cards in front of a seat; `me` knows those with a face."""
        cards = self._cards("front", words, [seat])
        if me is None:
            return cards
        return tuple(card if card.face is Face.UNSEEN else card.known_to(me) for card in cards)

    def _cards(self, key: str, words: list[str], known: Iterable[int]) -> tuple[Treasure, ...]:
        if words == ["-"]:
            return ()
        cards = [self._card(key, word, known) for word in words]
        return tuple(card for card in cards if card is not None)

    def _card(self, key: str, word: str, known: Iterable[int]) -> Treasure | None:
        card = self._treasure(word, known)
        if card is None:
            self.refuse("card", key, word, sets=self.box.sets)
        elif not self._are_seated(card.known):
            self.refuse("card_seat", key, word, most=self.players)
            return None
        return card

    def _treasure(self, text: str, known: Iterable[int] = ()) -> Treasure | None:
        """The treasure of a text, which these seats know anyway; None for what is none.

        The text may name seats that are not at the table.
        """
        found = _CARD.fullmatch(text)
        if found is None or found[1] not in self.box.sets:
            return None
        kept = bool(found[4])
        others = range(1, self.players + 1) if kept else map(int, found[3])
        return Treasure(found[1], Face(found[2]), tuple(sorted({*known, *others})), kept)

    def _are_seated(self, seats: Iterable[int]) -> bool:
        """Whether all these seats are at the table."""
        return max(seats, default=0) <= self.players

    def _step(self, seat: int) -> Step | None:
        words = self.items.get("step", "-").split()
        try:
            match words:
                case ["-"]:
                    return None
                case ["turn", ends] if tunnel := Tunnel.parse(ends):
                    return Step(StepKind.ROTATE, tunnel)
                case ["draw", *cards]:
                    return Step(StepKind.DRAW, cards=self._cards("step", cards, ()))
                case ["lay", *cards]:
                    return Step(StepKind.LAY, cards=self._cards("step", cards, [seat]))
                case ["stand"]:
                    return Step(StepKind.STAND)
                case ["row", *done]:
                    return Step(StepKind.ROW, done=tuple(map(Field.parse, done)))
        except TextError:
            pass
        self.refuse("step", "step", self.items["step"])
        return None

    def _mine(self) -> tuple[dict[Field, Thing], list[Plan | None]]:
        """The things in the mine, and everybody's plans."""
        mine: dict[Field, Thing] = {ENTRY: Tunnel(self.box.entry)}
        meeples: list[tuple[Field, re.Match[str]]] = []
        for field, text in self._fields():
            found = _FIELD.fullmatch(text)
            thing = None if found is None else self._thing(found[1])
            if thing is not None:
                mine[field] = thing
            elif found is None or found[1] != "-":
                self.refuse("on_field", "mine", text, place=str(field))
            here = [] if found is None else [*_MEEPLE.finditer(found[2])]
            meeples += [(field, one) for one in here]
            if len(here) > 1:
                self.refuse("two_meeples", "mine", place=str(field))
        plans: list[Plan | None] = [None] * self.players
        board = Position.of_mine(mine, self.players)
        for field, meeple in meeples:
            seat, ways = int(meeple[1]), board.ways(field)
            if seat > self.players or plans[seat - 1] is not None:
                self.refuse("two_places", "mine", seat=seat)
            else:
                way = meeple[2] or "".join(ways)[:1]
                plans[seat - 1] = Blast(field, way) if meeple[3] else Dig(field, way)
        return mine, plans

    def _fields(self) -> list[tuple[Field, str]]:
        """The fields, and the text of each; none if they are no rectangle with one entry."""
        if "mine" not in self.items:
            return []
        rows = [row.split(",") for row in self.items["mine"].split("/")]
        if len({*map(len, rows)}) > 1 or max(len(rows), len(rows[0])) > _MOST_SIDE:
            self.refuse("rectangle", "mine", most=_MOST_SIDE)
            return []
        found = [
            (south, east, text.strip())
            for south, texts in enumerate(rows)
            for east, text in enumerate(texts)
        ]
        entries = [(south, east) for south, east, text in found if text == "E"]
        if len(entries) != 1:
            self.refuse("entry", "mine", len(entries))
            return []
        down, right = entries[0]
        return [(Field(south - down, east - right), text) for south, east, text in found]

    def _thing(self, text: str) -> Thing | None:
        """The thing on a field; None for nothing, and for what cannot be read."""
        if text == "E":
            return Tunnel(self.box.entry)
        if text == "#":
            return FACE_DOWN
        tunnel = Tunnel.parse(text)
        if tunnel is not None:
            return tunnel
        if text[:1] == "!" and text[1:] in self.box.sets:
            return Treasure(text[1:], Face.CAVE_IN, tuple(range(1, self.players + 1)))
        card = self._treasure(text)
        if card is None or card.kept or card.face is Face.CAVE_IN:
            return None
        return card if self._are_seated(card.known) else None


read_position, read_draft = _Reading.read, _Reading.draft


# Positions: written.


def position_text(position: Position) -> str:
    """A position as text, as far as the table shows it: stacks have only their tops and sizes."""
    seats = tuple(position.seats)
    leaving = [seat for seat in seats if position.leaves(seat)]
    first: dict[str, object] = {
        "match": position.match,
        "players": position.players,
        "start": position.start,
        "turn": position.turn,
        "me": position.me or "-",
        "phase": position.phase.value if position.phase is not Phase.PLAN else None,
        "lap": position.lap if position.lap > 1 else None,
        "passed": position.passed or None,
        "out": joined(position.out),
        "leaving": joined(leaving) if leaving else None,
        "acted": joined(position.acted) if position.acted else None,
        "points": joined(position.points),
        "drift": joined(position.drift),
        "tunnels": len(position.tunnels),
        "rounds_left": position.rounds_left,
        "awakened": position.waker,
        "leaders": joined(position.leaders) if position.leaders else None,
    }
    second: dict[str, object] = {
        "stacks": joined(
            f"{stack[-1].set}{len(stack)}" if stack else "-" for stack in position.stacks
        ),
        "front": parted(
            joined(_card_text(card, {seat}) for card in position.front(seat)) for seat in seats
        ),
        "gone": joined(_card_text(card, set(seats)) for card in position.gone),
        "step": None if position.step is None else _step_text(position.step, position.turn),
    }
    third: dict[str, object] = {"mine": _mine_text(position)}
    return lines_text(first, second, third)


def _card_text(card: Treasure, known: set[int]) -> str:
    """A card with the seats that know it besides those who do anyway."""
    others = "".join(str(seat) for seat in card.known if seat not in known)
    return f"{card.set}{card.face.value}{'+' if card.kept else others}"


def _step_text(step: Step, seat: int) -> str:
    known = {seat} if step.kind is StepKind.LAY else set()
    cards = [_card_text(card, known) for card in step.cards]
    return " ".join(
        [step.kind.value, *([step.tunnel] if step.tunnel else []), *cards, *map(str, step.done)]
    )


def _mine_text(position: Position) -> str:
    meeples = {}
    for seat in position.seats:
        plan = position.plan(seat)
        if isinstance(plan, Reached):
            way = plan.way if position.ways(plan.field)[:1] != (plan.way,) else ""
            meeples[plan.field] = f"@{seat}{way}{'*' if isinstance(plan, Blast) else ''}"
    fields = {*position.mine, *meeples}
    souths, easts = (
        range(min(steps), max(steps) + 1)
        for steps in ({field.south for field in fields}, {field.east for field in fields})
    )
    rows = ([Field(south, east) for east in easts] for south in souths)
    return "/".join(
        ",".join(
            _thing_text(position.mine.get(field), field) + meeples.get(field, "") for field in row
        )
        for row in rows
    )


def _thing_text(thing: Thing | None, field: Field) -> str:
    if thing is None:
        return "-"
    if isinstance(thing, Tunnel):
        return "E" if field == ENTRY else thing or "#"
    return f"!{thing.set}" if thing.face is Face.CAVE_IN else _card_text(thing, set())

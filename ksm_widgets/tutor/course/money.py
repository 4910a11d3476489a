"""Lessons 8 and 9: paying for the turn, and counting up at the end (R25-R32)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.rules.chance import below, chosen, shuffled
from ksm_widgets.rules.rulebooks import Sharing
from ksm_widgets.rules.scoring import CURSE_BONUS, MAGIC_BONUS, PARCHMENT_SET, bonuses
from ksm_widgets.rules.tiles import Group
from ksm_widgets.tutor.course.drawing import PLAYERS, names, until
from ksm_widgets.tutor.course.lesson import Differs, Exercise, Lesson
from ksm_widgets.tutor.course.magic import legal_dig
from ksm_widgets.tutor.phrases import Phrase
from ksm_widgets.tutor.reader import plain
from ksm_widgets.tutor.tasks.kinds import Choose, Field, Numbers, Option, asked_field, options
from ksm_widgets.tutor.tasks.mine.table import MineTable
from ksm_widgets.tutor.tasks.task import AnyTask, Sheet, asked

if TYPE_CHECKING:
    from random import Random

    from ksm_widgets.rules.rulebooks import Edition

__all__ = ["LESSONS"]


# 8 Paying


def _can(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> dict[str, int] | None:
        drawn = {
            "moves": 2 + below(rng, 5),
            "curses": below(rng, 6),
            "coins": below(rng, 6),
            "held": below(rng, 5),
            "dug": below(rng, 6),
        }
        over = drawn["moves"] + drawn["curses"] - drawn["coins"] - drawn["held"] - drawn["dug"]
        return drawn if -2 <= over <= 2 else None

    drawn = until(draw)
    due, have = drawn["moves"] + drawn["curses"], drawn["coins"] + drawn["held"] + drawn["dug"]
    reckoned = {"due": due, "have": have}
    return Choose(
        **asked("lesson_paying.can", **drawn),
        rules=("R25",),
        options=options(
            "lesson_paying.can_",
            ("yes", "no"),
            "yes" if due <= have else "no",
            why=lambda _: Phrase(
                f"lesson_paying.can_{'enough' if due <= have else 'too_little'}", reckoned, "R25"
            ),
        ),
    )


def _change(rng: Random, edition: Edition) -> AnyTask:
    treasure = 3 + below(rng, 3)
    due = 1 + below(rng, treasure - 1)
    return Numbers(
        **asked("lesson_paying.change", treasure=treasure, due=due),
        rules=("R25",),
        fields=(
            asked_field(
                "coins",
                "lesson_paying.change_",
                treasure - due,
                "R25",
                {0: "lost", treasure: "all"},
                due=due,
            ),
        ),
    )


def _most(rng: Random, edition: Edition) -> AnyTask:
    def draw() -> tuple[MineTable, int, int, int] | None:
        table, tiles = legal_dig(
            rng, lambda found: any(tile.group is Group.CURSE for tile in found), 3, 4
        )
        treasures = sum(tile.treasure for tile in tiles)
        curses = sum(tile.curse for tile in tiles)
        money = 2 + below(rng, 5)
        fits = treasures > 0 and money + treasures - curses > 0 and treasures != curses
        return (table, money, treasures, curses) if fits else None

    table, money, treasures, curses = until(draw)
    return Numbers(
        **asked("lesson_paying.most", money=money),
        rules=("R25",),
        table=table,
        fields=(
            asked_field(
                "moves",
                "lesson_paying.most_",
                money + treasures - curses,
                "R25",
                {money: "money", money + treasures: "no_curse", money - curses: "no_treasure"},
            ),
        ),
    )


def _broke(rng: Random, edition: Edition) -> AnyTask:
    opponents, dug = 2 + below(rng, 3), 3 + below(rng, 3)
    each = max(1, dug // opponents) if edition.shares is Sharing.EVENLY else 1
    spare = max(0, dug - each * opponents)
    added = max(0, opponents - dug)
    way = edition.shares.value
    return Numbers(
        **asked(f"lesson_paying.broke_{way}", dug=dug, opponents=opponents),
        rules=("R26",),
        fields=tuple(
            Field(
                name,
                Phrase(f"lesson_paying.broke_{name}"),
                value,
                Phrase(f"lesson_paying.broke_{name}_{way}", rule="R26"),
            )
            for name, value in (("each", each), ("spare", spare), ("added", added))
        ),
    )


_AFTERMATH = ("moves", "pay", "objects", "tiles", "back")


def _aftermath(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_paying.aftermath"),
        rules=("R26",),
        several=True,
        options=options(
            "lesson_paying.after_", shuffled(rng, _AFTERMATH), ("moves", "objects", "tiles"), "R26"
        ),
    )


def _late(rng: Random, edition: Edition) -> AnyTask:
    return Choose(
        **asked("lesson_paying.late", 1),
        rules=("R27",),
        options=options(
            "lesson_paying.late_", shuffled(rng, ("stands", "back", "fine")), "stands", "R27"
        ),
    )


# 9 The end


def _bonus_fields(
    players: list[str], sizes: list[int], bonus: tuple[int, int]
) -> tuple[Field, ...]:
    """What each player's collection is worth, with a word to each on what was missed."""
    largest = max(sizes)
    leaders = sizes.count(largest)
    others = [size for size in sizes if size < largest]
    fields = []
    for player, size, points in zip(players, sizes, bonuses(sizes, bonus), strict=True):
        if size == largest:
            rule, key = ("R31", "tied_first") if leaders > 1 else ("R29", "first")
        elif leaders > 1:
            rule, key = "R31", "no_second"
        elif size < max(others):
            rule, key = "R29", "third"
        elif not size:
            rule, key = "R31", "none"
        elif 2 * size < largest:
            rule, key = "R30", "half"
        else:
            rule, key = ("R31", "tied_second") if others.count(size) > 1 else ("R29", "second")
        params = {"first": bonus[0], "second": bonus[1], "both": sum(bonus), "players": leaders}
        why = Phrase(f"lesson_end.bonus_{key}", params, rule)
        fields.append(Field(player, plain(player), points, why))
    return tuple(fields)


def _sizes(rng: Random, kind: str, most: int) -> list[int]:
    """Four collections that show one kind of case."""

    def draw() -> list[int] | None:
        sizes = shuffled(rng, [below(rng, most + 1) for _ in PLAYERS])
        ranked = sorted(sizes, reverse=True)
        first, second, third = ranked[0], ranked[1], ranked[2]
        fits = {
            "clear": first > second > third and 2 * second >= first,
            "half": first > second > third and 2 * second < first,
            "first": first == second > 0,
            "second": first > second == third and 2 * second >= first,
        }[kind]
        return sizes if fits and first > 1 else None

    return until(draw)


def _bonus(kinds: tuple[str, ...], words: str, rng: Random) -> AnyTask:
    kind = chosen(rng, kinds)
    curses = below(rng, 2) == 0
    sizes = _sizes(rng, kind, 29 if curses else 7)
    players = list(PLAYERS)
    collection = "curses" if curses else "magic"
    fields = _bonus_fields(players, sizes, CURSE_BONUS if curses else MAGIC_BONUS)
    rules = {"clear": ("R29",), "half": ("R30", "R29"), "first": ("R31",), "second": ("R31",)}
    return Numbers(
        **asked(f"lesson_end.{words}_{collection}"),
        rules=rules[kind],
        sheet=Sheet(
            (Phrase("lesson_end.player"), Phrase(f"lesson_end.size_{collection}")),
            tuple(
                (plain(player), plain(str(size)))
                for player, size in zip(players, sizes, strict=True)
            ),
        ),
        fields=fields,
    )


def _clear(rng: Random, edition: Edition) -> AnyTask:
    return _bonus(("clear", "half"), "bonus", rng)


def _ties(rng: Random, edition: Edition) -> AnyTask:
    return _bonus(("first", "second"), "ties", rng)


def _half(rng: Random, edition: Edition) -> AnyTask:
    return Numbers(
        **asked("lesson_end.half"),
        rules=("R30",),
        fields=_bonus_fields(["Anna", "Bruno"], [29, 13], CURSE_BONUS),
    )


_SCORES = {
    "en": {"Anna": (3, 31, 2), "Bruno": (9, 36, 2), "Carlo": (2, 8, 0), "Davide": (5, 15, 1)},
    "de": {"Anna": (5, 31, 2), "Bruno": (6, 21, 2), "Carlo": (3, 23, 0), "David": (5, 15, 1)},
}
"""Coins, treasures and complete sets in the rulebooks' examples (R32)."""
_CURSES = (6, 4, 16, 16)
_OBJECTS = (2, 5, 0, 1)
"""Only 16 and 16, 2 and 5 are told; the others were chosen so that they change nothing."""


def _score(which: str) -> AnyTask:
    table = _SCORES[which]
    players = list(table)
    curses, objects = bonuses(_CURSES, CURSE_BONUS), bonuses(_OBJECTS, MAGIC_BONUS)
    fields = []
    for place, (player, (coins, treasures, sets)) in enumerate(table.items()):
        total = coins + treasures + PARCHMENT_SET * sets + curses[place] + objects[place]
        label = Phrase("lesson_end.score_total", {"player": player})
        mistakes = {
            total - curses[place] - objects[place]: Phrase("lesson_end.score_bonus", rule="R29"),
            total - PARCHMENT_SET * sets: Phrase("lesson_end.score_sets", rule="R28"),
        }
        if player == "Anna":
            mistakes[total + MAGIC_BONUS[1]] = Phrase("lesson_end.score_anna", rule="R30")
        if curses[place]:
            mistakes[total + 6] = Phrase("lesson_end.score_tie", rule="R31")
            mistakes[total - 6] = Phrase("lesson_end.score_tie", rule="R31")
        why = Phrase("lesson_end.score_why", rule="R28")
        fields.append(Field(player, label, total, why, mistakes))
    columns = ("player", "coins", "treasures", "sets", "size_curses", "size_magic")
    rows = zip(players, table.values(), _CURSES, _OBJECTS, strict=True)
    return Numbers(
        **asked(f"lesson_end.score_{which}"),
        rules=("R32", "R28", "R29", "R30", "R31"),
        sheet=Sheet(
            tuple(Phrase(f"lesson_end.{column}") for column in columns),
            tuple(
                tuple(plain(str(cell)) for cell in (player, *held, curse, magic))
                for player, held, curse, magic in rows
            ),
        ),
        fields=tuple(fields),
    )


def _score_en(rng: Random, edition: Edition) -> AnyTask:
    return _score("en")


def _score_de(rng: Random, edition: Edition) -> AnyTask:
    return _score("de")


def _winner(rng: Random, edition: Edition) -> AnyTask:
    players = names(rng, 3)
    rows = [(2 + below(rng, 8), 5 + below(rng, 20), below(rng, 3)) for _ in players]
    if below(rng, 2):
        rows[1] = (rows[0][0] + 1, rows[0][1] - 1, rows[0][2])
    totals = [coins + treasures + PARCHMENT_SET * sets for coins, treasures, sets in rows]
    return Choose(
        **asked("lesson_end.winner"),
        rules=("R28",),
        several=True,
        sheet=Sheet(
            tuple(
                Phrase(f"lesson_end.{name}") for name in ("player", "coins", "treasures", "sets")
            ),
            tuple(
                tuple(plain(str(cell)) for cell in (player, *row))
                for player, row in zip(players, rows, strict=True)
            ),
        ),
        options=tuple(
            Option(
                player,
                plain(player),
                total == max(totals),
                Phrase("lesson_end.winner_why", {"player": player, "total": total}, "R28"),
            )
            for player, total in zip(players, totals, strict=True)
        ),
    )


LESSONS = (
    Lesson(
        8,
        "paying",
        (
            "text1",
            Exercise("paying.can", ("R25",), _can),
            Exercise("paying.most", ("R25",), _most),
            "text2",
            Exercise("paying.change", ("R25",), _change),
            "text3",
            Differs("broke", ("R26",)),
            "text4",
            Exercise("paying.broke", ("R26",), _broke),
            Exercise("paying.aftermath", ("R26",), _aftermath),
            Differs("shown", ("R27",)),
            Exercise("paying.late", ("R27",), _late),
            "text5",
        ),
    ),
    Lesson(
        9,
        "end",
        (
            "text1",
            Exercise("end.winner", ("R28",), _winner),
            "text2",
            Exercise("end.clear", ("R29", "R30"), _clear),
            Exercise("end.half", ("R30",), _half, fixed=True),
            "text3",
            Exercise("end.ties", ("R31",), _ties),
            "text4",
            Exercise("end.score_en", ("R32", "R28", "R29", "R30", "R31"), _score_en, fixed=True),
            Exercise("end.score_de", ("R32", "R28", "R29", "R30", "R31"), _score_de, fixed=True),
            "text5",
        ),
    ),
)

"""The right answer to a practice task, worked out naively from what the learner is shown.

It shares the data types and `naive` with nothing of the generators: what a task shows is read like
a person would read it, and answered by counting.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from ksm_widgets.rules import QUARRIES, Power, Quarry
from tests.course.naive import everywhere, may_dig, may_step

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from ksm_widgets.rules import Position

__all__ = ["right_answer"]

TREASURES = {letter: int(letter) for letter in "12345"}
CURSES = {"x": 1, "y": 2, "z": 3}
GROUPS = {"treasure": "12345", "curse": "xyz", "parchment": "abcd", "magic": "MCSA"}
CARDS = {2: 12, 3: 8, 4: 6, 5: 5}
POWERS = {"M": "mirror", "C": "carpet", "S": "seal", "A": "amulet"}


def right_answer(task: Any) -> object:
    """The set of quarries, names or digs, the numbers, or the order that is right."""
    key, told, table = task.question.key, dict(task.question.params), task.table
    tops = [] if table is None else [top(table.position, quarry) for quarry in table.marked]
    treasures = sum(TREASURES.get(letter, 0) for letter in tops)
    curses = sum(CURSES.get(letter, 0) for letter in tops)
    match key.removeprefix("practice.").removeprefix("lesson_"):
        case "mine.quarry":
            return {told["quarry"]}
        case "steps" | "arrived":
            right = {"practice.right": 1, "practice.left": -1}[told["across"].key]
            away = {"practice.away": 1, "practice.near": -1}[told["along"].key]
            start = told["start"]
            end = QUARRIES[
                6 * (start.row + away * told["along"].params["count"])
                + start.column
                + right * told["across"].params["count"]
            ]
            if key.endswith("steps"):
                return {end}
            assert table.marked == (start,)
            return {str(end)}
        case "opposite":
            return {QUARRIES[6 * (6 - told["row"]) + 6 - told["column"]]}
        case "touching":
            here, names = str(told["quarry"]), [option.name for option in task.options]
            apart = {
                name: max(abs(ord(one) - ord(other)) for one, other in zip(name, here, strict=True))
                for name in names
            }
            return {name for name in names if apart[name] == 1}
        case "best_row":
            worths = {
                option.name: sum(
                    TREASURES.get(top(table.position, quarry), 0)
                    for quarry in QUARRIES
                    if str(quarry)[1] == option.name
                )
                for option in task.options
            }
            return {row for row, value in worths.items() if value == max(worths.values())}
        case "size_range":
            least = str(table.card.shape).count("#")
            return {str(size) for size in range(least, told["size"] + 1)}
        case "ways_over":
            (quarry,) = table.marked
            return {"places": sum(quarry in place for place in everywhere(table.card.shape))}
        case "amulet_saves":
            saved = {
                option.name: sum(
                    CURSES.get(term.key.removeprefix("tile."), 0)
                    for term in option.label.params["tiles"]
                )
                for option in task.options
            }
            return {name for name, value in saved.items() if value == max(saved.values())}
        case "fewest":
            coffer = [int(treasure) for treasure in told["treasures"].split(", ")]
            enough = [
                count
                for count in range(len(coffer) + 1)
                for given in combinations(coffer, count)
                if told["coins"] + sum(given) >= told["due"]
            ]
            return {"treasures": min(enough)}
        case "which_fail":
            return {
                option.name
                for option in task.options
                if option.label.params["moves"] + option.label.params["curses"]
                > told["coins"] + told["held"] + option.label.params["dug"]
            }
        case "behind":
            totals = [coins + treasure + 10 * sets for coins, treasure, sets in numbers(task)]
            return {"points": max(totals) - by_name(task, totals)[told["player"]]}
        case "halfway":
            one, other = told["start"], told["end"]
            across, away = one.column + other.column, one.row + other.row
            return {QUARRIES[6 * (away // 2) + across // 2]}
        case "tiles.kept":
            return {"keep"}
        case "magic.which":
            return {power.value for power in Power if helps(table, power)}
        case "races.first":
            brought = {
                way: sum(
                    told[gain] if told[way] < card else told["rest"] for card in cards_in(told)
                )
                for way, gain in (("low", "small"), ("high", "big"))
            }
            assert brought["low"] != brought["high"]
            return {max(brought, key=lambda way: brought[way])}
        case "before_you":
            return {"players": sum(int(card) < told["number"] for card in cards_in(told))}
        case "to_go":
            laid = cards_in(told)
            names = [option.name for option in task.options]
            return {one for one in names if sum(card < int(one) for card in laid) == told["count"]}
        case "within":
            return in_two_steps(table.position, told["quarry"])
        case "mine.group":
            wanted = GROUPS[told["group"].key.removeprefix("group.")]
            return lying(table.position, wanted)
        case "kind":
            name = told["tile"].key
            return lying(table.position, "C" if "edition" in name else name.removeprefix("tile."))
        case "value":
            letters = [k for k, v in CURSES.items() if v >= told["cost"]]
            letters += [k for k, v in TREASURES.items() if v >= told["worth"]]
            return lying(table.position, letters)
        case "height_one" | "height_row":
            return {"count": sum(len(table.position.stack(quarry)) for quarry in table.marked)}
        case "height_gone":
            return {"count": sum(4 - len(stack) for stack in table.position.stacks)}
        case "dealing":
            rounds = told["played"].split("; ")
            players = len(rounds[0].split(", "))
            assert len({number for row in rounds for number in row.split(", ")}) == players * len(
                rounds
            )
            values = {
                "left": CARDS[players] - len(rounds),
                "box": 32 - players * CARDS[players],
                "coins": 8 if players == 5 else 10,
            }
            return {field.name: values[field.name] for field in task.fields}
        case "how_many_play":
            fits = [
                players
                for players, each in CARDS.items()
                if players * (each - told["left"]) == told["count"]
            ]
            (players,) = fits
            return {"players": players}
        case "others_hold" | "not_seen":
            rounds = told["played"].split("; ")
            left = CARDS[told["players"]] - len(rounds)
            if key.endswith("others_hold"):
                return {"cards": left * (told["players"] - 1)}
            seen = {int(n) for row in rounds for n in row.split(", ")}
            hand = {int(n) for n in told["hand"].split(", ")}
            assert len(hand) == left
            assert not hand & seen
            return {"cards": len(set(range(1, 33)) - seen - hand)}
        case "round.left_over":
            return {"cards": 32 - told["players"] * CARDS[told["players"]]}
        case "over_two":
            return {
                dig for dig in legal(table, [table.card.shape]) if set(table.marked) <= set(dig)
            }
        case "places_for":
            return {"places": len(everywhere(table.card.shape))}
        case "undug_cards":
            return {"cards": CARDS[told["players"]] - told["rounds"]}
        case "dig_or":
            (only,) = legal(table, turns(table))
            assert set(only) == set(table.marked)
            return {"dig" if treasures > curses else "leave"}
        case "nowhere":
            return {"used"}
        case "dig.optional":
            return {"no_dig"}
        case "beginner_only" | "beginner_into" | "beginner_full":
            return for_beginners(key, table)
        case "ready_next":
            dug = {POWERS[letter] for letter in tops if letter in POWERS}
            had = {power.value for power in told["held"]}
            return had - {power.value for power in told["spent"]} | dug
        case "objects_left":
            dug_now = sum(letter in POWERS for letter in tops)
            return {"objects": len(told["held"]) - len(told["spent"]) + dug_now}
        case "magic.when":
            return {"earlier"}
        case "amulet_best":
            riches = {
                dig: sum(TREASURES.get(top(table.position, quarry), 0) for quarry in dig)
                for dig in legal(table, turns(table))
            }
            return {dig for dig, value in riches.items() if value == max(riches.values())}
        case "amulet_or":
            assert curses != told["worth"]
            return {"spend" if curses > told["worth"] else "pay"}
        case "card.size" | "size_least" | "size_most":
            return {"size": str(table.card.shape).count("#")}
        case "size_lacks":
            return {"size": str(table.card.shape).count("#") - len(table.marked)}
        case "round.turns":
            return sorted(task.shown, key=lambda name: number_of(task, name))
        case "place":
            order = sorted((o.name for o in task.options), key=lambda n: number_of(task, n))
            return {order[told["before"]]}
        case "card.held":
            return {how_held(table)}
        case "card.lay" | "card.edge":
            return {
                dig for dig in legal(table, [table.card.shape]) if set(table.marked) <= set(dig)
            }
        case "left_out":
            found = [
                set(more)
                for more in combinations(set(QUARRIES) - set(table.marked), told["count"])
                if may_dig(
                    table.position,
                    frozenset(more) | set(table.marked),
                    table.card.shape,
                    frozenset(),
                )
            ]
            assert len(found) == 1
            return found[0]
        case "dig.where" | "around_empty" | "mirror" | "carpet":
            return legal(table, turns(table))
        case "mirror_best" | "carpet_best":
            worths = {dig: worth(table.position, dig) for dig in legal(table, turns(table))}
            return {dig for dig, value in worths.items() if value == max(worths.values())}
        case "dig.empty":
            return {quarry for quarry in QUARRIES if not table.position.stack(quarry)}
        case "spoilt":
            return {quarry for quarry in table.marked if not table.position.stack(quarry)}
        case "worth_digging":
            digs = legal(table, turns(table))
            return {"coins": max(0, *(worth(table.position, dig) for dig in digs))}
        case "neighbours":
            here = told["quarry"]
            return {
                other
                for other in QUARRIES
                if max(abs(other.row - here.row), abs(other.column - here.column)) == 1
            }
        case "moving.targets" | "moving.beginner" | "targets_on" | "beginner_on":
            position, stands = table.position, told["target"]
            if stands != told["quarry"]:
                position = stepped(position, told["quarry"], stands)
            return {
                other
                for other in QUARRIES
                if may_step(position, stands, other, beginner="beginner" in key)
            }
        case "moving.cost":
            return {"coins": len(told["moves"])}
        case "tiles.left" | "tiles.left_moved":
            return {"money": told["money"] + treasures - curses - told["moves"]}
        case "tiles.curses":
            return {"coins": curses}
        case "curses_kept":
            held = sum(CURSES[term.key.removeprefix("tile.")] for term in told["held"])
            return {"coins": curses, "points": curses + held}
        case "sets":
            have = [*(symbol.key.removeprefix("symbol.") for symbol in told["held"]), *tops]
            return {"points": 10 * min(have.count(letter) for letter in "abcd")}
        case "ready" | "ready_given":
            dug = {POWERS[letter] for letter in tops if letter in POWERS}
            assert dug == {power.value for power in told["dug"]}
            return {power.value for power in (*told["held"], *told["received"])}
        case "magic.together":
            return fewest(table, treasures, curses)
        case "seal":
            return {of_the_seal(table)}
        case "magic.amulet":
            return {"coins": 0, "points": curses}
        case "amulet":
            left = told["money"] + treasures - told["moves"]
            values = {"coins": told["moves"], "points": curses, "left": left}
            return {field.name: values[field.name] for field in task.fields}
        case "paying.most":
            return {"moves": told["money"] + treasures - curses}
        case "turn.account":
            due = told["moves"] + curses
            return {"due": due, "left": told["money"] + treasures - due}
        case "change":
            paid = next(n for n in range(5, 50, 5) if n >= told["moves"] + curses)
            back = paid - told["moves"] - curses
            return {"back": back, "supplied": back - min(back, told["bank"])}
        case "paying.broke_one" | "paying.broke_evenly" | "undug" | "too_few":
            return shared_out(task, len(table.marked), told["opponents"], told["held"])
        case "wrong_late" | "wrong_now":
            fine = may_dig(table.position, frozenset(table.marked), table.card.shape, table.powers)
            return {"fine" if fine else "stands" if key.endswith("late") else "again"}
        case "end.winner":
            totals = [coins + treasure + 10 * sets for coins, treasure, sets in numbers(task)]
            names = [row[0].params["text"] for row in task.sheet.rows]
            return {n for n, total in zip(names, totals, strict=True) if total == max(totals)}
        case "bonuses":
            curse, magic = zip(*numbers(task), strict=True)
            both = zip(shares(curse, 24, 12), shares(magic, 16, 8), strict=True)
            return by_name(task, [sum(each) for each in both])
        case "counted_up":
            coins, treasure, sets, curse, magic = zip(*numbers(task), strict=True)
            columns = (coins, treasure, [10 * n for n in sets])
            parts = zip(*columns, shares(curse, 24, 12), shares(magic, 16, 8), strict=True)
            return by_name(task, [sum(each) for each in parts])
        case "light":
            return {q for q in table.marked if len(table.position.stack(q)) > 1}
        case "row_worth":
            return {"coins": treasures}
        case "mine.box":
            in_box = {"treasure": 55, "curse": 34, "parchment": 38, "magic": 17}
            return {"count": in_box[told["group"].key.removeprefix("group.")] - told["dug"]}
        case "size_between":
            return {"size": str(table.card.shape).count("#")}
        case "taking":
            digs = legal(table, turns(table))
            return {dig for dig in digs if set(table.marked) <= set(dig)}
        case "dig.best":
            gains = {dig: worth(table.position, dig) for dig in legal(table, turns(table))}
            return {dig for dig, value in gains.items() if value == max(gains.values())}
        case "emptied":
            return {q for q in table.marked if len(table.position.stack(q)) == 1}
        case "dig.all":
            return {"take_all"}
        case "dig.why":
            under, shape = frozenset(table.marked), table.card.shape
            if may_dig(table.position, under, shape, frozenset()):
                return {"none"}
            if under not in everywhere(shape):
                return {"shape"}
            holes = [q for q in under if not table.position.stack(q)]
            return {"empty" if holes else "levels"}
        case "idle":
            return {"mirror"}
        case "magic.second":
            return {"nothing"}
        case "magic.both":
            return legal(table, turns(table))
        case "hidden_now":
            return {"count": sum(max(0, len(stack) - 1) for stack in table.position.stacks)}
        case "lowered":
            return {q for q in QUARRIES if len(table.position.stack(q)) == 4 - told["lost"]}
        case "mine.level":
            return {q for q in QUARRIES if len(table.position.stack(q)) == told["level"]}
        case "into":
            return {q for q in QUARRIES if may_step(table.position, q, told["quarry"])}
        case "tiles.sets":
            have = [symbol.key.removeprefix("symbol.") for symbol in told["held"]]
            return {"points": 10 * min(have.count(letter) for letter in "abcd")}
        case "tiles.missing":
            missing = told["missing"].key[-1]
            digs = legal(table, turns(table))
            return {d for d in digs if missing in [top(table.position, q) for q in d]}
        case "tiles.worth_to_two":
            made: dict[str, int] = {}
            for name in ("anna", "bruno"):
                behind = [symbol.key.removeprefix("symbol.") for symbol in told[name]]
                whole = [
                    min([*behind, *more].count(letter) for letter in "abcd") for more in ([], tops)
                ]
                made[name] = treasures - curses + 10 * (whole[1] - whole[0])
            return made
        case "costs.held":
            own = [symbol.key.removeprefix("symbol.") for symbol in told["own"]]
            points: dict[tuple[Quarry, ...], int] = {}
            for place in legal(table, turns(table)):
                letters = [top(table.position, quarry) for quarry in place]
                complete = all(letter in (*own, *letters) for letter in "abcd")
                points[place] = worth(table.position, place) + 10 * complete
            return {place for place, value in points.items() if value == max(points.values())}
        case "paying.can":
            have = told["coins"] + told["held"] + told["dug"]
            return {"yes" if told["moves"] + told["curses"] <= have else "no"}
        case "paying.change":
            return {"coins": told["treasure"] - told["due"]}
        case "paying.aftermath":
            return {"moves", "objects", "tiles"}
        case "paying.received":
            return {"free", "points", "spend"}
        case "paying.late":
            return {"stands"}
        case "round.secret":
            return {"dug", "tops"}
        case "from_tiles_curses":
            sums = [
                sum(CURSES[term.key.removeprefix("tile.")] for term in row[1].params["held"])
                for row in task.sheet.rows
            ]
            return by_name(task, shares(sums, 24, 12))
        case "from_tiles_magic":
            counts = [len(row[1].params["held"]) for row in task.sheet.rows]
            return by_name(task, shares(counts, 16, 8))
        case "least_second":
            largest = told["largest"]
            return {"size": min(n for n in range(largest) if 2 * n >= largest)}
        case "end.bonus_curses":
            (sizes,) = zip(*numbers(task), strict=True)
            return by_name(task, shares(sizes, 24, 12))
        case "end.bonus_magic":
            (sizes,) = zip(*numbers(task), strict=True)
            return by_name(task, shares(sizes, 16, 8))
        case "known":
            return remembered(table.position, told["moves"])
    raise AssertionError(f"no judge for {key}")


def top(position: Position, quarry: Quarry) -> str:
    return position.stack(quarry)[-1].letter if position.stack(quarry) else ""


def lying(position: Position, letters: Iterable[str]) -> set[Quarry]:
    return {quarry for quarry in QUARRIES if top(position, quarry) in set(letters)}


def worth(position: Position, dig: Iterable[Quarry]) -> int:
    letters = [top(position, quarry) for quarry in dig]
    return sum(TREASURES.get(one, 0) - CURSES.get(one, 0) for one in letters)


def turns(table: Any) -> list[Any]:
    mirror = Power.MIRROR in table.powers
    return [table.card.shape.turned(quarters) for quarters in (range(4) if mirror else range(1))]


def legal(table: Any, shapes: list[Any]) -> set[tuple[Quarry, ...]]:
    places = set[frozenset[Quarry]]().union(*(everywhere(shape) for shape in shapes))
    return {
        tuple(sorted(place))
        for place in places
        if may_dig(table.position, place, table.card.shape, table.powers)
    }


def how_held(table: Any) -> str:
    place, shape = frozenset(table.marked), table.card.shape
    if place in everywhere(shape):
        return "held"
    turned = any(place in everywhere(shape.turned(quarters)) for quarters in (1, 2, 3))
    return "turned" if turned else "flipped"


def number_of(task: Any, name: str) -> int:
    label = next(option.label for option in task.options if option.name == name)
    return int(label.params["number"])


def stepped(position: Position, source: Quarry, target: Quarry) -> Position:
    *rest, tile = position.stack(source)
    beneath = position.stack(target)
    return position.with_stack(source, rest).with_stack(target, (*beneath, tile))


def fewest(table: Any, treasures: int, curses: int) -> set[str]:
    held = (Power.MIRROR, Power.CARPET, Power.AMULET)
    for count in range(4):
        for chosen in combinations(held, count):
            spent = frozenset(chosen)
            paid = Power.AMULET in spent or curses <= table.money + treasures
            place = frozenset(table.marked)
            if paid and may_dig(table.position, place, table.card.shape, spent):
                return {power.value for power in chosen}
    raise AssertionError("it cannot be dug at all")


def of_the_seal(table: Any) -> str:
    place, shape = frozenset(table.marked), table.card.shape
    if may_dig(table.position, place, shape, table.powers):
        return "none"
    if len(place) != str(shape).count("#"):
        return "number"
    flat = may_dig(table.position, place, shape, table.powers | {Power.CARPET})
    return "levels" if flat else "apart"


def shared_out(task: Any, dug: int, opponents: int, held: int) -> dict[str, int]:
    """Tile by tile, as it is done at the table."""
    evenly = any("evenly" in field.why.key for field in task.fields)
    added, pile = 0, dug
    while pile < opponents and added < held:
        pile, added = pile + 1, added + 1
    hands = [0] * opponents
    rounds = max(1, pile // opponents) if evenly else 1
    for _ in range(rounds):
        for place in range(opponents):
            if pile:
                hands[place], pile = hands[place] + 1, pile - 1
    values = {"each": max(hands), "spare": pile, "added": added, "none": hands.count(0)}
    return {field.name: values[field.name] for field in task.fields}


def numbers(task: Any) -> list[tuple[int, ...]]:
    return [tuple(int(cell.params["text"]) for cell in row[1:]) for row in task.sheet.rows]


def by_name(task: Any, values: list[int]) -> dict[str, int]:
    return {row[0].params["text"]: n for row, n in zip(task.sheet.rows, values, strict=True)}


def shares(sizes: Sequence[int], first: int, second: int) -> list[int]:
    """One player after the other, by how many have more and how many have as much."""
    got = []
    for size in sizes:
        more, same = sum(other > size for other in sizes), list(sizes).count(size)
        if size == 0:
            got.append(0)
        elif more == 0:
            got.append(first if same == 1 else (first + second) // same)
        elif more == 1 and 2 * size >= max(sizes):
            got.append(second // same)
        else:
            got.append(0)
    return got


def remembered(position: Position, moves: Sequence[str]) -> set[Quarry]:
    """Every tile with a mark whether it was ever on top; then look below the topmost ones."""
    piles = {q: [[tile.letter, False] for tile in position.stack(q)] for q in QUARRIES}
    for pile in piles.values():
        for tile in pile[-1:]:
            tile[1] = True
    for move in moves:
        source, target = map(Quarry.parse, move.split("→"))
        piles[target].append(piles[source].pop())
        for tile in piles[source][-1:]:
            tile[1] = True
    return {quarry for quarry, pile in piles.items() if any(seen for _, seen in pile[:-1])}


def for_beginners(key: str, table: Any) -> set[Quarry]:
    """What the beginner variant allows or forbids, step by step."""
    position = table.position

    def may(source: Quarry, target: Quarry, *, beginner: bool = True) -> bool:
        return bool(position.stack(source)) and may_step(
            position, source, target, beginner=beginner
        )

    if key.endswith("full"):
        return {q for q in QUARRIES if not any(may(other, q) for other in QUARRIES)}
    (here,) = table.marked
    if key.endswith("into"):
        return {q for q in QUARRIES if may(q, here)}
    return {q for q in QUARRIES if may(here, q) and not may(here, q, beginner=False)}


def in_two_steps(position: Position, source: Quarry) -> set[Quarry]:
    """Where a tile gets with two steps downhill or level, but not with one."""
    tall = {quarry: len(position.stack(quarry)) for quarry in QUARRIES}
    tall[source] -= 1  # while the tile is under way
    beside = {
        quarry: [o for o in QUARRIES if o != quarry and quarry.distance(o) == 1]
        for quarry in QUARRIES
    }
    one = {o for o in beside[source] if tall[o] <= tall[source]}
    two = {o for step in one for o in beside[step] if tall[o] <= tall[step]}
    return two - one - {source}


def cards_in(told: dict[str, Any]) -> list[int]:
    """The numbers of the cards that a question names."""
    return [int(card) for card in told["cards"].split(", ")]


def helps(table: Any, power: Power) -> bool:
    """Whether a magic object makes a dig possible: by trying every place."""
    shape, spent = table.card.shape, frozenset([power])
    if power is Power.SEAL:
        return any(chain_of(table.position, level) >= len(shape.cells) for level in range(1, 9))
    places = set[Any]().union(*(everywhere(shape.turned(quarters)) for quarters in range(4)))
    return any(may_dig(table.position, place, shape, spent) for place in places)


def chain_of(position: Any, level: int) -> int:
    """The most quarries of a height that hang together, at sides or corners."""
    left = {q for q in QUARRIES if len(position.stack(q)) == level}
    most = 0
    while left:
        group, edge = set(), [left.pop()]
        while edge:
            here = edge.pop()
            group.add(here)
            near = {q for q in left if max(abs(q.row - here.row), abs(q.column - here.column)) == 1}
            left -= near
            edge += near
        most = max(most, len(group))
    return most

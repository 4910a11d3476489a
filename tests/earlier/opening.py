"""How what was kept earlier is opened, and how its state is read: all that knows the code inside.

The tests beside this file use the command line, `import ksm_widgets`, and what stands here. Where
something moves or gets another name, this file follows; data and expectations stay as they are.
"""

from __future__ import annotations

import json
import re
import runpy
from html import unescape
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ksm_widgets.course.lessons import LESSONS
from ksm_widgets.progress.progress import Progress
from ksm_widgets.puzzles.pack import read_pack, shipped_pack
from ksm_widgets.site.access import load_key
from ksm_widgets.site.visitors import read_visit

if TYPE_CHECKING:
    import pytest

__all__ = [
    "DATA",
    "Browser",
    "app_key",
    "asked_task",
    "cannot_pay",
    "data_folder_of",
    "due_puzzles",
    "due_rules",
    "edition_of",
    "known",
    "lab",
    "no_more_games",
    "number_of_test",
    "open_deck",
    "opened",
    "overview",
    "paste",
    "pick_up",
    "position_of",
    "preferences",
    "puzzle_of",
    "puzzle_record",
    "rest",
    "saved",
    "shelf",
    "shipped",
    "table_of",
    "texts_of",
    "told",
    "waiting_mistakes",
]

DATA = Path(__file__).parent / "data"


def told(widget: Any) -> str:
    """Everything that a page of panels says, without markup."""
    parts = [str(one.html) for one in _widgets(widget) if hasattr(one, "html")]
    bare = re.sub(r"<svg.*?</svg>|<style.*?</style>|<[^>]*>", " ", " ".join(parts), flags=re.DOTALL)
    return re.sub(r"\s+", " ", unescape(bare)).strip()


def _widgets(widget: Any) -> list[Any]:
    """A widget and all within it."""
    within = [one for child in getattr(widget, "children", ()) for one in _widgets(child)]
    return [widget, *within]


def saved(widget: Any, name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The text that a control of a page gives to the browser to be saved as a file."""
    sent: list[dict[str, str]] = []
    for one in [*_widgets(widget), getattr(getattr(widget, "_board", None), "_frame", None)]:
        if one is not None and hasattr(one, "send"):
            monkeypatch.setattr(one, "send", lambda content, *_: sent.append(content))
    widget.act(name, value)
    (text,) = [content["text"] for content in sent if "text" in content]
    return text


# The explorer.


def position_of(explorer: Any) -> dict[str, object]:
    """What lies on an explorer's board and is asked of it: the dig problem, if there is one.

    What unseen tiles can be is reckoned, not kept; of that only `mean` is told. Objects ticked were
    all spent, as `powers` of the problem; now it may spend them.
    """
    situation = explorer.session.situation
    found: dict[str, object] = {"board": situation.position.text, "card": situation.number}
    if not situation.position.faults():
        problem = situation.problem().to_dict()
        del problem["board"]
        if "may_spend" in problem:
            problem["powers"] = problem.pop("may_spend")
        if "unseen" in problem:
            problem["unseen"] = "mean"
        found["problem"] = problem
    return found


def paste(explorer: Any, text: str) -> None:
    """Paste a text on the board."""
    explorer.paste(text)
    assert not explorer.page.trouble


def open_deck(explorer: Any, text: str) -> dict[int, str]:
    """Open a card file on the page; the shapes by the numbers of their cards."""
    explorer.act("deck", text)
    explorer.act("deck", text)  # again, in case it replaces cards that are there
    assert not explorer.page.trouble
    return {card.number: str(card.shape) for card in explorer.session.situation.deck}


def preferences(explorer: Any) -> tuple[str, str]:
    """The language and the colours of a page."""
    return explorer.page.language, explorer.page.look


# Puzzles.


def puzzle_of(puzzles: Any) -> dict[str, object]:
    """The puzzle that is laid out."""
    puzzle = puzzles.view.task.puzzle
    assert puzzles.view.task.check(puzzles.view.task.solution()).right
    return {
        "id": puzzle.id,
        "question": puzzle.question.value,
        "grade": puzzle.grade,
        "themes": [theme.value for theme in puzzle.themes],
        "board": puzzle.problem.position.text,
        "net": puzzle.to_dict()["answer"]["net"],
    }


def shipped(name: str) -> set[str]:
    """The ids of a pack that comes with the project."""
    pack = shipped_pack(name)
    return {puzzle.id for puzzle in (*pack, *pack.retired)}


def texts_of(pack: Path) -> tuple[str, str, str, list[str]]:
    """Title, author and licence of a pack, and the ids of its puzzles."""
    read = read_pack(pack)
    return read.title, read.author, read.licence, [puzzle.id for puzzle in read]


def no_more_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever makes puzzles finds none but those that are known: a game would take too long."""

    def refuse(*_: object, **__: object) -> str:
        raise AssertionError("a game is played for puzzles")

    monkeypatch.setattr("ksm_widgets.puzzles.making.game_line", refuse)


def puzzle_record(puzzles: Any) -> dict[str, object]:
    """What was reached with puzzles."""
    reached = puzzles.guide.record()
    return {
        "rating": str(reached.rating),
        "streak": reached.streak,
        "longest": reached.longest,
        "tried": sorted(reached.tried),
        "solved": sorted(reached.solved),
        "best storm": reached.best_storm,
        "themes": {theme.value: counts for theme, counts in reached.themes.items()},
    }


def due_puzzles(puzzles: Any) -> tuple[list[str], int]:
    """The puzzles that are due by the page's clock, and how many come back later."""
    back = puzzles.guide.repeats()
    return list(back.due), len(back.later)


# The course.


def opened(folder: Path | None) -> Any:
    """The progress in a data folder; without one, of somebody who has none yet."""
    return Progress(None if folder is None else folder / "progress.sqlite3")


def known(progress: Any) -> dict[str, object]:
    """How much a progress holds: attempts and reviews, stars, games, what was chosen."""
    attempts, reviews = progress.attempts(), progress.reviews()
    text = json.loads(progress.text())
    return {
        "attempts": len(attempts),
        "right": sum(attempt.right for attempt in attempts),
        "hints": sum(attempt.hints for attempt in attempts),
        "stars": sum(progress.stars().values()),
        "reviews": len(reviews),
        "grades": sum(review.grade for review in reviews),
        "settings": sorted(text["settings"]),
        "aside": progress.newly_set_aside(),
    }


def overview(course: Any) -> dict[str, tuple[str, str]]:
    """For each lesson how many of its tasks were solved, and with how many stars.

    Some of them nobody has to do any more; they count as before.
    """
    count = r"(\d+) / (\d+)"
    further = rf'(?:<div class="ksm-further">{count} optional</div>)?'
    rows = re.findall(
        rf"(\d+½?) · [^<]*</td><td>{count}{further}</td><td>{count}",
        course.progress()._panels["asked"].html,
    )
    # Lessons halfway to the next number came later, and so did the result of the final test.
    names = {each.label: each.name for each in LESSONS if each.tasks and not each.halfway}
    found = {}
    for label, solved, own, further, more, stars, most in rows:
        if label in names:
            both = (int(solved) + int(further or 0), int(own) + int(more or 0))
            found[names[label]] = (f"{both[0]} / {both[1]}", f"{stars} / {most}")
    return found


def due_rules(course: Any, monkeypatch: pytest.MonkeyPatch, at: int) -> list[str]:
    """The rules that are due by a moment in milliseconds since 1970, the most urgent first."""
    monkeypatch.setattr("time.time_ns", lambda: at * 1_000_000)
    return re.findall(r"\bR\d+\b", told(course.progress()))


def edition_of(course: Any) -> str:
    """The edition that the course follows."""
    return str(course.reader.edition.name)


def asked_task(view: Any) -> str:
    """The name of the exercise that a page asks."""
    return str(view.exercise.name)


def number_of_test(view: Any) -> int:
    """The number of a final test."""
    number: int = view.test.seed
    return number


# Games.


def shelf(table: Any) -> list[int]:
    """When the games that are kept began, the one kept last first."""
    return [match.begun for match in table.page.start.shelved]


def pick_up(table: Any, begun: int) -> None:
    """Go on with a game that is kept."""
    table.act("sit-at", str(begun))
    assert not table.page.trouble


def table_of(table: Any) -> dict[str, object]:
    """The game at the table, as far as whoever sits there may know it."""
    page, match = table.page, table.match
    setting, view = match.game.setting, match.view
    found: dict[str, object] = {
        "seats": [[seat.name, seat.level] for seat in match.seats],
        "edition": setting.edition.name,
        "variant": setting.variant.value,
        "round": match.game.round,
        "turns": len(match.game.records),
        "not paid": sum(record.settlement is not None for record in match.game.records),
        "asks": match.phase.value if page.notes is None else page.notes.asked.value,
        "board": (match if page.notes is None else page.notes).mine.text,
        "cards left": [info.cards_left for info in match.seat_infos],
    }
    if match.actor is not None:
        found["acts"] = match.seats[match.actor].name
    if view is not None and not match.over:
        found["coins"] = view.holding.coins
        found["holds"] = "".join(tile.letter for tile in view.holding.tiles)
        found["hand"] = [card.number for card in view.hand]
        found["moves made"] = [str(move) for move in view.begun]
    if page.notes is not None:
        found["asked"] = [str(slot) for slot in page.notes.noted.asked]
    if match.over:
        found["points"] = [score.total for score in match.scores]
        found["wins"] = [match.seats[seat].name for seat in match.winners]
        found["gave up"] = None if match.conceded is None else match.seats[match.conceded].name
    return found


def rest(table: Any) -> dict[str, object]:
    """What is kept beside games: a mine half laid out, and who is to sit there."""
    page = table.page
    return {
        "laid out": page.start.laid_out,
        "sitters": [list(sitter) for sitter in page.start.seating.sitters],
        "edition": page.start.seating.edition,
        "variant": page.start.seating.variant.value,
    }


def cannot_pay(table: Any) -> tuple[int, str]:
    """End a turn that cannot be paid: how many tiles are to be added, and from which (R26)."""
    table.act("no-dig", "")
    table.act("sure", "broke")
    adding = table.match.adding
    return adding.count, "".join(tile.letter for tile in adding.held)


def waiting_mistakes(table: Any) -> int:
    """How many mistakes of earlier games are to be tried again by the table's clock."""
    due: int = table.page.due
    return due


# Where things are kept.


class Browser:
    """What lies in a browser's storage, handed to a page as its script does."""

    def __init__(self, there: str) -> None:
        self.there = there

    def visit(self, widget: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """Show the page, which takes what is there and may write it anew."""

        def receive(content: dict[str, Any], *_: object) -> None:
            assert "aside" not in content, "what was kept could not be read"
            if "keep" in content:
                self.there = content["keep"]
                keeper._handle_custom_msg({"kept": content["number"]}, [])

        keeper = widget._keeper
        monkeypatch.setattr(keeper, "send", receive)
        keeper._handle_custom_msg({"there": self.there}, [])


def app_key() -> str:
    """The key of an app that is shared."""
    return load_key()


def data_folder_of(cookies: dict[str, str]) -> dict[str, str]:
    """What the kernel of a browser with these cookies is told."""
    return read_visit(cookies, "fr", guests=True).environment


def lab(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start `ksm lab` here, up to where JupyterLab itself would begin."""
    monkeypatch.setattr(runpy, "run_module", lambda *_, **__: {})
    assert import_module("ksm_widgets.cli").main(["lab"]) == 0

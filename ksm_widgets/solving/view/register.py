"""The teacher's register: who is where, who has solved what, and what was hard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.page.html import Child, Markup, bar, element, joined, note
from ksm_widgets.puzzles.pack import shipped_pack
from ksm_widgets.solving.classroom import difficulties
from ksm_widgets.solving.links import link_of_puzzle
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ksm_widgets.puzzles import Pack, Puzzle
    from ksm_widgets.solving.classroom import Difficulty
    from ksm_widgets.solving.pupil import Pupil
    from ksm_widgets.solving.record import Outcome
    from ksm_widgets.telling.phrases import Reader

_NOW = 60_000
"""Milliseconds for which somebody who did something is there."""
_HARDEST = 3
SHOWN = "◉"
"""The sign of a puzzle whose answer was shown."""


def register(
    pack: Pack, pupils: Sequence[Pupil], reader: Reader, now: int, puzzles_at: str
) -> Markup:
    """The table of a class, a row for each pupil and a column for each puzzle.

    `now` is in milliseconds since 1970, `puzzles_at` the address of the page of puzzles.
    """
    hard = difficulties(pack, pupils)
    # Whoever was here only with an earlier pack comes last.
    pupils = sorted(pupils, key=lambda pupil: not pupil.is_given(pack))
    heads: list[Child] = [element("th", reader.text("class.pupil"), scope="col")]
    for number, puzzle in enumerate(pack, 1):
        heads.append(_puzzle_head(number, puzzle, reader, puzzles_at))
    heads += [element("th", reader.text(f"class.{name}"), scope="col") for name in ("done", "seen")]
    heads.append(element("td"))
    rows = [_pupil_row(pack, pupil, reader, now) for pupil in pupils]
    words = reader.text("class.first_try_what")
    foot = [element("th", reader.text("class.first_try"), scope="row", title=words)]
    foot += [_share(hard[puzzle.id], reader) for puzzle in pack]
    foot += [element("td"), element("td"), element("td")]
    unsaved = not all(pupil.saved for pupil in pupils)
    return joined(
        element("p.ksm-notice.ksm-tone-warning", reader.text("class.unsaved")) if unsaved else None,
        element("p.ksm-register-count", _here(pack, pupils, reader, now), role="status"),
        element(
            "div.ksm-register-box",
            element(
                "table.ksm-register",
                element("thead", element("tr", heads)),
                element("tbody", rows),
                element("tfoot", element("tr", foot)),
            ),
        ),
        _hardest(pack, hard, reader),
        note(reader.text("class.legend")),
    )


def _here(pack: Pack, pupils: Sequence[Pupil], reader: Reader, now: int) -> str:
    """The number of pupils who have this pack, and of those who were here only before it."""
    given = [pupil for pupil in pupils if pupil.is_given(pack)]
    here, before = sum(now - one.seen < _NOW for one in given), len(pupils) - len(given)
    said = reader.text(counted("class.count", len(given)), count=len(given), here=here)
    if not before:
        return said
    return f"{said} {reader.text(counted('class.count_before', before), count=before)}"


def _puzzle_head(number: int, puzzle: Puzzle, reader: Reader, puzzles_at: str) -> Markup:
    """The number of a puzzle, which leads to it."""
    address = f"{puzzles_at}?{link_of_puzzle(puzzle, shipped_pack())}"
    words = reader.text("class.look_at", number=number, grade=puzzle.grade)
    link = element("a", str(number), href=address, target="_blank", title=words, aria_label=words)
    return element("th", link, scope="col")


def _pupil_row(pack: Pack, pupil: Pupil, reader: Reader, now: int) -> Markup:
    outcomes = pupil.outcomes_of(pack)
    cells = [
        _cell(outcomes[puzzle.id], puzzle.id == pupil.at, number, reader)
        for number, puzzle in enumerate(pack, 1)
    ]
    solved = sum(one.solved for one in outcomes.values())
    return element(
        "tr" if pupil.is_given(pack) else "tr.ksm-register-before",
        element("th", element("bdi", pupil.name), scope="row"),
        cells,
        element("td", f"{solved}/{len(pack)}"),
        element("td.ksm-register-seen", _seen(pupil, reader, now)),
        element("td", _letting_in(pupil, reader), _removing(pupil, reader)),
    )


def _letting_in(pupil: Pupil, reader: Reader) -> Markup:
    words = reader.text("class.again", name=pupil.name)
    sign = element("button", "↻", name="again", value=pupil.id, aria_label=words, title=words)
    return element("form", sign, method="post")


def _removing(pupil: Pupil, reader: Reader) -> Markup:
    words = reader.text("class.remove", name=pupil.name)
    cross = element("button", "✕", name="remove", value=pupil.id, aria_label=words, title=words)
    sure = reader.text("class.remove_sure", name=pupil.name)
    return element("form", cross, method="post", data_sure=sure)


def _cell(outcome: Outcome, here: bool, number: int, reader: Reader) -> Markup:
    """A sign, the number of tries, and a question mark for hints; all of it also in words."""
    sign, state = "", "open"
    words = reader.text("class.cell_open", number=number)
    if outcome.shown:
        sign, state = SHOWN, "shown"
        after = counted("class.cell_shown_after", outcome.tries)
        key = after if outcome.tries else "class.cell_shown"
        words = reader.text(key, number=number, tries=outcome.tries)
    elif outcome.tries:
        state = "clean" if outcome.clean else "solved" if outcome.solved else "missed"
        sign = "✓" if outcome.solved else "✗"
        sign += str(outcome.tries) if outcome.tries > 1 else ""
        key = counted(f"class.cell_{'solved' if outcome.solved else 'missed'}", outcome.tries)
        words = reader.text(key, number=number, tries=outcome.tries)
    if outcome.hints and not outcome.shown:
        sign = f"{sign}?"
        words = f"{words} {reader.text('class.with_help')}"
    if here:
        words = f"{words} {reader.text('class.is_here')}"
    drawn = element("span", sign, aria_hidden="true")
    told = element("span.ksm-unseen", words)
    where = " ksm-register-here" if here else ""
    return element("td", drawn, told, title=words, class_=f"ksm-register-{state}{where}")


def _share(hard: Difficulty, reader: Reader) -> Markup:
    if not hard.tried:
        return element("td", "–")
    words = reader.text("class.share", clean=hard.clean, tried=hard.tried, solved=hard.solved)
    meter = bar(100 * hard.clean // hard.tried)
    return element("td", f"{hard.clean}/{hard.tried}", meter, title=words)


def _hardest(pack: Pack, hard: Mapping[str, Difficulty], reader: Reader) -> Child:
    """The puzzles that most did not solve on the first try, the hardest first."""
    if not any(hard[puzzle.id].tried for puzzle in pack):
        return None

    def order(numbered: tuple[int, Difficulty]) -> tuple[float, float]:
        found = numbered[1]
        return found.clean / found.tried, found.solved / found.tried

    numbered = [
        (number, hard[puzzle.id])
        for number, puzzle in enumerate(pack, 1)
        if hard[puzzle.id].clean < hard[puzzle.id].tried
    ]
    hardest = sorted(numbered, key=order)[:_HARDEST]
    each = [
        reader.text("class.hard_one", number=number, clean=found.clean, tried=found.tried)
        for number, found in hardest
    ]
    words = (
        reader.text("class.hardest", puzzles=each) if each else reader.text("class.nothing_hard")
    )
    return element("p.ksm-register-hard", words)


def _seen(pupil: Pupil, reader: Reader, now: int) -> str:
    if not pupil.seen:
        return "–"
    ago = max(0, now - pupil.seen)
    if ago < _NOW:
        return reader.text("class.now")
    return reader.text("class.ago", minutes=ago // 60_000)

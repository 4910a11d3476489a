"""A task as a picture and as text, for places without a widget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ksm_widgets.draw import LIGHT

if TYPE_CHECKING:
    from ksm_widgets.draw import Scene, Theme
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.task import AnyTask

__all__ = ["question_text", "table_text", "task_scene", "task_text"]


def task_scene(task: AnyTask, reader: Reader, theme: Theme = LIGHT) -> Scene | None:
    """What a task lays on the table, as a picture; None if it lays nothing."""
    return None if task.table is None else task.table.scene(reader, theme)


def task_text(task: AnyTask, reader: Reader) -> str:
    """A task as text: the question, what there is to choose or fill in, and what lies there."""
    return "\n\n".join(filter(None, (question_text(task, reader), table_text(task, reader))))


def table_text(task: AnyTask, reader: Reader) -> str:
    """What a task lays on the table, as text; empty if it lays nothing."""
    return "" if task.table is None else task.table.text(reader)


def question_text(task: AnyTask, reader: Reader) -> str:
    """What a task asks as text, with what there is to choose or fill in."""
    parts = [reader.say(task.question)]
    if task.sheet is not None:
        rows = [task.sheet.head, *task.sheet.rows]
        parts.append("\n".join(" | ".join(map(reader.say, row)) for row in rows))
    form = task.begun().form()
    lines = [f"( ) {reader.say(pick.label)}" for pick in form.picks]
    lines += [f"{reader.say(blank.label)}: __" for blank in form.blanks]
    if lines:
        parts.append("\n".join(lines))
    return "\n\n".join(parts)

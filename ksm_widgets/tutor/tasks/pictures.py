"""Pictures put together of smaller ones, and a task as a picture and as text without a widget."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ksm_widgets.draw import (
    LIGHT,
    Marks,
    Placed,
    Scene,
    Sprite,
    Text,
    board_scene,
    card_scene,
)
from ksm_widgets.rules.covering import covered
from ksm_widgets.tutor.tasks.kinds import Choose, Numbers, Order

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ksm_widgets.draw import Theme
    from ksm_widgets.tutor.reader import Reader
    from ksm_widgets.tutor.tasks.task import Task

__all__ = ["beside", "question_text", "shifted", "table_text", "task_scene", "task_text"]


def shifted(items: Iterable[object], x: float, y: float) -> list[Placed | Text]:
    """Items moved by so much: words one by one, all else as one sprite for each run of shapes."""
    moved: list[Placed | Text] = []
    for item in items:
        if isinstance(item, (Text, Placed)):
            moved.append(replace(item, x=item.x + x, y=item.y + y))
        else:
            moved.append(Placed(Sprite((item,)), x, y))  # type: ignore[arg-type]
    return moved


def beside(*scenes: Scene) -> Scene:
    """Pictures side by side, in the middle of the highest."""
    height = max(scene.height for scene in scenes)
    items: list[Placed | Text] = []
    x = 0.0
    for scene in scenes:
        items += shifted(scene.items, x, (height - scene.height) / 2)
        x += scene.width + 12
    return Scene(x - 12, height, tuple(items))


def task_scene(task: Task, reader: Reader, theme: Theme = LIGHT) -> Scene | None:
    """What a task lays on the table, as a picture; None if it lays nothing."""
    table = task.table
    if table is None:
        return None
    board = board_scene(
        table.position,
        Marks(area=table.marked),
        open_view=table.open,
        theme=theme,
        edition=reader.played,
        language=reader.language,
    )
    if table.card is None:
        return board
    both = beside(board, card_scene(table.card, theme=theme, language=reader.language))
    return replace(both, title=board.title, description=board.description)


def task_text(task: Task, reader: Reader) -> str:
    """A task as text: the question, what there is to choose or fill in, and what lies there."""
    return "\n\n".join(filter(None, (question_text(task, reader), table_text(task, reader))))


def table_text(task: Task, reader: Reader) -> str:
    """What a task lays on the table as text: the mine, the card, what is pointed out."""
    parts: list[str] = []
    table = task.table
    if table is not None:
        parts.append(str(table.position if table.open else covered(table.position)))
        if table.card is not None:
            shape = str(table.card.shape).replace("/", "\n")
            number = table.card.number
            parts.append(f"{reader.text('lesson_view.card', number=number)}\n{shape}")
        if table.marked:
            parts.append(reader.text("lesson_view.marked", quarries=list(table.marked)))
    return "\n\n".join(parts)


def question_text(task: Task, reader: Reader) -> str:
    """What a task asks as text, with what there is to choose or fill in."""
    parts = [reader.say(task.question)]
    if task.sheet is not None:
        rows = [task.sheet.head, *task.sheet.rows]
        parts.append("\n".join(" | ".join(map(reader.say, row)) for row in rows))
    match task:
        case Choose():
            parts.append("\n".join(f"( ) {reader.say(o.label)}" for o in task.options))
        case Order():
            by_name = {option.name: option for option in task.options}
            parts.append("\n".join(f"( ) {reader.say(by_name[n].label)}" for n in task.shown))
        case Numbers():
            parts.append("\n".join(f"{reader.say(field.label)}: __" for field in task.fields))
    return "\n\n".join(parts)

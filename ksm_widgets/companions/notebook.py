"""The notebook of a game on the shelf, which opens its page."""

from __future__ import annotations

from ksm_widgets.course.writing import as_notebook
from ksm_widgets.words import LANGUAGES, sentence


def game_notebook(name: str) -> dict[str, object]:
    """The notebook that opens the page of a game, as data."""
    code = (
        *(f"# {sentence('shelf_lessons.help', language)}" for language in LANGUAGES),
        "from ksm_widgets.widgets import shelf_game",
        "",
        f'shelf_game("{name}")',
    )
    cell: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "id": name,
        "metadata": {"tags": ["nbval-ignore-output"]},
        "outputs": [],
        "source": "\n".join(code).splitlines(keepends=True),
    }
    # Names of games are the same in every language.
    return as_notebook(sentence(f"companion_{name}.name", LANGUAGES[0]), [cell], wide=True)

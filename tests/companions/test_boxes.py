"""The data files of each game: every line of the numbers is checked, all wrong lines named."""

from __future__ import annotations

import re

import pytest

from ksm_widgets.companions.data_file import BoxError, text_beside
from ksm_widgets.companions.shelf import GAMES, part_of
from ksm_widgets.rules.errors import KsmError
from tests.companions.shared import box_faults, positions_of

LINES = [
    (name, line)
    for name in GAMES
    for line in re.findall(r"^\w+ = .*$", text_beside(GAMES[name], f"{name}.toml"), re.MULTILINE)
]


def texts_of(name: str) -> list[str]:
    """The data files of a game as they are read, the numbers last."""
    return [text_beside(GAMES[name], file) for file in (*positions_of(name).TABLES, f"{name}.toml")]


def parsed(name: str, numbers: str) -> object:
    """The box of a game with other numbers, its further files as they are."""
    return part_of(name, "box").Box.parse(*texts_of(name)[:-1], numbers)


@pytest.mark.parametrize(("name", "line"), LINES)
@pytest.mark.parametrize("how", ["value", "source", "missing", "bare"])
def test_every_line_of_the_numbers_is_checked(name: str, line: str, how: str) -> None:
    what, _, pair = line.partition(" = ")
    wrong = {
        "value": f'{what} = ["£", "known"]',
        "source": re.sub(r', "\w+"\]', ', "heard"]', line),
        "missing": "",
        "bare": f"{what} = {pair.strip('[]').partition(',')[0]}",
    }[how]
    text = text_beside(GAMES[name], f"{name}.toml").replace(line, wrong, 1)
    (fault,) = box_faults(lambda: parsed(name, text))
    assert fault.key == f"shelf_box.{'value' if how == 'bare' else how}"
    assert str(fault.params["line"]).endswith(what)
    assert what in fault.sentence("de")


@pytest.mark.parametrize(("name", "line"), LINES)
def test_a_line_that_is_there_twice_is_refused(name: str, line: str) -> None:
    text = text_beside(GAMES[name], f"{name}.toml").replace(line, f"{line}\n{line}", 1)
    with pytest.raises(KsmError) as caught:
        parsed(name, text)
    assert caught.value.key == "shelf_box.not_toml"


@pytest.mark.parametrize("name", GAMES)
def test_unknown_lines_are_named_in_their_order(name: str) -> None:
    unknown = [f"unknown{number}" for number in range(9)]
    lines = "".join(f'{line} = [1, "known"]\n' for line in unknown)
    faults = box_faults(lambda: parsed(name, lines + texts_of(name)[-1]))
    assert [fault.params["line"] for fault in faults] == unknown


@pytest.mark.parametrize("name", GAMES)
def test_a_name_in_quotes_is_no_line_of_a_table(name: str) -> None:
    text = texts_of(name)[-1]
    table, line = re.findall(r"^\[(\w+)\]\n+(\w+) = ", text, re.MULTILINE)[0]
    quoted = f'"{table}.{line}"'
    faults = box_faults(lambda: parsed(name, f'{quoted} = [1, "known"]\n{text}'))
    assert [(fault.key, fault.params["line"]) for fault in faults] == [
        ("shelf_box.unknown", quoted)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_an_unknown_table_is_named_even_if_it_is_empty(name: str) -> None:
    faults = box_faults(lambda: parsed(name, texts_of(name)[-1] + "\n[unknown]\n"))
    assert [fault.params["line"] for fault in faults] == ["unknown"]


@pytest.mark.parametrize("name", GAMES)
def test_numbers_that_are_no_toml_are_refused(name: str) -> None:
    with pytest.raises(BoxError):
        parsed(name, "a = [")


@pytest.mark.parametrize("name", GAMES)
def test_all_wrong_lines_are_named_together(name: str) -> None:
    changes, lines = positions_of(name).WRONG_LINES
    texts = texts_of(name)
    for right, wrong in changes:
        (at,) = [at for at, text in enumerate(texts) if right in text]
        texts[at] = texts[at].replace(right, wrong, 1)
    faults = box_faults(part_of(name, "box").Box.parse, *texts)
    assert [fault.params["line"] for fault in faults] == lines

"""Data files of the user's own, which are read in the place of ours, and what is wrong in them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import ksm_widgets
from ksm_widgets.cli import main
from ksm_widgets.companions import own_files
from ksm_widgets.companions.data_file import text_beside
from ksm_widgets.companions.kingdom.box import the_box as kingdom_box
from ksm_widgets.companions.kingdom.naming import building_phrase
from ksm_widgets.companions.kings.box import the_box as kings_box
from ksm_widgets.companions.kings.cards import Mine
from ksm_widgets.companions.own_files import own_folder
from ksm_widgets.companions.raubbau.box import the_box as raubbau_box
from ksm_widgets.companions.shelf import GAMES, companion, curricula
from ksm_widgets.widgets import shelf_game
from ksm_widgets.words import LANGUAGES, sentence
from tests.companions.kingdom_positions import EXAMPLE_1 as KINGDOM_EXAMPLE
from tests.companions.kings_positions import EXAMPLE_1
from tests.companions.raubbau_positions import EXAMPLE_2 as RAUBBAU_EXAMPLE
from tests.companions.shared import touch
from tests.page.kernelless import html, key, words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.conftest import Output, Typing

    Putting = Callable[[str, str], None]

CARDS = text_beside(GAMES["kings"], "kings.csv")
NUMBERS = text_beside(GAMES["kings"], "kings.toml")
RAUBBAU = text_beside(GAMES["raubbau"], "raubbau.toml")


@pytest.fixture(autouse=True)
def _read_again() -> Iterator[None]:
    """Files are read once for each program: here for each test."""
    own_files._boxes.cache_clear()
    yield
    own_files._boxes.cache_clear()


@pytest.fixture
def put() -> Putting:
    """Put a file into the user's folder."""

    def putting(name: str, text: str) -> None:
        folder = own_folder()
        assert folder is not None
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")

    return putting


def poorer(cards: str) -> str:
    """The cards of an owner whose mines are all the same, and who has seen them."""
    return re.sub(r"inferred,.*", "known,2,2,no,3,3,known", cards)


def known(numbers: str) -> str:
    return numbers.replace('"assumed"', '"known"')


def told(game: str) -> str:
    wrong = companion(game).set_aside()
    return "" if wrong is None else wrong.sentence("en")


def test_without_files_of_ones_own_ours_are_read() -> None:
    assert [told(name) for name in GAMES] == [""] * len(GAMES)
    assert len(kings_box().mines) > 1


def test_a_file_of_ones_own_is_read_beside_ours(put: Putting) -> None:
    put("kings.csv", "\ufeff" + poorer(CARDS))  # As spreadsheets write it.
    assert [*kings_box().mines] == [Mine(2, 2, overseer=False, value=3, penalty=3)]
    assert kings_box().hand == 6
    assert told("kings") == ""


@pytest.mark.parametrize(
    ("game", "question", "position", "files"),
    [
        ("raubbau", "odds", RAUBBAU_EXAMPLE, ["raubbau.toml"]),
        ("kings", "opens", EXAMPLE_1, ["kings.csv", "kings.toml"]),
        (
            "kingdom",
            "round",
            KINGDOM_EXAMPLE,
            ["kingdom.toml", "kingdom_places.csv", "kingdom_buildings.csv"],
        ),
    ],
)
def test_what_an_owner_knows_is_not_assumed(
    put: Putting, game: str, question: str, position: str, files: list[str]
) -> None:
    assumed = sentence("shelf.assumed")

    def said() -> list[bool]:
        own_files._boxes.cache_clear()
        answer = companion(game).ask({"question": question, "position": position})
        page: Any = shelf_game(game, position, language="en")
        page.act("question", question)
        page.act("ask", "")
        page.wait()
        return [assumed in answer["assuming"], assumed in words(page, "plans")]

    assert said() == [True, True]
    for file in files:
        put(file, text_beside(GAMES[game], file).replace("assumed", "known"))
    assert said() == [False, False]


def test_files_that_only_fit_together_are_read_together(put: Putting) -> None:
    put("kings.csv", "\n".join(CARDS.splitlines()[:61]))
    put("kings.toml", NUMBERS.replace("cards = [80", "cards = [60"))
    assert len(kings_box().cards) == 60
    assert told("kings") == ""


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        (
            {"kings.csv": CARDS.replace("\n3,D,", "\n3,X,")},
            ["boxes/kings.csv", "card 3", "'X' is not possible as race", "DOGT was expected"],
        ),
        ({"kings.csv": CARDS.replace("card,", "cart,")}, ["boxes/kings.csv", "The first line"]),
        ({"kings.csv": CARDS + "x"}, ["boxes/kings.csv", "Line 82"]),
        ({"kings.csv": "\n\n" + CARDS + "x"}, ["boxes/kings.csv", "Line 84"]),
        ({"kings.csv": "x" * 10_001}, ["boxes/kings.csv", "more than 10000"]),
        ({"kings.csv": "x" * 10_000_000}, ["boxes/kings.csv", "more than 10000"]),
        (
            {"kings.toml": NUMBERS.replace("hand = [6", "hand = [0")},
            ["boxes/kings.toml", "set_up.hand"],
        ),
        ({"kings.toml": "hand = " + "9" * 5000}, ["boxes/kings.toml", "not TOML"]),
        ({"kings.toml": "[" * 5000}, ["boxes/kings.toml", "not TOML"]),
        (
            {
                "kings.csv": "\n".join(CARDS.splitlines()[:61]),
                "kings.toml": NUMBERS.replace("[80", "[79"),
            },
            ["boxes/kings.csv", "boxes/kings.toml", "60", "79"],
        ),
    ],
)
def test_a_wrong_file_is_named_with_its_line_and_ours_is_used(
    put: Putting, files: dict[str, str], expected: list[str]
) -> None:
    ours = kings_box()
    own_files._boxes.cache_clear()
    for name, text in files.items():
        put(name, text)
    assert kings_box() == ours
    assert kings_box().mines == ours.mines
    assert [part for part in expected if part not in told("kings")] == []


def test_each_wrong_line_is_told_below_its_own_file(put: Putting) -> None:
    put("kings.csv", CARDS.replace("\n3,D,", "\n3,X,"))
    put("kings.toml", NUMBERS.replace("hand = [6", "hand = [0"))
    first, second = told("kings").split("boxes/kings.toml")
    assert "card 3" in first
    assert "set_up.hand" not in first
    assert "set_up.hand" in second
    assert "card 3" not in second


@pytest.mark.parametrize("numbers", [b"\xff\xfe", b"[", b"#" * 10_001])
def test_a_file_that_cannot_be_read_hides_no_wrong_line_of_another(
    put: Putting, numbers: bytes
) -> None:
    put("kings.csv", CARDS.replace("\n3,D,", "\n3,X,"))
    folder = own_folder()
    assert folder is not None
    (folder / "kings.toml").write_bytes(numbers)
    first, second = told("kings").split("boxes/kings.toml", maxsplit=1)
    assert "card 3" in first
    assert "card 3" not in second


def test_a_file_is_not_compared_with_one_that_cannot_be_read(put: Putting) -> None:
    put("kings.csv", "\n".join(CARDS.splitlines()[:61]))
    folder = own_folder()
    assert folder is not None
    (folder / "kings.toml").write_bytes(b"\xff\xfe")
    assert "boxes/kings.toml can't be read" in told("kings")
    assert "boxes/kings.csv" not in told("kings")


def test_what_cannot_be_read_is_named_too(put: Putting, monkeypatch: pytest.MonkeyPatch) -> None:
    put("raubbau.toml", "")
    folder = own_folder()
    assert folder is not None
    (folder / "raubbau.toml").write_bytes(b"\xff\xfe")
    assert "boxes/raubbau.toml can't be read" in told("raubbau")
    assert str(folder) not in told("raubbau")  # Pages are shown to visitors, too.

    def refused(_: Path) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "is_file", refused)
    own_files._boxes.cache_clear()
    assert raubbau_box().sources
    assert "Permission denied" in told("raubbau")


def test_a_user_without_a_home_has_no_files(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(own_files, "data_folder", homeless)
    assert own_folder() is None
    assert told("raubbau") == ""
    assert raubbau_box().sources


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_line_says_it_on_standard_error(
    language: str, put: Putting, typing: Typing, capsys: Output
) -> None:
    put("raubbau.toml", RAUBBAU.replace("t = [12,", "t = [-1,"))
    assert main(["games", "--language", language]) == 0
    out, err = capsys.readouterr()
    assert str(own_folder()) in out
    assert err.count("boxes/raubbau.toml") == err.count("tunnels.t") == 1
    typing(json.dumps({}))
    main(["ask", "raubbau", "-", "--language", language])
    assert "tunnels.t" in capsys.readouterr().err
    typing(json.dumps({}))
    main(["ask", "kings", "-"])
    assert capsys.readouterr().err == ""


def test_a_page_says_it_when_it_opens(put: Putting) -> None:
    put("kings.csv", CARDS.replace("\n3,D,", "\n3,X,"))
    page = shelf_game("kings", language="en")
    assert "Until boxes/kings.csv is corrected" in words(page, "said")
    assert "is not possible as race" in words(page, "said")
    assert companion("kings").text(page.page.position)
    page.act("clear", "")
    assert "kings.csv" not in words(page, "said")
    page.close()


def other_box(put: Putting) -> None:
    """Boxes that none of our examples fits, and few of the tasks in our lessons."""
    put("kings.csv", poorer(CARDS))
    sets = re.sub(r'sets = \["[^"]*"', 'sets = ["a b"', RAUBBAU)
    put("raubbau.toml", re.sub(r"spider = \[[0-9]+", "spider = [0", sets))
    places = text_beside(GAMES["kingdom"], "kingdom_places.csv")
    put("kingdom_places.csv", places.replace("Judah", "Hebron"))
    head, *cards = text_beside(GAMES["kingdom"], "kingdom_buildings.csv").splitlines()
    put("kingdom_buildings.csv", "\n".join([head, *cards[:14]]))


@pytest.mark.parametrize("name", GAMES)
def test_pages_begin_with_any_box(name: str, put: Putting) -> None:
    other_box(put)
    page = shelf_game(name, language="en")
    assert told(name) == ""
    assert page.page.draft.faults == ()
    page.act("mode", "play")
    page.act("begin", "4")
    assert page.page.match is not None
    page.close()


def test_raubbau_s_cards_are_of_the_sets_of_one_s_own(put: Putting) -> None:
    put("raubbau.toml", RAUBBAU.replace('"r g v"', '"a b c"'))
    page: Any = shelf_game("raubbau", language="en")
    touch(page, "clear=", "n1", *(f"stack={number},-99" for number in (1, 2, 3)), "fill=")
    assert "a?" in page.page.draft.text
    assert page.page.draft.faults == ()
    assert "on top: card a?" in words(page, "words")
    page.close()


def test_a_set_of_raubbau_with_the_letter_of_a_tunnel_has_no_key(put: Putting) -> None:
    put("raubbau.toml", RAUBBAU.replace('"r g v"', '"r t v"'))
    page: Any = shelf_game("raubbau", language="en")
    shown = re.findall(r"<kbd[^>]*>(\w)</kbd>", html(page, "hand"))
    assert [shown.count(letter) for letter in "rtv"] == [1, 1, 1]
    key(page, "t")
    assert page.page.draft.tool == "t"
    page.close()


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_lessons_are_about_our_files(name: str, put: Putting) -> None:
    taught = curricula()[name]
    ours = [str(each.task(1, taught.terms("")).question) for each in taught.exercises.values()]
    other_box(put)
    own_files._boxes.cache_clear()
    for exercise, expected in zip(taught.exercises.values(), ours, strict=True):
        task = exercise.task(1, taught.terms(""))
        assert str(task.question) == expected
        assert task.check(task.solution()).right, exercise.name


def test_the_documentation_names_the_folder() -> None:
    docs = Path(ksm_widgets.__file__).parents[1] / "docs"
    folder = own_folder()
    assert folder is not None
    for name in GAMES:
        assert f"`{folder.name}`" in (docs / f"{name}.md").read_text(encoding="utf-8")


def test_a_building_of_one_s_own_keeps_its_name() -> None:
    ours = kingdom_box().buildings[12]
    for language, told in (("en", "Master Artisan"), ("de", "Meisterhandwerker")):
        assert sentence("kingdom_told.name", language, name=building_phrase(ours)) == told
    assert building_phrase(ours._replace(name="Ziggurat")) == "Ziggurat"

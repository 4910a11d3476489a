"""The shelf: what each game brings, and `ksm games` and `ksm ask` as a stranger uses them."""

from __future__ import annotations

import json
import re
from html import escape
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import ksm_widgets
from ksm_widgets.cli import main
from ksm_widgets.companions.answering import NoAnswer
from ksm_widgets.companions.data_file import BoxError
from ksm_widgets.companions.items import MAX_TEXT
from ksm_widgets.companions.own_files import own_folder
from ksm_widgets.companions.position import ActRefused
from ksm_widgets.companions.replaying import RecordError, ShelfRecord
from ksm_widgets.companions.shelf import GAMES, NoSuchGame, companion, pages, part_of
from ksm_widgets.companions.view import opening
from ksm_widgets.mine.rulebook import RULEBOOK
from ksm_widgets.rules.errors import ArgumentError, KsmError, TextError
from ksm_widgets.telling.phrases import Notice, Reader
from ksm_widgets.telling.rulebook import find_rule
from ksm_widgets.widgets import shelf_game
from ksm_widgets.words import LANGUAGES, catalogue
from tests.companions.raubbau_positions import EXAMPLE_2
from tests.companions.shared import InText, positions_of
from tests.page.kernelless import words

if TYPE_CHECKING:
    from tests.conftest import Output, Typing


@pytest.mark.parametrize("name", GAMES)
def test_each_game_has_what_the_shelf_asks_for(name: str) -> None:
    game = companion(name)
    assert game.name == name
    assert game.prefix.isalpha()
    assert game.questions
    assert game.box().sources


@pytest.mark.parametrize("name", [*GAMES, "heap"])
def test_any_game_is_played_by_what_the_shelf_knows_of_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Acts go through text, as another program would have them."""
    monkeypatch.setitem(GAMES, "heap", "tests.companions.heap")
    game, rng = companion(name), Random(name)
    position = game.parse("heap 20" if name == "heap" else positions_of(name).EXAMPLE_2)
    for _ in range(10):
        acts = [*map(game.act_text, game.legal(position))]
        if not acts:
            break
        before = position
        position = game.apply(before, game.parse_act(rng.choice(acts)))
        assert game.text(position) != game.text(before)
    else:
        assert name != "heap"


def test_each_game_has_a_prefix_of_its_own() -> None:
    prefixes = [RULEBOOK.prefix, *(companion(name).prefix for name in GAMES)]
    assert len(set(prefixes)) == len(prefixes)


@pytest.mark.parametrize(
    ("name", "act"), [("kings", "draw deck"), ("raubbau", "pass"), ("kingdom", "pass")]
)
def test_an_act_is_read_to_its_end(name: str, act: str) -> None:
    game = companion(name)
    assert game.act_text(game.parse_act(act)) == act
    for more in (" junk", " " * 10_000 + "junk"):
        with pytest.raises(TextError):
            game.parse_act(act + more)


@pytest.mark.parametrize(
    ("name", "act"),
    [("kings", "swap"), ("raubbau", "pass"), ("kingdom", "pass"), ("kingdom", "play potato")],
)
def test_a_record_that_cannot_be_replayed_is_refused(name: str, act: str) -> None:
    games = part_of(name, "record").Game
    for players in (games.sizes[0] - 1, games.sizes[-1] + 1):
        _refuses(games, f"{name} players {players} seed 1", "head")
    head = f"{name} players {games.sizes[0]} seed 1\n"
    _refuses(games, "", "head")
    _refuses(games, f"{head}{act}", "refused")
    _refuses(games, f"{head}fly", "refused")
    _refuses(games, head + "x" * 200_001, "long")


def _refuses(games: type[ShelfRecord[Any, Any]], text: str, key: str) -> None:
    with pytest.raises(RecordError) as caught:
        games.parse(text)
    assert caught.value.key == f"shelf_record.{key}"
    german = caught.value.sentence("de")
    assert Reader("de").say(caught.value) == german
    reason = caught.value.__cause__
    assert (key == "refused") == isinstance(reason, KsmError)
    if isinstance(reason, KsmError):
        assert german.endswith(f": {reason.sentence('de')}")


def test_a_record_of_ten_players_is_read_if_a_game_is_for_so_many() -> None:
    class Large(ShelfRecord[Any, Any]):
        name, sizes, sizes_rule = "large", range(2, 13), "L1"
        dealt = staticmethod(lambda seed, players, _: (seed, players))
        apply = act_of = act_text = staticmethod(lambda *_: "")

    assert Large.parse("large players 12 seed 7").position == (7, 12)
    _refuses(Large, "large players 13 seed 7", "head")


@pytest.mark.parametrize(("name", "rule"), [("kings", "K3"), ("raubbau", "B1"), ("kingdom", "S2")])
def test_no_game_is_for_fewer_or_more_players(name: str, rule: str) -> None:
    games = part_of(name, "record").Game
    fewest, most = games.sizes[0], games.sizes[-1]
    for players in (fewest - 1, most + 1):
        told = f"{fewest} to {most} can play, not {players}"
        with pytest.raises(ActRefused, match=told) as caught:
            games.begin(players, seed=1)
        assert caught.value.rule == rule


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", [-1, 10**9, "7", True])
def test_no_game_has_a_seed_that_its_record_cannot_have(name: str, seed: Any) -> None:
    games = part_of(name, "record").Game
    with pytest.raises(ArgumentError, match="seed"):
        games.begin(games.sizes[0], seed)
    last = games.begin(games.sizes[0], 10**9 - 1)
    assert games.parse(last.text()) == last


@pytest.mark.parametrize(
    ("name", "example"),
    [
        (name, example)
        for name in GAMES
        for example in (positions_of(name).EXAMPLE_1, positions_of(name).EXAMPLE_2)
    ],
)
def test_a_position_is_read_back(name: str, example: str) -> None:
    game = companion(name)
    position = game.parse(example)
    assert game.parse(game.text(position)) == position
    assert game.parse(example.replace("\n", " | ")) == position


@pytest.mark.parametrize("name", GAMES)
def test_a_long_position_is_refused(name: str) -> None:
    assert InText(companion(name)).faults("x" * (MAX_TEXT + 1)) == ["long"]


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_that_a_game_names_is_in_its_rulebook(name: str) -> None:
    game = companion(name)
    assert game.rulebook is not None
    numbers = [*game.rulebook.rules]
    assert numbers == [f"{game.prefix}{number}" for number in range(1, len(numbers) + 1)]
    texts = (key.partition(f"{name}_rule.") for key in catalogue("en"))
    assert [number for before, _, number in texts if not before and number] == numbers
    named = rf"\b{game.prefix}[1-9][0-9]?\b"
    for path in (Path(ksm_widgets.__file__).parent / "companions" / name).glob("*.toml"):
        assert set(re.findall(named, path.read_text(encoding="utf-8"))) <= set(numbers), path
    for path in (Path(ksm_widgets.__file__).parent / "companions" / name).rglob("*.py"):
        quoted = re.findall(rf'"({named})"', path.read_text(encoding="utf-8"))
        assert set(quoted) <= set(numbers), path


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_a_page_has_its_rules_to_read(name: str, language: str) -> None:
    page: Any = shelf_game(name, language=language)
    book = companion(name).rulebook
    assert book is not None
    told = words(page, "rules")
    for rule in book.rules.values():
        assert escape(Reader(language).say(rule.text)) in told
    page.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_page_opens_a_position_as_text_or_says_what_is_wrong(name: str) -> None:
    first: Any = shelf_game(name)
    for text in first.page.draft.examples.values():
        page: Any = shelf_game(name, text)
        assert page.page.position == companion(name).parse(text)
        assert page.page.draft.past == ()
        page.close()
    wrong: Any = shelf_game(name, "nonsense")
    assert wrong.page.notice is not None
    assert wrong.page.position == first.page.position
    wrong.close()
    first.close()


@pytest.mark.parametrize("name", GAMES)
def test_the_rule_that_a_refusal_names_opens_in_place(name: str) -> None:
    page: Any = shelf_game(name, language="en")
    book = companion(name).rulebook
    assert book is not None
    number, rule = [*book.rules.items()][-1]
    assert find_rule(number) == rule
    page.set_page(
        page.page.telling(Notice.refusal(NoAnswer("kings_ask.no_mine", number, place="x")))
    )
    assert f"{number}: {rule.title.say('en')}" in words(page, "said")
    assert escape(rule.text.say("en")) in words(page, "said")
    page.set_page(page.page.telling(None))
    assert number not in words(page, "said")
    page.close()


@pytest.mark.parametrize("name", GAMES)
def test_a_data_file_that_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    files = part_of(name, "box").FILES
    with pytest.raises(BoxError):
        files.load(tmp_path / "none")
    with pytest.raises(BoxError):
        files.read("x" * 10_001)


def test_an_unknown_game_is_refused(capsys: Output) -> None:
    with pytest.raises(NoSuchGame):
        companion("chess")
    assert main(["ask", "chess", "-"]) == 2
    assert "raubbau" in capsys.readouterr().err


@pytest.mark.parametrize("wrong", [{"name": 7}, {"start": 7}, {"language": "fr"}])
def test_a_page_says_which_argument_is_wrong(wrong: dict[str, Any]) -> None:
    with pytest.raises(ArgumentError, match=f"'{next(iter(wrong))}' is"):
        shelf_game(**wrong)


def test_a_game_without_a_page_is_asked_but_not_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = pages()
    shown.pop("kings")
    monkeypatch.setattr(opening, "pages", lambda: shown)
    with pytest.raises(NoSuchGame, match="'kings' has no page yet"):
        shelf_game("kings")
    page = shelf_game(start="game=kings")
    assert type(page).__module__.startswith("ksm_widgets.companions.raubbau.")
    page.close()
    assert companion("kings").questions


def test_the_least_game_is_asked(
    monkeypatch: pytest.MonkeyPatch, typing: Typing, capsys: Output
) -> None:
    monkeypatch.setitem(GAMES, "heap", "tests.companions.heap")
    typing(*(json.dumps({"question": "which", "position": f"heap {n}"}) for n in (7, 8, "x")))
    assert main(["ask", "heap", "-"]) == 1
    good, lost, wrong = map(json.loads, capsys.readouterr().out.splitlines())
    assert (good["plan"], good["value"], lost["value"]) == (["take 3"], 1, 0)
    assert good["seconds"] >= 0
    assert good["assuming"] == []
    assert "heap 7" in wrong["error"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_are_listed(language: str, capsys: Output) -> None:
    assert main(["games", "--language", language]) == 0
    *lines, folder = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*GAMES]
    assert folder.endswith(str(own_folder()))


def test_questions_are_answered_in_order(typing: Typing, capsys: Output) -> None:
    position = EXAMPLE_2.replace("\n", " | ")
    drawn = position.replace("match 2", "match 2 | phase act | step turn nes | acted 3")
    drawn = drawn.replace("v?3,#", "-@1,#").replace("rG gG vU", "rG gG vU vG").replace("s 4", "s 3")
    asked: list[object] = [
        {"question": "leave", "position": position, "id": 7},
        {"question": "odds", "position": position, "trusting": False},
        {"question": "turn", "position": drawn},
        {"question": "leave", "position": position, "aim": "fame", "id": 8},
        {"question": "leave", "position": position, "gold": 1},
        {"question": "turn", "position": position},
        {"question": "sing", "position": position},
        {"question": "odds"},
        [],
        {"question": "odds", "position": "match 9"},
    ]
    typing(*map(json.dumps, asked), "nonsense")
    assert main(["ask", "raubbau", "-"]) == 1
    out, err = capsys.readouterr()
    answers = [json.loads(line) for line in out.splitlines()]
    assert err == ""
    leave, odds, turn, *wrong = answers
    assert (leave["id"], leave["status"], leave["aim"]) == (7, "optimal", "points")
    assert (leave["plan"], leave["value"]) == (["leave"], "178003/113256")
    assert (
        leave["reasons"][0]
        == "2 of the 13 unseen red cards in the mine and the stacks are dragons."
    )
    assert odds["plans"][0]["before"] == "2/13"
    assert turn["plans"]
    assert wrong[0]["id"] == 8
    assert all("error" in answer for answer in wrong)
    assert len(answers) == len(asked) + 1

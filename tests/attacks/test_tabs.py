"""Attacks by two pages of one browser, each of which has something else to keep."""

from __future__ import annotations

import json
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ksm_widgets.page.changing import arrive
from ksm_widgets.page.keeper import Keeper
from ksm_widgets.progress.progress import Progress
from ksm_widgets.progress.rows import Attempted
from tests.explorer.attempts import text_with

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_WRITES = 100


class Tabs:
    """Pages that hear of each other as keeper.js has it, each in its own time."""

    def __init__(self, number: int = 2, chance: Random | None = None) -> None:
        self.stored, self.writes, self._chance = "", 0, chance or Random(7)
        self._inboxes: list[list[Callable[[], None]]] = [[] for _ in range(number)]
        self._seen = [""] * number
        self.all = [Progress() for _ in range(number)]
        self._keepers = [Keeper(progress, lambda: None) for progress in self.all]
        for tab, keeper in enumerate(self._keepers):
            setattr(keeper, "agreed", {})  # noqa: B010  (each tab is a process of its own)
            setattr(keeper, "send", partial(self._receive, tab))  # noqa: B010
            setattr(keeper._later, "schedule", lambda: False)  # noqa: B010  (nothing is gathered)
            self._look(tab)
        self.settle()

    def settle(self) -> None:
        """Let all hear what there is to hear, in any order."""
        while waiting := [inbox for inbox in self._inboxes if inbox]:
            self._chance.choice(waiting).pop(0)()
            assert self.writes < MOST_WRITES, "they never come to rest"

    def _hear(self, tab: int, content: dict[str, Any]) -> None:
        self._keepers[tab]._handle_custom_msg(content, [])

    def _look(self, tab: int) -> None:
        self._seen[tab] = self.stored
        self._inboxes[tab].append(partial(self._hear, tab, {"there": self.stored}))

    def _receive(self, tab: int, content: dict[str, Any], _buffers: object = None) -> None:
        if "keep" not in content:
            return
        if self.stored != self._seen[tab]:
            self._look(tab)
            return
        changed = self.stored != content["keep"]
        self._seen[tab] = self.stored = content["keep"]
        self._inboxes[tab].append(partial(self._hear, tab, {"kept": content["number"]}))
        if changed:
            self.writes += 1
            for other in range(len(self.all)):
                if other != tab:
                    self._inboxes[other].append(partial(self._look, other))


def test_what_was_chosen_last_is_kept_whatever_another_page_had_chosen() -> None:
    """Each once put back its own, thirty times a second, for as long as both were open."""
    tabs = Tabs()
    for tab, edition in ((0, "de"), (1, "en"), (0, "de"), (0, "en"), (1, "de")):
        tabs.all[tab].set("edition", edition)
        tabs.settle()
        assert [progress.setting("edition") for progress in tabs.all] == [edition] * 2
    assert '"edition": "de"' in tabs.stored


def test_a_game_that_goes_on_elsewhere_is_not_taken_back() -> None:
    tabs = Tabs()
    for turn in range(1, 4):
        tabs.all[0].set("match.0", f"turn {turn}")
        tabs.settle()
    tabs.all[1].set("look", "dark")
    tabs.settle()
    assert tabs.all[0].setting("match.0") == tabs.all[1].setting("match.0") == "turn 3"
    assert "turn 3" in tabs.stored


@pytest.mark.long
@given(
    st.lists(
        st.lists(
            st.tuples(st.integers(0, 2), st.sampled_from("ab"), st.integers(0, 2)), max_size=4
        ),
        max_size=3,
    ),
    st.randoms(use_true_random=False),
)
def test_pages_come_to_rest(rounds: list[list[tuple[int, str, int]]], chance: Random) -> None:
    tabs = Tabs(3, chance)
    for round_ in rounds:
        tabs.writes = 0
        for tab, name, value in round_:
            tabs.all[tab].set(name, str(value))
            tabs.all[tab].record(Attempted("a", value, "en", tab, True, value))
        tabs.settle()


def test_pages_that_read_in_what_cannot_be_joined_come_to_rest() -> None:
    """The same attempt with other stars, as no page of ours makes it; settings up to the limit."""
    tabs = Tabs()
    for tab, progress in enumerate(tabs.all):
        attempts = [["a", 0, "en", 7, True, tab, 0, None], ["b", 0, "en", 7, True, tab, 0, None]]
        settings = {f"{tab}.{number}": "x" for number in range(100)}
        progress.read_in(text_with(attempts=attempts[:: 1 - 2 * tab], settings=settings))
    tabs.settle()
    tabs.all[0].set("match.0", "a whole game")
    tabs.settle()
    later = Progress()
    later.salvage(tabs.stored)
    assert later.setting("match.0") == "a whole game"
    assert len(later.attempts()) == 2


def test_a_page_begins_with_the_newest(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """Another tab has gone on while this one was between two pages."""
    monkeypatch.setenv("KSM_DATA", str(tmp_path))
    monkeypatch.setattr(Keeper, "agreed", {})
    for name in ("KSM_LANGUAGE", "KSM_LOOK", "QUERY_STRING"):
        monkeypatch.setenv(name, "")  # So that what the page is told is forgotten afterwards.
    for turn in ("turn 1", "turn 2"):
        arrive(text_told(turn))
        here = Progress.of_user()
        assert here.setting("match.0") == turn
        here.close()


def text_told(turn: str) -> str:
    """The answer to a page that opens while the browser keeps this turn of a game."""
    return json.dumps({"kept": text_with(attempts=[], settings={"match.0": turn})})

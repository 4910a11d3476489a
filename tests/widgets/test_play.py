"""A game's page without a browser: settled, played by touch, watched, resumed, scored, replayed."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.players import MINDS
from ksm_widgets.rules import QUARRIES, Position, Quarry, Tile, Variant, legal_digs, only_tops_seen
from ksm_widgets.rules.shapes import around
from ksm_widgets.tutor.course.progress import Progress
from ksm_widgets.tutor.table.match import Match, Phase
from ksm_widgets.tutor.table.record import match_text
from ksm_widgets.tutor.table.seats import Seat
from ksm_widgets.tutor.table.shelf import Shelf
from ksm_widgets.widgets import GameTable
from ksm_widgets.widgets.later import Later
from ksm_widgets.widgets.parts.at_table import announced
from ksm_widgets.widgets.parts.seating import LEVELS
from ksm_widgets.widgets.table_page import TablePage
from ksm_widgets.words import LANGUAGES, catalogue
from tests.rules.tables import mine, table
from tests.table.people import ANNA, BERTA, at, random_match, until
from tests.widgets.at_table import act, html, touch, words

if TYPE_CHECKING:
    pass


def phase(game: Any) -> Phase | None:
    found: Phase | None = game.page.phase
    return found


class Nowhere:
    """Keeps nothing: a match that began in the midst of things has no record."""

    def keep(self, match: Match) -> None:
        """Do nothing."""


def sit(game: Any, match: Match) -> None:
    """Have a match on the table that began elsewhere."""
    game._shelf = Nowhere()
    game._sit(match)


def begun(game: Any, level: str = "random") -> None:
    act(game, "level:1", level)
    act(game, "begin")


def act_by_chance(game: Any, rng: Random) -> None:
    """Whatever is asked for is done, by the controls of the page alone."""
    match phase(game):
        case Phase.CHOOSE:
            act(game, "card", str(rng.choice(game.match.view.hand).number))
            act(game, "choose")
        case Phase.DIG:
            seen = game.match.view
            shape = seen.revealed[seen.player].shape
            digs = legal_digs(seen.position, shape)
            if not digs:
                act(game, "no-dig")
                return
            dig = rng.choice(digs)
            act(game, "tool", "card")
            touch(game, str(next(one for one in QUARRIES if around(shape, one) == dig)))
            act(game, "dig")
            if game.page.asks:
                act(game, "sure", game.page.asks)
        case Phase.ADD:
            for tile in game.match.adding.held[: game.match.adding.count]:
                act(game, "add-tile", tile.letter)
            act(game, "add")
        case Phase.HAND_OVER:
            act(game, "sit")
        case _:
            act(game, "next")


def test_who_plays_is_settled_and_a_wrong_name_is_explained(game: Any) -> None:
    assert "A new game" in words(game, "start")
    for _ in range(5):
        act(game, "seat-more")
    assert len(game.page.seating.sitters) == 5
    act(game, "seat-less", "4")
    act(game, "level:2", "person")
    act(game, "level:3", "nobody knows")
    act(game, "name:1", "Anna")
    act(game, "edition", "de")
    act(game, "variant")
    act(game, "begin")
    assert game.match is None
    assert "each needs a name of their own" in words(game, "start")
    act(game, "name:1", " Zoë ")
    act(game, "begin")
    match: Match = game.page.match
    seats = match.seats
    assert [(seat.name, seat.level) for seat in seats][:3] == [
        ("Anna", None),
        ("Zoë", "level1"),
        ("Carla", None),
    ]
    assert match.game.setting.variant is Variant.BEGINNER
    assert match.game.setting.edition.name == "de"


def test_a_name_is_only_shown(game: Any) -> None:
    act(game, "name:0", "<b>Eve</b>")
    begun(game)
    for part in ("said", "side", "holding"):
        assert "<b>Eve</b>" not in html(game, part)
    assert "&lt;b&gt;Eve" in html(game, "side")


def test_a_card_is_tried_on_the_mine_and_laid_down(game: Any) -> None:
    begun(game)
    touch(game, "c3")
    assert not game.page.hand.marked
    card = game.match.view.hand[0]
    act(game, "card", str(card.number))
    touch(game, "c3")
    assert "This can be dug" in words(game, "said")
    assert len(game._board.looks.marks.dig) == card.shape.size
    act(game, "card", "99")
    act(game, "choose")
    assert game.match.game.players[0].chosen == card
    act(game, "choose")  # A second click of the same.
    assert "not asked for now" in words(game, "said") or phase(game) is not Phase.CHOOSE


def test_the_others_turns_go_step_by_step_or_at_once(game: Any) -> None:
    begun(game, "cautious")
    act(game, "card", str(game.match.view.hand[-1].number))
    act(game, "choose")
    assert phase(game) is Phase.REVEAL
    assert "The cards:" in words(game, "said")
    assert "lays down a card" not in words(game, "said")
    act(game, "going")
    assert not game.page.going
    act(game, "next")
    assert phase(game) is Phase.WATCH
    before = len(game.match.steps)
    act(game, "next")
    assert len(game.match.steps) > before
    assert "Bruno: The dig on" in words(game, "said")
    assert phase(game) is Phase.DIG
    act(game, "no-dig")
    act(game, "card", str(game.match.view.hand[0].number))
    act(game, "choose")
    act(game, "skip")
    assert phase(game) in (Phase.DIG, Phase.CHOOSE)


def test_a_tile_is_moved_by_touch_and_taken_back_until_something_showed(game: Any) -> None:
    start = table(mine("-,-,-,-", "4z,1,-,-"), "##", (9, "A"), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    touch(game, "b1", "a1")
    assert "(R13)" in words(game, "said")
    touch(game, "b1", "c1")
    assert "steps" in words(game, "said")
    assert "Moves so far: 1" in words(game, "said")
    act(game, "back")
    assert game.match.game == start
    touch(game, "a1", "a2")
    assert "a treasure of 4 lies bare on a1" in words(game, "said")
    assert 'aria-disabled="true"' in html(game, "turn").partition('data-act="back"')[2][:80]
    act(game, "back")
    assert len(game.match.game.begun) == 1
    assert "(R33)" in words(game, "said")


def test_a_dig_is_laid_reckoned_and_done(game: Any) -> None:
    start = table(mine("-,-,-,-", "z,1,-,-"), "##", (9, "A"), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    act(game, "dig")  # Nothing is laid yet.
    assert phase(game) is Phase.DIG
    act(game, "tool", "card")
    touch(game, "c1")
    assert "(R10)" in words(game, "said")
    act(game, "spend", "amulet")
    touch(game, "a1")
    assert "To pay: 0" in words(game, "said")
    act(game, "spend", "amulet")
    touch(game, "a1")
    assert "To pay: 3" in words(game, "said")
    assert "a mummy" in words(game, "said")
    assert "mummy" in words(game, "turn")
    act(game, "dig")
    assert Tile.MUMMY in game.match.game.players[0].holding.tiles
    assert "Anna pays 3 for curses" in words(game, "said")


def test_a_turn_that_cannot_be_paid_is_asked_about_and_tiles_are_chosen(game: Any) -> None:
    start = table(mine("-,-,-,-", "4,1,-,-"), "##", (0, "xyz"), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    touch(game, "a1", "a2")
    act(game, "no-dig")
    assert "This turn cannot be paid: 1 to pay, 0 to pay with" in words(game, "turn")
    touch(game, "a2")
    assert game.page.hand.picked is None
    act(game, "unsure")
    assert phase(game) is Phase.DIG
    act(game, "no-dig")
    act(game, "sure", "broke")
    assert phase(game) is Phase.ADD
    act(game, "add")
    assert "(R26)" in words(game, "said")
    act(game, "add-tile", "z")
    act(game, "add-tile", "z")
    assert game.page.adding == ()
    act(game, "add-tile", "y")
    act(game, "add")
    assert game.match.game.players[1].holding.tiles == (Tile.SCORPION,)
    assert "Bo gets: a scorpion" in words(game, "said")


def test_hints_tell_more_and_more_of_what_a_steady_player_would_do(game: Any) -> None:
    """From the kind of thing to the tiles to the move."""
    start = table(mine("-,-,-,-", "5,4z,-,-"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    told = []
    for _ in range(5):
        act(game, "hint")
        told.append(words(game, "said"))
    assert "Treasures are within reach. Look near the entrance, on the left." in told[0]
    assert "A curse stands on a good tile" in told[1]
    assert "takes these: a treasure of 5, an unseen tile." in told[2]
    assert "the mummy on b1" in told[3]
    assert "a1, b1" in told[4]
    assert set(map(str, game._board.looks.marks.area)) == {"a1", "b1"}
    assert html(game, "turn").count("ksm-lit") == 5
    touch(game, "a1")
    assert game._board.looks.marks.area == ()


def test_a_hint_for_the_choice_ends_with_the_card(game: Any) -> None:
    sit(game, Match.begin([ANNA, Seat("Bo", "random")], seed=3))
    numbers = {card.number for card in game.match.view.hand}
    told, lit = [], []
    for _ in range(5):
        act(game, "hint")
        told.append(words(game, "said"))
        lit.append(set(game._board.looks.marks.area))
    assert "Look " in told[0]
    assert not lit[0]
    assert "The dig takes these: " in told[2]
    assert lit[2] < lit[1]
    assert not any("Card" in each for each in told[:3])
    found = re.search(r"Card (\d+) gets there", told[3])
    assert found is not None
    assert int(found.group(1)) in numbers


def test_a_hint_says_that_no_card_gains_anything(game: Any) -> None:
    start = Match.begin([ANNA, Seat("Bo", "random")], seed=3)
    nothing = Position()
    empty = replace(start.game, position=nothing, covering=only_tops_seen(nothing))
    sit(game, replace(start, steps=(replace(start.steps[0], game=empty),)))
    act(game, "hint")
    assert "no card of yours gains anything" in words(game, "said")


def test_nothing_secret_is_on_the_page_until_its_owner_sits_down(game: Any) -> None:
    act(game, "level:1", "person")
    act(game, "begin")
    assert phase(game) is Phase.HAND_OVER
    cards = [card.number for player in game.match.game.players for card in player.hand]
    for part in game._panels:
        assert "Digging card" not in html(game, part), part
        assert not re.search(
            rf"\b({'|'.join(f'card:{card}' for card in cards)})\b", html(game, part)
        )
    assert "screen" not in words(game, "holding")
    act(game, "sit")
    assert "Behind Anna's screen" in words(game, "holding")
    mine_ = {card.number for card in game.match.game.players[0].hand}
    shown = set(map(int, re.findall(r'data-act="card" data-value="(\d+)"', html(game, "turn"))))
    assert shown == mine_
    act(game, "card", str(min(mine_)))
    act(game, "choose")
    assert phase(game) is Phase.HAND_OVER
    assert words(game, "holding") == ""
    assert "It is Bruno's turn" in words(game, "turn")
    # The card still lies face down: it can be taken back, but then Anna must have the screen.
    act(game, "back")
    assert phase(game) is Phase.HAND_OVER
    assert "It is Anna's turn" in words(game, "turn")


def test_a_game_goes_on_where_it_was_left_by_whatever_end(game: Any, progress: Progress) -> None:
    begun(game, "cautious")
    rng = Random(3)
    while game.match.game.round < 3:
        act_by_chance(game, rng)
    left = game.match
    # The program ends without a word; another one begins.
    again: Any = GameTable(language="de", progress=progress)
    assert "Anna, Bruno: Runde 3 von 12" in words(again, "start")
    act(again, "go-on", str(left.begun))
    assert again.match == left
    act(again, "leave")
    assert again.match is None
    act(again, "go-on", str(left.begun))
    assert again.match == left
    again.close()


def test_what_is_shown_is_kept_already(
    game: Any, progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should the program end the moment a round shows, nobody is set back."""
    begun(game)
    shown: list[Match | None] = []

    def show(page: TablePage, *, playable: bool) -> None:
        if page.match is not None:
            shown.append(page.match)
            kept = Shelf(progress).under_way()
            assert kept is not None
            assert kept.game == page.match.game

    monkeypatch.setattr(game._board, "show_page", show)
    act(game, "card", str(game.match.view.hand[0].number))
    act(game, "choose")
    act(game, "next")
    assert len(shown) > 3


def test_a_whole_game_to_its_score_its_record_and_its_replay(game: Any) -> None:
    begun(game)
    rng = Random(1)
    while phase(game) is not Phase.OVER:
        act_by_chance(game, rng)
    scores = game.match.scores
    told = words(game, "ending")
    for score in scores:
        assert f" {score.total} " in told
    assert f"{game.match.seats[game.match.winners[0]].name} wins." in told
    record = match_text(game.match)
    assert record.splitlines()[0] in html(game, "set")

    act(game, "replay")
    last = len(game.match.steps) - 1
    act(game, "at", "-5")
    assert f"Step 1 of {last + 1}" in words(game, "turn")
    assert words(game, "ending") == ""
    seen = set()
    for step in range(last + 1):
        act(game, "at", str(step))
        seen.add(words(game, "said"))
    assert len(seen) > last / 2
    assert game._board.looks.position.text.count("?") <= 108
    act(game, "at", "9" * 9)
    assert f"Step {last + 1} of {last + 1}" in words(game, "turn")
    # Two touches go two steps, also where the page was not drawn anew between them.
    forward, back = (
        re.search(rf'data-act="at-by" data-value="{by}"', html(game, "turn")) for by in ("1", "-1")
    )
    assert forward
    assert back
    act(game, "at", "0")
    for by, step in (("1", 2), ("1", 3), ("-1", 2), ("-1", 1), ("-1", 1)):
        act(game, "at-by", by)
        assert f"Step {step} of {last + 1}" in words(game, "turn")
    act(game, "end-replay")
    assert "The final score" in words(game, "ending")

    # What was copied can be read in again, and is looked at from the beginning.
    finished = game.match
    act(game, "leave")
    act(game, "import", record)
    assert game.match.steps == finished.steps
    assert "Step 1 of" in words(game, "turn")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "empty"),
        ("seat 1 person <img src=x>\nseat 3 steady Bo", "line 2"),
        ("game players 9 seed 1 edition en variant standard", "line 1"),
        ("\ud800", ""),
    ],
)
def test_a_record_with_a_fault_is_explained_by_its_line(game: Any, text: str, fault: str) -> None:
    act(game, "import", text)
    assert game.match is None
    notice = html(game, "start").partition("ksm-tone-warning")[2]
    assert notice
    assert fault.casefold() in notice.casefold()
    assert "<img" not in html(game, "start")


def test_giving_up_is_asked_about_and_ends_the_game(game: Any, progress: Progress) -> None:
    begun(game)
    act(game, "concede")
    assert "Give up?" in words(game, "turn")
    act(game, "unsure")
    assert phase(game) is Phase.CHOOSE
    act(game, "sure", "concede")  # Nobody was asked.
    assert phase(game) is Phase.CHOOSE
    act(game, "concede")
    act(game, "sure", "concede")
    assert phase(game) is Phase.OVER
    assert "Bruno wins." in words(game, "ending")
    assert Shelf(progress).under_way() is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("card", "x"),
        ("at", "x"),
        ("at-by", "x"),
        ("at-by", "1"),
        ("level:9", "steady"),
        ("name:x", "A"),
        ("name", "A"),
        ("spend", "luck"),
        ("add-tile", "q"),
        ("language", "fr"),
        ("look", "pink"),
        ("edition", "us"),
        ("nothing", ""),
        ("choose", ""),
        ("dig", ""),
        ("next", ""),
        ("hint", ""),
        ("go-on", ""),
        ("save", ""),
        ("back", ""),
        ("sit", ""),
        ("add", ""),
        ("replay", ""),
    ],
)
def test_what_no_control_sends_changes_nothing(game: Any, name: str, value: str) -> None:
    act(game, name, value)
    assert game.match is None
    begun(game)
    before = game.match
    act(game, name, value)
    assert game.match == before
    assert game.page.at is None


def test_keys_walk_move_and_go_on(game: Any) -> None:
    start = table(mine("-,-,-,-", "4z,1,-,-"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "cautious")))

    def key(name: str, *, command: bool = False) -> None:
        content = {"key": name, "command": command, "shift": False}
        game._board._frame._handle_custom_msg(content, [])

    for name in ("ArrowLeft", "ArrowDown", "ArrowDown"):
        key(name)
    assert game.page.hand.cursor == Quarry.parse("b1")
    assert "treasure of 1" in game._board._frame.said
    key("Enter")
    key("ArrowRight")
    key("Enter")
    assert len(game.match.game.begun) == 1
    key("z", command=True)
    assert game.match.game.begun == ()
    key("g")
    assert game.page.hand.lays
    act(game, "no-dig")
    assert phase(game) is Phase.WATCH
    key("ArrowUp")
    key("n")
    game.wait()
    assert phase(game) is not Phase.WATCH


def test_language_and_colours_change_at_the_table(game: Any) -> None:
    begun(game)
    act(game, "language", "de")
    assert "Runde 1 von 12" in words(game, "head")
    act(game, "look", "contrast")
    assert "ksm-theme-contrast" in game._dom_classes
    game._board._frame._handle_custom_msg({"theme": "dark"}, [])
    act(game, "look", "auto")
    assert "ksm-theme-dark" in game._dom_classes


def test_what_goes_wrong_is_shown_and_the_game_is_kept(
    game: Any, progress: Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(game)

    def broken(*_: object) -> None:
        raise RuntimeError("<i>a lamp went out</i>")

    monkeypatch.setattr("ksm_widgets.widgets.own_acts.advice", broken)
    game.act("hint", "")
    game.wait()
    assert "&lt;i&gt;a lamp went out" in html(game, "said")
    assert not game.page.thinking
    act(game, "card", str(game.match.view.hand[0].number))
    assert Shelf(progress).under_way() == game.match


@pytest.mark.parametrize("players", [3, 5])
def test_several_people_play_to_the_end(game: Any, players: int) -> None:
    late = until(random_match(players, seed=players), lambda match: match.game.round >= 4)
    sit(game, late)
    rng = Random(players)
    while phase(game) is not Phase.OVER:
        act_by_chance(game, rng)
    told = words(game, "ending")
    assert all(seat.name in told for seat in late.seats)
    assert "wins." in told or "share the win." in told


def test_without_a_kernel_no_more_shows_than_all_may_see(game: Any) -> None:
    start = table(mine("-,-,-,-", "4z,1,-,-"), "##", (9, "A"), (0, ""))
    assert "A whole game" in str(game._repr_mimebundle_())
    sit(game, at(start, ANNA, BERTA))
    bundle = game._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert "?z" in data["text/plain"]
    assert "4z" not in data["text/plain"]
    assert data["image/svg+xml"].startswith("<svg")


def test_what_the_game_is_about_is_told_before_it_begins(game: Any) -> None:
    told = words(game, "start")
    assert "What the game is about" in told
    assert "10 points for each set of the four parchments" in told
    assert "artificial, 12 of 12: strong" in told


def test_levels_are_named_weakest_first() -> None:
    assert [name for name in MINDS if name in LEVELS] == [*LEVELS]
    for name in MINDS:
        for language in LANGUAGES:
            assert f"seating.short_{name}" in catalogue(language)


def test_in_a_fresh_mine_the_card_is_in_hand_at_once(game: Any) -> None:
    """Everything is four high: to ask for a tile to be moved would lead nowhere (R13)."""
    sit(game, until(random_match(2, seed=2), lambda match: match.phase is Phase.DIG))
    assert game.page.hand.lays
    assert "Nothing can be moved in this mine yet" in words(game, "said")
    while phase(game) is not Phase.DIG or not game.match.game.records:
        act_by_chance(game, Random(1))
    assert not game.page.hand.lays
    assert "Touch a tile and then a quarry beside it" in words(game, "said")


def test_when_it_is_over_that_is_told_first(game: Any) -> None:
    sit(game, until(random_match(2, seed=2), lambda match: match.over))
    assert words(game, "said").startswith("The last card has been used; the game is over.")


def test_the_others_go_on_by_themselves_or_are_asked_to_never_both(game: Any) -> None:
    begun(game, "cautious")
    act(game, "card", str(game.match.view.hand[-1].number))
    act(game, "choose")
    assert phase(game) is Phase.REVEAL
    assert 'data-act="next"' not in html(game, "said")
    assert "Pause" in words(game, "said")
    act(game, "going")
    assert 'data-act="next"' in html(game, "said")
    assert "Pause" not in words(game, "said")
    assert "Play on by itself" in words(game, "said")


def test_a_step_stands_the_longer_the_more_there_is_to_read(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, float]] = []

    def ask(_: Later, pause: float) -> bool:
        asked.append((sum(map(len, announced(game.page))), pause))
        return True

    monkeypatch.setattr(Later, "ask", ask)
    begun(game, "cautious")
    rng = Random(1)
    while game.match.game.round < 4:
        act_by_chance(game, rng)
    asked.sort()
    (least, short), (most, long) = asked[0], asked[-1]
    assert least < most
    assert 1 < short < long
    assert [pause for _, pause in asked] == sorted(pause for _, pause in asked)


def test_what_was_dug_is_seen_with_what_is_said_of_it(game: Any) -> None:
    start = table(mine("-,-,-,-", "z,1,-,-"), "##", (9, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    act(game, "tool", "card")
    touch(game, "a1")
    assert "ksm-loot" not in html(game, "said")
    # The account: no moves + 3 for the curse = 3 to pay, and 7 are left of 9 and the treasure.
    assert re.findall(r"<dd>(\d+)</dd>", html(game, "turn")) == ["0", "3", "3", "7"]
    assert html(game, "turn").count("ksm-too-dear") == 0
    act(game, "dig")
    taken = html(game, "said").partition("ksm-loot")[2]
    assert taken.index("mummy") < taken.index("treasure")


def test_an_account_that_cannot_be_paid_says_what_is_missing(game: Any) -> None:
    start = table(mine("-,-,-,-", "z,1,-,-"), "##", (0, ""), (0, ""))
    sit(game, at(start, ANNA, Seat("Bo", "random")))
    act(game, "tool", "card")
    touch(game, "a1")
    assert re.findall(r"<dd>(\d+)</dd>", html(game, "turn")) == ["0", "3", "3", "2"]
    assert "missing" in words(game, "turn")
    assert "ksm-too-dear" in html(game, "turn")
    act(game, "dig")
    assert "This turn cannot be paid" in words(game, "turn")
    assert len(game._board.looks.marks.dig) == 2


def test_cards_played_are_drawn_with_the_one_who_played_them(game: Any) -> None:
    sit(game, until(random_match(2, seed=2), lambda match: match.game.round == 4))
    rows = html(game, "side").split('<li class="ksm-player')[1:]
    for player, row in enumerate(rows):
        used = row.partition("ksm-used-cards")[2]
        numbers = re.findall(r"Card (\d+), \d", re.sub("<title>.*?</title>", "", used))
        played = [str(one.card.number) for one in game.match.game.records if one.player == player]
        assert list(dict.fromkeys(numbers)) == played
        assert used.count("<svg") == len(played) == 3


def test_a_card_thought_of_shows_where_it_would_lie(game: Any) -> None:
    """A finger cannot point: without a touch nothing else would show it."""
    begun(game)
    assert game._board.looks.marks.ghost == ()
    card = game.match.view.hand[0]
    act(game, "card", str(card.number))
    ghost = game._board.looks.marks.ghost
    assert len(ghost) == card.shape.size
    act(game, "hint")
    act(game, "hint")
    assert game._board.looks.marks.area
    assert game._board.looks.marks.ghost == ()
    touch(game, "c3")
    assert len(game._board.looks.marks.dig) == card.shape.size


def test_of_a_turn_told_as_a_whole_only_what_it_came_to_is_told(game: Any) -> None:
    late = until(random_match(2, seed=4), lambda match: bool(match.game.begun))
    done = until(late, lambda match: len(match.game.records) > len(late.game.records))
    sit(game, done)
    game.become(replace(game.page, since=len(late.steps) - 1, told=None))
    mover = done.seats[done.game.records[-1].player].name
    assert f"{mover}: " in words(game, "plans")
    assert "steps" in words(game, "plans")
    assert "steps" not in words(game, "said")
    # A move by itself is told.
    sit(game, late)
    assert "steps" in words(game, "said")

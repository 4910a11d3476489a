"""A game's page without a browser: settled, played by touch, watched, resumed, scored, replayed."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest

from ksm_widgets.draw.showing import BoardView
from ksm_widgets.game.advice import plan_told
from ksm_widgets.game.keeping import SavedMatches
from ksm_widgets.game.match import Match, Phase
from ksm_widgets.game.record import match_text
from ksm_widgets.game.seats import LEVELS, LONGEST_NAME, Seat
from ksm_widgets.game.view.play import GamePage
from ksm_widgets.players import BOTS
from ksm_widgets.progress.progress import Progress
from ksm_widgets.rules import Card, Shape, Variant, cards
from ksm_widgets.rules.deck import own_cards_text
from ksm_widgets.telling.hints import HintLevel
from ksm_widgets.widgets import GameTable
from ksm_widgets.words import LANGUAGES, catalogue
from tests.game.at_table import act, act_by_chance, begun, html, phase, sit, words
from tests.game.people import ANNA, BERTA, at, random_match, until
from tests.rules.tables import mine, table

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.usefixtures("interpreted")


def test_who_plays_is_settled_and_a_wrong_name_is_explained(game: Any) -> None:
    assert "New game" in words(game, "start")
    for _ in range(5):
        act(game, "seat-more")
    assert len(game.page.start.seating.sitters) == 5
    act(game, "seat-less", "4")
    act(game, "level:2", "person")
    act(game, "level:3", "nobody knows")
    act(game, "name:1", "Anna")
    act(game, "edition", "de")
    act(game, "variant", "beginner")
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


def test_the_page_works_without_any_extension(progress: Progress) -> None:
    """The coach is added where the widget is made; a game needs none."""
    game: Any = GamePage(language="en", progress=progress, seed=7)
    begun(game, "cautious")
    rng = Random(1)
    while not game.match.game.records:
        act_by_chance(game, rng)
    for name in ("cards", "coach", "again"):
        act(game, name)
    assert game.match.game.records
    shown = "".join(html(game, part) for part in game._panels)
    for word in ("Which card?", "Review my choices", 'data-act="coach', 'data-act="cards'):
        assert word not in shown
    game.close()


def test_a_name_is_only_shown(game: Any) -> None:
    act(game, "name:0", "<b>Eve</b>")
    begun(game)
    for part in ("said", "side", "holding"):
        assert "<b>Eve</b>" not in html(game, part)
    assert "&lt;b&gt;Eve" in html(game, "side")


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
    assert "It's Bruno's turn" in words(game, "turn")
    # The card still lies face down: it can be taken back, but then Anna must have the screen.
    act(game, "back")
    assert phase(game) is Phase.HAND_OVER
    assert "It's Anna's turn" in words(game, "turn")


@pytest.mark.long
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

    def show(view: BoardView | None) -> bool:
        if view is not None:
            shown.append(game.match)
            kept = SavedMatches(progress).under_way()
            assert kept is not None
            assert kept.game == game.match.game
        return False

    monkeypatch.setattr(game._board, "show", show)
    act(game, "card", str(game.match.view.hand[0].number))
    act(game, "choose")
    act(game, "next")
    assert len(shown) > 3


@pytest.mark.long
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
    assert game.page.picture.position.text.count("?") <= 108
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
    assert "Final score" in words(game, "ending")

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
    assert SavedMatches(progress).under_way() is None


def test_ending_a_turn_without_a_dig_is_asked_about(game: Any) -> None:
    """It is beside *Dig here*, and what the others do next can't be taken back."""
    begun(game)
    act(game, "card", str(game.page.seen.hand[-1].number))
    act(game, "choose")
    act(game, "skip")
    assert phase(game) is Phase.DIG
    records = len(game.match.game.records)
    act(game, "no-dig")
    assert "Pass up your dig" in words(game, "turn")
    act(game, "unsure")
    assert phase(game) is Phase.DIG
    assert len(game.match.game.records) == records
    act(game, "no-dig")
    act(game, "sure", "no_dig")
    assert phase(game) is not Phase.DIG
    assert not game.match.game.records[records].turn.dig


def test_a_hint_says_when_it_means_another_card_than_the_one_tried(game: Any) -> None:
    begun(game)
    act(game, "hint")
    advised = game.page.turn.advice.card
    assert "other than" not in words(game, "said")
    other = next(one.number for one in game.page.seen.hand if one.number != advised)
    for tried, differs in ((other, True), (advised, False)):
        act(game, "card", str(tried))
        game._page = replace(game.page, turn=replace(game.page.turn, hint_level=HintLevel.NONE))
        act(game, "hint")
        assert (f"With a card other than {tried}:" in words(game, "said")) is differs


def test_the_next_hint_of_a_turn_is_told_from_the_plan_of_the_last(game: Any) -> None:
    begun(game)
    act(game, "hint")
    told = game.page.turn.advice
    act(game, "card", str(told.card))
    act(game, "choose")
    act(game, "skip")
    assert phase(game) is Phase.DIG
    assert game.page.turn.advice is told
    act(game, "hint")
    news = plan_told(told, game.page.seen)
    assert news is not None
    found = game.page.turn.advice
    assert (found.changed is None) is (found.plan.turn == news.left)
    assert found.changed in (None, news.news)


def test_three_quick_taps_begin_one_game(game: Any, progress: Progress) -> None:
    for _ in range(3):
        game.act("begin", "")
    game.wait()
    assert len(SavedMatches(progress).matches()) == 1


def test_impatient_taps_do_not_begin_the_others_turns_anew(
    game: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun(game)
    act(game, "card", str(game.page.seen.hand[-1].number))
    game.act("choose", "")
    asked, answer = [], Event()

    def slow(match: Match, step: Callable[[Match], Match] = Match.step) -> Match:
        asked.append(match)
        answer.wait(30)
        return step(match)

    monkeypatch.setattr(Match, "step", slow)
    for _ in range(5):
        game.act("skip", "")
    assert "disabled" in html(game, "turn").partition('data-act="skip"')[2].partition(">")[0]
    answer.set()
    game.wait()
    assert phase(game) is Phase.DIG
    assert len({len(match.steps) for match in asked}) >= len(asked) - 1


def test_a_name_longer_than_its_field_is_not_taken(game: Any) -> None:
    """Five of five megabytes were sent back with each answer, a quotation mark as six letters."""
    act(game, "name:0", "A" * LONGEST_NAME)
    act(game, "name:0", '"' * (LONGEST_NAME + 1))
    assert game.page.start.seating.sitters[0][0] == "A" * LONGEST_NAME


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

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("<i>a lamp went out</i>")

    monkeypatch.setattr("ksm_widgets.game.view.play.advice", broken)
    game.act("hint", "")
    game.wait()
    assert "&lt;i&gt;a lamp went out" in html(game, "said")
    assert not game.page.thinking
    act(game, "card", str(game.match.view.hand[0].number))
    assert SavedMatches(progress).under_way() == game.match


@pytest.mark.long
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
    assert "Play a game" in str(game._repr_mimebundle_())
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
    assert "bot, strength 12/12: strong" in told


def test_levels_are_named_weakest_first() -> None:
    assert [name for name in BOTS if name in LEVELS] == [*LEVELS]
    for name in BOTS:
        for language in LANGUAGES:
            assert f"seating.short_{name}" in catalogue(language)


def test_a_game_comes_back_after_the_end_of_the_program(game: Any, progress: Progress) -> None:
    assert game.page.kept == "-"
    act(game, "begin")
    kept = game.page.kept
    other: Any = GameTable(language="en", progress=progress)
    other._pulse._handle_custom_msg({"restore": "-"}, [])
    other._pulse._handle_custom_msg({"restore": "nonsense"}, [])
    assert other.match is None
    other._pulse._handle_custom_msg({"restore": kept}, [])
    other.wait()
    match: Any = other.match
    assert match.game == game.match.game
    other.close()


def test_the_cards_of_one_s_own_game_are_played_and_noted_with(progress: Progress) -> None:
    own = tuple(Card(one.number, Shape.parse("#.#.#")) for one in cards() if one.number > 1)
    progress.set("cards", own_cards_text(own))
    table_: Any = GameTable(language="en", progress=progress, seed=7)
    act(table_, "begin")
    hand = table_.match.view.hand
    assert all(card in own for card in hand if card.number > 1)
    # They stay those of this game, whatever is entered later, and come back with it.
    progress.set("cards", "")
    again: Any = GameTable(language="en", progress=progress)
    act(again, "go-on", str(table_.match.begun))
    assert again.match.view.hand == hand
    again.close()
    table_.close()


def test_saved_games_of_one_day_are_told_apart_by_their_time(progress: Progress) -> None:
    saves = SavedMatches(progress)
    for minute in range(4):
        begun_at = 1_700_000_000_000 + 60_000 * minute
        saves.keep(Match.begin([ANNA, BERTA], seed=minute, begun=begun_at))
    game = GameTable(language="en", progress=progress)
    rows = re.findall(r'data-act="sit-at"[^>]*>([^<]*)<', html(game, "start"))
    assert len(rows) == 4
    assert len(set(rows)) == 4
    game.close()


def test_games_that_began_alike_are_all_listed(progress: Progress) -> None:
    saves = SavedMatches(progress)
    for minute in range(3):
        saves.keep(Match.begin([ANNA, BERTA], seed=1, begun=1_700_000_000_000 + 60_000 * minute))
    game = GameTable(language="en", progress=progress)
    assert len(re.findall('data-act="sit-at"', html(game, "start"))) == 3
    game.close()


def test_nothing_of_a_deleted_game_stays_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "progress.sqlite3"
    progress = Progress(file)
    saves = SavedMatches(progress)
    for number, name in enumerate(("Amalia", "Zacharias")):
        saves.keep(Match.begin([Seat(name), BERTA], seed=number, begun=1_700_000_000_000 + number))
    assert b"Zacharias" in file.read_bytes()
    saves.forget(1_700_000_000_001)
    progress.close()
    assert b"Zacharias" not in file.read_bytes()
    assert b"Amalia" in file.read_bytes()


def test_a_saved_game_is_deleted_once_the_user_is_sure(progress: Progress) -> None:
    saves, times = SavedMatches(progress), [1_700_000_000_000 + 60_000 * one for one in range(3)]
    for begun_at in times:
        saves.keep(Match.begin([ANNA, BERTA], seed=begun_at % 7, begun=begun_at))
    game = GameTable(language="en", progress=progress)
    act(game, "forget", "12")  # no game of that moment
    act(game, "forget-sure")
    act(game, "forget", str(times[0]))
    act(game, "forget-not")
    act(game, "forget-sure")
    assert len(saves.matches()) == 3
    act(game, "forget", str(times[0]))
    assert "It can&#x27;t be brought back." in html(game, "start")
    act(game, "forget-sure")
    assert {kept.match.begun for kept in saves.matches()} == {times[2], times[1]}
    assert saves.filled == 2
    assert saves.match(times[0]) is None
    assert len(re.findall('data-act="sit-at"', html(game, "start"))) == 2
    game.close()

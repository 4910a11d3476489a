"""The most that could be gained: `python -m benchmarks.oracle`.

The oracle **cheats**: it sees every tile and every hand, and knows what the others will do. It
tries each card and turn that comes into question by really playing the game on, as `steady` would
for everybody, and takes what ends best. No player of the package may know that much; it only shows
how much room there is above them. Each mine is played once from each seat.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from statistics import mean, stdev
from typing import TYPE_CHECKING

from benchmarks.sections import put_section, table
from ksm_widgets.analysis.playing import play_on
from ksm_widgets.analysis.rollouts import margins
from ksm_widgets.analysis.weighing import Weighing
from ksm_widgets.players import get_bot
from ksm_widgets.rules import Card, Game, Setting, Turn, view
from ksm_widgets.solver.engine import compiled_at_once

if TYPE_CHECKING:
    from ksm_widgets.analysis.playing import Bot


_SEED = 47_000_000
"""The mines: nothing else has them."""
_GLANCE = 24
"""Games in haste by which options are short-listed."""
_SHORT = 4
"""Options that are tried, besides that of the bot."""


def main() -> int:
    """Play games and write the section."""
    parser = ArgumentParser(prog="python -m benchmarks.oracle", description=__doc__)
    parser.add_argument("--mines", type=int, default=4)
    parser.add_argument("--players", type=int, default=2)
    here = Path(__file__).parent / "RESULTS.md"
    parser.add_argument("--to", type=Path, default=here, help="the file to write")
    given = parser.parse_args()
    bot, leads = get_bot("steady"), []
    with compiled_at_once():
        for number in range(given.mines):
            setting = Setting(given.players, _SEED + number)
            seats = range(given.players)
            leads.append(mean(_lead(_cheated(setting, seat, bot), seat) for seat in seats))
            print(f"{number + 1}: {leads[-1]:+.1f}", file=sys.stderr)
    error = f" ± {stdev(leads) / len(leads) ** 0.5:.1f}" if len(leads) > 1 else ""
    row = [str(given.players), str(len(leads) * given.players), f"{mean(leads):.1f}{error}"]
    words = (__doc__ or "").partition("`.")[2].strip()
    head = ["players", "games", "points more than `steady`"]
    put_section(given.to, "The oracle", f"{words}\n\n{table(head, [row])}")
    return 0


def _cheated(setting: Setting, seat: int, bot: Bot) -> Game:
    """A whole game of bots, one seat of which cheats."""
    game = Game.begin(setting)
    while not game.over:
        if game.current not in (None, seat):
            game = play_on(game, [bot] * setting.players)
            continue
        after = [_after(game, seat, one, bot) for one in _options(game, seat, bot)]
        game = max(after, key=lambda one: _lead(_played_out(one, bot), seat))
    return game


def _options(game: Game, seat: int, bot: Bot) -> list[Card | Turn]:
    """The bot's own choice, and the best few others by a glance."""
    seen = view(game, seat)
    own: Card | Turn = bot.card(seen) if game.current is None else bot.turn(seen)
    glance = Weighing(seen, 1, own)
    glance.play(_GLANCE)
    others = [one.choice for one in glance.ranked() if one.choice != own]
    return [own, *others[:_SHORT]]


def _after(game: Game, seat: int, option: Card | Turn, bot: Bot) -> Game:
    """The game after a choice of the seat, and after a card once everybody has chosen one."""
    if isinstance(option, Turn):
        return game.play(seat, option)
    players = range(len(game.players))
    cards = [option if one == seat else bot.card(view(game, one)) for one in players]
    for one, card in enumerate(cards):
        game = game.choose(one, card)
    return game


def _played_out(game: Game, bot: Bot) -> Game:
    while not game.over:
        game = play_on(game, [bot] * len(game.players))
    return game


def _lead(game: Game, seat: int) -> float:
    """The lead over the mean of the others at the end."""
    (lead,) = margins([tuple(score.total for score in game.scores)], seat)
    return lead


if __name__ == "__main__":
    sys.exit(main())

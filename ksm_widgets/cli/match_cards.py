"""`ksm cards`: what each card would have come to that somebody could have laid down in a game."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ksm_widgets.cli.match_screen import Screen
from ksm_widgets.cli.streams import complain, put_line
from ksm_widgets.players.card_table import card_table
from ksm_widgets.players.moments import moments
from ksm_widgets.tutor.table.choosing import card_reasons
from ksm_widgets.words import sentence

if TYPE_CHECKING:
    from ksm_widgets.players.card_table import CardTable
    from ksm_widgets.players.tally import Figure
    from ksm_widgets.rules import Card
    from ksm_widgets.tutor.table.match import Match

__all__ = ["weigh_cards"]


def weigh_cards(
    match: Match, *, player: int, number: int | None, games: int, as_json: bool, language: str
) -> int:
    """Weigh the cards of a player, counted from 1, in a round, by default the last one chosen in.

    Prints a table, or one JSON object. Returns the exit status: 2 for a seat or a choice there is
    none of.
    """
    if player > len(match.seats):
        told = sentence("cli_match.no_seat", language, found=player, players=len(match.seats))
        complain(told)
        return 2
    who = match.seats[player - 1].name
    choices = {
        moment.round: moment
        for moment in moments(match.game, player - 1)
        if moment.card is not None
    }
    last = max(choices, default=0)
    wanted = last if number is None else number
    if wanted not in choices:
        complain(sentence("cli_match.no_choice", language, who=who, round=wanted, last=last))
        return 2
    table = card_table(choices[wanted].view, games=games)
    if as_json:
        put_line(json.dumps(_data(table, wanted), allow_nan=False))
        return 0
    screen = Screen(language, match.game.setting.edition.name)
    screen.say("card_table.head", round=wanted, who=who, games=table.games)
    put_line()
    heads = [screen.reader.text(f"card_table.head_{name}") for name in ("card", "ahead")]
    mark = screen.reader.text("number.mark")
    _put_table(
        [
            heads,
            *([_number(option.card), _told(option.ahead, mark)] for option in table.cards),
        ]
    )
    put_line()
    if table.answers:
        other = match.seats[table.answers[0].player].name
        screen.say("card_table.answers", other=other)
        put_line()
        chances = [f"{100 * answer.chance:.0f} %" for answer in table.answers]
        _put_table(
            [
                ["", *(_number(answer.card) for answer in table.answers)],
                [screen.reader.text("card_table.chance"), *chances],
                *(
                    [_number(card), *(_told(cell, mark) for cell in row)]
                    for card, row in zip(table.rows, table.cells, strict=True)
                ),
            ]
        )
        put_line()
    screen.tell(card_reasons(table))
    return 0


def _put_table(rows: list[list[str]]) -> None:
    """Rows in aligned columns."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        put_line("  ".join(map(str.rjust, row, wide)))


def _number(card: Card | None) -> str:
    assert card is not None, "cards were weighed"
    return str(card.number)


def _told(value: Figure, mark: str) -> str:
    """A figure with its error."""
    return f"{value.mean:.1f} ± {value.error:.1f}".replace("-", "−").replace(".", mark)


def _data(table: CardTable, number: int) -> dict[str, object]:
    """The table as one JSON object; players are counted from 1, as in the command."""
    mix = table.mix
    return {
        "player": table.player + 1,
        "round": number,
        "games": table.games,
        "cards": [
            {
                "card": option.card and option.card.number,
                **_figure("ahead", option.ahead),
                **_figure("loss", option.loss),
            }
            for option in table.cards
        ],
        "answers": [
            {"card": answer.card.number, "chance": round(answer.chance, 4)}
            for answer in table.answers
        ],
        "cells": [[_figure("ahead", cell) for cell in row] for row in table.cells],
        "mix": mix
        and {
            "shares": [
                {"card": card.number, "share": round(share, 4)} for card, share in mix.shares
            ],
            "least": round(mix.least, 3),
            **_figure("gain", mix.gain),
        },
    }


def _figure(name: str, value: Figure) -> dict[str, float]:
    return {name: round(value.mean, 3), f"{name}_error": round(value.error, 3)}

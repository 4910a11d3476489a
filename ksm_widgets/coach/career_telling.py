"""A person's statistics in sentences, for the page and the terminal; honest with few games."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING

from ksm_widgets.coach.career import FEWEST_TOLD
from ksm_widgets.coach.patterns import PRACTICES, patterns_told
from ksm_widgets.game.seats import PERSON
from ksm_widgets.game.standing import figure_told, tenth
from ksm_widgets.players.rating import FEWEST_RATED, levels_within
from ksm_widgets.puzzles.playing import theme_key
from ksm_widgets.telling.phrases import Notice, Phrase, Tone
from ksm_widgets.words import counted

if TYPE_CHECKING:
    from ksm_widgets.analysis.figures import Figure
    from ksm_widgets.coach.career import Career
    from ksm_widgets.coach.patterns import Habit


def summary_told(career: Career) -> tuple[Phrase, ...]:
    """Games and wins, points, and the rating, as far as there are enough games to tell."""
    games = len(career.games)
    said = []
    if games:
        said.append(Phrase.of(counted("career.games", games), games=games, won=career.won))
    if career.given_up:
        key = counted("career.given_up", career.given_up)
        said.append(Phrase.of(key, count=career.given_up))
    if not games:
        return (*said, Phrase.of("career.none"))
    if career.early:
        key = counted("career.early", games)
        return (*said, Phrase.of(key, games=games, fewest=FEWEST_TOLD))
    best = max(one.own for one in career.games)
    points = Phrase.of("career.points", points=mean_told(career.points), best=best)
    return (*said, points, rating_told(career))


def rating_told(career: Career) -> Phrase:
    """The rating, and which bots play about as well; or that more games are needed."""
    rating = career.rating
    if rating is None:
        return Phrase.of("career.no_rating", fewest=FEWEST_RATED)
    within = levels_within(rating)
    ends = [level_told(one) for one in dict.fromkeys((within[0], within[-1]))]
    return Phrase.of(
        "career.rating" if len(ends) > 1 else "career.rating_one",
        rating=round(rating.mean),
        error=round(rating.error),
        low=ends[0],
        high=ends[-1],
    )


def level_told(level: str) -> Phrase:
    """A bot's level in a few words, or people."""
    return Phrase.of("career.people" if level == PERSON else f"seating.short_{level}")


def equal_told(career: Career, name: str) -> Notice:
    """The bot that plays about as well as this person, and how that is known; or what it takes."""
    own, level = career.rating, career.equal
    if career.name != name or own is None or level is None:
        found = career.rated if career.name == name else 0
        return Notice.of(
            "career.equal_none", Tone.WARNING, name=name, found=found, fewest=FEWEST_RATED
        )
    return Notice.of(
        "career.equal",
        Tone.GOOD,
        name=name,
        rating=round(own.mean),
        error=round(own.error),
        games=career.rated,
        level=level_told(level),
    )


def mean_told(figure: Figure) -> Phrase:
    """A mean with its error to the tenth; without one where there is none."""
    if isnan(figure.error):
        return Phrase.of("career.mean", mean=tenth(figure.mean))
    return figure_told(figure)


def mistakes_told(career: Career) -> tuple[Phrase, ...]:
    """The number of games the coach knows, mistakes by size, and habits by cost."""
    looks, games = len(career.looks), len(career.games)
    if not looks:
        return (Phrase.of("career.no_looks"),)
    said = [Phrase.of(counted("career.looks", games), looks=looks, games=games)]
    said += [
        Phrase.of(f"career.{size.value}", number=tenth(number), points=tenth(points))
        for size, number, points in career.mistakes
    ]
    return (*said, *patterns_told([one.habits for one in career.looks]))


def practice_told(career: Career) -> tuple[Phrase, ...]:
    """The next things to practise, the costliest habit first: lessons and puzzles in words."""
    habits = career.habits
    if not habits:
        key = "unsure" if career.patterns else "practice_none"
        return (Phrase.of(f"career.{key}"),)
    said = []
    for one in habits:
        practice = PRACTICES[one.habit]
        lessons = [lesson_told(name) for name in practice.lessons]
        why = habit_told(one.habit)
        said.append(Phrase.of("career.practise", why=why, lessons=lessons))
        if practice.themes:
            themes = [Phrase.of(theme_key(theme)) for theme in practice.themes]
            said.append(Phrase.of("career.practise_puzzles", themes=themes))
    return tuple(said)


def habit_told(habit: Habit) -> Phrase:
    """A habit in a few words."""
    return Phrase.of(f"career.habit_{habit.value}")


def lesson_told(name: str) -> Phrase:
    """A lesson by its title; `name` is that of its file."""
    title = Phrase.of(f"prose_{name.partition('-')[2]}.title")
    return Phrase.of("career.lesson", title=title)

"""A companion: everything that the shelf has to know of a game."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ksm_widgets.companions.data_file import Source
from ksm_widgets.companions.position import ActT, PositionT
from ksm_widgets.rules.errors import TextError
from ksm_widgets.telling.phrases import Phrase
from ksm_widgets.telling.rulebook import Rule, Rulebook, register

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ksm_widgets.companions.own_files import DataFiles, SetAside
    from ksm_widgets.companions.replaying import ShelfRecord
    from ksm_widgets.draw import Scene

    Answerer = Callable[["AnyPositionT", Mapping[str, object], str], dict[str, Any]]
    """A function from a position, the other keys of a question and a language to an answer."""

AnyPositionT = TypeVar("AnyPositionT")
"""A position of any class: without a page it need not be a `TablePosition`."""


class QuestionTextError(TextError):
    """A question that cannot be read; the sentence names the key."""


@dataclass(frozen=True, slots=True)
class Companion(Generic[AnyPositionT, ActT]):
    """A game on the shelf; `companion_of` makes that of a game with a page.

    By its rules and its text any game can be played without its page. The page, if there is one, is
    `PAGE` in the folder's `view/opening.py`; the catalogues have the game's words in the table
    `companion_<name>`.
    """

    name: str
    prefix: str
    """The letters that the numbers of its rules begin with."""
    box: Callable[[], Any]
    """Its data with their sources."""
    parse: Callable[[str], AnyPositionT]
    """Read a position, the inverse of `text`."""
    text: Callable[[AnyPositionT], str]
    legal: Callable[[AnyPositionT], Sequence[ActT]]
    apply: Callable[[AnyPositionT, ActT], AnyPositionT]
    parse_act: Callable[[str], ActT]
    """Read an act, the inverse of `act_text`."""
    act_text: Callable[[ActT], str]
    questions: Mapping[str, Answerer[AnyPositionT]]
    """For each question's name what answers it with an `answer_data`."""
    picture: Callable[[], Scene] | None = None
    """A small picture for the shelf's door, if the game has a page."""
    rulebook: Rulebook | None = None
    """The rulebook, which the page shows."""
    readers: Mapping[str, Callable[[str, Mapping[str, object]], AnyPositionT]] = field(
        default_factory=dict
    )
    """How the position of a question is read whose other keys change the position."""
    set_aside: Callable[[], SetAside | None] = lambda: None
    """The reason why the user's own data files are not used, if they are wrong."""

    @property
    def assumed(self) -> tuple[Phrase, ...]:
        """The remark that the data file in use has assumed some lines; none if it has not."""
        assumed = Source.ASSUMED in self.box().sources.values()
        return (Phrase("shelf.assumed"),) if assumed else ()

    def ask(self, data: object, language: str = "en") -> dict[str, Any]:
        """The answer to a question that came as JSON; raises KsmError for one that is wrong."""
        if not isinstance(data, dict):
            raise QuestionTextError("shelf.no_object")
        wanted = {key: value for key, value in data.items() if key != "id"}
        text, name = wanted.pop("position", None), wanted.pop("question", None)
        if not isinstance(text, str):
            raise QuestionTextError("shelf.key", name="position", expected="text")
        if not isinstance(name, str) or name not in self.questions:
            raise QuestionTextError("shelf.key", name="question", expected=[*self.questions])
        read = self.readers.get(name)
        position = self.parse(text) if read is None else read(text, wanted)
        start = perf_counter()
        answer = self.questions[name](position, wanted, language)
        assuming = [*answer["assuming"], *(one.say(language) for one in self.assumed)]
        return {**answer, "assuming": assuming, "seconds": round(perf_counter() - start, 3)}


def companion_of(
    game: type[ShelfRecord[PositionT, ActT]],
    files: DataFiles[Any],
    *,
    prefix: str,
    chapters: Mapping[str, range],
    parse: Callable[[str], PositionT],
    text: Callable[[PositionT], str],
    legal: Callable[[PositionT], Sequence[ActT]],
    questions: Mapping[str, Answerer[PositionT]],
    picture: Callable[[], Scene],
    readers: Mapping[str, Callable[[str, Mapping[str, object]], PositionT]] | None = None,
) -> Companion[PositionT, ActT]:
    """The companion of a game with records, data files, a page and a rulebook.

    `chapters` are those of the rulebook, each with the numbers of its rules.
    """
    return Companion(
        name=game.name,
        prefix=prefix,
        box=files.box,
        set_aside=files.set_aside,
        parse=parse,
        text=text,
        legal=legal,
        apply=game.apply,
        parse_act=game.read_act,
        act_text=game.act_text,
        questions=questions,
        picture=picture,
        rulebook=rulebook(game.name, prefix, chapters),
        readers=readers or {},
    )


def rulebook(name: str, prefix: str, chapters: Mapping[str, range]) -> Rulebook:
    """The registered rulebook of a game, with the numbers of each chapter's rules.

    The catalogues have title, introduction and chapters in the table `<name>_rules`, the rules in
    `<name>_rule_title` and `<name>_rule`.
    """

    def rule(number: str) -> Rule:
        return Rule(number, Phrase(f"{name}_rule_title.{number}"), Phrase(f"{name}_rule.{number}"))

    book = Rulebook(
        prefix,
        {
            chapter: tuple(rule(f"{prefix}{number}") for number in numbers)
            for chapter, numbers in chapters.items()
        },
        page=f"{name}-rules.md",
        words=f"{name}_rules",
    )
    register(book)
    return book

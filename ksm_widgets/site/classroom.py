"""The pages of a class: the pupils' by one key, the teacher's by another.

They need no kernel: the server itself keeps what each pupil has on the screen.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from hashlib import sha256
from hmac import compare_digest
from pathlib import Path
from typing import Any

from jupyter_server.auth.decorator import allow_unauthenticated
from markupsafe import Markup
from tornado.web import HTTPError

from ksm_widgets.course.door import RULES
from ksm_widgets.page.part import joined_files
from ksm_widgets.progress.progress import timestamp
from ksm_widgets.rules.errors import KsmError
from ksm_widgets.site.access import AskedByPages
from ksm_widgets.site.connections import MOST_BODY, note_let_in
from ksm_widgets.site.desks import answer, linked
from ksm_widgets.site.handlers import PageHandler
from ksm_widgets.site.pages import rule_chapters
from ksm_widgets.solving.classroom import ClassError, Classroom, pack_of
from ksm_widgets.solving.door import PUZZLES
from ksm_widgets.solving.pupil import Pupil
from ksm_widgets.solving.pupil_names import LONGEST_NAME, cleaned
from ksm_widgets.solving.view.desk import CLASS_STYLES, PupilDesk
from ksm_widgets.solving.view.register import register
from ksm_widgets.terminal.streams import escaped

PATH, TEACHER = "class", "class/teacher"
_PUPIL = "ksm-pupil"
_WAIT = 20
"""Seconds after which a phone that waits for news asks again."""
_STATE = "Ksm-Assignment"
"""The header that says which assignment a register is of."""
_FORM = 1_000
"""Bytes of a form around its file."""


def _cookie(opens: str) -> str:
    """The name of the cookie that has the key of these pages."""
    return f"ksm-{opens.replace('/', '-')}"


class ServedClass:
    """A class on the server: its room, its keys, and the desks of those who are there."""

    def __init__(self, teacher_key: str) -> None:
        # Nobody who knows one key can calculate another that opens more.
        pupils = sha256(f"class {teacher_key}".encode()).hexdigest()[:32]
        self.room, self.keys = Classroom(), {TEACHER: teacher_key, PATH: pupils}
        self._desks: dict[str, PupilDesk] = {}
        # One pack is read after another, in no thread that others wait for.
        self.reading = ThreadPoolExecutor(max_workers=1)

    def path_with_key(self, opens: str) -> str:
        """The path of the pages that a key opens, with that key."""
        return f"{opens}?key={self.keys[opens]}"

    def path_for(self, pupil: Pupil) -> str:
        """The path by which any phone comes back to the class as this pupil."""
        return f"{self.path_with_key(PATH)}.{pupil.id}"

    def teachers_page(self, cookie: Callable[[str, str], str | None]) -> str:
        """The path of the teacher's page for their own browser while there is an assignment."""
        shown = cookie(_cookie(TEACHER), "") or ""
        mine = compare_digest(shown.encode(), self.keys[TEACHER].encode())
        return TEACHER if mine and self.room.pack is not None else ""

    def desk(self, pupil: Pupil, language: str, look: str) -> PupilDesk | None:
        """The desk of a pupil, as they left it; None while there is no assignment."""
        pack = self.room.pack
        if pack is None:
            return None
        desk = self._desks.get(pupil.id)
        if desk is None or desk.pupil is not pupil or desk.pack is not pack:
            there = {each.id for each in self.room.pupils()}
            self._desks = {name: each for name, each in self._desks.items() if name in there}
            desk = self._desks[pupil.id] = PupilDesk(pupil, pack, language, look)
        return desk

    @property
    def state(self) -> str:
        """A mark of the assignment and its title; none if there is no assignment."""
        pack = self.room.pack
        named = "" if pack is None else f"{pack.mark} {pack.title}"
        return sha256(named.encode("utf-8", "replace")).hexdigest() if named else ""


def _with_key(method: Callable[..., Any]) -> Callable[..., Any]:
    """Have a handler answer only those who have shown the key of its pages."""

    @allow_unauthenticated
    @wraps(method)
    def guarded(self: _ClassHandler, *args: Any) -> Any:
        if self.take_key():
            return method(self, *args)
        return None

    return guarded


class _ClassHandler(AskedByPages, PageHandler):
    """A page of the class; `opens` says whose key it needs."""

    opens = PATH
    has_guests = False
    SUPPORTED_METHODS: tuple[str, ...] = ("GET", "POST")

    @property
    def served(self) -> ServedClass:
        """The class."""
        found: ServedClass = self.settings["voila"].served
        return found

    @property
    def room(self) -> Classroom:
        """The class's pack and pupils."""
        return self.served.room

    def take_key(self) -> bool:
        """Return whether to answer; keep the key of an address, and refuse those without it."""
        name, right = _cookie(self.opens), self.served.keys[self.opens]
        shown, _, whose = self.get_query_argument("key", "").partition(".")
        if self.is_loaded_unseen():
            raise HTTPError(403)
        by_address = bool(shown) and compare_digest(shown.encode(), right.encode())
        if not (by_address or compare_digest(self.get_cookie(name, "").encode(), right.encode())):
            self.finish_notice("refused" if self.opens == PATH else "class_refused", 403)
            return False
        note_let_in()
        if by_address:
            self.keep(name, right, httponly=True)
            if self.let_in(whose):
                return False
        return self.request.method != "GET" or not self.keep_choices()

    def let_in(self, whose: str) -> bool:
        """Do what the key opens besides; return whether that was the answer.

        `whose` is the id in an address for one pupil.
        """
        return False

    @property
    def pupil(self) -> Pupil | None:
        """The pupil of this browser."""
        return self.room.find(self.get_cookie(_PUPIL, ""))

    def finish_page(self, template: str, path: str, **more: object) -> None:
        """Answer with a page of the class, under the title of its pack."""
        heading = self.room.title or self.reader().text("site.class_title")
        self.finish_apart(template, path, heading, joined_files(*CLASS_STYLES), **more)


class Assignment(_ClassHandler):
    """The pupils' page: first their name, then the puzzles."""

    def let_in(self, whose: str) -> bool:
        """Let this browser in as the pupil of the address; ask first if it is in as another one."""
        asked, here = self.room.find(whose), self.pupil
        if asked is None or (here is not None and here.id == whose):
            return False
        if here is None:
            self.keep(_PUPIL, whose, httponly=True)
            return False
        self.finish_page("class_switch.html", PATH, here=here.name, name=asked.name, whose=whose)
        return True

    @_with_key
    def get(self) -> None:
        """Answer."""
        if self.room.pack is None:
            self.finish_notice("class_none", 404)
        elif self.pupil is None:
            self._ask_name()
        else:
            at = f"{self.base_url}{PATH}"
            ways = {f"{name}_at": f"{at}/{name}" for name in ("desk", "news", "rules")}
            self.finish_page("class_desk.html", PATH, **ways)

    @_with_key
    def post(self) -> None:
        """Take a name, as long as there is an assignment: what was deleted stays empty.

        Or take the consent to be the pupil of another address.
        """
        if self.room.pack is None:
            self.finish_notice("class_none", 404)
            return
        asked = self.room.find(self.get_body_argument("pupil", ""))
        if asked is not None:
            self.keep(_PUPIL, asked.id, httponly=True)
        elif self.pupil is None:
            try:
                pupil = self.room.join(self.get_body_argument("name", ""))
            except ClassError as error:
                self._ask_name(error)
                return
            self.keep(_PUPIL, pupil.id, httponly=True)
        self.redirect(self.base_url + PATH, status=303)

    def _ask_name(self, error: ClassError | None = None) -> None:
        typed = "" if error is None else cleaned(self.get_body_argument("name", ""))[:LONGEST_NAME]
        said = "" if error is None else error.sentence(self.visit.language)
        if error is None and self.get_cookie(_PUPIL):
            said = self.reader().text("site.class_gone")
        self.finish_page("class_join.html", PATH, said=said, typed=typed, longest=LONGEST_NAME)


class PupilRules(_ClassHandler):
    """The rules of the game, for pupils: the rest of the app is not open to them."""

    SUPPORTED_METHODS = ("GET",)

    @_with_key
    def get(self) -> None:
        """Answer."""
        assert RULES.rulebook is not None
        heading = self.reader().text(f"{RULES.rulebook.words}.title")
        chapters = rule_chapters(RULES.path, self.reader())
        self.finish_apart("rules.html", f"{PATH}/rules", heading, "", intro="", chapters=chapters)


class PupilRulePicture(_ClassHandler):
    """A picture of these rules."""

    SUPPORTED_METHODS = ("GET",)

    @_with_key
    def get(self, name: str) -> None:
        """Answer."""
        file = Path(self.settings["voila"].root_dir) / self.visit.language / "pictures" / name
        if not file.is_file():
            raise HTTPError(404)
        self.set_header("Content-Type", "image/svg+xml")
        self.finish(file.read_bytes())


class DeskTop(_ClassHandler):
    """The messages of a pupil's page, each answered with what to show."""

    SUPPORTED_METHODS = ("POST",)

    @_with_key
    def post(self) -> None:
        """Answer."""
        pupil, visit = self.pupil, self.visit
        desk = None
        if pupil is not None:
            desk = self.served.desk(pupil, visit.language, visit.look)
        if desk is None:
            raise HTTPError(403)
        answer(self, desk)


class News(_ClassHandler):
    """The mark of the assignment, told to an open phone once it changes."""

    SUPPORTED_METHODS = ("GET",)

    @_with_key
    async def get(self) -> None:
        """Answer; another program may change the class, too, so the folder is looked at."""
        known = self.get_query_argument("after", "")
        for _ in range(_WAIT):
            if self._moment() != known:
                break
            await asyncio.sleep(1)
        self.finish({"moment": self._moment()})

    def _moment(self) -> str:
        pack = self.room.pack
        if pack is None or self.pupil is None:
            raise HTTPError(403)
        return pack.mark


class Teacher(_ClassHandler):
    """The teacher's page: the pupils' address, the register, and the end of it all."""

    opens = TEACHER

    def let_in(self, whose: str) -> bool:
        """Let the teacher use the rest of the app, too."""
        user = self.identity_provider.generate_anonymous_user(self)
        self.identity_provider.set_login_cookie(self, user)
        return False

    @_with_key
    def get(self) -> None:
        """Answer."""
        self._finish()

    @_with_key
    async def post(self) -> None:
        """Give the class another pack, let in or remove a pupil, or delete everything."""
        said, again = "", self.room.find(self.get_body_argument("again", ""))
        left: tuple[Path, ...] = ()
        if "pack" in self.request.files:
            file = self.request.files["pack"][0]
            try:
                # Answers may have to be proven; meanwhile others are served, in threads as well.
                name = file["filename"][:100]
                reading = self.served.reading.submit(pack_of, file["body"], name)
                pack = await asyncio.wrap_future(reading)
                self.room.assign(pack)
            except KsmError as error:
                said = escaped(error.sentence(self.visit.language))
        elif self.get_body_argument("remove", ""):
            left = self.room.remove(self.get_body_argument("remove"))
        elif self.get_body_argument("delete", ""):
            left = self.room.delete()
        if left:
            said = self.reader().text("site.class_not_deleted", folder=str(left[0]))
        if said or again is not None:
            self._finish(said, again)
        else:
            self.redirect(self.base_url + TEACHER, status=303)

    def _finish(self, said: str = "", again: Pupil | None = None) -> None:
        back = again and {
            "name": again.name,
            **linked(f"{self.others_url}{self.served.path_for(again)}"),
        }
        pack = self.room.pack
        count = sum(pack is None or pupil.is_given(pack) for pupil in self.room.pupils())
        self.finish_page(
            "class_teacher.html",
            TEACHER,
            said=said,
            back=back,
            pupils=linked(f"{self.others_url}{self.served.path_with_key(PATH)}"),
            mine=linked(f"{self.others_url}{self.served.path_with_key(TEACHER)}"),
            here=pack is not None,
            deletable=self.room.deletable,
            state=self.served.state,
            count=count,
            register=Markup(_register(self)),
            register_at=f"{self.base_url}{PATH}/register",
            results_at=f"{self.base_url}{PATH}/results.csv",
            most_pack=MOST_BODY - _FORM,
        )


def _register(handler: _ClassHandler) -> str:
    pack, pupils = handler.room.pack, handler.room.pupils()
    if pack is None:
        return ""
    puzzles_at = PUZZLES.url(handler.base_url, handler.visit.language)
    return register(pack, pupils, handler.reader(), timestamp(), puzzles_at)


class Register(_ClassHandler):
    """The register as it is now, for the teacher's page."""

    opens = TEACHER
    SUPPORTED_METHODS = ("GET",)

    @_with_key
    def get(self) -> None:
        """Answer."""
        self.set_header(_STATE, self.served.state)
        self.finish(_register(self))


class ResultsFile(_ClassHandler):
    """The results as a file for a spreadsheet."""

    opens = TEACHER
    SUPPORTED_METHODS = ("GET",)

    @_with_key
    def get(self) -> None:
        """Answer."""
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="class.csv"')
        self.finish(self.room.results(self.visit.language).file_text())


def class_routes(at: Callable[[str], str]) -> list[Any]:
    """The routes of the class's pages; `at` makes an address of the site of a path."""
    return [
        (at(f"/{PATH}"), Assignment),
        (at(f"/{PATH}/desk"), DeskTop),
        (at(f"/{PATH}/news"), News),
        (at(f"/{PATH}/rules"), PupilRules),
        (at(rf"/{PATH}/pictures/(R[0-9]{{1,2}}\.svg)"), PupilRulePicture),
        (at(f"/{TEACHER}"), Teacher),
        (at(f"/{PATH}/register"), Register),
        (at(rf"/{PATH}/results\.csv"), ResultsFile),
    ]

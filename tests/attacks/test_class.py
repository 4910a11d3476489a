"""Attacks on a class: strangers, pupils at the teacher's page, and what a phone may send."""

from __future__ import annotations

import json
import re
from html import unescape
from threading import Thread
from typing import NamedTuple
from urllib.parse import quote

import pytest

from ksm_widgets.puzzles import Pack
from ksm_widgets.puzzles.pack import pack_text
from tests.attacks.conftest import Answer, Target
from tests.puzzles import samples

PACK = Pack((samples.puzzle("dig"), samples.puzzle("card")), "<script>alert(1)</script>")
FORM = "application/x-www-form-urlencoded"
TEACHERS = ("/class/teacher", "/class/register", "/class/results.csv")
PUPILS = ("/class", "/class/desk", "/class/news")


class Class(NamedTuple):
    """A class on a server, and the cookies of its teacher and of those who may join."""

    app: Target
    teacher: str
    guest: str

    def join(self, name: str) -> Answer:
        body = f"name={quote(name)}".encode()
        return self.app.ask("/class", "POST", body, Cookie=self.guest, Content_Type=FORM)

    def tell(self, cookies: str, body: bytes) -> Answer:
        return self.app.ask("/class/desk", "POST", body, Cookie=cookies)

    def delete(self) -> Answer:
        body, cookies = b"delete=all", self.teacher
        return self.app.ask("/class/teacher", "POST", body, Cookie=cookies, Content_Type=FORM)

    def pupil(self, name: str) -> str:
        """The cookies of a new pupil."""
        joined = self.join(name)
        assert joined.status == 303, joined
        return f"{self.guest}; {joined.cookies}"


def give(app: Target, cookies: str, text: str) -> Answer:
    """Give the class a pack, as the form does."""
    head = '--x\r\nContent-Disposition: form-data; name="pack"; filename="p"'
    body = f"{head}\r\n\r\n{text}\r\n--x--\r\n"
    kind = "multipart/form-data; boundary=x"
    return app.ask("/class/teacher", "POST", body.encode(), Cookie=cookies, Content_Type=kind)


@pytest.fixture
def lesson(shared: Target) -> Class:
    found = re.search(r"class/teacher\?key=(\S+)", shared.log)
    assert found is not None
    teacher = shared.ask(f"/class/teacher?key={found[1]}").cookies
    assert give(shared, teacher, pack_text(PACK)).status == 303
    page = shared.ask("/class/teacher", Cookie=teacher).text
    link = re.search(r"/class\?key=(\w+)", page)
    assert link is not None
    return Class(shared, teacher, shared.ask(f"/class?key={link[1]}").cookies)


def test_every_key_opens_its_own_pages_only(lesson: Class) -> None:
    app = lesson.app
    pupil = lesson.pupil("Anna")
    app_guest = app.ask(f"/?token={app.key}").cookies
    for cookies in ("", "ksm-class=x; ksm-class-teacher=x; ksm-pupil=x", app_guest):
        for path in (*PUPILS, *TEACHERS, "/class?key=", f"/class/teacher?key={app.key}"):
            for method in ("GET", "POST"):
                answer = app.ask(path, method, b"{}", Cookie=cookies)
                assert answer.status in (403, 405), (path, method)
                assert "Anna" not in answer.text
    for path in TEACHERS:
        answer = app.ask(path, Cookie=pupil)
        assert (answer.status, "This page is for the teacher" in answer.text) == (403, True)
        assert "Anna" not in answer.text
    assert (
        app.ask("/class/teacher", "POST", b"delete=all", Cookie=pupil, Content_Type=FORM)[0] == 403
    )
    assert app.ask("/", Cookie=pupil).status == 302
    assert app.ask("/explorer.ipynb", Cookie=pupil).status == 302
    assert app.ask("/class", Cookie=pupil).status == 200
    # The teacher may use the app, too, to show a puzzle on the wall, and finds the way back.
    home = app.ask("/", Cookie=lesson.teacher)
    assert (home.status, "class/teacher" in home.text) == (200, True)
    assert "class/teacher" not in app.ask("/", Cookie=app_guest).text


def test_who_was_removed_is_told_so_on_the_page_for_names(lesson: Class) -> None:
    gone = "You are not in this class any more"
    assert gone not in lesson.app.ask("/class", Cookie=lesson.guest).text
    pupil = lesson.pupil("Bert")
    name = re.search(r"ksm-pupil=(\w+)", pupil)
    assert name is not None
    body = f"remove={name[1]}".encode()
    lesson.app.ask("/class/teacher", "POST", body, Cookie=lesson.teacher, Content_Type=FORM)
    assert gone in lesson.app.ask("/class", Cookie=pupil).text


def test_the_teacher_lets_a_pupil_in_again_on_another_phone(lesson: Class) -> None:
    app, first = lesson.app, lesson.pupil("Carla")
    name = re.search(r"ksm-pupil=(\w+)", first)
    assert name is not None
    body = f"again={name[1]}".encode()
    # Neither a pupil nor a stranger gets the code, nor does it stay on the teacher's page.
    for cookies, status in ((first, 403), ("", 403), (lesson.teacher, 200)):
        page = app.ask("/class/teacher", "POST", body, Cookie=cookies, Content_Type=FORM)
        assert page.status == status
    code = re.search(r"/class\?key=\w+\.\w+", page.text)
    assert code is not None
    assert code[0] not in app.ask("/class/teacher", Cookie=lesson.teacher).text
    # It opens the class as this pupil, and stays in no address.
    for before in ("", first):
        came = app.ask(code[0], Cookie=before)
        assert (came.status, came.headers["Location"]) == (302, "/class")
    came = app.ask(code[0])
    assert f"ksm-pupil={name[1]}" in came.cookies
    shown = lesson.tell(came.cookies, b'{"kept": "", "theme": "light"}')
    assert "Carla" in shown.text
    # The id alone opens nothing, and one of nobody leaves the phone as it was.
    key, _, whose = code[0].partition(".")
    assert app.ask(f"/class?key={whose}").status == 403
    assert app.ask(f"/class?key=.{whose}").status == 403
    assert "ksm-pupil" not in app.ask(f"{key}.{'0' * 32}").cookies
    assert whose not in app.log


def test_no_phone_becomes_another_pupil_unasked(lesson: Class) -> None:
    app, emma, finn = lesson.app, lesson.pupil("Emma"), lesson.pupil("Finn")
    name = re.search(r"ksm-pupil=(\w+)", emma)
    assert name is not None
    key = re.search(r"ksm-class=(\w+)", emma)
    assert key is not None
    link, body = f"/class?key={key[1]}.{name[1]}", f"pupil={name[1]}".encode()
    unseen: tuple[dict[str, str], ...] = (
        {"Sec_Purpose": "prefetch"},
        {"Sec_Purpose": "prefetch;prerender"},
        {"Sec_Fetch_Site": "cross-site", "Sec_Fetch_Dest": "iframe"},
        {"Sec_Fetch_Site": "same-site", "Sec_Fetch_Dest": "image"},
    )
    for more in unseen:
        for who in ("", finn):
            answer = app.ask(link, Cookie=who, **more)
            assert (answer.status, answer.cookies) == (403, "")
    # Who is somebody else already is asked, and stays who they are unless they agree.
    asked = app.ask(link, Cookie=finn)
    assert asked.status == 200
    assert "ksm-pupil" not in asked.cookies
    assert "You are Finn here" in asked.text
    assert "Continue as Emma" in asked.text
    assert "Finn" in lesson.tell(finn, b'{"kept": "", "theme": "light"}').text
    for cookies in (lesson.guest, finn):
        agreed = app.ask("/class", "POST", body, Cookie=cookies, Content_Type=FORM)
        assert (agreed.status, f"ksm-pupil={name[1]}" in agreed.cookies) == (303, True)
    # Neither a stranger nor a page from elsewhere agrees for them.
    foreign = {"Origin": "http://evil.example", "Content_Type": FORM}
    for cookies, sent in (("", {"Content_Type": FORM}), (finn, foreign)):
        assert app.ask("/class", "POST", body, Cookie=cookies, **sent).status == 403


def test_what_is_left_of_a_class_can_be_deleted_from_the_page(lesson: Class) -> None:
    button = 'name="delete"'
    lesson.delete()
    assert button not in lesson.app.ask("/class/teacher", Cookie=lesson.teacher).text
    [data] = lesson.app.home.rglob("app-key")
    left = data.with_name("class-deleted-1") / "pupils"
    left.mkdir(parents=True)
    assert button in lesson.app.ask("/class/teacher", Cookie=lesson.teacher).text
    assert lesson.delete().status == 303
    assert not left.parent.exists()


def test_pupils_may_read_the_rules_and_nobody_without_a_key(lesson: Class) -> None:
    pupil = lesson.pupil("Rita")
    assert "class/rules" in lesson.app.ask("/class", Cookie=pupil).text
    page = lesson.app.ask("/class/rules", Cookie=pupil).text
    assert page.count("pictures/R") > 20
    assert ".ipynb" not in page
    assert "<svg" in lesson.app.ask("/class/pictures/R12.svg", Cookie=pupil).text
    assert lesson.app.ask("/class/pictures/R99.svg", Cookie=pupil).status == 404
    for path in ("/class/rules", "/class/pictures/R12.svg"):
        assert lesson.app.ask(path).status == 403


def test_no_page_from_elsewhere_acts_for_teacher_or_pupil(lesson: Class) -> None:
    pupil = lesson.pupil("Bruno")
    for origin in ("http://evil.example", "null", ""):
        sent = {"Origin": origin, "Content_Type": FORM}
        delete = lesson.app.ask(
            "/class/teacher", "POST", b"delete=all", Cookie=lesson.teacher, **sent
        )
        act = lesson.app.ask("/class/desk", "POST", b"{}", Cookie=pupil, **sent)
        assert (delete.status, act.status) == (403, 403)
    assert "Bruno" in lesson.app.ask("/class/register", Cookie=lesson.teacher).text


def test_hostile_names_are_text_everywhere(lesson: Class) -> None:
    for name in (
        "<img src=x onerror=alert(1)>",
        '"><script>x</script>',
        "=1+1",
        "\u202eanna\x1b[2J",
    ):
        shown = name.replace("\u202e", "").replace("\x1b", " ").strip()
        pupil = lesson.pupil(name)
        lesson.tell(pupil, b'{"kept": "", "theme": "light"}')
        desk = json.loads(lesson.tell(pupil, b'{"act": "check", "value": ""}').text)
        page = lesson.app.ask("/class/register", Cookie=lesson.teacher).text
        for html in (desk["panels"]["head"], page):
            assert "<img" not in html
            assert "<script" not in html
            assert "\u202e" not in html
            assert shown in unescape(html)
        again = lesson.join(name)
        assert (again.status, "is taken" in again.text) == (200, True)
        assert "<script>x" not in again.text
        assert "<script>alert" not in again.text
    table = lesson.app.ask("/class/results.csv", Cookie=lesson.teacher).text
    assert "\n'=1+1," in table
    assert "\x1b" not in lesson.app.log


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"\xff", b"null", b"[" * 5000, b'{"act":' * 200, b" " * 20_000, b'{"act": NaN}'],
)
def test_what_is_no_message_is_refused_or_dropped(lesson: Class, body: bytes) -> None:
    pupil = lesson.pupil(f"Cleo {abs(hash(body))}"[:30])
    assert lesson.tell(pupil, body).status in (200, 400)
    state = json.loads(lesson.tell(pupil, b'{"kept": "x", "theme": "dark", "pictures": -1}').text)
    assert state["picture"]
    assert "Traceback" not in lesson.app.log


# The refusal quotes what is no puzzle, even half a character.
HALF = pack_text(PACK).replace('"turn": "', '"turn": "\\ud800')


@pytest.mark.parametrize("text", ["", "nonsense", "{}", "\x00" * 100, HALF])
def test_a_pack_that_is_none_leaves_the_assignment(lesson: Class, text: str) -> None:
    answer = give(lesson.app, lesson.teacher, text)
    assert answer.status == 200
    assert 'role="alert"' in answer.text
    assert "<script>alert" not in answer.text
    assert lesson.app.ask("/class", Cookie=lesson.guest).status == 200


def test_while_the_answers_of_a_pack_are_proven_others_are_served(lesson: Class) -> None:
    board = (
        "-,4zC,-,1x1,442,d333/-,-,-,-,x43z,ydxA/-,-,-,-,-,-/-,bCz,aM,-,2yM,Md4/"
        "4,cx,41,ab,d1,c2/1xx,ayz,y3zc,z3xa,x1,Sb"
    )
    lines = [{"pack": 1, "title": "Takes seconds"}] + [
        {
            "puzzle": 1,
            "question": "dig",
            "problem": {
                "board": board,
                "money": money,
                "holding": "SyazSS",
                "rounds_left": 3,
                "players": 4,
                "shape": "##/##",
            },
            "answer": {"net": 1, "turn": "-", "lead": 1},
            "grade": 1,
            "themes": [],
        }
        for money in range(10, 25)
    ]
    given: list[Answer] = []
    upload = Thread(
        target=lambda: given.append(
            give(lesson.app, lesson.teacher, "\n".join(map(json.dumps, lines)))
        )
    )
    upload.start()
    served = 0
    while upload.is_alive():
        assert lesson.app.ask("/login").status == 403
        served += upload.is_alive()
    assert given[0].status == 303
    assert served > 3


def test_another_pack_is_given_after_a_question_if_there_are_results(lesson: Class) -> None:
    asks = 'data-sure="Give the class another pack?'
    lesson.delete()
    give(lesson.app, lesson.teacher, pack_text(PACK))
    assert asks not in lesson.app.ask("/class/teacher", Cookie=lesson.teacher).text
    lesson.pupil("Emil")
    assert asks in lesson.app.ask("/class/teacher", Cookie=lesson.teacher).text


def test_open_pages_learn_that_the_assignment_changed(lesson: Class) -> None:
    pupil, teacher = lesson.pupil("Fritz"), lesson.teacher

    def register() -> str:
        answer = lesson.app.ask("/class/register", Cookie=teacher)
        return str(answer.headers["Ksm-Assignment"] or "")

    lesson.tell(pupil, b'{"kept": "", "theme": "light"}')
    desk = json.loads(lesson.tell(pupil, b'{"news": ""}').text)
    before = register()
    assert f'data-state="{before}"' in lesson.app.ask("/class/teacher", Cookie=teacher).text
    told: list[Answer] = []
    path = f"/class/news?after={desk['moment']}"
    phone = Thread(target=lambda: told.append(lesson.app.ask(path, Cookie=pupil)))
    phone.start()
    other = Pack(PACK.puzzles[::-1], PACK.title)
    assert give(lesson.app, teacher, pack_text(other)).status == 303
    phone.join()
    assert json.loads(told[0].text)["moment"] != desk["moment"]
    assert len({before, register(), ""}) == 3
    # What the phone was about to do is answered with the new assignment only.
    late = json.dumps({"act": "next", "value": "", "about": desk["about"]}).encode()
    assert json.loads(lesson.tell(pupil, late).text) == {"again": True}
    lesson.tell(pupil, b'{"kept": "", "theme": "light"}')
    shown = json.loads(lesson.tell(pupil, late).text)
    assert "There is a new assignment now." in shown["panels"]["head"]
    assert shown["about"].endswith(PACK.puzzles[1].id)
    lesson.delete()
    assert register() == ""
    assert lesson.app.ask(path, Cookie=pupil).status == 403


def test_nothing_of_a_class_is_left_after_it_is_deleted(lesson: Class) -> None:
    pupil = lesson.pupil("Dora")
    assert lesson.delete().status == 303
    assert lesson.tell(pupil, b'{"act": "check", "value": ""}').status == 403
    assert lesson.app.ask("/class", Cookie=pupil).status == 404
    # Who has kept the link fills no class that is to come.
    late = lesson.app.ask("/class", "POST", b"name=Late", Cookie=pupil, Content_Type=FORM)
    assert late.status == 404
    assert not list(lesson.app.home.rglob("class/*"))

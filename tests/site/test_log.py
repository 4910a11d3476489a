"""The app's log keeps the key out, and never grows without end."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import pytest

from ksm_widgets.site import log as site_log
from ksm_widgets.site.log import MOST_LINES, clean_log

if TYPE_CHECKING:
    from collections.abc import Iterator


KEYS = ("", "a", "Ab3-dEf7_hIjKlMn", "0123456789abcdef" * 2)


@pytest.fixture
def log(caplog: pytest.LogCaptureFixture) -> Iterator[logging.Logger]:
    """A log of the app's kind; afterwards all logs are as they were."""
    factory = logging.getLogRecordFactory()
    touched = [logging.getLogger(name) for name in ("tried", *site_log._LOGS)]
    before = [list(each.filters) for each in touched]
    clean_log(touched[0], lambda: KEYS)
    yield touched[0]
    logging.setLogRecordFactory(factory)
    for each, filters in zip(touched, before, strict=True):
        each.filters[:] = filters


@pytest.mark.parametrize(
    "address",
    [
        "/nowhere?token={}&look=dark",
        "/table/{}",
        "/%3Ftoken={}",
        "/%3Ftoken%3D{}",
        "/login?next=%2F%253Ftoken%253d{}",
        "/?TOKEN={}",
        "/zzz?to%6ben={}",
        "/zzz?%2574oken={}",
        "/class?%4bey={}",
        ": Invalid unicode in token: b'{}",
    ],
)
def test_a_key_stays_out(
    address: str, log: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    log.warning("404 GET %s", address.format("secret"))
    assert caplog.messages == [f"404 GET {address.format('…')}"]


@pytest.mark.parametrize(
    "address", ["/tables/{}", "/{}x", "/tabl%65/{}", "/table%2f{}", "/x%2F{}/y"]
)
def test_a_seat_s_key_stays_out_of_a_mistyped_address(
    address: str, log: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    log.warning("404 GET %s", address.format("Ab3dEf7hIj-lMn_pQrStUv"))
    assert "dEf7h" not in caplog.text
    assert caplog.messages[0].startswith(f"404 GET {address.partition('{')[0]}…")


@pytest.mark.parametrize(
    "line",
    [
        "405 DELETE /nope?t={}",
        "405 DELETE /nope?token[]={}",
        "404 POST /class/{}",
        "404 POST /class/{}/x",
        "x{}x",
        "/?%74={}",
    ],
)
@pytest.mark.parametrize("key", KEYS[2:])
def test_a_known_key_stays_out_wherever_it_is(
    line: str, key: str, log: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    coded = "".join(f"%{ord(letter):02X}" for letter in key[:5]) + key[5:]
    for written in (key, coded, coded.replace("%", "%25"), f"{key}.{'0f' * 16}"):
        log.warning("%s", line.format(written))
    assert caplog.messages == [line.format("…")] * 4


def test_of_zeromq_s_sockets_nobody_is_told(
    log: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    logging.getLogger("tornado.general").warning("Got events for closed stream %s", "<zmq>")
    assert not caplog.messages


def test_a_key_stays_out_of_tracebacks(
    log: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    try:
        raise ValueError("/?token=" + "secret")  # The source is quoted too.
    except ValueError:
        log.exception("failed")
    assert "ValueError: /?token=…" in caplog.text
    assert "token=secret" not in caplog.text


def test_a_line_over_and_over_is_left_out_until_a_minute_has_passed(
    log: logging.Logger, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for now in (100.0, 159.0, 161.0):
        monkeypatch.setattr(site_log, "monotonic", lambda now=now: now)
        for _ in range(MOST_LINES + 9):
            log.warning("refused")
        log.warning("other")
        log.error("serious")
    said = caplog.messages
    assert said.count("refused") == 2 * (MOST_LINES - 1)
    assert said.count("refused (Similar lines are left out for up to a minute.)") == 2
    assert said.count("other") == said.count("serious") == 3


def test_whoever_asks_for_all_lines_gets_them(
    log: logging.Logger, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for _ in range(3 * MOST_LINES):
        log.debug("searching")
    assert caplog.messages.count("searching") == 3 * MOST_LINES

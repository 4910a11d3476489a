"""Access to the app: the owner's key, a hub's users, and which hosts and pages may ask.

An app that asks nobody to sign in answers only at addresses that are this computer's: otherwise any
web page could point a name of its own at this computer and use the app as its owner.
"""

from __future__ import annotations

import io
import os
import re
import socket
from collections.abc import Collection
from http.client import responses
from ipaddress import ip_address
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

import segno
from jupyter_server.base.handlers import JupyterHandler
from jupyter_server.utils import origin_matches_pat
from tornado.log import app_log
from tornado.web import HTTPError
from traitlets.config import Config

from ksm_widgets.progress.progress import data_folder
from ksm_widgets.site.connections import note_let_in
from ksm_widgets.terminal.streams import escaped
from ksm_widgets.words import LANGUAGES, sentence

_KEY = re.compile("[A-Za-z0-9_-]{32}")
# A documentation network (RFC 5737): asked for the way there, the system names our own address.
_SOMEWHERE = ("192.0.2.1", 9)


def load_key(*, renew: bool = False, folder: Path | None = None, name: str = "app-key") -> str:
    """Return the key of this user's app, or another of this name; the same at every start.

    It is made where the file holds none, and with `renew`; only its user can read the file. Without
    a disk to keep it on it holds for this start.
    """
    file = (data_folder() if folder is None else folder) / name
    if not renew:
        try:
            kept = file.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            kept = ""
        if _KEY.fullmatch(kept):
            return kept
    key = token_urlsafe(24)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.unlink(missing_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as opened:
            opened.write(f"{key}\n")
    except OSError as error:
        if renew:
            app_log.warning("The next start may have the old key again: %s", error)
    return key


def local_address() -> str:
    """Return this computer's address on the local network; its name where there is no network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_SOMEWHERE)  # Sends nothing: datagrams know no connection.
            address = str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()
    return address


def qr_code(text: str) -> str:
    """Return a text as a QR code for the terminal, two of its rows per line."""
    drawn = io.StringIO()
    segno.make(text, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue().rstrip("\n")


def owners_language() -> str:
    """Return the language in which the app was started."""
    named = os.environ.get("KSM_LANGUAGE", "")
    return named if named in LANGUAGES else LANGUAGES[0]


SIGN_IN_PATHS = ("/oauth_callback",)
"""The path to which a hub sends the browser after signing in, below the user's address."""
_PURPOSES = ("Sec-Purpose", "Purpose", "X-Moz")
"""Headers by which browsers say that they fetch a page in case somebody opens it."""
_PREFIX, _URL = "JUPYTERHUB_SERVICE_PREFIX", "JUPYTERHUB_SERVICE_URL"


def hub_config() -> Config:
    """Return the configuration that a hub gives by the environment; empty without a hub."""
    if _PREFIX not in os.environ:
        return Config()
    where = urlsplit(os.environ[_URL])
    return Config(
        {
            "Voila": {
                "base_url": os.environ[_PREFIX],
                "ip": where.hostname or "127.0.0.1",
                "port": where.port or 80,
                "port_retries": 0,
                "open_browser": False,
                # The hub says who its user is; the app has no key of its own.
                "identity_provider_class": (
                    "jupyterhub.singleuser.extension.JupyterHubIdentityProvider"
                ),
                "auto_token": True,
            }
        }
    )


def is_loopback(host: str) -> bool:
    """Return whether a host's name or address means the computer itself, and browsers know that.

    Only of requests to such an address do they say what a page is loaded for.

    >>> [is_loopback(host) for host in ("localhost", "::1", "0.0.0.0", "::ffff:127.0.0.1")]
    [True, True, False, False]
    """
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback and getattr(address, "ipv4_mapped", None) is None


def is_own_host(host: str, names: Collection[str], *, anywhere: bool = False) -> bool:
    """Return whether a request's Host means this computer, or is one of the names.

    With `anywhere` the app is served to other computers too, at whatever address; no web page can
    have an address for a name of its own.

    >>> [is_own_host(host, ()) for host in ("localhost:8866", "[::1]:8866", "evil.example")]
    [True, True, False]
    """
    name = (urlsplit(f"//{host}").hostname or "").rstrip(".")
    if is_loopback(name) or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return anywhere


class HostChecked(JupyterHandler):
    """A handler that answers only at the app's own addresses, and knows who asks from elsewhere."""

    async def prepare(self) -> None:  # type: ignore[override]
        """Check who asks, as Jupyter does, and note if they may use the app."""
        await super().prepare()
        if self.current_user is not None:
            note_let_in()

    def check_host(self) -> bool:
        """Return whether the request's Host is the app's; where people sign in it need not be."""
        site: Any = self.settings["voila"]
        try:
            return site.signs_in or is_own_host(
                self.request.host, site.hosts, anywhere=not is_loopback(site.ip or "localhost")
            )
        except ValueError:  # not even an address
            return False

    @property
    def others_url(self) -> str:
        """The app's address for other devices: the visitor's, if they came by a name of `hosts`.

        Such a name is a proxy's, which also says whether it was reached by https. It is believed as
        far as the links on this visitor's page go, and in nothing else.
        """
        site: Any = self.settings["voila"]
        try:
            asked = urlsplit(f"//{self.request.host}")
            named = asked.hostname in site.hosts
        except ValueError:  # not even an address
            named = False
        if not named:
            return str(site.others_url)
        told = self.request.headers.get("X-Forwarded-Proto", "").partition(",")[0].strip()
        scheme = "https" if told == "https" else self.request.protocol
        return f"{scheme}://{asked.netloc}{self.base_url}"

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """Answer with a line of text; Jupyter's own page needs more than we serve."""
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        if self.check_host():
            self.finish(f"{status_code} {responses.get(status_code, '')}")
        else:
            host = escaped(self.request.host[:100])
            self.finish(sentence("site.wrong_host", owners_language(), host=host))

    def comes_from_here(self) -> bool:
        """Return whether the request comes from a page of ours, as far as the browser tells.

        Browsers name the origin of whatever changes something. Without one, a request may have no
        cookie, which could be the login of somebody who knows nothing of it.
        """
        sent = self.request.headers
        origin = sent.get("Origin", "")
        if not origin:
            reads = self.request.method in ("GET", "HEAD")
            return reads or "Cookie" not in sent or sent.get("Sec-Fetch-Site") == "same-origin"
        if origin.partition("://")[2] == self.request.host:
            return True
        if self.allow_origin:
            return bool(self.allow_origin in ("*", origin))
        pattern = self.allow_origin_pat
        return bool(pattern and origin_matches_pat(pattern, origin))

    def is_loaded_unseen(self) -> bool:
        """Return whether nobody looks at what is loaded, or a page from elsewhere holds it.

        That is a page of another site, another port or a sibling's name, with a frame or in the
        background, or a browser that fetches what might be opened next.
        """
        sent = self.request.headers
        if any("prefetch" in sent.get(name, "").lower() for name in _PURPOSES):
            return True
        foreign = sent.get("Sec-Fetch-Site", "") in ("cross-site", "same-site")
        return foreign and sent.get("Sec-Fetch-Dest", "") != "document"


class AskedByPages(HostChecked):
    """A handler that our pages ask without Jupyter's token: scripts, and what has keys of its own.

    Under a hub the visitor is known only after the token has been checked.
    """

    def check_xsrf_cookie(self) -> None:
        """Check only that the request comes from a page of ours."""
        if not self.comes_from_here():
            raise HTTPError(403)

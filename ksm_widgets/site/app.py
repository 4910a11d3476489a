"""The server: Voilà with a home page, warm kernels, pages that can be left, and a key to share."""

from __future__ import annotations

import logging
import os
import re
import sys
import tempfile
import threading
import webbrowser
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

import tornado.ioloop
from jupyter_server.utils import url_path_join
from traitlets import Bool
from traitlets.config import Config
from voila.app import Voila

from ksm_widgets.site import hub, pages
from ksm_widgets.site.handlers import (
    Channels,
    Home,
    Leave,
    Notebook,
    Picture,
    Refused,
    Rules,
    dressed,
)
from ksm_widgets.site.sharing import kept_key, own_address, qr_code
from ksm_widgets.words import LANGUAGES, sentence

__all__ = ["Site"]

_IDLE_SECONDS = 120
"""A kernel whose page is gone without a word, as with a dead battery, is stopped after so long."""
_LOOK_EVERY = 15
"""Seconds between two looks for such kernels."""
_ASK_EVERY = 10_000
"""Milliseconds between two questions to a page whether it is still there; three go unanswered."""

# Notebook 7's own part looks for pieces that Voilà doesn't have, and logs an error.
_NOT_FOR_VOILA = ("@jupyter-notebook/lab-extension",)

_SETTINGS = Config(
    {
        "MappingKernelManager": {
            "cull_idle_timeout": _IDLE_SECONDS,
            "cull_interval": _LOOK_EVERY,
        },
        "Voila": {"log_level": "WARN"},
        "VoilaConfiguration": {
            "allow_template_override": "NO",
            "allow_theme_override": "NO",
            "extension_denylist": list(_NOT_FOR_VOILA),
            "multi_kernel_manager_class": "ksm_widgets.site.kernels.WarmKernels",
        },
    }
)

_LANGUAGE = "|".join(LANGUAGES)
_KERNEL = r"(\w+-\w+-\w+-\w+-\w+)"


def _not_of_pings(record: logging.LogRecord) -> bool:
    return "websocket_ping_timeout" not in record.getMessage()


class Site(Voila):  # type: ignore[misc]
    """The site of a folder of notebooks; every option of Voilà is one of it too."""

    name = "ksm-site"

    # Voilà's own, named for those who read types.
    ip: str
    token: str | None

    share = Bool(False, help="Serve the local network, for whoever has the key.").tag(config=True)
    new_key = Bool(False, help="Make another key; links with the old one end.").tag(config=True)

    def initialize(self, argv: list[str] | None = None) -> None:
        """Take our settings first, so that what the reader gives overrides them."""
        self.update_config(_SETTINGS)
        self.update_config(hub.settings())
        super().initialize(argv)
        # Tornado takes Jupyter's milliseconds for seconds, and says what is wrong with them.
        logging.getLogger("tornado.general").addFilter(_not_of_pings)
        self.voila_configuration.prelaunch_hook = dressed
        if self.share:
            if "ip" not in self.config.Voila:
                self.ip = "0.0.0.0"
            self.token = self.token or kept_key(anew=self.new_key)
            # A browser that has shown the key once is known at the next start too.
            self.cookie_secret = sha256(f"cookies {self.token}".encode()).digest()

    def setup_template_dirs(self) -> None:
        """Look for templates in our folder before Voilà's."""
        super().setup_template_dirs()
        self.template_paths.insert(0, str(pages.TEMPLATES))

    def init_settings(self) -> dict[str, Any]:
        """Voilà's own; and begin to warm a kernel as soon as the server runs."""
        settings: dict[str, Any] = super().init_settings()
        tornado.ioloop.IOLoop.current().add_callback(self.kernel_manager.fill)
        # Handlers ask for the application under the name that Voilà gives itself.
        settings["voila"] = self
        settings["ws_ping_interval"] = _ASK_EVERY
        return settings

    def init_handlers(self) -> list[Any]:
        """Our pages before Voilà's."""

        def at(path: str) -> str:
            return str(url_path_join(re.escape(self.server_url), path))

        folder = Path(self.root_dir)
        voila = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        ours: list[Any] = [
            (at("/"), Home),
            (at("/login"), Refused),
            (at(rf"/({_LANGUAGE})/rules\.md"), Rules),
            (at(f"/api/kernels/{_KERNEL}/channels"), Channels),
            (at(f"/voila/api/shutdown/{_KERNEL}"), Leave),
            (at(rf"/((?:(?:{_LANGUAGE})/)?[a-z0-9-]+\.ipynb)"), Notebook, voila),
        ]
        ours += [
            (at(rf"/{name}/pictures/(R[0-9]+\.svg)"), Picture, {"path": folder / name / "pictures"})
            for name in LANGUAGES
        ]
        # What belongs to who signs in they put at the server's root, wherever our pages are.
        theirs = [
            (at(handler[0]), *handler[1:]) if handler[0] in hub.PLACES else handler
            for handler in super().init_handlers()
            # Their list of files, and what serves any notebook there is, are not for visitors.
            if handler[0] != self.server_url
            and "/voila/tree" not in handler[0]
            and "/voila/render" not in handler[0]
            and "/api/contents" not in handler[0]
        ]
        return ours + theirs

    def listen(self) -> None:
        """Serve until it is ended; where is told once it is known."""
        tornado.ioloop.IOLoop.current().add_callback(self._tell)
        super().listen()

    @property
    def own_url(self) -> str:
        """The address for this computer's own browser, the key included."""
        return self._with_key(self._url("localhost" if self.share else self.ip or "localhost"))

    @property
    def shared_url(self) -> str:
        """The address for others on the local network, the key included."""
        return self._with_key(self._url(own_address()))

    def _with_key(self, url: str) -> str:
        return f"{url}?token={self.token}" if self.token else url

    def _tell(self) -> None:
        """Say where the app is, and if it is shared how others come to it."""
        language = os.environ.get("KSM_LANGUAGE", LANGUAGES[0])
        lines = [sentence("site.served", language, address=self.own_url)]
        if self.share:
            shared = self.shared_url
            lines += ["", sentence("site.shared", language, address=shared), "", qr_code(shared)]
        sys.stdout.write("\n".join([*lines, ""]))
        sys.stdout.flush()

    def launch_browser(self) -> None:
        """Open the reader's browser, by a file of theirs that holds the address and its key."""
        try:
            browser = webbrowser.get(self.browser or None)
        except webbrowser.Error:
            return
        handle, name = tempfile.mkstemp(suffix=".html")
        with open(handle, "w", encoding="utf-8") as file:
            url = escape(self.own_url)
            file.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0;url={url}">')
        address = Path(name).as_uri()
        threading.Thread(target=browser.open, args=(address, self.webbrowser_open_new)).start()

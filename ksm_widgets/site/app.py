"""The server: Voilà with a home page, warm kernels, pages that can be left, and a key to share."""

from __future__ import annotations

import re
import sys
import tempfile
import threading
import webbrowser
from functools import cached_property
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import UUID

import tornado.ioloop
from jupyter_core.paths import jupyter_config_path
from jupyter_server.utils import url_path_join
from traitlets import Bool, List, Unicode, default
from traitlets.config import Config
from voila.app import Voila
from voila.paths import collect_static_paths
from voila.utils import get_page_config

from ksm_widgets.site import pages
from ksm_widgets.site.access import (
    SIGN_IN_PATHS,
    hub_config,
    load_key,
    local_address,
    owners_language,
    qr_code,
)
from ksm_widgets.site.channels import MOST_BYTES, Channels, Kernel, Leave
from ksm_widgets.site.classroom import PATH, TEACHER, ServedClass, class_routes
from ksm_widgets.site.connections import PatientServer
from ksm_widgets.site.desks import desk_routes
from ksm_widgets.site.doors import RULEBOOKS
from ksm_widgets.site.handlers import (
    YEAR,
    Home,
    Missing,
    Notebook,
    Refused,
    RulePicture,
    Rules,
    prepare_notebook,
)
from ksm_widgets.site.log import clean_log
from ksm_widgets.site.parts import (
    NAMES,
    PARTS,
    PROGRAM,
    VERSION,
    Assets,
    Parts,
    Program,
    for_pages,
    whole_program,
)
from ksm_widgets.site.rendering import render_promptly
from ksm_widgets.site.served_tables import ServedTables
from ksm_widgets.site.tables import table_routes
from ksm_widgets.terminal.streams import print_error, put_line
from ksm_widgets.words import LANGUAGES, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

_IDLE_SECONDS = 120
"""Seconds after which a kernel is stopped whose page vanished, as with a dead battery."""
_LOOK_EVERY = 15
"""Seconds between two checks for such kernels."""
_PING_EVERY = 10_000
"""Milliseconds between two pings to a page; after three without an answer it counts as gone."""

# Notebook 7's own part looks for pieces that Voilà doesn't have, and logs an error. The colours of
# code are for pages that show code.
_NOT_FOR_VOILA = ("@jupyter-notebook/lab-extension", "jupyterlab_pygments")

_LAST_PORT = 65_535
_LONGEST_SOCKET = 103
"""The most letters that every system allows in the path of a socket."""


def _transport() -> str:
    """How the app and its kernels talk: by sockets in a folder that only its owner can open.

    At a port, every user of the computer could listen. It has to be one where paths are too long.
    """
    path = f"{tempfile.gettempdir()}/voila_{'x' * 8}/kernel-{UUID(int=0)}-ipc-5"
    return "ipc" if sys.platform != "win32" and len(path) <= _LONGEST_SOCKET else "tcp"


_CONFIG = Config(
    {
        "MappingKernelManager": {
            "cull_idle_timeout": _IDLE_SECONDS,
            "cull_interval": _LOOK_EVERY,
        },
        "KernelManager": {"transport": _transport()},
        "Voila": {"log_level": "WARN"},
        "VoilaConfiguration": {
            "allow_template_override": "NO",
            "allow_theme_override": "NO",
            "extension_denylist": list(_NOT_FOR_VOILA),
            "multi_kernel_manager_class": "ksm_widgets.site.kernels.WarmKernels",
        },
    }
)

_LOGIN = Config(
    {
        "IdentityProvider": {
            "cookie_options": {"expires_days": YEAR, "samesite": "Lax"},
            "get_secure_cookie_kwargs": {"max_age_days": YEAR},
        }
    }
)

_LANGUAGE = "|".join(LANGUAGES)
_KERNEL = r"(\w+-\w+-\w+-\w+-\w+)"


class Site(Voila):  # type: ignore[misc]
    """The site of a folder of notebooks; every option of Voilà is one of it too."""

    name = "ksm-site"

    # Voilà's own, named for those who read types.
    ip: str
    token: str | None

    share = Bool(False, help="Serve the local network too, to everyone with the key.").tag(
        config=True
    )
    new_key = Bool(False, help="Make a new key; old links stop working.").tag(config=True)
    hosts = List(
        Unicode(),
        help="Host names that the app answers to without a key, such as a proxy's.",
    ).tag(config=True)

    @default("config_file_paths")
    def _default_config_file_paths(self) -> list[str]:
        # Voilà also runs a `voila.py` of the folder it is started in, which may be a stranger's.
        return list(jupyter_config_path())

    def initialize(self, argv: list[str] | None = None) -> None:
        """Take our configuration first, so that the reader's options override it."""
        self.update_config(_CONFIG)
        self.update_config(hub_config())
        super().initialize(argv)
        if not 0 < self.port <= _LAST_PORT:
            # The system would take another one, of which nobody is told.
            language = owners_language()
            print_error(sentence("site.no_port", language, port=self.port, last=_LAST_PORT))
            self.exit(2)
        clean_log(self.log, self._keys)
        render_promptly()
        self.voila_configuration.prelaunch_hook = prepare_notebook
        self.voila_configuration.page_config_hook = for_pages
        if self.share:
            if "ip" not in self.config.Voila:
                self.ip = "0.0.0.0"
            key = load_key(renew=self.new_key)  # Also where this start has a token of its own.
            self.token = self.token or key
            teachers = load_key(renew=self.new_key, name="teacher-key")
            self.served = ServedClass(teachers)
            self.tables = ServedTables(teachers, renew=self.new_key)
            if self.new_key:  # Not said before it is so.
                put_line(sentence("site.new_key_running", owners_language()))
            self.update_config(_LOGIN)
            # A browser that has shown the key once is known at the next start too.
            self.cookie_secret = sha256(f"cookies {self.token}".encode()).digest()

    served: ServedClass | None = None
    """The class, if the app is shared."""
    tables: ServedTables | None = None
    """The tables whose players have devices of their own, if the app is shared."""

    def _keys(self) -> Iterator[str]:
        """All keys that open anything here."""
        yield self.token or ""
        yield from () if self.served is None else self.served.keys.values()
        yield from () if self.tables is None else self.tables.keys()

    @property
    def has_guests(self) -> bool:
        """Whether each browser is a guest with progress of its own."""
        return bool(self.token)

    @property
    def signs_in(self) -> bool:
        """Whether visitors need a key, or are signed in by a hub."""
        return bool(self.identity_provider.auth_enabled)

    def setup_template_dirs(self) -> None:
        """Look for templates in our folder before Voilà's."""
        super().setup_template_dirs()
        self.template_paths.insert(0, str(pages.TEMPLATES))

    def init_settings(self) -> dict[str, Any]:
        """Return Voilà's settings and ours, and start warming a kernel once the server runs."""
        settings: dict[str, Any] = super().init_settings()
        loop = tornado.ioloop.IOLoop.current()
        loop.add_callback(self.kernel_manager.fill)
        # It takes a moment, which the first page need not wait for.
        loop.run_in_executor(None, lambda: self.program)
        # Handlers ask for the application under the name that Voilà gives itself.
        settings["voila"] = self
        settings["ws_ping_interval"] = _PING_EVERY
        settings["websocket_max_message_size"] = MOST_BYTES
        return settings

    def init_handlers(self) -> list[Any]:
        """Return our pages and, of Voilà's handlers, only what those pages need."""

        def at(path: str) -> str:
            return str(url_path_join(re.escape(self.server_url), path))

        folder = Path(self.root_dir)
        voila = {
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        # Under a hub the browser comes to the user's address, wherever our pages are.
        signing_in = [
            (at(route[0]), *route[1:])
            for route in self.identity_provider.get_handlers()
            if route[0] in SIGN_IN_PATHS
        ]
        rules = [
            route
            for path, rulebook in RULEBOOKS.items()
            for route in (
                (at(f"/{path.format(language=f'({_LANGUAGE})')}"), Rules, {"path": path}),
                *(
                    (
                        at(rf"/{name}/pictures/({rulebook.prefix}[0-9]+\.svg)"),
                        RulePicture,
                        {"path": folder / name / "pictures"},
                    )
                    for name in LANGUAGES
                ),
            )
        ]
        template = self.voila_configuration.template
        assets = {
            "static": self.static_paths,
            f"templates/{template}/static": collect_static_paths(["voila", "nbconvert"], template),
            "labextensions": self.labextensions_path,
        }
        return [
            *signing_in,
            (at("/"), Home),
            (at("/login"), Refused),
            *rules,
            *([*desk_routes(at), *class_routes(at), *table_routes(at)] if self.share else []),
            (at(f"/api/kernels/{_KERNEL}"), Kernel),
            (at(f"/api/kernels/{_KERNEL}/channels"), Channels),
            (at(f"/voila/api/shutdown/{_KERNEL}"), Leave),
            (at(f"/{PARTS}({NAMES})"), Parts),
            (at(f"/{PROGRAM}"), Program),
            (at(rf"/((?:(?:{_LANGUAGE})/)?[a-z0-9-]+\.ipynb)"), Notebook, voila),
            *(
                (at(f"/voila/{path}/(?:{VERSION}/)?(.+)"), Assets, {"paths": paths})
                for path, paths in assets.items()
            ),
            (at(".*"), Missing),
        ]

    @cached_property
    def program(self) -> tuple[str, bytes]:
        """The digest of the program of all pages, and the program, packed."""
        told = get_page_config(self.server_url, {}, self.log, self.voila_configuration)
        names = [each["name"] for each in told["federated_extensions"]]
        return whole_program(self.static_paths, self.labextensions_path, names)

    def listen(self) -> None:
        """Serve until stopped; the address is printed once it is known."""
        self.app.listen = PatientServer(self.app).listen
        tornado.ioloop.IOLoop.current().add_callback(self._print_address)
        super().listen()

    @property
    def own_url(self) -> str:
        """The address for this computer's own browser, the key included."""
        return self._with_key(self._url("localhost" if self.share else self.ip or "localhost"))

    @property
    def shared_url(self) -> str:
        """The address for others on the local network, the key included."""
        return self._with_key(self.others_url)

    @property
    def others_url(self) -> str:
        """The address for others on the local network, without its key."""
        return str(self._url(local_address()))

    def _with_key(self, url: str) -> str:
        return f"{url}?token={self.token}" if self.token else url

    def _print_address(self) -> None:
        """Print where the app is and, if it is shared, how others get there."""
        language = owners_language()
        lines = [sentence("site.served", language, address=self.own_url)]
        if self.share:
            shared = self.shared_url
            # A class gets one code only, that of its assignment.
            key = "site.shared_address" if self._assigned else "site.shared"
            lines += ["", sentence(key, language, address=shared)]
            lines += [] if self._assigned else ["", qr_code(shared)]
        if self.share and self._assigned:
            pupils, teacher = self._class_url(PATH), self._class_url(TEACHER)
            lines += ["", sentence("site.class_pupils", language, address=pupils), ""]
            lines += [qr_code(pupils), ""]
            lines += [sentence("site.class_register", language, address=teacher)]
        elif self.share:
            teacher = self._class_url(TEACHER)
            lines += ["", sentence("site.class_teacher", language, address=teacher)]
        sys.stdout.write("\n".join([*lines, ""]))
        sys.stdout.flush()

    def _class_url(self, opens: str) -> str:
        """The address of the class's pages on the local network, their key included."""
        assert self.served is not None
        return f"{self.others_url}{self.served.path_with_key(opens)}"

    @property
    def _assigned(self) -> bool:
        """Whether there is an assignment for a class."""
        return self.served is not None and self.served.room.pack is not None

    def launch_browser(self) -> None:
        """Open the reader's browser, by a file of theirs that holds the address and its key."""
        try:
            browser = webbrowser.get(self.browser or None)
        except webbrowser.Error:
            return
        url = self.own_url
        if self.served is not None and self._assigned:
            url = f"{self._url('localhost')}{self.served.path_with_key(TEACHER)}"
        handle, name = tempfile.mkstemp(suffix=".html")
        with open(handle, "w", encoding="utf-8") as file:
            file.write(f'<!DOCTYPE html><meta http-equiv="refresh" content="0;url={escape(url)}">')
        address = Path(name).as_uri()
        threading.Thread(target=browser.open, args=(address, self.webbrowser_open_new)).start()

"""The app as a JupyterHub starts it: at its user's address, for whom the hub lets in."""

from __future__ import annotations

import os
from urllib.parse import urlsplit

from traitlets.config import Config

__all__ = ["PLACES", "settings"]

PLACES = ("/logout", "/oauth_callback")
"""Where the browser comes to after signing in or out, below the user's address."""
_PREFIX, _URL = "JUPYTERHUB_SERVICE_PREFIX", "JUPYTERHUB_SERVICE_URL"


def settings() -> Config:
    """What the hub has told by the environment; nothing where the app was started otherwise."""
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
                # It knows its user by the hub's word, and has no key of its own.
                "identity_provider_class": (
                    "jupyterhub.singleuser.extension.JupyterHubIdentityProvider"
                ),
                "auto_token": True,
            }
        }
    )

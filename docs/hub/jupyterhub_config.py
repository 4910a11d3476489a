"""A JupyterHub that starts the app for each user: `jupyterhub -f jupyterhub_config.py`."""

import os

c = get_config()  # noqa: F821  (given by JupyterHub)

# The command started for each user. It gets its address and user from the hub.
c.Spawner.cmd = ["ksm", "app"]
c.Spawner.default_url = "/"
# The first start on a machine reads everything from its disk.
c.Spawner.http_timeout = 120

# On one machine, without accounts; enough for a trial, and for a class whose members trust each
# other, since everybody runs as the user who started the hub. For more, use another spawner, such
# as DockerSpawner, KubeSpawner or BatchSpawner, with `ksm-widgets[hub]` in its image.
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = os.path.abspath("homes/{username}")

# Everybody chooses a name; tell the class the password. If your school has its own sign-in, use
# that instead: with this one, anyone who knows the password can sign in under any name.
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["KSM_CLASS_PASSWORD"]
c.Authenticator.allow_all = True

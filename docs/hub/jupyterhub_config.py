"""A JupyterHub that starts the app for each of a class: `jupyterhub -f jupyterhub_config.py`."""

import os

c = get_config()  # noqa: F821  (given by JupyterHub)

# What is started for each user. It takes address and user from the hub.
c.Spawner.cmd = ["ksm", "app"]
c.Spawner.default_url = "/"
# The first start on a machine reads everything from its disk.
c.Spawner.http_timeout = 120

# On one machine, without an account for anybody; enough for a trial, and for a class that trusts
# itself, for all run as the user who started the hub. Beyond that take another spawner here, as
# DockerSpawner, KubeSpawner or BatchSpawner, with `ksm-widgets[hub]` in its image.
c.JupyterHub.spawner_class = "simple"
c.SimpleLocalProcessSpawner.home_dir_template = os.path.abspath("homes/{username}")

# Everybody chooses a name; the password is told to the class. Take your school's sign-in instead,
# if it has one: with this, who knows the password can come as anybody.
c.JupyterHub.authenticator_class = "shared-password"
c.SharedPasswordAuthenticator.user_password = os.environ["KSM_CLASS_PASSWORD"]
c.Authenticator.allow_all = True

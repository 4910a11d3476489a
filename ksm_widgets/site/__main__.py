"""`python -m ksm_widgets.site FOLDER` serves a folder of the project's notebooks."""

from ksm_widgets.site.app import Site

Site.launch_instance()

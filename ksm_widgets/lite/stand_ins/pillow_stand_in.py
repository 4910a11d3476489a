"""The names that ipycanvas imports of Pillow; the project draws no images that need it.

This is not Pillow. It stands in for it in a page that may load nothing from elsewhere.
"""


def open(file):
    raise NotImplementedError("this page has no Pillow")


fromarray = open

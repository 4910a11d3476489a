"""The page without a server: all of the project as plain files, Python included.

    ksm site build/site

JupyterLite with Pyodide runs the notebooks in the reader's browser. What it loads is beside it,
but for NumPy and Pillow, of which the registries have no wheels for a browser.
"""

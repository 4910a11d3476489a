"""Stand-ins for NumPy and Pillow: as much of them as a board needs, for where there are none.

They are for tests, which reach no other host, and for a page that shall call nobody at all: there
code that imports `numpy` gets these few functions and not NumPy.
"""

"""The shelf: other games about mines, each in a folder with the same layout.

`shelf` lists them; no other module knows one by name.
"""

"""The rules of the game, R1-R33: standard library only, no input or output, imported by all."""

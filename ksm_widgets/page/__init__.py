"""The parts of every page: a board, panels of HTML, work in the background, a pulse."""

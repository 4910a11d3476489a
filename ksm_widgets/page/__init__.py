"""What every page is made of: a board, panels of HTML, work in the background, a pulse."""

"""What every page is made of: a board, panels of HTML, searches in the background, a pulse."""

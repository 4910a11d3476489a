"""An interactive tutor and puzzle explorer for the board game King Solomon's Mines."""

"""Facts a player can know, and the worth of choices, from many games played on from them."""

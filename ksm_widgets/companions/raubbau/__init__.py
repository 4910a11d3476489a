"""Raubbau, a dragon's mine (M. Buck 2022): rules, text, questions, a player, records."""

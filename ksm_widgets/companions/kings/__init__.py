"""Kings under Mountains (Rightgames 2013): rules, text, questions, a player, records."""

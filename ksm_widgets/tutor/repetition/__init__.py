"""What comes back, and when: a rule, a theme or a puzzle that was asked is due again some day."""

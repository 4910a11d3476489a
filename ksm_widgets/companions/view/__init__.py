"""The pages of the games on the shelf."""

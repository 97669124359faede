"""Chess problems: what they ask, how files state them, and their solutions."""

"""Chess problems: what they ask for, how files state them, and their solutions."""

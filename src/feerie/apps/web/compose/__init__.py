"""Composing and solving on the page."""

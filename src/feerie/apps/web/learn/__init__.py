"""Lessons, and the page without a server."""

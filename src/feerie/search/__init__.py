"""Compiled searches over kernel states: forced play (direct, self, reflex), help play and series play.

They know nothing of problems and stipulations; `solving` translates those into questions.
"""

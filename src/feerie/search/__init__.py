"""Compiled searches over kernel states: forced play, help and series play. They know no Problem and no Stipulation."""

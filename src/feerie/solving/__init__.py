"""Solving: tasks, the jobs they are split into, the workers that do them, and the scheduler."""

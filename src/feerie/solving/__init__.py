"""How a problem is solved: its task, the jobs it is split into, and the workers that do them."""

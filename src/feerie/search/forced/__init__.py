"""Direct, self and reflex play: can the goal be forced?"""

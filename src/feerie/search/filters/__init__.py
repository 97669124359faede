"""Which moves just before the end may still lead to a mate or a stalemate."""

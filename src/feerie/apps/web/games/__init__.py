"""Games on the page, and positions as it is told of them."""

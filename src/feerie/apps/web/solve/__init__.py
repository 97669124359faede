"""Problems to solve oneself: the set that comes with the page and saved ones, their defence, hints and grades."""

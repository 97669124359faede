"""The page: a server that knows the rules, and a page that shows what the server says."""

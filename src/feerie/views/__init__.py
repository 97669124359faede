"""Views: positions and solutions as drawings, text, HTML and LaTeX."""

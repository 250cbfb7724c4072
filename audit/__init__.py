"""The published site, measured: every page, with the tools that search engines and browsers bring.

    python -m audit [TOOL …]      all of them, or some: weight axe search webkit nu lighthouse packages

Each tool is one module with a function `audit(site)`. It yields a row for each page and what is wrong with it.
"""

"""One folder for each page: its numbers, tables, formulas, figures, bugs, questions.

docs/soft-lookup.md prints what pages/soft_lookup/ computes. A page's folder imports no other page's.
"""

"""What a reader practises: guesses before the answer, lines of code, exercises without end, cards to take along.

beliefs   a number or a choice, and what it says about how it was found
guesses   the markup of a question that takes a guess before the page answers it
lines     snippets to complete: a line to write, lines to put in order
drill     an exercise as a function of a seed, and what must hold of each of its instances
drills    the exercises themselves, one module for each page
sheet     the markup of such an exercise, and the file that holds its instances
deck      the questions of the quiz as cards for Anki
"""

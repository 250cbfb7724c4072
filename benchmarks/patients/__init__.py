"""Functions for the doctor: sound ones, faulty ones as people write them, and mutants of one that is right."""

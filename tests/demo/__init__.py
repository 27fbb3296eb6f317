"""A demonstration game that has all that the table can show, and the proofs of the page on it."""

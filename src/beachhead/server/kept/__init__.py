"""What is kept: the database, the journal and its writer, history, records and saves."""

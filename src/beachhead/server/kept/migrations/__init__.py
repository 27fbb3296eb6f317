"""Steps by which an older database becomes a newer one; each start of the service takes those that are due."""

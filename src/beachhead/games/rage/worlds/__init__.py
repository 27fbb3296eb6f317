"""Other worlds that the U.S. player cannot tell from the true one."""

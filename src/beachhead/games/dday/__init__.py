"""D-Day at Iwo Jima: the landing and the first days, company by company, one player against the cards."""

"""Control: fields of fire (6.4), command (11), communication (12), posts and garrisons (15), events in force."""

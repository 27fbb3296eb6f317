"""Events and raids (4.0-III, 4.0-V, 9.5, 10, 14.4, 20): the phases, and what each event brings."""

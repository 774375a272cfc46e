"""Whether something may happen at all: mode, trust, consent."""

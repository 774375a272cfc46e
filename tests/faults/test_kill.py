"""Processes are killed at any moment: what they acknowledged is there, once and whole."""

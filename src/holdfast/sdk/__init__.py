"""Holdfast inside agents that are written in Python: one module for each framework, an extra each, all on `Conversation`."""

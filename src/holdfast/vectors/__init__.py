"""Vectors: what a text means, as numbers. Optional, derived, made on this machine, and never asked by the hook.

`embedder` is the seam to what makes them, `wordllama` the one that comes with the extra, `matrix` compares them.
"""

"""The version of this Holdfast."""

__version__ = "0.1.0"

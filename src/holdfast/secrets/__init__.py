"""The one redactor: what a secret looks like, where it hides, and how it is replaced."""

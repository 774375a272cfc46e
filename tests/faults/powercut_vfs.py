"""A file system that forgets what was not synced when the power is cut."""

"""Whose memory it is: scopes, groups, workspaces."""

"""The Model Context Protocol: what an agent can ask of memory, and do with it.

`server` turns one message into one reply and knows nothing of transports; `stdio` is the transport of `holdfast mcp`.
"""

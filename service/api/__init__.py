"""The HTTP API: one router a subject."""

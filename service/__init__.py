"""Ludosoph as a service: many questions at once, answered by searches that share the threads of one machine."""

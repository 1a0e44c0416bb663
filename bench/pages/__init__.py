"""Makers of pages: of strength, of the atlas, of the privileges of 504."""

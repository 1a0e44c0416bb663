"""What a reader gets: tables, pages and their words. One file a kind of report."""

"""Two runs side by side: what differs between them, and what it did to each outcome."""

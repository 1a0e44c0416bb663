"""The commands of the program, a file a group: each reads its arguments, calls the floors below, and prints."""

PROGRAM = "ludosoph"

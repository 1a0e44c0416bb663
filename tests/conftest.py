"""What every test may count on, however the suite was started."""
import signal

# a suite started in the background of a shell ignores Ctrl-C, and so does every child of it; its tests need it
signal.signal(signal.SIGINT, signal.default_int_handler)

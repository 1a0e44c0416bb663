"""What every test may count on, however the suite was started."""
import signal

# a shell that starts the suite in the background lets it ignore Ctrl-C, and every child of it; the tests of Ctrl-C need it
signal.signal(signal.SIGINT, signal.default_int_handler)

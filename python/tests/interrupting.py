"""Ctrl+C while something works, for the tests and for `benches/interrupts.py`."""

import os
import signal
import threading
import time

import pyarrow


def interrupted(work, after=0.3):
    """Interrupts work this many seconds after its beginning; returns the seconds that it went on, and the interrupt if
    it came through."""
    sent = []

    def send():
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    timer, error = threading.Timer(after, send), None
    timer.start()
    try:
        try:
            work()
        except pyarrow.ArrowInvalid:
            # A stream ends with words, and the interrupt comes behind it.
            while sent and time.monotonic() - sent[0] < 60:
                pass
    except KeyboardInterrupt as interrupt:
        error = interrupt
    timer.cancel()
    return time.monotonic() - (sent[0] if sent else time.monotonic()), error

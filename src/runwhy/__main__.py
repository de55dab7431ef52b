"""`runwhy`, and `python -m runwhy`: the command line from its first moment."""

from __future__ import annotations

import io
import signal
import sys


def main() -> None:
    """Run the command that was typed."""
    heard = signal.getsignal(signal.SIGINT)
    if heard is signal.default_int_handler:  # Ctrl-C before anything happened needs no traceback
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from runwhy.cli import main as typed

    signal.signal(signal.SIGINT, heard)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # what its encoding lacks is written as \u2713
            stream.reconfigure(errors="backslashreplace")
    typed(prog_name="runwhy")


if __name__ == "__main__":
    main()

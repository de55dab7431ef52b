"""Entry point of `runwhy` and `python -m runwhy`."""

from __future__ import annotations

import io
import signal
import sys


def main() -> None:
    """Run the command line."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # Ctrl-C during imports prints no traceback
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from runwhy.cli import main as run_command

    signal.signal(signal.SIGINT, handler)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # unsupported characters are written as \u2713
            stream.reconfigure(errors="backslashreplace")
    run_command(prog_name="runwhy")


if __name__ == "__main__":
    main()

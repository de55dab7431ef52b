"""What Runwhy decides: frozen values and pure functions, no clock, no ids, no I/O."""

"""Terminals: a shell on a PTY, the scripts that mark its commands, and its screen."""

"""The checks of `scripts/prose`: sentences, the patterns they must not match, and file names."""

"""The scripts that shells read when they start in a terminal of ours."""

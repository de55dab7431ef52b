"""Believable data to look at: thousands of runs over weeks, labelled `demo`, and removable."""

RUNS = 3000
DAYS = 28

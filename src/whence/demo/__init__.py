"""Believable data to look at: thousands of runs over weeks, labelled `demo`, and removable."""

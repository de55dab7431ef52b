"""Demo data: weeks of runs with the tag `demo=true`, created by the real services."""

RUNS, MOST_RUNS = 400, 20_000
DAYS, MOST_DAYS = 14, 365
DEMO_TAGS = {"demo": "true"}

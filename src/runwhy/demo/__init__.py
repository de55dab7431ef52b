"""Demo data: weeks of runs, made by the services that make real runs and labelled `demo=true`."""

RUNS, MOST_RUNS = 400, 20_000
DAYS, MOST_DAYS = 14, 365
DEMO_TAGS = {"demo": "true"}

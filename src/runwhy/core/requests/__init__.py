"""Plans: how a request or an imported history becomes a run."""

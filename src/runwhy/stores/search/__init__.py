"""Search and counts of runs: packs, facets and histograms."""

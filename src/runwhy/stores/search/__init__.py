"""Finding and counting runs: conditions, packs, facets and histograms."""

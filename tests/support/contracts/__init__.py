"""Contract of the store by area, as tests that each backend inherits."""

"""What every store promises, theme by theme, as tests that each backend inherits."""

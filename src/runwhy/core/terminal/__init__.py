"""Terminal command blocks and the marks that delimit them."""

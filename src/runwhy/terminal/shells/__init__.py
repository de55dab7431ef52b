"""Scripts that shells read when they start in a Runwhy terminal."""

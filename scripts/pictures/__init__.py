"""What the pictures of the dashboard are taken of: servers, and every state of a page."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))  # the tests have an agent that plays what a real one said

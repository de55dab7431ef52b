"""Servers and page states for the screenshots of the dashboard."""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT))  # for the tests' agent that replays recorded output

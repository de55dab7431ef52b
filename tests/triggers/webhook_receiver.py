"""A webhook receiver that records deliveries and sends configured responses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.support.http_server import Answered, Asked, answering


@dataclass(slots=True)
class Receiver:
    """Gives every delivery the same response; redirects point to a private address."""

    answer: int
    url: str = ""
    came: list[Asked] = field(default_factory=list)

    def take(self, asked: Asked) -> Answered:
        self.came.append(asked)
        away = {"location": "http://169.254.169.254/"} if 300 <= self.answer < 400 else {}
        return Answered(status=self.answer, headers=away)


@contextmanager
def receiver(answer: int = 200) -> Iterator[Receiver]:
    there = Receiver(answer)
    with answering(there.take) as url:
        there.url = f"{url}/hook"
        yield there

"""A webhook receiver that records deliveries and sends configured responses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.support.http_server import HttpRequest, HttpResponse, http_server


@dataclass(slots=True)
class Receiver:
    """Gives every delivery the same response; redirects point to a private address."""

    answer: int
    url: str = ""
    came: list[HttpRequest] = field(default_factory=list)

    def take(self, request: HttpRequest) -> HttpResponse:
        self.came.append(request)
        away = {"location": "http://169.254.169.254/"} if 300 <= self.answer < 400 else {}
        return HttpResponse(status=self.answer, headers=away)


@contextmanager
def receiver(answer: int = 200) -> Iterator[Receiver]:
    there = Receiver(answer)
    with http_server(there.take) as url:
        there.url = f"{url}/hook"
        yield there

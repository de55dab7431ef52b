"""`runwhy serve` with an echo model that ends the process when a task contains `[[die]]`."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncGenerator

from runwhy.__main__ import main
from runwhy.executors.builtin.echo import EchoModel
from runwhy.ports import ModelOutput, ModelRequest

DIE = "[[die]]"


def add_poison() -> None:
    """Replace the echo model's stream in this process."""
    stream = EchoModel.stream

    async def poisoned(self: EchoModel, request: ModelRequest) -> AsyncGenerator[ModelOutput, None]:
        if any(DIE in part.text for part in request.messages if part.run_id == request.run.id):
            os.kill(os.getpid(), signal.SIGKILL)
        async for item in stream(self, request):
            yield item

    EchoModel.stream = poisoned  # type: ignore[method-assign]


if __name__ == "__main__":
    add_poison()
    main()

"""Restate with request identity, behind a proxy that requires a token."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager
from pathlib import Path

import httpx2
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from tests.e2e.engine_scene import calls_of, doctor, logged, servers_of, serving, start_run, until
from tests.support.http_server import HttpRequest, HttpResponse, http_server
from tests.support.restate import running_restate

ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
TOKEN = "ingress-token"


def new_identity(file: Path) -> str:
    """Write a private key for Restate; return the public key as Restate writes it."""
    key = Ed25519PrivateKey.generate()
    file.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    number, text = int.from_bytes(key.public_key().public_bytes_raw()), ""
    while number:
        number, digit = divmod(number, 58)
        text = ALPHABET[digit] + text
    return f"publickeyv1_{text}"


def token_proxy(upstream: str) -> AbstractContextManager[str]:
    """Forward requests that have the token, and refuse others; the context is the URL."""

    def forward(request: HttpRequest) -> HttpResponse:
        if request.headers.get("authorization") != f"Bearer {TOKEN}":
            return HttpResponse(status=401)
        kept = ("content-type", "accept", "idempotency-key")
        got = httpx2.request(
            request.method,
            upstream + request.path,
            content=request.body,
            headers={name: request.headers[name] for name in kept if name in request.headers},
            timeout=30,
        )
        return HttpResponse(status=got.status_code, body=got.content)

    return http_server(forward)


def test_restate_signs_its_calls_and_is_reached_with_a_token(tmp_path: Path) -> None:
    database, pem = str(tmp_path / "runwhy.db"), tmp_path / "identity.pem"
    key = new_identity(pem)
    option = f'worker.invoker.request-identity-private-key-pem-file = "{pem}"'
    with (
        running_restate(tmp_path / "restate", option) as restate,
        token_proxy(restate.ingress) as ingress,
        token_proxy(restate.admin) as admin,
    ):
        env = {
            **restate.environment(),
            "RUNWHY_RESTATE_INGRESS_URL": ingress,
            "RUNWHY_RESTATE_ADMIN_URL": admin,
            "RUNWHY_RESTATE_TOKEN": TOKEN,
            "RUNWHY_RESTATE_IDENTITY_KEYS": key,
        }
        worker = f"http://{env['RUNWHY_RESTATE_BIND']}"

        async def scene() -> None:
            async with serving(*servers_of(database, tmp_path, env)) as clients:
                run_id = await start_run(clients, "[[sleep 300]]")
                await until(clients, run_id, "running")
                await clients.post(f"/agent-runs/{run_id}/cancel", {})
                await calls_of(restate, run_id, "completed")
                run = await until(clients, await start_run(clients, "hello"), "succeeded")
                assert run["attempt"] == 1

                call = f"{worker}/invoke/{env['RUNWHY_RESTATE_SERVICE']}/perform"
                assert (await clients._client.post(call)).status_code == 401, "it is not signed"
                assert (await clients._client.get(f"{worker}/discover")).status_code == 401
                checks = await asyncio.to_thread(doctor, database, env)
                assert checks["restate ingress"] == checks["restate workers"] == "ok"

        asyncio.run(scene())
        without = doctor(database, {**env, "RUNWHY_RESTATE_TOKEN": ""})
        assert without["restate ingress"] == without["restate admin"] == "fail"


def test_a_worker_refuses_a_restate_with_another_key(tmp_path: Path) -> None:
    key, pem = new_identity(tmp_path / "other.pem"), tmp_path / "identity.pem"
    new_identity(pem)
    option = f'worker.invoker.request-identity-private-key-pem-file = "{pem}"'
    with running_restate(tmp_path / "restate", option) as restate:
        env = {**restate.environment(), "RUNWHY_RESTATE_IDENTITY_KEYS": key}

        async def scene() -> None:
            (server,) = servers_of(str(tmp_path / "runwhy.db"), tmp_path, env)
            async with serving(server):
                await logged(server, "engine.register_failed")
                assert "401" in server.log

        asyncio.run(scene())

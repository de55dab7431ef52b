"""The TCP proxy of tests really loses, cuts and delays connections."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, suppress

import psycopg
import pytest
from tests.support.tcp_proxy import TcpProxy, database_proxy, tcp_proxy


@pytest.fixture
def echo() -> Iterator[tuple[str, int]]:
    """A server that sends back what it receives."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        threading.Thread(target=_serve, args=[server], daemon=True).start()
        yield server.getsockname()


def _serve(server: socket.socket) -> None:
    with suppress(OSError):
        while True:
            threading.Thread(target=_echo, args=[server.accept()[0]], daemon=True).start()


def _echo(connection: socket.socket) -> None:
    with suppress(OSError), connection:
        while data := connection.recv(1000):
            connection.sendall(data)


@pytest.fixture
def proxy(echo: tuple[str, int]) -> Iterator[TcpProxy]:
    with tcp_proxy(echo) as proxy:
        yield proxy


def connect(proxy: TcpProxy) -> socket.socket:
    return socket.create_connection(("127.0.0.1", proxy.port), timeout=10)


def ask(connection: socket.socket) -> bytes:
    connection.sendall(b"hello")
    return connection.recv(5)


def test_connections_are_forwarded(proxy: TcpProxy) -> None:
    with closing(connect(proxy)) as connection:
        assert ask(connection) == b"hello"
        proxy.delay(0.05)
        assert ask(connection) == b"hello"


def test_a_vanished_connection_stays_open_and_silent(proxy: TcpProxy) -> None:
    with closing(connect(proxy)) as old:
        assert ask(old) == b"hello"
        proxy.vanish()
        old.settimeout(0.2)
        with pytest.raises(TimeoutError):
            ask(old)
    with closing(connect(proxy)) as new:
        assert ask(new) == b"hello"


def test_a_cut_connection_is_reset_even_if_it_has_vanished(proxy: TcpProxy) -> None:
    with closing(connect(proxy)) as connection:
        assert ask(connection) == b"hello"
        proxy.vanish()
        proxy.cut()
        with pytest.raises(ConnectionResetError):
            connection.recv(5)


def test_a_refused_connection_is_reset(proxy: TcpProxy) -> None:
    proxy.refuse()
    with pytest.raises(ConnectionError), closing(connect(proxy)) as connection:
        ask(connection)
        ask(connection)
    proxy.refuse(False)
    with closing(connect(proxy)) as connection:
        assert ask(connection) == b"hello"


def test_postgres_is_reached_through_the_proxy(postgres_url: str) -> None:
    with database_proxy(postgres_url) as (proxy, url):
        with psycopg.connect(url.replace("+psycopg", "")) as db:
            assert db.execute("SELECT 1").fetchone() == (1,)
        assert "127.0.0.1" in url

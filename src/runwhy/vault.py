"""The vault: secrets are sealed before they are stored, and opened where they are used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from runwhy.core.agents.spec_secrets import SEALED
from runwhy.errors import InvalidInput, Problem, Unavailable

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

_LOST = (
    "a secret in the database cannot be opened with this server's secret key; give it the key "
    "that sealed it (RUNWHY_SECRET_KEY, or the file `secret-key`), or set the secret again"
)


class WrongSecretKey(Unavailable):
    """The secret key is not there, or is not the one that the secrets were sealed with."""


class Vault:
    """Seals with the first of its keys, and opens with any; without a key it leaves all as it is.

    `make` gives a key where none is there yet.
    """

    def __init__(self, keys: Sequence[str] = (), make: Callable[[], str] | None = None) -> None:
        self._keys = tuple(keys)
        self._make = make
        self._box = _box(self._keys)

    @property
    def seals(self) -> bool:
        """Whether secrets are sealed here at all."""
        return self._box is not None or self._make is not None

    @property
    def has_key(self) -> bool:
        """Whether there is a key already."""
        return self._box is not None

    def make_key(self) -> None:
        """Have a key from now on. Nothing happens where there is one."""
        if self._box is None and self._make is not None:
            self._keys = (self._make(),)
            self._box = _box(self._keys)

    def seal(self, text: str) -> str:
        """The text as it is stored. What is sealed stays as it is."""
        if self._box is None or text.startswith(SEALED):
            return text
        return SEALED + self._box.encrypt(text.encode()).decode()

    def open(self, text: str) -> str:
        """The text that was sealed; what is not sealed stays as it is. Raises: WrongSecretKey."""
        if not text.startswith(SEALED):
            return text
        from cryptography.fernet import InvalidToken

        if self._box is None:
            raise WrongSecretKey(_LOST)
        try:
            return self._box.decrypt(text.removeprefix(SEALED)).decode()
        except (InvalidToken, ValueError):  # the second for what is not even such a text
            raise WrongSecretKey(_LOST) from None

    def opens(self, text: str) -> bool:
        """Whether this can be opened."""
        try:
            self.open(text)
        except WrongSecretKey:
            return False
        return True

    def reseal(self, text: str) -> str:
        """The same secret under the first key. Raises: WrongSecretKey."""
        return self.seal(self.open(text))


def new_key() -> str:
    """A new key, as `RUNWHY_SECRET_KEY` and the key file hold them."""
    from cryptography.fernet import Fernet

    return Fernet.generate_key().decode()


def _box(keys: Sequence[str]) -> MultiFernet | None:
    if not keys:
        return None
    from cryptography.fernet import Fernet, MultiFernet

    try:
        return MultiFernet([Fernet(key) for key in keys])
    except ValueError:
        rule = "must be keys as `runwhy secrets key` prints them: 44 characters each, newest first"
        raise InvalidInput([Problem("secret_key", rule)]) from None


PLAIN = Vault()

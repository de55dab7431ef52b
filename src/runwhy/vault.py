"""Encryption of stored secrets: sealed before they are written, opened where they are used."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from runwhy.core.agents.spec_secrets import SEALED
from runwhy.errors import InvalidInput, Problem, Unavailable

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

_WRONG_KEY = (
    "a stored secret cannot be decrypted with this server's secret key; restore the key that "
    "encrypted it (RUNWHY_SECRET_KEY or the file `secret-key`), or set the secret again"
)


class WrongSecretKey(Unavailable):
    """The secret key is missing, or is not the one that encrypted the secrets."""


class Vault:
    """Seals with the first of its keys, and opens with any. Without a key, text is not encrypted.

    `make` creates the first key.
    """

    def __init__(self, keys: Sequence[str] = (), make: Callable[[], str] | None = None) -> None:
        self._keys = tuple(keys)
        self._make = make
        self._cipher = _cipher(self._keys)

    @property
    def seals(self) -> bool:
        """Whether this vault encrypts secrets at all."""
        return self._cipher is not None or self._make is not None

    @property
    def has_key(self) -> bool:
        """Whether a key exists."""
        return self._cipher is not None

    def make_key(self) -> None:
        """Create the first key, unless there is one."""
        if self._cipher is None and self._make is not None:
            self._keys = (self._make(),)
            self._cipher = _cipher(self._keys)

    def seal(self, text: str) -> str:
        """Encrypt the text. Sealed text is returned unchanged."""
        if self._cipher is None or text.startswith(SEALED):
            return text
        return SEALED + self._cipher.encrypt(text.encode()).decode()

    def open(self, text: str) -> str:
        """Decrypt the text. Unsealed text is returned unchanged. Raises: WrongSecretKey."""
        if not text.startswith(SEALED):
            return text
        from cryptography.fernet import InvalidToken

        if self._cipher is None:
            raise WrongSecretKey(_WRONG_KEY)
        try:
            return self._cipher.decrypt(text.removeprefix(SEALED)).decode()
        except (InvalidToken, ValueError):  # ValueError: the text is not a Fernet token at all
            raise WrongSecretKey(_WRONG_KEY) from None

    def opens(self, text: str) -> bool:
        """Whether this vault can decrypt the text."""
        try:
            self.open(text)
        except WrongSecretKey:
            return False
        return True

    def reseal(self, text: str) -> str:
        """Encrypt a sealed text again with the first key. Raises: WrongSecretKey."""
        return self.seal(self.open(text))


def new_key() -> str:
    """Generate a key for `RUNWHY_SECRET_KEY` or the key file."""
    from cryptography.fernet import Fernet

    return Fernet.generate_key().decode()


def _cipher(keys: Sequence[str]) -> MultiFernet | None:
    if not keys:
        return None
    from cryptography.fernet import Fernet, MultiFernet

    try:
        return MultiFernet([Fernet(key) for key in keys])
    except ValueError:
        rule = "is not valid; use keys from `runwhy secrets key`, 44 characters each, newest first"
        raise InvalidInput([Problem("secret_key", rule)]) from None


PLAIN = Vault()

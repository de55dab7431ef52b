"""Kinds of secrets for tests, made at run time, so that no scanner finds one in the source."""

from __future__ import annotations

import base64
import json
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

ALNUM = string.ascii_letters + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """A text with a secret in it; `mark` is a part of the secret that does not occur elsewhere."""

    kind: str
    text: str
    mark: str


def secrets_for(place: str, *, known: str) -> list[Secret]:
    """Return one secret of each kind, different for each place; `known` is a value to redact."""
    found = [_secret(kind, text, make, Random(f"{place}/{kind}")) for kind, text, make in _KINDS]
    return [*found, Secret(kind="known value", text=f"it prints {known} twice", mark=known)]


def lines_within(secrets: Sequence[Secret], limit: int) -> list[str]:
    """Return the texts of all secrets, joined to as few texts of at most `limit` characters."""
    joined = [""]
    for secret in secrets:
        assert len(secret.text) <= limit, secret
        if len(joined[-1]) + 1 + len(secret.text) > limit:
            joined.append("")
        joined[-1] = f"{joined[-1]}\n{secret.text}".strip("\n")
    return joined


def _secret(kind: str, text: str, make: Callable[[Random], str], random: Random) -> Secret:
    value = make(random)
    mark = max(value.replace("\n", ".").split("."), key=len)
    return Secret(kind=kind, text=text.replace("§", value), mark=mark)


def _some(random: Random, count: int, letters: str = ALNUM) -> str:
    """Return random characters with at least one letter and one digit."""
    body = "".join(random.choices(letters, k=count - 2))
    return body + random.choice([c for c in letters if c.isalpha()]) + random.choice("23456789")


def _after(prefix: str, count: int, letters: str = ALNUM) -> Callable[[Random], str]:
    return lambda random: prefix + _some(random, count, letters)


def _encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _jwt(random: Random) -> str:
    head = _encoded(json.dumps({"alg": "HS256", "typ": "JWT"}))
    return f"{head}.{_encoded(_some(random, 40))}.{_some(random, 20)}"


def _basic(random: Random) -> str:
    return base64.b64encode(f"ada:{_some(random, 17)}".encode()).decode()


def _pem(random: Random) -> str:
    edge = "-----{} RSA PRIVATE" + " KEY-----"
    body = "\n".join(_some(random, 64) for _ in range(2))
    return f"{edge.format('BEGIN')}\n{body}\n{edge.format('END')}"


_plain = _after("", 14)
_KINDS: tuple[tuple[str, str, Callable[[Random], str]], ...] = (
    ("Anthropic key", "the key § was revoked", _after("sk-" + "ant-api03-", 40)),
    ("OpenAI key", "OpenAI(§)", _after("sk-" + "proj-", 40)),
    ("GitHub token", "clone with § now", _after("gh" + "p_", 36)),
    ("GitHub fine-grained token", "§", _after("github" + "_pat_", 40)),
    ("GitLab token", "glab: §", _after("gl" + "pat-", 20)),
    ("Slack token", "slack §", _after("xox" + "b-1234567890-", 24)),
    ("Slack app token", "slack §", _after("xa" + "pp-1-", 40)),
    ("Slack webhook", "https://hooks.slack.com/services/§", _after("T0/B0/", 24)),
    ("AWS key id", "using § in eu-central-1", _after("AK" + "IA", 16, UPPER)),
    ("AWS secret key", "aws_secret_access_key = §", _after("", 40)),
    ("Google key", "maps?k=§", _after("AI" + "za", 35)),
    ("Google token", "oauth §", _after("ya" + "29.", 40)),
    ("Google client secret", "§", _after("GOC" + "SPX-", 24)),
    ("npm token", "npm §", _after("np" + "m_", 36)),
    ("PyPI token", "twine §", _after("py" + "pi-AgE", 60)),
    ("Runwhy key", "runwhy §", _after("rw" + "k_", 32)),
    ("Stripe key", "stripe §", _after("sk" + "_live_", 24)),
    ("webhook secret", "signed with §", _after("wh" + "sec_", 32)),
    ("Hugging Face token", "§", _after("h" + "f_", 34)),
    ("SendGrid key", "§", lambda r: f"S{'G'}.{_some(r, 22)}.{_some(r, 43)}"),
    ("Groq key", "§", _after("gs" + "k_", 40)),
    ("xAI key", "§", _after("xa" + "i-", 40)),
    ("Perplexity key", "§", _after("pp" + "lx-", 40)),
    ("Databricks token", "§", _after("da" + "pi", 32, HEX)),
    ("Vault token", "§", _after("hv" + "s.", 24)),
    ("DigitalOcean token", "§", _after("do" + "p_v1_", 64, HEX)),
    ("Shopify token", "§", _after("shp" + "at_", 32, HEX)),
    ("Docker token", "§", _after("dckr" + "_pat_", 27)),
    ("Linear key", "§", _after("lin" + "_api_", 40)),
    ("age key", "§", _after("AGE-SECRET" + "-KEY-1", 58, UPPER)),
    ("Telegram token", "bot §", _after("123456789:A" + "A", 33)),
    ("JWT", "session §", _jwt),
    ("private key", "§", _pem),
    ("password in a URL", "postgresql://ada:§@db/shop", _plain),
    ("bearer token", "Authorization: Bearer §", _plain),
    ("basic credentials", "Authorization: Basic §", _basic),
    ("cookie", "Cookie: sid=§", _plain),
    ("environment variable", "DB_PASSWORD=§", _plain),
    ("exported variable", "export API_KEY=§", _plain),
    ("variable named KEY", "export KEY=§", _plain),
    ("API key header", "x-api-key: §", _plain),
    ("header in a command", "curl -H 'x-api-key: §' https://example.com", _plain),
    ("JSON field", '{"client_secret": "§"}', _plain),
    ("mysql -p", "mysql -u root -p§ shop", _plain),
    ("sshpass -p", "sshpass -p§ ssh -p22 host", _plain),
    ("redis-cli -a", "redis-cli -h cache -a § ping", _plain),
    ("curl -u", "curl -u ada:§ https://example.com", _plain),
)

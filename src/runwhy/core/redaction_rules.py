"""Rules for redaction: shapes of secrets, names that announce them, and harmless values."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

Accept = Callable[[str], bool]  # whether a text with the form of a secret is one

MARKER = r"\[redacted:[a-z0-9_]+\]"


def is_filled(secret: str) -> bool:
    """Whether the text is more than a prefix followed by a row of x."""
    return len(set(secret[-12:]) - set("xX*._-")) > 0


def is_openai_like(secret: str) -> bool:
    """Whether `sk-…` is a key and not, say, the name of a CSS class."""
    if secret.startswith(("sk-ant-", "sk-proj-", "sk-svcacct-", "sk-admin-", "sk-or-", "sk-lf-")):
        return is_filled(secret)
    longest = max(re.findall(r"[A-Za-z0-9]+", secret[3:]), key=len, default="")
    return is_filled(secret) and (len(longest) >= 20 or (len(longest) >= 12 and is_mixed(longest)))


def is_jwt(secret: str) -> bool:
    """Whether the first part is a JOSE header; three dotted words may also be a hostname."""
    try:
        header = json.loads(_from_base64(secret.split(".", 1)[0]))
    except (ValueError, RecursionError):
        return False
    return isinstance(header, dict) and "alg" in header


def is_basic(secret: str) -> bool:
    """Whether the text decodes to `user:password`."""
    try:
        return ":" in _from_base64(secret).decode()
    except ValueError:
        return False


def is_bearer(secret: str) -> bool:
    """Whether a word after "Bearer" is a token and not the next word of a sentence."""
    return not is_placeholder(secret) and (is_mixed(secret) or len(secret) >= 24)


def is_private_key(secret: str) -> bool:
    """Whether key material follows the first line, rather than a sentence about it."""
    return re.search(r"[A-Za-z0-9+/]{20}", secret) is not None


def is_mixed(text: str) -> bool:
    """Whether the text mixes letters and digits, but is not an encoding, type, version or id."""
    letters = any(char.isalpha() for char in text)
    digits = any(char.isdigit() for char in text)
    return letters and digits and _ORDINARY.fullmatch(text) is None


def is_placeholder(text: str) -> bool:
    """Whether the text is a placeholder for a secret."""
    return _PLACEHOLDER.fullmatch(text) is not None


def _from_base64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


_ORDINARY = re.compile(
    r"(?i:(?:u?int|float|bytes|string|varchar|char|base|sha|utf|md|[hre]s|aes|rsa|ed|oauth|http)"
    r"[-_/]?v?\d{1,4}[a-z]{0,8}(?:[-_./][a-z0-9]{1,12})*+"
    r"|v?\d+(?:\.\d+)++[\w.+-]*"  # a version
    r"|\d+[smhdwkmgb]+|\d+[-_]\w+|[a-z]+[-_]\d{1,4})"  # 30s, 64-bit, step-2
    r"|(?:run|ses|agt|trg|tmr|trm|blk|key|mem|wrk|call)_[0-9a-hjkmnp-tv-z]{26}"
)
_PLACEHOLDER = re.compile(
    r"(?i:none|null|nil|undefined|true|false|yes|no|on|off|string|str|text|int|integer|number|bool"
    r"|boolean|bytes|any|object|optional|required|hidden|unset|inherit|include|same-origin"
    r"|redacted|masked|change[-_]?me|todo|tbd|n/a"
    r"|(?:your|insert|enter|replace|put|paste)[-_ ].*|my[-_](?:token|secret|password|api|key).*"
    r"|.*[-_]here)"
    r"|[A-Z]+(?:[_-][A-Z]+)*"  # YOUR_TOKEN
    r"|(?:\w{2,12}[-_])?[*xX.•…_-]*|.{0,12}(?:\.\.\.|…|\*{3,})"
    r"|(?i:(?:bearer|basic|token)\s+)?(?:"
    r"\$\{.*|\$\(.*|\$[A-Za-z_]\w*|%\w+%|%[sdr(].*|<.*|\{.*|" + MARKER + r"|[A-Z]+(?:_[A-Z]+)*)"
    r"|[*@]{1,2}[a-z_]+|!\w+"  # an anchor, a variable, a tag
    r"|(?:process\.env|os\.environ|os\.getenv|env|ENV|secrets?|vars)[.\[(].*"
    r"|[a-z][a-z0-9+.-]*:/.*|(?:arn|vault|env|file|ref):.*"  # an address
    r"|(?:~|\.{1,2})?/(?:Users|[a-z][a-z0-9_.-]{1,20})(?:/.*)?|[~.]/.*|[A-Z]:\\.*"  # a path
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A kind of secret with a recognizable form; the pattern's group `secret` is replaced."""

    name: str
    hints: tuple[str, ...]  # in lower case; a text without any of them is not searched
    after: str = ""  # a pattern, in lower case, that follows the hint
    in_long_word: bool = False  # whether the hint is in or directly before a long word
    pattern: re.Pattern[str]
    accept: Accept


def shape(
    name: str,
    hints: str,
    pattern: str,
    accept: Accept = is_filled,
    after: str = "",
    *,
    in_long_word: bool = False,
) -> Shape:
    """Return a shape; `hints` are separated by spaces."""
    return Shape(
        name=name,
        hints=tuple(hints.split()),
        pattern=re.compile(pattern, re.ASCII),
        accept=accept,
        after=after,
        in_long_word=in_long_word,
    )


_SHORT = ("rwk_", "whsec_")  # prefixes of secrets that may have no long word


def word(*texts: str) -> str:
    """Return a pattern for any of these texts at the beginning of a word.

    The regex engine skips ahead to the text, so its beginning is checked after it. Inside JSON
    inside a string, `\\n` ends a word too.
    """
    each = (rf"{text}(?:(?<=\b{text})|(?<=\\[nrt]{text}))" for text in texts)
    return f"(?:{'|'.join(each)})"


def _prefixed(
    name: str, prefix: str, rest: str, accept: Accept = is_filled, hints: str = ""
) -> Shape:
    """A secret that starts with `prefix` after anything but a letter or digit; see `word`."""
    literal = re.escape(prefix)
    start = rf"(?:(?<![A-Za-z0-9]{literal})|(?<=\\[nrt]{literal}))"
    found = shape(name, hints or prefix.lower(), f"(?P<secret>{literal}{start}{rest})", accept)
    return replace(found, in_long_word=prefix not in _SHORT)


def is_real(secret: str) -> bool:
    """Whether the text is not a placeholder, such as the name of the kind of secret."""
    return not is_placeholder(secret) and secret.lower() not in ("token", "key", "jwt")


_IS = r"\s{1,3}(?:is|was)"
_CONTEXTUAL = (
    shape(
        "private_key",
        "-----begin",
        r"(?P<secret>-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----"
        r"""(?:[A-Za-z0-9+/=\s\\:,."_]|-(?!----))*+(?:-----END [A-Z0-9 ]{0,50}-----)?)""",
        is_private_key,
    ),
    shape(
        "url_password",
        "://",
        r"""://[^\s/:@?#"'<>\\]{0,128}+:(?P<secret>[^\s/?#"'<>\\]{1,256})@(?=[\w.\[-])""",
        lambda secret: not is_placeholder(secret),
    ),
    shape(
        "webhook_url",
        "hooks.slack.com /api/webhooks/",
        r"(?:hooks\.slack\.com/(?:services|workflows)/|discord(?:app)?\.com/api/webhooks/)"
        r"(?P<secret>[\w/-]{20,})",
    ),
    shape(
        "jwt",
        "eyj eya ewo ew0",
        r"(?P<secret>e(?:(?<![\w-]e)|(?<=\\[nrt]e))(?:yJ|yA|wo|w0)[\w-]{8,4000}+(?:\.[\w-]++){1,4}\.?)",
        is_jwt,
        in_long_word=True,
    ),
    shape("telegram_token", ":aa", r"(?<!\d)(?P<secret>\d{6,12}+:AA[\w-]{30,})", in_long_word=True),
    shape("telegram_token", "/bot", r"/bot(?P<secret>\d{6,12}+:[\w-]{30,})", in_long_word=True),
    shape(
        "signature",
        "sig= signature=",
        r"(?:[?&](?i:sig)|(?i:x-(?:amz|goog)-signature))=(?P<secret>[\w%+/=-]{20,})",
    ),
    shape(
        "authorization",
        "authorization",
        r"(?i:authorization)"
        r"""\\*["']?\]?[ \t]{0,4}[:=,][ \t]{0,4}\\*["']?[ \t]{0,4}"""
        r"(?i:bearer|basic|token|api-?key|digest|negotiate)"
        r"""[ \t]+(?P<secret>[^\s"'\\,;<>{}$`]{3,})""",
        is_real,
    ),
    shape(
        "bearer_token",
        "bearer",
        rf"(?i:{word('bearer')})[ \t]+(?P<secret>[\w.~+/=-]{{10,}})",
        is_bearer,
    ),
    shape(
        "basic_auth",
        "basic",
        rf"(?i:{word('basic')})[ \t]+(?P<secret>[\w+/-]{{8,}}={{0,2}})",
        is_basic,
    ),
    shape(
        "cookie",
        "cookie",
        rf"(?i:{word('cookie')})"
        r"""\\*["']?[ \t]{0,3}:[ \t]{0,3}\\*["']?"""
        r"""(?P<secret>[^\s=;,"'<>{}]{1,64}+=[^\r\n"'\\]{4,4096})""",
    ),
    shape(
        "password",
        "login",
        rf"{word('login')}"
        r"[ \t\n]{1,4}\S{1,128}[ \t\n]{1,4}password[ \t]{1,4}(?P<secret>\S{1,256})",
        is_real,
    ),
    shape(
        "password",
        "password passphrase passcode",
        rf"(?i:{word('password', 'passphrase', 'passcode')})"
        r"(?i:\s{1,3}(?:is|was)\s{0,3}:?\s{1,3})"
        r"""["'`]?(?P<secret>[^\s"'`,;]{6,256}[^\s"'`,;.])""",
        is_mixed,
        after=_IS,
    ),
    shape(
        "key",
        "key token",
        rf"(?i:{word('api', 'secret', 'access', 'auth')}[ _-]?(?:key|token))"
        r"(?i:\s{1,3}(?:is|was)\s{0,3}:?\s{1,3})"
        r"""["'`]?(?P<secret>[^\s"'`,;]{8,256}[^\s"'`,;.])""",
        is_mixed,
        after=_IS,
    ),
)
# Arguments between a command and its option. It does not reach into the next command.
_BETWEEN = r"(?:[^\n|;&\\]|\\(?!n)){0,200}?\s"
# A value, with or without quotes.
_VALUE = (
    r"""\\{0,8}["']?(?P<secret>(?<=')[^'\n]{1,200}|(?<=")[^"\n\\]{1,200}|[^\s"'`\\;&|]{1,200})"""
)
_PORT = re.compile(r"(?:[\d.]*:)?\d{1,5}:\d{1,5}(?:/\w+)?")


def _is_password(secret: str) -> bool:
    """Whether the text is a password and not the ports of a container named after a database."""
    return is_real(secret) and _PORT.fullmatch(secret) is None


def _is_key(secret: str) -> bool:
    return len(secret) >= 8 and is_mixed(secret)


def _is_login(secret: str) -> bool:
    return is_mixed(secret) and "/" not in secret  # not the directory of `mkdir -p`


def _option(
    hint: str, command: str, option: str, rest: str = "", accept: Accept = _is_password
) -> Shape:
    """A password after an option of a command; the option's pattern includes the separator."""
    start = rf"{command}(?:(?<![\w-]{command})|(?<=\\[nrt]{command}))"
    return shape("password", hint, rf"{start}{rest}{_BETWEEN}(?:{option}){_VALUE}", accept)


# Hints are shared where possible, because every text is searched for each of them.
_COMMANDS = (
    _option("-p", "mysql", r"-p(?![\s-])", r"[\w-]{0,12}"),
    _option("-p", "mariadb", r"-p(?![\s-])", r"[\w-]{0,12}"),
    _option("-p", "mongo", r"-p\s{1,4}|-p(?=\S)(?!ort)", r"[a-z]{0,8}"),
    _option("redis-cli", "redis-cli", r"(?:-a|--pass)[\s=]{1,4}"),
    _option("-p", "login", r"-p[\s=]{1,4}", accept=_is_login),
    shape("password", "-p", word("sshpass") + r"\s{1,4}(?:-v\s{1,4})?-p\s{0,4}" + _VALUE, is_real),
    shape(
        "password",
        "curl",
        word("curl") + r"\b[^\n]{0,160}?\s(?:-u|--user|-U|--proxy-user)[ =]?"
        r"""["']?[^\s:"'$]{1,100}:(?P<secret>[^\s"']{1,200})""",
        is_real,
    ),
    shape("key", "key", word("export") + r"\s{1,4}KEY=" + _VALUE, _is_key),
)
SHAPES = (
    *_CONTEXTUAL,
    _prefixed("anthropic_key", "sk-ant-", r"[\w-]{16,}"),
    _prefixed("openai_key", "sk-", r"[\w-]{16,}", is_openai_like),
    _prefixed("github_token", "gh", r"[pousr]_\w{20,}", hints="ghp_ gho_ ghu_ ghs_ ghr_"),
    _prefixed("github_token", "github_pat_", r"\w{20,}"),
    _prefixed(
        "gitlab_token",
        "gl",
        r"(?:pat|dt|rt|cbt|ptt|ft|soat|agent|oas)-[\w-]{16,}",
        hints="glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- gloas-",
    ),
    _prefixed("slack_token", "xox", r"[a-z]-[\w-]{10,}"),
    _prefixed("slack_token", "xapp-", r"\d-[\w-]{20,}"),
    _prefixed("aws_key", "AKIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _prefixed("aws_key", "ASIA", r"[A-Z0-9]{16}(?![A-Za-z0-9])"),
    _prefixed("google_key", "AIza", r"[\w-]{35}"),
    _prefixed("google_token", "ya29.", r"[\w-]{20,}"),
    _prefixed("google_secret", "GOCSPX-", r"[\w-]{20,}"),
    _prefixed("npm_token", "npm_", r"[A-Za-z0-9]{30,}"),
    _prefixed("pypi_token", "pypi-", r"(?:AgE[\w-]{16,}|[\w-]{50,})"),
    _prefixed("runwhy_key", "rwk_", r"[\w-]{8,}"),
    _prefixed("stripe_key", "sk_", r"(?:live|test)_[A-Za-z0-9]{10,}"),
    _prefixed("stripe_key", "rk_", r"(?:live|test)_[A-Za-z0-9]{10,}"),
    _prefixed("webhook_secret", "whsec_", r"[A-Za-z0-9+/=_-]{16,}"),
    _prefixed("huggingface_token", "hf_", r"[A-Za-z0-9]{30,}"),
    _prefixed("sendgrid_key", "SG.", r"[\w-]{16,}+\.[\w-]{16,}"),
    _prefixed("groq_key", "gsk_", r"\w{20,}"),
    _prefixed("xai_key", "xai-", r"\w{20,}"),
    _prefixed("perplexity_key", "pplx-", r"\w{20,}"),
    _prefixed("tavily_key", "tvly-", r"[\w-]{20,}"),
    _prefixed("replicate_token", "r8_", r"\w{30,}"),
    _prefixed("databricks_token", "dapi", r"[0-9a-f]{32}"),
    _prefixed("vault_token", "hvs.", r"[\w-]{20,}"),
    _prefixed("digitalocean_token", "do", r"[opr]_v1_[0-9a-f]{40,}", hints="_v1_"),
    _prefixed("shopify_token", "shp", r"(?:at|ss|ca|pa)_[0-9a-f]{32}"),
    _prefixed("docker_token", "dckr_pat_", r"[\w-]{20,}"),
    _prefixed("linear_key", "lin_api_", r"\w{30,}"),
    _prefixed("age_key", "AGE-SECRET-KEY-1", r"[0-9A-Z]{50,}"),
    *_COMMANDS,
)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_WORD = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_PASSWORDS = _words("password passwd pwd passphrase passcode passwords")
_PASS_OF = _words("db smtp imap mail email mysql pg ftp user admin root redis login ssh")
_KEY_OF = _words(
    "api access secret private signing encryption master service account storage shared auth"
    " license deploy session jwt"
)
_QUALIFIERS = _words(
    "value prod production dev staging test live old new base hash plain plaintext raw current"
    " primary secondary default b64 encoded"
)
# `max_tokens` and `next_page_token` are not secrets; `show_password` and `get_token` are actions.
_HARMLESS = _words(
    "max min num count total next page pagination continuation starting cancel cancellation sync"
    " eos bos pad unk sep cls mask stop start end begin special first last prev previous is has use"
    " uses no need needs require requires show hide forgot reset change update enable disable allow"
    " with without per cost input output prompt completion get set fetch make create generate"
    " verify check validate parse on invalid missing bad wrong expired unexpected public"
)
_COMPOUND = re.compile(
    r"(?P<password>\w*(?:password|passwd|passphrase))"
    r"|(?P<api_key>(?:api|secret|private|access|auth|account)keys?)"
    r"|(?P<token>(?:access|auth|refresh|bearer|id|api|session|o?auth2?)token)"
    r"|(?P<secret>(?:client|app|consumer)secret)"
)


@lru_cache(maxsize=4096)
def secret_label(name: str) -> str | None:
    """Return the kind of secret that a name announces, such as `password` for `DB_PASSWORD`."""
    words: list[str] = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and (words[-1] in _QUALIFIERS or words[-1].isdigit()):
        words.pop()
    if not words or not _HARMLESS.isdisjoint(words[:-1]):
        return None
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last in _PASSWORDS or (last == "pass" and before in _PASS_OF):
        return "password"
    if last in ("key", "keys"):
        return f"{before}_key" if before in _KEY_OF else None
    if last in ("token", "secret", "jwt", "authorization"):
        return last
    if last == "pat" and before:
        return "token"
    compound = _COMPOUND.fullmatch(last)
    return compound.lastgroup if compound else None

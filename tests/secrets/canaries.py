"""Fake secrets in real forms, made at run time from a seeded random, and the ways a text wraps them.

Nothing here is a literal credential: every canary is a prefix joined to random characters. `formats` gives
for each form a sentence around the canary and the canary itself; `WRAPPINGS` are what tools, logs and
people do to such a sentence.
"""

from __future__ import annotations

import base64
import html
import json
import random
import string
import textwrap
import urllib.parse
from collections.abc import Callable

ALNUM = string.ascii_letters + string.digits
LOWER = string.ascii_lowercase + string.digits
UPPER = string.ascii_uppercase + string.digits
HEX = "0123456789abcdef"
URLSAFE = ALNUM + "-_"
BASE64 = ALNUM + "+/"

Format = Callable[[random.Random], tuple[str, str]]


def _chars(rng: random.Random, alphabet: str, size: int) -> str:
    return "".join(rng.choices(alphabet, k=size))


def _prefixed(prefix: str, alphabet: str, size: int, sentence: str = "Use {} for the deploy.") -> Format:
    def make(rng: random.Random) -> tuple[str, str]:
        canary = prefix + _chars(rng, alphabet, size)
        return sentence.format(canary), canary

    return make


def _named(sentence: str, alphabet: str, size: int) -> Format:
    return _prefixed("", alphabet, size, sentence)


def _uuid(rng: random.Random) -> str:
    return "-".join(_chars(rng, HEX, size) for size in (8, 4, 4, 4, 12))


def _jwt(rng: random.Random) -> tuple[str, str]:
    head = base64.urlsafe_b64encode(b'{"alg":"HS256","typ":"JWT"}').decode().rstrip("=")
    body = base64.urlsafe_b64encode(json.dumps({"sub": _chars(rng, LOWER, 12)}).encode()).decode().rstrip("=")
    canary = f"{head}.{body}.{_chars(rng, URLSAFE, 43)}"
    return f"curl answered with {canary} twice.", canary


def _pem(kind: str, *, whole: bool) -> Format:
    def make(rng: random.Random) -> tuple[str, str]:
        lines = [_chars(rng, BASE64, 64) for _ in range(6)]
        end = f"\n-----END {kind}PRIVATE KEY-----\n" if whole else "\n"
        return f"-----BEGIN {kind}PRIVATE KEY-----\n" + "\n".join(lines) + end, lines[2]

    return make


def _parts(sentence: str, *parts: str | tuple[str, int]) -> Format:
    def make(rng: random.Random) -> tuple[str, str]:
        canary = "".join(part if isinstance(part, str) else _chars(rng, *part) for part in parts)
        return sentence.format(canary), canary

    return make


def _heroku(rng: random.Random) -> tuple[str, str]:
    canary = _uuid(rng)
    return f"HEROKU_API_KEY={canary}", canary


PROVIDERS: dict[str, Format] = {
    "aws-id": _prefixed("AK" + "IA", UPPER, 16),
    "aws-secret": _named("AWS_SECRET_ACCESS_KEY={}", BASE64, 40),
    "github-classic": _prefixed("gh" + "p_", ALNUM, 36),
    "github-oauth": _prefixed("gh" + "o_", ALNUM, 36),
    "github-server": _prefixed("gh" + "s_", ALNUM, 36),
    "github-refresh": _prefixed("gh" + "r_", ALNUM, 76),
    "github-fine": _parts("Use {} now.", "github_" + "pat_", (ALNUM, 22), "_", (ALNUM, 59)),
    "gitlab": _prefixed("gl" + "pat-", URLSAFE, 20),
    "gitlab-runner": _prefixed("gl" + "rt-", URLSAFE, 20),
    "slack-bot": _parts(
        "post with {} please", "xo" + "xb-", (string.digits, 12), "-", (string.digits, 12), "-", (ALNUM, 24)
    ),
    "slack-user": _parts(
        "post with {} please", "xo" + "xp-", (string.digits, 12), "-", (string.digits, 12), "-", (HEX, 32)
    ),
    "slack-webhook": _parts(
        "https://hooks.slack" + ".com/services/{}", "T", (UPPER, 8), "/B", (UPPER, 8), "/", (ALNUM, 24)
    ),
    "google-api": _prefixed("AI" + "za", URLSAFE, 35),
    "google-oauth": _prefixed("GOC" + "SPX-", URLSAFE, 28),
    "openai-legacy": _prefixed("s" + "k-", ALNUM, 48),
    "openai-project": _prefixed("s" + "k-proj-", URLSAFE, 74),
    "openai-service": _prefixed("s" + "k-svcacct-", URLSAFE, 74),
    "anthropic": _prefixed("s" + "k-ant-api03-", URLSAFE, 93),
    "stripe": _prefixed("s" + "k_live_", ALNUM, 24),
    "stripe-restricted": _prefixed("r" + "k_live_", ALNUM, 24),
    "npm": _prefixed("np" + "m_", ALNUM, 36),
    "pypi": _prefixed("py" + "pi-AgEIcHlwaS5vcmc", URLSAFE, 120),
    "jwt": _jwt,
    "pem-rsa": _pem("RSA ", whole=True),
    "pem-plain": _pem("", whole=True),
    "pem-openssh-cut": _pem("OPENSSH ", whole=False),
    "age": _prefixed("AGE-SECRET" + "-KEY-1", "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 58),
    "url-password": _named("DATABASE_URL=postgres://app:{}@db.internal:5432/app", ALNUM, 16),
    "twilio": _prefixed("S" + "K", HEX, 32),
    "sendgrid": _parts("mail through {} today", "S" + "G.", (URLSAFE, 22), ".", (URLSAFE, 43)),
    "mailgun": _prefixed("k" + "ey-", HEX, 32),
    "digitalocean": _prefixed("dop" + "_v1_", HEX, 64),
    "huggingface": _prefixed("h" + "f_", ALNUM, 34),
    "azure-storage": _parts("DefaultEndpointsProtocol=https;AccountName=x;AccountKey={};", (BASE64, 86), "=="),
    "azure-client": _parts("client {} rotated", (ALNUM, 3), "8" + "Q~", (ALNUM, 34)),
    "telegram": _parts("the bot runs on {} now", (string.digits[1:], 10), ":A" + "A", (URLSAFE, 33)),
    "discord": _parts("the bot runs on {} now", "M", (ALNUM, 25), ".", (URLSAFE, 6), ".", (URLSAFE, 38)),
    "shopify": _prefixed("shp" + "at_", HEX, 32),
    "square": _prefixed("sq0" + "atp-", URLSAFE, 22),
    "databricks": _prefixed("da" + "pi", HEX, 32),
    "linear": _prefixed("lin" + "_api_", ALNUM, 40),
    "notion": _prefixed("nt" + "n_", ALNUM, 46),
    "atlassian": _prefixed("ATA" + "TT3xFfGF0", URLSAFE, 180),
    "cloudflare": _named("CLOUDFLARE_API_TOKEN={}", URLSAFE, 40),
    "heroku": _heroku,
    "vault": _prefixed("hv" + "s.", URLSAFE, 90),
    "terraform": _parts("login with {} there", (ALNUM, 14), ".atlas" + "v1.", (URLSAFE, 67)),
    "docker": _prefixed("dckr" + "_pat_", URLSAFE, 27),
    "newrelic": _prefixed("NR" + "AK-", UPPER, 27),
    "datadog": _named("DD_API_KEY={}", HEX, 32),
    "doppler": _prefixed("dp" + ".pt.", ALNUM, 43),
    "fastly": _named("fastly_api_key = {}", URLSAFE, 32),
    "grafana": _parts("dashboards use {} still", "gl" + "sa_", (ALNUM, 32), "_", (HEX, 8)),
    "supabase": _prefixed("sb" + "p_", HEX, 40),
    "planetscale": _prefixed("pscale" + "_tkn_", URLSAFE, 43),
    "dropbox": _prefixed("s" + "l.", URLSAFE, 135),
    "bearer": _named("Authorization: Bearer {}", URLSAFE, 40),
    "tailscale": _parts("join with {} tonight", "tskey" + "-auth-", (ALNUM, 16), "-", (ALNUM, 32)),
    "rubygems": _prefixed("ruby" + "gems_", HEX, 48),
    "postman": _parts("sync {} again", "PM" + "AK-", (HEX, 24), "-", (HEX, 34)),
    "groq": _prefixed("gs" + "k_", ALNUM, 52),
}

CONTEXTS: dict[str, Format] = {
    "spoken-password": _parts(
        "the staging password is {} for now", (string.ascii_letters, 5), (string.digits, 3), "!", (LOWER, 4)
    ),
    "spoken-key": _named("my api key: {}", ALNUM, 32),
    "env-password": _parts("DB_PASSWORD={}", (LOWER, 6), (string.digits, 4), (LOWER, 4)),
    "quoted-secret": _named('client_secret = "{}"', ALNUM, 40),
    "json-token": _named('{{"access_token": "{}", "expires_in": 3600}}', ALNUM, 40),
    "yaml-password": _parts("postgres:\n  password: {}\n  port: 5432", (ALNUM, 14), "7x"),
    "cli-flag": _parts("deploy --password {} --region eu", (ALNUM, 14), "7x"),
    "curl-user": _parts("curl -u admin:{} https://ci.internal/api", (ALNUM, 16)),
}


def _percent(text: str) -> str:
    return "https://ci.internal/search?q=" + urllib.parse.quote(text, safe="")


def _zero_width(text: str) -> str:
    return "".join(char + "\u200b" if place % 3 == 1 else char for place, char in enumerate(text))


def _full_width(text: str) -> str:
    return "".join(chr(ord(char) + 0xFEE0) if "!" <= char <= "~" else char for char in text)


def _ansi(text: str) -> str:
    return "".join(
        f"\x1b[3{place % 8}m{word}\x1b[0m"
        for place, word in enumerate(textwrap.wrap(text, 7, drop_whitespace=False, replace_whitespace=False))
    )


def _wrapped(text: str) -> str:
    return "\n".join(f"    {line[at : at + 40]}" for line in text.split("\n") for at in range(0, len(line), 40))


WRAPPINGS: dict[str, Callable[[str], str]] = {
    "prose": lambda text: f"While looking at the failing job I saw this: {text} and thought you should know.",
    "json": lambda text: json.dumps({"role": "user", "content": text}),
    "json-twice": lambda text: json.dumps({"line": json.dumps({"content": text})}),
    "url": _percent,
    "html": lambda text: f"<p>Seen: <code>{html.escape(text)}</code></p>",
    "base64": lambda text: base64.b64encode(f"note: {text} (end of note)".encode()).decode(),
    "zero-width": _zero_width,
    "full-width": _full_width,
    "ansi": _ansi,
    "wrapped": _wrapped,
    "yaml": lambda text: "notes:\n  - |\n" + textwrap.indent(text, "    "),
    "shell": lambda text: f"export NOTE='{text}'\nmake deploy",
}

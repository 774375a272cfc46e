"""What is no secret and looks like one, made at run time, and sentences that only talk about secrets."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import string
import uuid
from collections.abc import Callable, Iterator

HEX = "0123456789abcdef"
ALNUM = string.ascii_letters + string.digits
PROSE = (
    "The worker claims a job, runs it and reports what it learned. "
    "A memory that nobody has used for a year is archived, never lost. "
    "Every statement in the table has a name, and every name has a test. "
)

Maker = Callable[[random.Random], str]


def _hex(rng: random.Random, size: int) -> str:
    return "".join(rng.choices(HEX, k=size))


def _base64(rng: random.Random, size: int) -> str:
    return base64.b64encode(rng.randbytes(size)).decode()


def _uuid(rng: random.Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def _semver(rng: random.Random) -> str:
    number = ".".join(str(rng.randint(0, 40)) for _ in range(3))
    return number + rng.choice(("", "-rc.1", "-beta2", "+build.5", "-alpha.0"))


def _path(rng: random.Random) -> str:
    names = ["src", "services", "payments", "handlers", "tests", "fixtures", "node_modules", "sessions", "v2", "api"]
    return "/".join(rng.choices(names, k=6)) + f"/test_token_refresh_{rng.randint(1, 99)}.py"


def _image(rng: random.Random) -> str:
    return "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA" + _base64(rng, 180)


def _prose_base64(rng: random.Random) -> str:
    start = rng.randrange(40)
    return base64.b64encode(PROSE[start : start + rng.randint(40, 120)].encode()).decode()


KINDS: dict[str, Maker] = {
    "commit": lambda rng: f"fixed in {_hex(rng, 40)}, see the log",
    "short commit": lambda rng: f"git show {_hex(rng, rng.randint(7, 12))}",
    "commit beside a word": lambda rng: f"commit {_hex(rng, 40)} changes how the token is refreshed",
    "uuid": lambda rng: f"request {_uuid(rng)} failed",
    "uuid in json": lambda rng: json.dumps({"id": _uuid(rng), "status": "failed"}),
    "md5": lambda rng: f'ETag: "{hashlib.md5(rng.randbytes(8), usedforsecurity=False).hexdigest()}"',
    "sha256": lambda rng: f"sha256:{_hex(rng, 64)}",
    "checksum": lambda rng: f'checksum = "{_hex(rng, 64)}"',
    "image digest": lambda rng: f"image: registry.internal/api/server@sha256:{_hex(rng, 64)}",
    "npm integrity": lambda rng: f'"integrity": "sha512-{_base64(rng, 64)}"',
    "go sum": lambda rng: f"example.org/mod v{_semver(rng)} h1:{_base64(rng, 32)}",
    "lock hash": lambda rng: f'{{file = "pkg-1.0.whl", hash = "sha256:{_hex(rng, 64)}"}}',
    "semver": lambda rng: f"bump the client from {_semver(rng)} to {_semver(rng)}",
    "prose in base64": _prose_base64,
    "image data": _image,
    "long path": _path,
    "chunk name": lambda rng: f"dist/assets/index-{_hex(rng, 8)}.js and main.{_hex(rng, 20)}.chunk.css",
    "pod name": lambda rng: f"pod/api-{_hex(rng, 10)}-{_hex(rng, 5)} restarted",
    "cache key": lambda rng: f"cache key: node-modules-{_hex(rng, 40)}",
    "idempotency key": lambda rng: f'idempotency_key = "{_uuid(rng)}"',
    "page token": lambda rng: f'"nextPageToken": "{_base64(rng, 24)}"',
    "primary key": lambda rng: f"primary_key: {_uuid(rng)}",
    "timestamp": lambda rng: f"at {rng.randint(1_600_000_000_000, 1_799_999_999_999)} ms",
    "ssh fingerprint": lambda rng: f"SHA256:{_base64(rng, 32).rstrip('=')} (ED25519)",
    "ssh public key": lambda rng: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{_base64(rng, 33)[:43]} me@laptop",
    "certificate": lambda rng: f"-----BEGIN CERTIFICATE-----\n{_base64(rng, 48)}\n-----END CERTIFICATE-----",
    "arn": lambda rng: f"arn:aws:secretsmanager:eu-west-1:{rng.randint(10**11, 10**12 - 1)}:secret:db-Ab{_hex(rng, 4)}",
    "address": lambda rng: (
        f"10.{rng.randint(0, 255)}.{rng.randint(0, 255)}.7:5432 and fe80::{_hex(rng, 4)}:{_hex(rng, 4)}"
    ),
    "float": lambda rng: f"loss 0.{rng.randint(10**15, 10**16 - 1)}",
    "trace": lambda rng: f"traceparent: 00-{_hex(rng, 32)}-{_hex(rng, 16)}-01",
}

PLACEHOLDERS = (
    "API_KEY=your-api-key-here",
    "api_key: YOUR_API_KEY",
    "export TOKEN=<token>",
    "password: changeme",
    "DB_PASSWORD=${DB_PASSWORD}",
    "password = os.environ['DB_PASSWORD']",
    "const key = process.env.API_KEY;",
    "token: ${{ secrets.DEPLOY_TOKEN }}",
    "password: {{ vault_db_password }}",
    "PASSWORD=$(pass show db/prod)",
    'secret = config.get("secret")',
    "client_secret: xxxxxxxxxxxxxxxxxxxxxxxx",
    "api_key=********************************",
    "OPENAI_API_KEY=s" + "k-...",
    "token: gh" + "p_" + "x" * 36,
    "AWS_ACCESS_KEY_ID=AKIA" + "IOSFODNN7EXAMPLE",
    "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYEXAMPLEKEY",
    "postgres://user:password@localhost:5432/app",
    "postgresql://${DB_USER}:${DB_PASS}@db/app",
    "redis://:<password>@cache:6379",
    "password: op://vault/database/password",
    "password: ENC[REDACTED]",
    "token = get_token()",
    "secret: !vault |",
    "api_key: 1234567890abcdef1234567890abcdef",
    "password=password123",
    "SECRET_KEY = 'dummy-secret-for-the-tests-1'",
    'password: "required"',
    "authToken: string;",
    "passwordHash: bytes",
)

SENTENCES = (
    "The password field is required and must have at least 12 characters.",
    "We limit requests with a token bucket algorithm of 100 tokens per minute.",
    "Set API_KEY in .env before you start the server.",
    "interface Login { password: string; token?: string }",
    "const secret = getSecret();",
    "The refresh token is valid for 30 days, the access token for 15 minutes.",
    "Passwords are hashed with argon2id before they are stored.",
    "Rotate the signing key every 90 days; the old key stays valid for 24h.",
    "The tokenizer splits on whitespace, so max_tokens = 4096 is enough.",
    "A secret manager is better than a config file for the database password.",
    "Do not log the Authorization header, whatever the log level.",
    "password_hash = hash_password(form.password.data)",
    "The basic authentication flow was removed in version 2.",
    "Use HTTP Basic auth or a bearer token, as the gateway decides.",
    "if not user.check_password(password): raise InvalidCredentials",
    "The primary key of the sessions table is a UUID, the sort key a date.",
    "All 214 tests pass: 3 skipped, 0 failed.",
    "Please pass the token as the second argument.",
    "The key takeaway is that caching by user id was wrong.",
    "Press any key to continue, or Ctrl-C to stop.",
    "We keep the API key in the keychain, never in the repository.",
    "secretName: api-tls-2024",
    "- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db\n      key: password",
    "The password is in the vault under prod/db.",
    "My password is too long for this field, says the form.",
    "The token is base64url encoded, without padding.",
    "The secret is to keep functions small.",
    "Credentials: see the wiki page on onboarding.",
    "Log in at https://ci.internal/login and open the job.",
    "curl -u $USER:$TOKEN https://ci.internal/api/v4/projects",
    "docker run -p 8080:80 -e PASSWORD nginx:1.25",
    "mysql -h db -u root -p app < schema.sql",
    "git clone https://github.com/acme/api.git && cd api",
    "The login form posts to /auth/login/v2 since Monday.",
    "Add a keyboard shortcut: Ctrl+Shift+P opens the palette.",
    "Compare tokens in constant time with hmac.compare_digest.",
    "JWT_ALGORITHM = 'RS256' and the issuer is our own.",
    "The CSRF token is checked on every POST.",
    "sealed secrets are committed, plain secrets never are",
    "def reset_password(token: str, new_password: str) -> None:",
    "password = input('Password: ')",
    "passwordInput.value = ''; tokenInput.focus();",
    'assert response.json() == {"token_type": "bearer", "expires_in": 3600}',
    "The API returns 401 when the key is missing and 403 when it is wrong.",
    "Use tabs, not spaces; it is in .editorconfig since 2021-03-04.",
    "See RFC 6749 section 4.1.3 for the token endpoint.",
    "PASSWORD_MIN_LENGTH=12",
    "TOKEN_URL=https://login.internal/oauth2/v2.0/token",
    "ssh -i ~/.ssh/id_ed25519 deploy@10.0.0.12",
    "Public keys live in /etc/ssh/authorized_keys.d, one file per person.",
    "the passphrase prompt hangs when stdin is not a tty",
    "Why does auth=True not reach the retry handler in client2.py?",
    "GET /v1/keys/42?expand=owner answers in 12 ms.",
    "Our shared secret handshake needs a nonce of 16 bytes.",
    "The seed phrase words are shown once and never stored.",
    "export PATH=$HOME/.local/bin:$PATH",
    "{'username': 'alice', 'password': None}",
    "password=self.password, token=self.token",
    "SELECT id, password_hash FROM users WHERE login = %s",
    "Der Schlüssel und das Passwort stehen im Tresor.",
    "La contraseña es obligatoria y debe tener 12 caracteres.",
    "密码必须至少包含 12 个字符。",
)


def decoys(each: int = 28) -> Iterator[tuple[str, str]]:
    """Yield `each` texts of every kind, then the placeholders."""
    rng = random.Random(20)
    for kind, make in KINDS.items():
        for _ in range(each):
            yield kind, make(rng)
    for text in PLACEHOLDERS:
        yield "placeholder", text

"""The laws of consent."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.errors import UsageError
from holdfast.gate.consent import LOCAL, TEXT_VERSION, Consent, endpoint_of, is_current, question, voided_by
from holdfast.model import Mode

SECRET = "hunter" + "2" * 6
URL = "https://graph.example.org:8443/memory"
GIVEN = Consent(
    group="gw_x", endpoint=endpoint_of(URL, "graphiti"), purposes=("capture", "send"), text_version=TEXT_VERSION,
    granted_at="2026-03-01T12:00:00.000000Z", scopes=("session", "workspace"),
)  # fmt: skip
WANTED = {
    "endpoint": GIVEN.endpoint,
    "group": "gw_x",
    "purpose": "send",
    "scopes": ("workspace",),
    "text_version": TEXT_VERSION,
}


def test_what_was_agreed_to_is_covered():
    """Without any change the consent holds."""
    assert voided_by(GIVEN, **WANTED) == ""
    assert is_current(GIVEN, GIVEN.endpoint)


MUTATIONS = {
    "scheme": {"endpoint": endpoint_of("http://graph.example.org:8443/memory", "graphiti")},
    "host": {"endpoint": endpoint_of("https://graph.example.net:8443/memory", "graphiti")},
    "subdomain": {"endpoint": endpoint_of("https://graph.example.org.evil.example:8443/memory", "graphiti")},
    "port": {"endpoint": endpoint_of("https://graph.example.org/memory", "graphiti")},
    "path": {"endpoint": endpoint_of("https://graph.example.org:8443/other", "graphiti")},
    "tenant": {"endpoint": endpoint_of("https://graph.example.org:8443/memory?tenant=other", "graphiti")},
    "kind": {"endpoint": endpoint_of(URL, "mem0")},
    "no kind": {"endpoint": endpoint_of(URL)},
    "local": {"endpoint": LOCAL},
    "no endpoint": {"endpoint": ""},
    "purpose": {"purpose": "recall"},
    "scopes": {"scopes": ("workspace", "user")},
    "wording": {"text_version": TEXT_VERSION + 1},
    "workspace": {"group": "gw_y"},
}


@pytest.mark.parametrize("change", MUTATIONS.values(), ids=MUTATIONS)
def test_any_change_voids_it(change):
    """Scheme, host, port, path, kind, purpose, scopes, wording, workspace: each alone makes the consent stale."""
    assert voided_by(GIVEN, **{**WANTED, **change})


def test_a_revoked_consent_is_void():
    """A revocation ends it, whatever else agrees."""
    assert voided_by(GIVEN.evolve(revoked_at="2026-03-02T12:00:00.000000Z"), **WANTED) == "revocation"


@pytest.mark.parametrize(
    "url", ["", "holdfast.db", "/repos/x/holdfast.db", "sqlite:///repos/x.db", "file:///repos/x.db", ":memory:"]
)
def test_a_file_is_local(url):
    """Every way to name a file on this machine is one endpoint."""
    assert endpoint_of(url) == LOCAL


SAME = [
    "postgresql://db.example.org/memory", "postgres://db.example.org/memory", "postgresql://db.example.org:5432/memory",
    f"postgresql://someone:{SECRET}@db.example.org/memory", "POSTGRESQL://DB.Example.org./memory/", "postgresql://db.example.org/memory#x",
    f"postgresql://db.example.org/memory?password={SECRET}&user=someone",
]  # fmt: skip


@pytest.mark.parametrize("url", SAME)
def test_every_spelling_of_an_endpoint_is_one(url):
    """Case, default port, user, password and fragment do not make another endpoint."""
    assert endpoint_of(url) == "postgresql://db.example.org:5432/memory"


@pytest.mark.parametrize(
    "option",
    [
        "host=evil.example",
        "hostaddr=192.0.2.1",
        "port=5433",
        "dbname=other",
        "service=other",
        "options=-csearch_path=x",
    ],
)
def test_an_option_that_leads_elsewhere_is_another_endpoint(option):
    """A parameter can redirect the connection, so it is part of where things go."""
    assert endpoint_of(SAME[0]) != endpoint_of(f"{SAME[0]}?{option}")


@pytest.mark.parametrize(
    "url",
    [f"https://u:{SECRET}@example.org/x", f"https://example.org/x?api_key={SECRET}", f"https://example.org/x?made_up={SECRET}",
     f"https://example.org/x#{SECRET}", f"postgresql://a:{SECRET}@h1,h2:5433/db"],
)  # fmt: skip
def test_no_credential_enters_an_endpoint(url):
    """An endpoint is stored and shown."""
    assert SECRET not in endpoint_of(url, "graphiti")


@pytest.mark.parametrize(
    "url",
    [f"https://u:{SECRET}/x@example.org/", f"https://{SECRET}/x@example.org/", "https://", "https:///x", "https://good.example\\@evil.example/",
     "https://good.example\t.evil.example/", "https://example.org:port/", f"https://u:{SECRET}?x@example.org/"],
)  # fmt: skip
def test_a_doubtful_address_is_refused_without_repeating_it(url):
    """Where two readers could find two hosts, nothing is agreed to, and the message shows no password."""
    with pytest.raises(UsageError) as refused:
        endpoint_of(url)
    assert SECRET not in f"{refused.value.message} {refused.value.why} {refused.value.hint}"


def test_every_host_of_a_cluster_counts():
    """Several hosts in one address are all part of it."""
    assert endpoint_of("postgresql://a.example,b.example:5433/db") == "postgresql://a.example:5432,b.example:5433/db"


@given(st.text(max_size=60), st.text(max_size=20))
def test_any_text_is_an_endpoint_or_refused(url, rest):
    """No address raises anything but the refusal."""
    for one in (url, f"https://{url}", f"postgresql://{url}@{rest}/?{url}"):
        with contextlib.suppress(UsageError):
            assert endpoint_of(one)


@given(st.text(max_size=300), st.sampled_from([LOCAL, GIVEN.endpoint]), st.sampled_from(Mode))
def test_the_question_fits_a_screen(label, endpoint, mode):
    """Whatever a folder is called, the question fits a small screen, and no line of it is the folder's own."""
    lines = question(label, endpoint, mode).split("\n")
    assert len(lines) <= 16
    assert all(line.isprintable() and len(line) <= 300 for line in lines)
    assert all(len(line) < 80 for line in lines[1:] if endpoint not in line)


def test_the_question_says_what_where_and_how_to_stop():
    """It names the workspace, what is stored, where it goes, and the command that ends it."""
    asked = question("acme/api", GIVEN.endpoint, Mode.OCCASIONAL)
    for part in ("acme/api", "stored", GIVEN.endpoint, "leaves this machine", "occasional", "holdfast consent revoke",
                 "holdfast forget --purge"):  # fmt: skip
        assert part in asked


def test_the_question_about_a_local_store_says_that_nothing_leaves():
    """A local store needs no warning about servers."""
    asked = question("acme/api", LOCAL, Mode.EAGER)
    assert "nothing leaves it" in asked
    assert "server" not in asked

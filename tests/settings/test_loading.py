"""The layers: default < user file < project file < environment < command line."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast import settings
from holdfast.errors import ConfigError

SOURCE = os.path.dirname(os.path.dirname(settings.__file__))

LONG_AGO = 1_700_000_000


class Places:
    """A home, a settings file and a workspace of one test."""

    def __init__(self, folder):
        self.home, self.user, self.root = folder / "home", folder / "config.toml", folder / "work"
        self.root.mkdir()
        self.environ = {"HOLDFAST_HOME": str(self.home), "HOLDFAST_CONFIG": str(self.user)}

    def load(self, environ=None, **overrides):
        typed = {name.replace("__", "."): value for name, value in overrides.items()}
        return settings.load(str(self.root), {**self.environ, **(environ or {})}, typed)

    def project(self, text):
        (self.root / ".holdfast.toml").write_text(text)


@pytest.fixture
def here(tmp_path):
    return Places(tmp_path)


def test_nothing_set_gives_the_defaults(here):
    """Without files and variables every value is its default, and nothing is written."""
    loaded = here.load()
    assert ({s.name: s.default for s in settings.SETTINGS}, {}, ()) == (loaded.values, loaded.origins, loaded.refused)
    assert not here.home.exists()


def test_each_layer_wins_over_the_one_before(here):
    """The order is default, user file, project file, environment, command line."""
    seen = [here.load()]
    here.user.write_text("[recall]\nlimit = 7\n")
    seen.append(here.load())
    here.project("recall.limit = 6")
    seen.append(here.load())
    seen.append(here.load({"HOLDFAST_RECALL_LIMIT": "20"}))
    seen.append(here.load({"HOLDFAST_RECALL_LIMIT": "20"}, recall__limit="30"))
    expected = [(8, "default"), (7, "user file"), (6, "project file"), (20, "environment"), (30, "command line")]
    assert expected == [(loaded.get("recall.limit"), loaded.origin("recall.limit")) for loaded in seen]


@pytest.mark.parametrize(
    ("variable", "name"),
    [("HOLDFAST_STORE", "store.url"), ("HOLDFAST_STORE_URL", "store.url"), ("HOLDFAST_USER_ID", "user.id")],
)
def test_variables_are_named_after_settings(here, variable, name):
    """HOLDFAST_SECTION_KEY sets section.key; the store has a short name too."""
    assert here.load({variable: "there"}).get(name) == "there"


def test_the_log_has_a_short_variable(here):
    """HOLDFAST_LOG sets the level."""
    assert here.load({"HOLDFAST_LOG": "DEBUG"}).get("log.level") == "debug"


def test_an_empty_variable_sets_nothing(here):
    """Empty means unset."""
    assert here.load({"HOLDFAST_MODE": ""}).origin("mode") == "default"


def test_a_wrong_variable_is_named(here):
    """The error names the variable and why its value is none."""
    with pytest.raises(ConfigError, match="HOLDFAST_MODE") as caught:
        here.load({"HOLDFAST_MODE": "eagre"})
    assert "did you mean 'eager'?" in caught.value.why


def test_the_word_false_is_false(here):
    """A switch set to the text false is off."""
    assert here.load({"HOLDFAST_CAPTURE_ENABLED": "false"}).get("capture.enabled") is False


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        ("mode = 'off'\n[recall]\n# x\nlimt = 3\n", "line 4", "did you mean 'recall.limit'?"),
        ("limit = 3\n", "line 1", "did you mean 'recall.limit'?"),
        ("[recall]\nlimit = 'x'\n", "line 2", "'x' is not a whole number"),
        ("recall = { limit = 1000 }\n", "line 1", "1000 is above 100"),
        ("[recall.limit]\nx = 3\n", "config.toml", "a dict is not a whole number"),
        ("mode = \n", "TOML", "Invalid value (at line 1, column 8)"),
    ],
)
def test_a_mistake_in_the_users_file_is_named_with_its_line(here, text, line, why):
    """The error says file, line, reason and the name that was probably meant."""
    here.user.write_text(text)
    with pytest.raises(ConfigError, match=r"config\.toml") as caught:
        here.load()
    assert (True, True, True) == (line in caught.value.message, why in caught.value.why, bool(caught.value.hint))


@pytest.mark.parametrize("data", [b"\xff\xfe", b"mode = 'off' #" + b"x" * settings.MAX_FILE_BYTES, b"a=" + b"[" * 9999])
def test_an_unreadable_users_file_is_an_error(here, data):
    """Not text, too large or nested without end: one clear error."""
    here.user.write_bytes(data)
    with pytest.raises(ConfigError, match=r"config\.toml"):
        here.load()


def test_a_byte_order_mark_is_no_mistake(here):
    """Editors on Windows write one."""
    here.user.write_bytes(b"\xef\xbb\xbfmode = 'off'\r\n")
    assert here.load().get("mode") == "off"


def test_an_unknown_name_is_an_error_that_names_the_closest():
    """Reading a setting that does not exist never returns a default."""
    with pytest.raises(ConfigError) as caught:
        settings.load(None, {}).get("recall.limits")
    assert caught.value.why == "did you mean 'recall.limit'?"


@pytest.mark.parametrize(
    "text",
    [
        "store.url = 'postgresql://elsewhere'", "user.id = 'me'", "directories.allow = ['/']", "mode = 'eager'",
        "recall.limit = 9", "recall.scopes = ['shared']", "secrets.cards = false", "home = '/tmp'",
        "consent = true", "recal.limit = 1", "recall.limit = 'x'", "learn.limit_user = 1",
    ],
)  # fmt: skip
def test_a_project_file_widens_nothing(here, text):
    """Whatever a clone brings along beyond narrowing is ignored, and reported with its key."""
    here.project(text)
    loaded = here.load()
    assert (settings.load(None, here.environ).values, text.partition(" =")[0]) == (
        loaded.values,
        loaded.refused[0].key,
    )


def test_a_project_file_enables_nothing(here):
    """What the person switched off stays off."""
    here.user.write_text("capture.enabled = false\nmode = 'off'\n")
    here.project("capture.enabled = true\nmode = 'occasional'\n")
    loaded = here.load()
    assert (False, "off", 2) == (loaded.get("capture.enabled"), loaded.get("mode"), len(loaded.refused))


def test_a_project_file_narrows(here):
    """Switching off, fewer scopes, lower limits, a higher bar and more secret patterns are taken."""
    here.user.write_text("secrets.extra_patterns = ['a']\n")
    here.project(
        "recall.enabled = false\nrecall.scopes = ['workspace']\nrecall.budget = 9\nrecall.bar = 0.5\n"
        "secrets.extra_patterns = ['b']\n"
    )
    names = ("recall.enabled", "recall.scopes", "recall.budget", "recall.bar", "secrets.extra_patterns")
    loaded = here.load()
    assert (False, ("workspace",), 9, 0.5, ("a", "b")) == tuple(map(loaded.get, names))
    assert ({"project file"}, ()) == ({loaded.origin(name) for name in names}, loaded.refused)


def test_repeating_the_persons_value_is_neither_taken_nor_refused(here):
    """A project that asks for what already holds changes nothing."""
    here.project("capture.enabled = true\nstore.url = ''\n")
    loaded = here.load()
    assert ((), "default") == (loaded.refused, loaded.origin("capture.enabled"))


@pytest.mark.parametrize("name", ["mode", "capture.enabled", "recall.enabled"])
def test_the_environment_does_not_switch_on_what_a_workspace_switched_off(here, name):
    """A variable set for everything does not override one workspace's no, and that is reported."""
    off, on = ("off", "eager") if name == "mode" else (False, True)
    here.project(f"{name} = {json.dumps(off)}")
    loaded = here.load({settings.find_setting(name).variable: str(on)})
    assert (off, "project file", name) == (loaded.get(name), loaded.origin(name), loaded.refused[0].key)


def test_the_command_line_does(here):
    """What is typed now is the person's word."""
    here.project("mode = 'off'")
    assert here.load(mode="eager").get("mode") == "eager"


def test_patterns_of_a_workspace_survive_the_environment(here):
    """What a workspace adds to a guard stays when a variable replaces the rest."""
    here.project("secrets.extra_patterns = ['b']")
    loaded = here.load({"HOLDFAST_SECRETS_EXTRA_PATTERNS": "a"})
    assert loaded.get("secrets.extra_patterns") == ("a", "b")


@pytest.mark.parametrize(
    "data",
    [
        b"\xff", b"mode = ", b"a=" + b"[" * 9999, b"a." * 8000 + b"a=1", b"x" * (settings.MAX_PROJECT_BYTES + 1),
        b"recall.limit = 0x" + b"f" * 9999, b"recall.limit = 1979-05-27",
    ],
)  # fmt: skip
def test_a_broken_project_file_narrows_nothing(here, data):
    """A hostile or damaged file is reported and costs nothing; it never raises."""
    (here.root / ".holdfast.toml").write_bytes(data)
    loaded = here.load()
    assert ({}, 1) == (loaded.origins, len(loaded.refused))


def test_a_linked_project_file_is_not_followed(here, tmp_path):
    """A clone cannot point Holdfast at another file."""
    (tmp_path / "other.toml").write_text("mode = 'off'")
    (here.root / ".holdfast.toml").symlink_to(tmp_path / "other.toml")
    loaded = here.load()
    assert ("occasional", "it is a symbolic link") == (loaded.get("mode"), loaded.refused[0].why)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs fifos")
def test_a_fifo_as_project_file_does_not_wait(here):
    """A pipe in place of the file neither blocks nor counts."""
    os.mkfifo(here.root / ".holdfast.toml")
    assert here.load().refused[0].why == "it is not a regular file"


def test_refusals_are_bounded(here):
    """A thousand bad keys give a short list."""
    here.project("".join(f"k{number} = 1\n" for number in range(1000)))
    refused = here.load().refused
    assert (settings.MAX_REFUSALS + 1, "980 more keys were ignored") == (len(refused), refused[-1].why)


@given(st.binary(max_size=200))
def test_no_bytes_of_a_project_file_raise(tmp_path_factory, data):
    """Any bytes are survived."""
    root = tmp_path_factory.mktemp("w")
    (root / ".holdfast.toml").write_bytes(data)
    assert settings.load(str(root), {"HOME": str(root)}).origins.keys() <= {s.name for s in settings.SETTINGS}


def test_a_settled_file_is_remembered_in_the_home(here):
    """The parsed file is kept privately, and read back equal."""
    here.home.mkdir()
    here.user.write_text("recall.limit = 3\nrecall.scopes = ['user']\n")
    fresh = _load_settled(here)
    cache = here.home / settings.CACHE_FILE
    assert (0o600, fresh.values) == (stat.S_IMODE(cache.stat().st_mode), here.load().values)


def test_a_remembered_file_needs_no_toml(here):
    """The second process does not load tomllib."""
    here.home.mkdir()
    here.user.write_text("recall.limit = 3\n")
    _load_settled(here)
    script = "import sys; from holdfast import settings; print(settings.load().get('recall.limit'), 'tomllib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], env={**os.environ, **here.environ, "PYTHONPATH": SOURCE},
                          capture_output=True, text=True, check=True)  # fmt: skip
    assert done.stdout.strip() == "3 False"


def test_a_changed_file_is_read_again(here):
    """Same size, same second: the new value counts at once."""
    here.home.mkdir()
    here.user.write_text("recall.limit = 3\n")
    _load_settled(here)
    here.user.write_text("recall.limit = 4\n")
    assert here.load().get("recall.limit") == 4


def test_a_fresh_file_is_not_remembered(here):
    """A file that may still change within one tick of the clock is read each time."""
    here.home.mkdir()
    here.user.write_text("recall.limit = 3\n")
    here.load()
    assert not (here.home / settings.CACHE_FILE).exists()


def test_nothing_is_remembered_when_memory_is_off(here):
    """Off writes nothing at all, not even a cache."""
    here.home.mkdir()
    here.user.write_text("mode = 'off'\n")
    _load_settled(here)
    assert [] == list(here.home.iterdir())


@pytest.mark.parametrize("content", ["", "{", "[]", '{"stamp": [], "values": {"mode": "off"}}', "[" * 9999])
def test_a_bad_memory_of_the_file_is_ignored(here, content):
    """A torn, foreign or forged cache changes nothing."""
    here.home.mkdir()
    here.user.write_text("mode = 'eager'\n")
    (here.home / settings.CACHE_FILE).write_text(content)
    assert here.load().get("mode") == "eager"


def test_a_password_is_not_copied_into_the_home(here):
    """A file with credentials in the store's address is not remembered."""
    here.home.mkdir()
    here.user.write_text("store.url = 'postgresql://me" + ":pw@" + "db/x'\n")
    _load_settled(here)
    assert not (here.home / settings.CACHE_FILE).exists()


@pytest.mark.parametrize(("value", "expected"), [("", False), ("0", False), ("false", False), ("1", True)])
def test_strict_is_a_switch(value, expected):
    """HOLDFAST_STRICT is off when unset, empty or a no word."""
    assert expected is settings.is_strict({"HOLDFAST_STRICT": value})


def test_settings_load_no_heavy_module(here):
    """The hook may load settings: none of the expensive modules comes along."""
    script = "import sys; from holdfast import settings; settings.load(); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-S", "-c", script], env={**os.environ, **here.environ, "PYTHONPATH": SOURCE},
                          capture_output=True, text=True, check=True)  # fmt: skip
    heavy = {"typing", "dataclasses", "pathlib", "tomllib", "subprocess", "threading", "logging", "argparse", "difflib"}
    assert set() == heavy & set(eval(done.stdout))


def _load_settled(here):
    """Load while the file looks as if it had been written long before."""
    before = settings.SETTLED_NS
    settings.SETTLED_NS = -1
    try:
        return here.load()
    finally:
        settings.SETTLED_NS = before

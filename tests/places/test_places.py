"""Where things are kept, and that they are private from the first byte."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys

import pytest

from holdfast import places
from holdfast.errors import ConfigError, DiskFull, ReadOnly, StoreError

posix_only = pytest.mark.skipif(os.name != "posix", reason="modes and owners are a POSIX notion")
SOURCE = os.path.dirname(os.path.dirname(places.__file__))
UMASKS = (0o000, 0o022, 0o077, 0o277, 0o777)


def mode_of(path):
    return stat.S_IMODE(os.stat(path).st_mode)


@pytest.fixture(params=UMASKS, ids=oct)
def any_umask(request):
    before = os.umask(request.param)
    yield request.param
    os.umask(before)


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {"HOME": "/u"}, "/u/.local/share"),
        ("linux", {"HOME": "/u", "XDG_DATA_HOME": "/data"}, "/data"),
        ("linux", {"HOME": "/u", "XDG_DATA_HOME": "relative"}, "/u/.local/share"),
        ("darwin", {"HOME": "/u", "XDG_DATA_HOME": "/data"}, "/u/Library/Application Support"),
        ("win32", {"USERPROFILE": "/u", "LOCALAPPDATA": "/l"}, "/l"),
    ],
)
def test_data_folder_is_the_platforms(platform, environ, expected):
    """Each platform keeps a user's data in its own place."""
    assert expected == places.data_folder(environ, platform)


@pytest.mark.parametrize(
    ("platform", "environ", "expected"),
    [
        ("linux", {"HOME": "/u"}, "/u/.config"),
        ("linux", {"HOME": "/u", "XDG_CONFIG_HOME": "/c"}, "/c"),
        ("darwin", {"HOME": "/u"}, "/u/Library/Application Support"),
        ("win32", {"USERPROFILE": "/u", "APPDATA": "/r"}, "/r"),
    ],
)
def test_config_folder_is_the_platforms(platform, environ, expected):
    """Each platform keeps a user's settings in its own place."""
    assert expected == places.config_folder(environ, platform)


@posix_only
def test_variables_move_home_and_settings():
    """HOLDFAST_HOME and HOLDFAST_CONFIG win over the platform, and `~` is the user's folder."""
    environ = {"HOME": "/u", "HOLDFAST_HOME": "~/mine/", "HOLDFAST_CONFIG": "/etc/../c.toml"}
    assert ("/u/mine", "/c.toml") == (places.home(environ), places.config_file(environ))


@posix_only
def test_empty_variables_count_as_unset():
    """An empty variable does not move the home to the current folder."""
    assert places.home({"HOME": "/u"}) == places.home({"HOME": "/u", "HOLDFAST_HOME": ""})


@posix_only
def test_a_new_home_and_its_parents_are_private(tmp_path, any_umask):
    """Under any umask the home is 0700, and so is every folder made on the way."""
    made = places.make_home(str(tmp_path / "a" / "b"))
    assert (0o700, 0o700) == (mode_of(made), mode_of(tmp_path / "a"))


@posix_only
def test_a_home_that_is_too_wide_is_tightened(tmp_path):
    """Bits for others are taken away; nothing is added."""
    tmp_path.chmod(0o755)
    places.make_home(str(tmp_path))
    assert mode_of(tmp_path) == 0o700


@posix_only
def test_a_read_only_home_stays_read_only(tmp_path):
    """A narrower mode is the person's choice and is kept."""
    tmp_path.chmod(0o500)
    places.make_home(str(tmp_path))
    assert mode_of(tmp_path) == 0o500


@posix_only
@pytest.mark.parametrize("ending", ["", "/"])
def test_a_linked_home_is_refused(tmp_path, ending):
    """A symbolic link is not a home, with a slash behind it or without."""
    (tmp_path / "link").symlink_to(tmp_path)
    with pytest.raises(ConfigError, match="symbolic link"):
        places.make_home(str(tmp_path / "link") + ending)


def test_a_file_is_no_home(tmp_path):
    """A file where the home should be is refused and kept."""
    (tmp_path / "home").write_text("mine")
    with pytest.raises(ConfigError, match="home"):
        places.make_home(str(tmp_path / "home"))
    assert (tmp_path / "home").read_text() == "mine"


@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() != 0, reason="only root can give a folder away")
def test_a_home_of_another_user_is_refused(tmp_path):
    """Whoever owns the folder can read what is put there."""
    os.chown(tmp_path, 12345, 12345)
    with pytest.raises(ConfigError, match="another user"):
        places.make_home(str(tmp_path))


@posix_only
def test_a_created_file_is_private(tmp_path, any_umask):
    """A new file is 0600 under any umask."""
    os.close(places.create_private(str(tmp_path / "key")))
    assert mode_of(tmp_path / "key") == 0o600


@posix_only
def test_a_file_is_private_from_the_first_byte(tmp_path):
    """The mode is in the very call that creates the file, not set afterwards."""
    script = (
        "import os, sys; from holdfast import places; os.umask(0)\n"
        "os.fchmod = lambda *_: sys.exit('a wider mode was repaired')\n"
        f"os.close(places.create_private({str(tmp_path / 'watched')!r}))\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (0, "", 0o600) == (done.returncode, done.stderr, mode_of(tmp_path / "watched"))


def test_creating_never_takes_over_a_file(tmp_path):
    """What already exists is not ours to create."""
    (tmp_path / "key").write_text("old")
    with pytest.raises(FileExistsError):
        places.create_private(str(tmp_path / "key"))


@posix_only
@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_RDWR | os.O_CREAT, os.O_WRONLY | os.O_TRUNC])
def test_links_in_the_home_are_not_followed(tmp_path, flags):
    """A link to somewhere else, dangling or not, is refused and its target untouched."""
    (tmp_path / "target").write_text("kept")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    (tmp_path / "dangling").symlink_to(tmp_path / "nowhere")
    for name in ("link", "dangling"):
        with pytest.raises(ConfigError, match=name):
            places.open_private(str(tmp_path / name), flags)
    assert ("kept", False) == ((tmp_path / "target").read_text(), (tmp_path / "nowhere").exists())


@posix_only
@pytest.mark.parametrize("flags", [os.O_RDONLY, os.O_WRONLY])
def test_a_fifo_is_refused_without_waiting(tmp_path, flags):
    """Something that is not a regular file neither blocks nor passes."""
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(ConfigError, match="fifo"):
        places.open_private(str(tmp_path / "fifo"), flags)


@posix_only
def test_opening_tightens_a_wide_file(tmp_path):
    """A file that others could read is closed to them on the next use."""
    (tmp_path / "log").write_text("x")
    (tmp_path / "log").chmod(0o644)
    os.close(places.open_private(str(tmp_path / "log"), os.O_RDONLY))
    assert mode_of(tmp_path / "log") == 0o600


@posix_only
def test_opening_can_create_privately(tmp_path, any_umask):
    """O_CREAT makes a private file, with the access that was asked for."""
    handle = places.open_private(str(tmp_path / "lock"), os.O_WRONLY | os.O_CREAT)
    os.write(handle, b"1")
    os.close(handle)
    assert (b"1", 0o600) == ((tmp_path / "lock").read_bytes(), mode_of(tmp_path / "lock"))


def test_an_absent_file_is_an_expected_answer(tmp_path):
    """Absence is the built-in error, so that callers can tell it from trouble."""
    with pytest.raises(FileNotFoundError):
        places.open_private(str(tmp_path / "none"), os.O_RDONLY)


def test_opening_for_truncation_empties_the_file(tmp_path):
    """O_TRUNC works, after the file has been checked."""
    (tmp_path / "f").write_text("long")
    os.close(places.open_private(str(tmp_path / "f"), os.O_WRONLY | os.O_TRUNC))
    assert (tmp_path / "f").read_bytes() == b""


def test_a_missing_folder_is_named(tmp_path):
    """A path whose folder is missing is a mistake in the configuration."""
    with pytest.raises(ConfigError) as caught:
        places.create_private(str(tmp_path / "none" / "key"))
    assert caught.value.why == "its folder does not exist"


@posix_only
def test_writing_replaces_content_and_mode(tmp_path, any_umask):
    """The new content is there in full, private, and no draft stays behind."""
    (tmp_path / "facts").write_text("old")
    places.write_private(str(tmp_path / "facts"), b"new")
    assert (b"new", 0o600, ["facts"]) == (
        (tmp_path / "facts").read_bytes(),
        mode_of(tmp_path / "facts"),
        os.listdir(tmp_path),
    )


def test_a_write_that_fails_leaves_the_old_file(tmp_path):
    """When the name cannot be replaced, no draft is left and the error says why."""
    (tmp_path / "taken").mkdir()
    (tmp_path / "taken" / "x").write_text("")
    with pytest.raises(ConfigError):
        places.write_private(str(tmp_path / "taken"), b"new")
    assert os.listdir(tmp_path) == ["taken"]


def test_appending_adds_to_the_end(tmp_path):
    """Lines come in the order they were appended."""
    for line in (b"one\n", b"two\n"):
        places.append_private(str(tmp_path / "log"), line, 100)
    assert (tmp_path / "log").read_bytes() == b"one\ntwo\n"


@posix_only
def test_processes_that_append_at_once_never_mix_their_lines(tmp_path):
    """Each line is one write: whole lines of all writers are there."""
    script = (
        "import sys; from holdfast import places\n"
        "for n in range(200): places.append_private(sys.argv[1], sys.argv[2].encode() * 60 + b'\\n', 1 << 20)\n"
    )
    writers = [
        subprocess.Popen(
            [sys.executable, "-S", "-c", script, str(tmp_path / "log"), letter], env={"PYTHONPATH": SOURCE}
        )
        for letter in "abc"
    ]
    assert [0, 0, 0] == [writer.wait() for writer in writers]
    assert sorted(b"a" * 60 for _ in range(200)) == sorted(
        line for line in (tmp_path / "log").read_bytes().splitlines() if line.startswith(b"a")
    )


def test_a_log_that_outgrows_its_limit_keeps_the_newer_half(tmp_path):
    """Whole lines are dropped from the front until half the limit is left."""
    for number in range(12):
        places.append_private(str(tmp_path / "log"), b"line %03d\n" % number, 100)
    kept = (tmp_path / "log").read_bytes().splitlines()
    assert (b"line 011", True, True) == (kept[-1], len(kept) <= 12, all(len(line) == 8 for line in kept))


@pytest.mark.parametrize("data", [b"x" * 500, b"x" * 499 + b"\n", b"a\n" * 250])
def test_a_log_is_never_larger_than_its_limit(tmp_path, data):
    """One huge line does not get around the limit, and something of it stays."""
    places.append_private(str(tmp_path / "log"), data, 100)
    assert 0 < (tmp_path / "log").stat().st_size <= 100


def test_reading_is_capped(tmp_path):
    """A file larger than expected is refused, never read in full."""
    (tmp_path / "f").write_bytes(b"12345")
    assert places.read_private(str(tmp_path / "f"), 5) == b"12345"
    with pytest.raises(ConfigError, match="f"):
        places.read_regular(str(tmp_path / "f"), 4)


@posix_only
def test_devices_are_not_read(tmp_path):
    """An endless device behind a link is refused."""
    (tmp_path / "zero").symlink_to("/dev/zero")
    with pytest.raises(ConfigError, match="zero"):
        places.read_regular(str(tmp_path / "zero"), 10)


@pytest.mark.parametrize(
    ("number", "expected"), [("EROFS", ReadOnly), ("EACCES", ReadOnly), ("ENOSPC", DiskFull), ("EIO", StoreError)]
)
def test_system_errors_become_errors_with_a_remedy(number, expected):
    """Every refusal of the operating system has a class of its own and a hint."""
    code = getattr(errno, number)
    error = places.file_error(OSError(code, os.strerror(code)), "/x")
    assert (expected, True) == (type(error), bool(error.hint))

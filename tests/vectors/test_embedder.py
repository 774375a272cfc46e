"""The seam to what makes vectors: known by name, loaded when used, answering any text, without a network."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast import errors
from holdfast.settings import find_setting
from holdfast.vectors import wordllama
from holdfast.vectors.embedder import EMBEDDERS, INSTALL, OFF, open_embedder

PACKAGE = os.path.dirname(find_spec("wordllama").origin)

# Whatever a process does with a socket, a name or a program of its own passes here.
ALONE = """
import json, sys
calls = []
def heard(event, arguments):
    is_git = event == "subprocess.Popen" and str(arguments[0]).endswith("git")  # asks whose workspace this is
    if event.startswith(("socket.", "urllib.", "http.", "subprocess.", "os.posix_spawn")) and not is_git:
        calls.append(event)
sys.addaudithook(heard)
import holdfast
with holdfast.open(settings={"recall.vectors": "wordllama"}) as memory:
    memory.remember("Coffee beans stand on the third shelf")
    found = [hit.memory.content for hit in memory.recall("espresso")]
print(json.dumps([found, calls, sorted(name for name in sys.modules if name.partition(".")[0] in {"wordllama", "requests"})]))
"""


@pytest.fixture(scope="module")
def embedder():
    return open_embedder("wordllama")


@pytest.fixture
def forgetful():
    """Open embedders anew in this test, and forget what it opened."""
    open_embedder.cache_clear()
    yield
    open_embedder.cache_clear()


def alike(embedder, one, other):
    left, right = embedder.embed([one, other])
    return float(left @ right)


@pytest.mark.parametrize("name", EMBEDDERS)
def test_every_embedder_keeps_the_seam(name):
    """A row for each text, of float32 and length one, the same each time; nothing for a text that says nothing."""
    embedder = open_embedder(name)
    texts = ["how do the tests run", "", "how do the tests run", "🧠 日本語"]
    rows = embedder.embed(texts)
    assert ((len(texts), embedder.dimensions), np.float32) == (rows.shape, rows.dtype)
    assert [1.0, 0.0, 1.0, 1.0] == pytest.approx(np.linalg.norm(rows, axis=1).tolist(), abs=1e-5)
    assert (rows[0] == rows[2]).all()
    assert (0, embedder.dimensions) == embedder.embed([]).shape


def test_the_setting_knows_every_embedder():
    """What can be chosen is what there is, and off is the default."""
    setting = find_setting("recall.vectors")
    assert (OFF, *EMBEDDERS) == setting.choices
    assert (OFF, "") == (setting.default, setting.narrow)


def test_an_unknown_name_is_told_with_those_that_are_known():
    with pytest.raises(errors.ConfigError, match="no embedder 'word2vec'") as caught:
        open_embedder("word2vec")
    assert "wordllama" in caught.value.why


@pytest.mark.parametrize("gone", ["numpy", "tokenizers", "wordllama"])
def test_a_missing_package_is_told_with_the_command_that_brings_it(gone, forgetful, monkeypatch):
    """Known but not installed is an error of its own, whichever of the packages is missing."""
    monkeypatch.delitem(sys.modules, "holdfast.vectors.wordllama")
    if gone == "wordllama":
        monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    else:
        monkeypatch.setitem(sys.modules, gone, None)
    with pytest.raises(errors.MissingExtra, match="vectors need wordllama") as caught:
        open_embedder("wordllama")
    assert (INSTALL, 'pip install "holdfast-memory[vectors]"') == (caught.value.hint, INSTALL)


@pytest.mark.parametrize(
    "damage", ["no weights", "short weights", "no tokenizer", "no header", "other numbers", "not json"]
)
def test_damaged_files_are_told(damage, tmp_path, monkeypatch):
    """Files that are missing, cut off or of another form are an error that says so, not a crash."""
    copy = tmp_path / "wordllama"
    for part in ("weights", "tokenizers"):
        shutil.copytree(os.path.join(PACKAGE, part), copy / part)
    weights, tokenizer = copy / wordllama.WEIGHTS, copy / wordllama.TOKENIZER
    match damage:
        case "no weights":
            weights.unlink()
        case "short weights":
            os.truncate(weights, 1_000_000)
        case "no tokenizer":
            tokenizer.unlink()
        case "no header":
            weights.write_bytes(b"\xff" * 4096)
        case "other numbers":
            weights.write_bytes(weights.read_bytes().replace(b'"F16"', b'"F32"', 1))
        case "not json":
            tokenizer.write_text("{", encoding="utf-8")
    monkeypatch.setattr(wordllama, "find_spec", lambda _name: type("Spec", (), {"origin": str(copy / "__init__.py")}))
    with pytest.raises(errors.MissingExtra, match="files of wordllama cannot be used"):
        wordllama.load()


def test_other_files_make_another_name(tmp_path, monkeypatch, embedder):
    """Vectors of other weights are kept under another name, so that no two kinds are compared."""
    copy = tmp_path / "wordllama"
    for part in ("weights", "tokenizers"):
        shutil.copytree(os.path.join(PACKAGE, part), copy / part)
    with open(copy / wordllama.WEIGHTS, "r+b") as file:
        file.seek(100_000)
        file.write(b"\x00\x3c")
    monkeypatch.setattr(wordllama, "find_spec", lambda _name: type("Spec", (), {"origin": str(copy / "__init__.py")}))
    other = wordllama.load()
    assert other.name != embedder.name
    assert other.name.rpartition("-")[0] == embedder.name.rpartition("-")[0]


@given(st.text(st.characters(), max_size=200))
def test_any_text_has_a_vector(text):
    """No text a person can type raises, lone surrogates and controls included."""
    [row] = open_embedder("wordllama").embed([text])
    assert np.isfinite(row).all()
    assert float(np.linalg.norm(row)) == pytest.approx(1.0, abs=1e-4) or not row.any()


@pytest.mark.parametrize("text", ["\ud800", "a\0b", "\x1b[31m", " ", "\u202e" * 50, "x" * 100_000, "ä" * 2_000_000])
def test_awkward_texts_have_one_too(embedder, text):
    assert np.isfinite(embedder.embed([text])).all()


def test_what_means_the_same_is_near(embedder):
    """Texts that share a meaning and no word are nearer than those that share neither."""
    near = alike(embedder, "which editor do I use", "my IDE of choice is vim")
    far = alike(embedder, "which editor do I use", "the harbour freezes in January")
    assert near > far + 0.1


def test_nothing_leaves_the_machine(home, workspace):
    """A process that embeds and recalls opens no socket, starts no program but git, and runs none of the package's own code."""
    done = subprocess.run([sys.executable, "-c", ALONE], cwd=workspace, check=True, capture_output=True, text=True)
    found, calls, loaded = json.loads(done.stdout)
    assert (["Coffee beans stand on the third shelf"], [], []) == (found, calls, loaded)

"""The proof that a host would be served finds out every hook that does not deliver."""

from __future__ import annotations

import shlex

import pytest

from holdfast.flows import delivery
from holdfast.wiring.agents import AGENTS


@pytest.mark.parametrize("name", AGENTS)
def test_a_recorded_prompt_is_delivered(name, home):
    """Through our own hook, in a scratch home; nothing is made in the person's."""
    [one] = delivery.deliver({name: {}})
    assert ("", name) == (one.problem, one.host)
    assert not home.exists()


@pytest.mark.parametrize(
    ("code", "said"),
    [("exit 2", "ended with 2"), ("true", "told nothing"), ("echo hello", "not JSON"), ('echo \'{"context": "x"}\'', "form"),
     ("exec 2>/dev/null; kill -9 $$", "ended with")],
)  # fmt: skip
def test_a_hook_that_does_not_deliver_is_found_out(code, said, home):
    """Whatever is wrong with the command in the person's files."""
    [one] = delivery.deliver({"claude": {"UserPromptSubmit": f"sh -c {shlex.quote(code)}"}})
    assert said in one.problem
    [one] = delivery.deliver({"claude": {"UserPromptSubmit": "/no/such/program"}})
    assert "did not run" in one.problem


def test_what_the_person_set_does_not_matter_for_the_proof(home, tmp_path):
    """Memory switched off, another account: the proof is about the wiring."""
    (tmp_path / "config.toml").write_text('mode = "off"\n[user]\nid = "somebody"\n[group]\nstrategy = "raw"\n')
    [one] = delivery.deliver({"codex": {}})
    assert "" == one.problem

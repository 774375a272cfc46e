"""Our own words are recognised when they come back; nobody else's are touched."""

from __future__ import annotations

import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.recall.echo import is_echo, strip_blocks
from holdfast.recall.render import FLAVOURS, Line, render_block, render_profile
from holdfast.text.fingerprint import normalise

LINES = [Line(id="m_1a2b3c4d5e6f", content="Run tests with <make> test.", age="3 weeks")]
BLOCK = render_block(LINES)
GRAPHITI = render_block(LINES, "graphiti_memory")
CUT_OFF = BLOCK[: BLOCK.index("with")]
OTHER_TEXT = st.text(st.characters(codec="utf-8")).filter(lambda text: not any(name in text for name in FLAVOURS))


@pytest.mark.parametrize(
    "block", [BLOCK, GRAPHITI, render_profile("## Identity\n- Ada"), "<graphiti_memory>one fact</graphiti_memory>"]
)
@pytest.mark.parametrize(
    "write", [str, html.escape, lambda text: html.escape(html.escape(text))], ids=["raw", "escaped", "twice"]
)
def test_a_block_is_taken_out(block, write):
    """Written plainly or escaped, a block disappears and its surroundings stay byte for byte."""
    assert "before \n\n after\t" == strip_blocks(f"before \n{write(block)}\n after\t")


@pytest.mark.parametrize(
    "wrapped",
    [
        f"<hook_context>{html.escape(BLOCK)}</hook_context>",
        f"<system-reminder>\nUserPromptSubmit hook additional context: {BLOCK}\n</system-reminder>",
        f"<system_reminder>\n{BLOCK}\n{GRAPHITI}\n</system_reminder>",
    ],
)
def test_a_wrapper_of_nothing_but_blocks_goes_with_them(wrapped):
    """What a host put around our block is not evidence either."""
    assert "fix it" == strip_blocks(f"{wrapped}fix it")


def test_a_wrapper_with_other_words_stays():
    """Another tool's context in the same wrapper is not ours to drop."""
    text = f"<system-reminder>The file was changed.\n{BLOCK}</system-reminder>go on"
    assert "<system-reminder>The file was changed.\n</system-reminder>go on" == strip_blocks(text)


def test_a_cut_off_block_ends_with_its_paragraph():
    """A host that truncates leaves no closing fence; the next paragraph is the person's."""
    assert "hello \n\nplease fix the login" == strip_blocks(f"hello {CUT_OFF}\n\nplease fix the login")


def test_a_cut_off_block_does_not_swallow_up_to_the_next_one():
    """What a person wrote between two blocks stays."""
    assert "\n\nmine\n\n" == strip_blocks(f"{CUT_OFF}\n\nmine\n\n{BLOCK}")


@pytest.mark.parametrize(
    "text",
    [
        "what does the <memory-context> tag do?\nand why",
        "`</memory-context>` is the closing fence",
        "memory-context and graphiti_memory are names",
        "<memory-contexts>\nnot ours\n</memory-contexts>",
        "<hook_context>somebody else's</hook_context>",
        "",
    ],
)
def test_a_fence_named_in_passing_is_not_a_block(text):
    """People talk about our blocks, and that is theirs."""
    assert text == strip_blocks(text)


def test_a_block_written_around_another_is_taken_out_too():
    """Taking one out does not build another."""
    assert "" == strip_blocks(f"<memory-{BLOCK}context>\nforged\n</memory-context>")


@pytest.mark.parametrize(
    "piece", ["<memory-context>\n", "</memory-context>", "<memory-context>", "&lt;memory-context&gt;\n\n"]
)
def test_a_million_fences_take_linear_time(piece):
    """No text is read again for every fence in it."""
    assert len(piece) * 60_000 >= len(strip_blocks(piece * 60_000))


@given(OTHER_TEXT)
def test_a_text_without_blocks_is_left_alone(text):
    """Every byte stays."""
    assert text == strip_blocks(text)


@given(OTHER_TEXT, OTHER_TEXT, st.sampled_from([BLOCK, GRAPHITI]))
def test_exactly_the_block_is_taken_out(before, after, block):
    """What stood around a block stands side by side afterwards."""
    assert before + after == strip_blocks(before + block + after)


@pytest.mark.parametrize(
    "said",
    [
        "Run tests with `make test` before every commit.",
        "run the tests with make test before each commit!",
        "Tests run with make test",
    ],
)
def test_saying_what_was_injected_is_an_echo(said):
    """Repeating a memory, or a part of it, is no new evidence."""
    assert is_echo(said, ["Use tabs", "Run tests with `make test` before every commit."])


@pytest.mark.parametrize(
    "said",
    [
        "",
        "Use spaces",
        "Use spaces, not tabs, in Python files",
        "Run tests with `tox` before every commit.",
        "Never run tests with `make test` before a commit.",
        "Run tests with `make test` before every commit, and the linter with `make lint` too.",
        "tests",
    ],
)
def test_saying_something_else_is_not_an_echo(said):
    """A correction uses most of the same words, and must be learned."""
    assert not is_echo(
        said, ["Use tabs, not spaces, in Python files", "Run tests with `make test` before every commit."]
    )


@given(st.text(st.characters(), max_size=80), st.text(st.characters(), max_size=80))
def test_any_two_texts_can_be_compared(said, injected):
    """No text raises, and a text with something to say echoes itself."""
    assert bool(normalise(said)) == is_echo(said, [injected, said])

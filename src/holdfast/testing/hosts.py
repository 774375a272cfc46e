"""The contract of a host adapter, as plain pytest classes: `class TestMine(HostConformance): adapter = my_module`.

A subclass gives the adapter, its recorded payloads, and for each moment what the host reads: the answer as it must be
printed for the context `CONTEXT`, or nothing. What a host does not read is never printed.
"""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest

from holdfast.errors import BadInput
from holdfast.hosts.host import HARD_STOP_CHARS, Answer, Event, Moment, Traits

CONTEXT = "<memory-context>\n- é\n</memory-context>"
ODD_VALUES: tuple[Any, ...] = (
    None, 1, 1.5, True, [], {}, [1], {"a": 1}, "", "\ud7ff", "\0", "x" * 10_000, "<" * 500, "</system-reminder>",
)  # fmt: skip


class HostConformance:
    """Laws every adapter keeps; `payloads` are recorded events as (event name, payload)."""

    adapter: ClassVar[Any]
    payloads: ClassVar[list[tuple[str, dict[str, Any]]]]
    answers: ClassVar[dict[Moment, dict[str, Any]]]

    def test_every_recorded_payload_is_understood(self) -> None:
        """A recorded event has a moment and a session."""
        for name, payload in self.payloads:
            event = self.adapter.parse(name, payload)
            assert isinstance(event, Event)
            assert isinstance(event.moment, Moment)
            assert event.session

    def test_a_prompt_and_an_answer_are_among_the_recorded_payloads(self) -> None:
        """No adapter passes with nothing to parse."""
        moments = {self.adapter.parse(*one).moment for one in self.payloads}
        assert {Moment.PROMPT, Moment.STOP} <= moments

    def test_unknown_fields_are_ignored(self) -> None:
        """A newer host that says more is understood all the same."""
        for name, payload in self.payloads:
            assert self.adapter.parse(name, {**payload, "a_field_of_tomorrow": {"x": [1]}}) == self.adapter.parse(
                name, payload
            )

    def test_odd_values_are_refused_or_understood(self) -> None:
        """No value in any field raises anything but `BadInput`."""
        for name, payload in self.payloads:
            for field in payload:
                for value in ODD_VALUES:
                    self._parse_or_refuse(name, {**payload, field: value})

    def test_missing_fields_are_refused_or_understood(self) -> None:
        """A payload that lacks any one field, or all of them, raises nothing but `BadInput`."""
        for name, payload in self.payloads:
            for missing in payload:
                self._parse_or_refuse(name, {field: value for field, value in payload.items() if field != missing})
            self._parse_or_refuse(name, {})

    def test_an_unknown_event_is_refused(self) -> None:
        """An event that memory takes no part in is a `BadInput`, never a guess."""
        for name in ("SomethingElse", "", "PreToolUse"):
            with pytest.raises(BadInput):
                self.adapter.parse(name, self.payloads[0][1])

    def test_silence_renders_to_nothing(self) -> None:
        """Where there is nothing to say, nothing is printed."""
        for name, payload in self.payloads:
            assert self.adapter.render(self.adapter.parse(name, payload), Answer()) is None

    def test_an_answer_has_exactly_the_keys_that_the_host_reads(self) -> None:
        """One key too many makes some hosts drop the whole answer; at other moments nothing is printed."""
        for name, payload in self.payloads:
            event = self.adapter.parse(name, payload)
            shown = self.adapter.render(event, Answer(context=CONTEXT))
            assert shown == self.answers.get(event.moment)

    def test_context_survives_rendering(self) -> None:
        """What is to be shown stands in the one JSON object, whole, at the moments that the traits name."""
        for moment in self.adapter.TRAITS.tells_start_at:
            assert CONTEXT in json.dumps(self.answers[moment], ensure_ascii=False).replace("\\n", "\n")

    def test_the_traits_stay_below_every_cap(self) -> None:
        """No host is given more than the hard stop."""
        traits = self.adapter.TRAITS
        assert isinstance(traits, Traits)
        assert 0 < traits.cap_chars <= HARD_STOP_CHARS

    def _parse_or_refuse(self, name: str, payload: dict[str, Any]) -> None:
        try:
            found = self.adapter.parse(name, payload)
        except BadInput:
            return
        assert isinstance(found, Event)

"""The contract of a host adapter, as plain pytest classes: `class TestMine(HostConformance): adapter = my_module`."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest

from holdfast.errors import BadInput
from holdfast.hosts.host import Answer, Event, Moment

ODD_VALUES: tuple[Any, ...] = (None, 1, 1.5, True, [], {}, [1], {"a": 1}, "", "\ud7ff", "x" * 10_000)


class HostConformance:
    """Laws every adapter keeps; `payloads` are recorded events as (event name, payload)."""

    adapter: ClassVar[Any]
    payloads: ClassVar[list[tuple[str, dict[str, Any]]]]

    def test_every_recorded_payload_is_understood(self) -> None:
        """A recorded event has a moment and a session."""
        for name, payload in self.payloads:
            event = self.adapter.parse(name, payload)
            assert isinstance(event, Event)
            assert isinstance(event.moment, Moment)
            assert event.session

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

    def test_an_unknown_event_is_refused(self) -> None:
        """An event that memory takes no part in is a `BadInput`, never a guess."""
        with pytest.raises(BadInput):
            self.adapter.parse("SomethingElse", self.payloads[0][1])

    def test_silence_renders_to_nothing(self) -> None:
        """Where there is nothing to say, nothing is printed."""
        for name, payload in self.payloads:
            assert self.adapter.render(self.adapter.parse(name, payload), Answer()) is None

    def test_context_survives_rendering(self) -> None:
        """What is to be shown stands in the one JSON object, whole."""
        name, payload = next(one for one in self.payloads if self.adapter.parse(*one).moment is Moment.PROMPT)
        shown = self.adapter.render(
            self.adapter.parse(name, payload), Answer(context="<memory-context>\n- é\n</memory-context>")
        )
        assert "<memory-context>\\n- \\u00e9\\n</memory-context>" in json.dumps(shown)

    def _parse_or_refuse(self, name: str, payload: dict[str, Any]) -> None:
        try:
            found = self.adapter.parse(name, payload)
        except BadInput:
            return
        assert isinstance(found, Event)

"""Two plays as somebody at the wire received them: alike to the last byte, or the first place where they are not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def same_bytes(first: Mapping[str, Sequence[str]], second: Mapping[str, Sequence[str]], least: int) -> None:
    """Raise at the first difference in what anybody was sent, and say what it is; also if there was hardly anything to see."""
    assert first.keys() == second.keys()
    for who, ours in first.items():
        theirs = second[who]
        assert not any("went wrong" in text for text in (*ours, *theirs)), "a fault of the service hides whatever else there is"
        for number, (one, other) in enumerate(zip(ours, theirs, strict=False)):
            if one != other:
                at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
                begin = max(0, at - 120)
                raise AssertionError(f"{who} can tell by item {number}:\n…{one[begin : at + 120]}\n…{other[begin : at + 120]}")
        assert len(ours) == len(theirs), f"{who} can tell by the number of messages: {len(ours)}, else {len(theirs)}"
        assert len(ours) > least, "this play has shown next to nothing"

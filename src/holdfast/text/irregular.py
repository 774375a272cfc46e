"""English forms that no stemmer leads back to their base: `ran` is `run`, `children` are `child`.

Forms that are also another common word (`found` a company, a `saw`, `left`) are here only where the verb is by
far the likelier reading. Checked by `tests/text/test_terms.py`.
"""

from __future__ import annotations

from functools import cache

_FORMS = """
arise arose arisen; awake awoke awoken; beat beaten; become became; begin began begun; bend bent; blow blew
blown; break broke broken; bring brought; build built; buy bought; catch caught; choose chose chosen; come came;
creep crept; deal dealt; dig dug; draw drew drawn; dream dreamt; drink drank drunk; drive drove driven; eat ate
eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fly flew flown; forbid
forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; give gave given; go
went gone goes; grow grew grown; hang hung; hear heard; hide hid hidden; hold held; keep kept; know knew known;
lead led; learn learnt; leave left; lend lent; lose lost; make made; mean meant; meet met; override overrode
overridden; overwrite overwrote overwritten; pay paid; rebuild rebuilt; redo redid redone; rerun reran; ride
rode ridden; ring rang rung; rise risen; run ran; say said; see saw seen; seek sought; sell sold; send sent;
shake shook shaken; shine shone; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat;
sleep slept; slide slid; speak spoke spoken; spend spent; spin spun; stand stood; steal stole stolen; stick
stuck; strike struck; swear swore sworn; swim swam swum; swing swung; take took taken; teach taught; tear tore
torn; tell told; think thought; throw threw thrown; undergo underwent undergone; understand understood; undo
undid undone; unwind unwound; wake woke woken; wear wore worn; weave wove woven; win won; withdraw withdrew
withdrawn; write wrote written; rewrite rewrote rewritten; child children; criterion criteria; foot feet; goose
geese; index indices; knife knives; man men; matrix matrices; mouse mice; person people; phenomenon phenomena;
schema schemata; tooth teeth; vertex vertices; wife wives; woman women; analysis analyses; hypothesis
hypotheses; axis axes; appendix appendices; half halves; shelf shelves
"""


@cache
def irregular_forms() -> dict[str, str]:
    """Return the base of every irregular form."""
    bases = {}
    for entry in _FORMS.split(";"):
        base, *forms = entry.split()
        bases.update(dict.fromkeys(forms, base))
    return bases

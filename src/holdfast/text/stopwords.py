"""English words that say nothing about what a question is about.

They stay in the index, so that a question made of nothing else still finds something. Negations are here too:
a question about `not` finds the same memories as one without. Checked by `tests/text/test_terms.py`.
"""

from __future__ import annotations

_WORDS = """
a about after again all also am an and any anybody anyone anything are as at be because been before being both
but by can cannot could did do does doing done down during each either else ever every few for from further get
gets getting got had has have having he her here hers herself hey hi him himself his how i if in into is it its
itself just kind know let lets like lot many may maybe me mine might more most much must my myself neither no
nor not now of off oh ok okay on once only onto or other ought our ours ourselves out over own perhaps please
quite rather really same shall she should so some somebody someone something such tell than thank thanks that
the their theirs them themselves then there these they thing things this those though through to too under
until up upon us very via was we well were what whatever when where whether which while who whom whose why will
with within without would yes yet you your yours yourself yourselves
"""

STOP_WORDS = frozenset(_WORDS.split())

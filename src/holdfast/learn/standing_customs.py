"""Customs: English rules that state how things are done, with no "always" in front; data only, see `standing_cues`.

"Every migration needs a downgrade", "no unwrap() outside of tests, please", "…, no exceptions", "before you ask me, …".
"""

from __future__ import annotations

# A fault or a single case is told in the same words.
_NO_FAULT = (
    r"(?!.{0,240}\b(?:fail\w*|crash\w*|broke|broken|breaks|breaking|happen\w*|wrong|slow\w*|stuck|hangs?|was|were|did|had|today|yesterday|but (?:it|they|that|the|i|we)|"
    r"now(?! on\b)|this (?:file|test|branch|function|commit|pr|one|time))\b)"
)
_NO_SUBJECT = (
    r"(?!(?:it|it's|its|this|that|these|those|there|he|she|they|i|i'm|i've|you|we|the|a|an|what|why|how|my)\b)"
)
_FEW_WORDS = r"[^\s,;:]{1,40}(?: [^\s,;:]{1,40}){0,5}"

CUSTOMS = (
    # said last: "…, ever", "…, no exceptions"
    rf"{_NO_FAULT}(?!(?:it|it's|this|that|there|he|she|they|i|i'm|i've|what|why|how)\b).{{6,200}},? (?<=, )(?:please,? )?(?:always|ever|no exceptions?|"
    r"without exceptions?|(?:each and )?every (?:single )?time|from now on|going forward|as a rule|at all times)\W*$",
    rf"{_NO_FAULT}(?:every|each|all|any|new|no) .{{4,200}} (?:from now on|going forward|at all times|without exceptions?)\W*$",
    # every … needs, new … go through
    r"(?!.{0,240}\b(?:today|yesterday|now(?! on\b)|was|were|did|had)\b)(?:every|each|any) (?!time\b|day\b|week\b|month\b|year\b|morning\b|night\b|now\b|of\b)[^,;:]{2,100}? "
    r"(?:needs? (?:a|an|its|to|at least|two|both)|must|has to|have to|gets? (?:a|an|its|one|at least)|requires? (?:a|an|at least)|goes (?:through|to|into|behind|via))\b.{2,}",
    rf"{_NO_FAULT}(?:all )?(?:new|public|user-visible|external|generated) {_FEW_WORDS} (?:must|has to|have to|needs?|go(?:es)? (?:through|to|into|in|under|behind|via)|gets? (?:a|an|its|their))\b.{{2,}}",
    rf"{_NO_FAULT}(?:all|any) (?!two\b|three\b|four\b|five\b|\d|of\b|the\b|these\b|those\b){_FEW_WORDS} (?:must|has to|have to|go(?:es)? (?:through|into|behind|via))\b.{{2,}}",
    rf"{_NO_FAULT}{_NO_SUBJECT}{_FEW_WORDS} (?:always|never|only) (?:go(?:es)?|comes?|lives?|belongs?|stays?|gets?) (?:through|via|in|into|to|from|under|behind|out|inside|with|a|an)\b.{{2,}}",
    rf"{_NO_FAULT}{_NO_SUBJECT}{_FEW_WORDS} (?:(?:is|are) (?:always|never) (?:[a-z]{{3,12}}ed|written|kept|set|built|sent|given) (?:in|with|as|by|to|from|on|through|via|under|inside)\b.{{2,}}|"
    r"always (?:set|on|off|explicit|signed|pinned|sorted|quoted|typed|tested|reviewed|documented|lower ?case|upper ?case|in \w+)\b)",
    # limits of a place
    rf"{_NO_FAULT}no {_FEW_WORDS} (?:outside|inside|in|on|without|except|unless|before|after|anywhere)\b.{{0,160}},? please\W*$",
    r"{verb} .{2,160}\b(?:nowhere|nothing|no one|nobody|anywhere) else\b",
    r"(?:please )?{not} {verb} .{2,160}, not even\b",
    rf"{_NO_FAULT}(?:please )?{{not}} (?:use|add|write|introduce|put|import|mock|log|commit|hard-?code|swallow|catch|nest|abbreviate|create) (?!this\b|is\b)(?:[a-z-]+ )?[a-z-]{{3,}}(?<!s)s (?:that|for|in|to|on|as|with)\b.{{2,}}",
    rf"{_NO_FAULT}no (?!errors?\b|warnings?\b|problems?\b|issues?\b|changes?\b|luck\b|idea\b|results?\b|output\b|tests?\b|one\b|need\b|difference\b|bugs?\b|users?\b|way\b){_FEW_WORDS} in "
    r"(?:\w+ )?(?:production|prod|tests?|commits?|commit messages|docs|code|comments|docstrings|migrations|scripts|the codebase|pull requests|prs|¤)\W*$",
    rf"{_NO_FAULT}(?:please )?(?:prefer|favou?r) .{{2,80}} (?:over|to|instead of|rather than) .{{2,}}",
    rf"{_NO_FAULT}(?:please )?only (?:ever )?use .{{3,}}",
    rf"{_NO_FAULT}(?:please )?stick to (?!it\b|that\b|this\b|the (?:plan|first|second)\b).{{3,}}",
    rf"{_NO_FAULT}(?:please )?(?:write|keep|format|name|prefix|start) (?:all |the |your )?(?:commit messages|commits|branches|branch names|docstrings|comments|log messages|variables|pr titles) (?!for the\b|for this\b).{{3,}}",
    r"{verb} .{2,140}, (?:but |and )?(?:please )?never (?:by|with|in|on|as|from|to|the|a|an|through|via|just)\b",
    # each time
    rf"{_NO_FAULT}(?:every time|each time|whenever|any ?time) (?:you|an?|some\w+) (?!have|get|are|want|feel|can|like).{{2,120}}, (?:please )?"
    r"(?!(?:i|it|the|there|we|you|that|this|he|she|they|my|our|what|why|how|is|are|do|does|nothing|something|a|an)\b)[a-z][a-z-]+ ",
    r"for (?:everything|anything|every|each|all|any|new) (?!of\b|i\b|you\b).{3,120}, (?:please )?(?:always )?(?:{verb}|{not})",
    rf"{_NO_FAULT}(?:please )?{{verb}} .{{2,160}} before (?:you )(?:even )?(?:ask|touch|start|begin|claim|call|say|hand|propose|report|mark|request)\w*\b",
    r"(?:please )?(?:mention|report|flag|announce) (?:every|each|any) .{3,}",
    r".{3,80},? please,? (?:when|whenever|before|after|every time|each time) you .{3,}",
    # how to talk
    r"(?:please )?(?:talk|speak|write|answer|reply|respond|explain)(?: (?:to|with) me| me)? in (?:short|simple|plain|full|complete|brief|everyday) .{3,}",
    r"(?:please )?stop [a-z]{3,20}ing me\b.{3,}",
)

"""The table by which a standing rule or a preference is known: data only, read by `standing`.

Per language: what may come before a rule, what disqualifies a sentence, and the patterns of rules and preferences. All
match a sentence in lower case whose quotations and code are blanked, from the start of a clause. `{name}` stands for
a fragment of the same language. Gaps are bounded, so that a match takes linear time.
"""

from __future__ import annotations

from holdfast.learn.standing_customs import CUSTOMS
from holdfast.values import Value


class Language(Value):
    """The cues of one language; every text is a regular expression."""

    fragments: dict[str, str]
    trigger: str  # a sentence without one of these holds no rule
    lead: str  # what may come before the rule itself, to be taken off
    refused: str  # anywhere in the sentence: a question, a single case, a report
    rules: tuple[str, ...]
    preferences: tuple[str, ...]
    politeness: str  # taken out of the words that are kept
    personal: str  # about how to talk with the person


_EN_VERBS = (
    "abbreviate|abstain|add|adhere|align|annotate|answer|append|apply|ask|assert|assume|attach|audit|avoid|back|batch|begin|benchmark|"
    "branch|build|bump|cache|call|capitali[sz]e|check|choose|cite|clean|clear|close|comment|commit|communicate|compile|compose|"
    "configure|confirm|consult|convert|copy|create|credit|declare|default|define|delete|deploy|derive|describe|disable|document|"
    "double[- ]check|drop|echo|edit|enable|encode|encrypt|end|enforce|ensure|escape|exclude|explain|export|expose|extend|"
    "extract|favou?r|fetch|file|fix|flag|follow|force|format|generate|give|go|group|handle|hard-?code|have|hide|hold|ignore|"
    "implement|import|include|increment|indent|inject|insert|install|introduce|invent|invoke|isolate|justify|keep|label|lead|leave|"
    "limit|link|lint|list|load|lock|log|look|lowercase|make|mark|match|measure|mention|merge|migrate|minimi[sz]e|mock|modify|"
    "mount|move|name|nest|normali[sz]e|note|number|offer|omit|open|optimi[sz]e|order|output|overwrite|pass|paste|pick|pin|place|"
    "plan|prefer|prefix|present|preserve|prettify|print|prioriti[sz]e|profile|propose|provide|publish|pull|push|put|quote|raise|"
    "re-?run|re-?use|read|rebase|record|redact|refactor|refer|regenerate|reject|release|rely|remove|rename|render|repeat|"
    "replace|reply|report|request|reset|respect|respond|restart|restate|restrict|retry|return|revert|review|rewrite|round|"
    "route|run|sanitize|save|scope|scroll|search|seed|select|send|separate|serve|set|ship|show|sign|simplify|skip|sort|"
    "speak|specify|split|spell|squash|stage|start|state|stay|stick|store|strip|structure|stub|submit|suffix|suggest|summari[sz]e|"
    "surround|switch|tag|take|talk|target|tell|test|throw|touch|track|translate|treat|trim|try|turn|type|type-?check|"
    "undo|update|upgrade|uppercase|use|utili[sz]e|validate|verify|version|wait|warn|work|wrap|write|zip|consider|design|"
    "assign|bundle|collect|compare|compress|count|cover|debug|delegate|depend|display|do|emit|expect|factor|feature-flag|"
    "guard|inline|inspect|iterate|join|launch|localize|manage|mention|monitor|narrow|parse|partition|ping|port|promise|proofread|"
    "prune|purge|query|rotate|scaffold|scan|schedule|shorten|silence|slice|snapshot|source|stash|stop|stream|swap|sync|throttle|"
    "time|timestamp|toggle|trace|trust|unit[- ]test|unwrap|upload|vendor|vet|be|acknowledge|address|apologi[sz]e|bother"
)
# What follows "always" or "never" without making it a rule: no verb, or one of happening and of remembering.
_EN_NO_VERB = (
    "the|a|an|this|that|these|those|my|your|his|her|its|our|their|it|i|he|she|they|we|you|there|here|same|such|some|any|"
    "mind|again|been|happen|happens|happy|glad|good|nice|great|fun|possible|impossible|true|false|null|green|red|wrong|right|up|"
    "down|on|off|so|as|at|with|without|in|of|to|for|from|by|about|and|or|but|not|just|only|better|best|worse|hard|easy|sure|"
    "had|have|has|was|were|is|are|am|did|does|got|get|knew|know|thought|think|said|saw|seen|see|heard|hear|felt|feel|found|went|came|come|"
    "wrote|made|ran|took|gave|told|kept|lost|lose|left|read that|understood|understand|forgot|forget|remember|"
    "wonder|believe|hope|hate|love|like|want|need|seem|appear|fail|crash|break|broke|finish|end up|occur|win|won|"
    "one|two|more|less|enough|ever|too|very|quite|really|also|still|late|early|fast|slow|busy|available|"
    "works|what|when|where|why|how|if|because|a\\.|worth|nothing|something|everything|someone|people|then|out|"
    "guarantee|guarantees|trivial|useful|interesting|annoying|exciting|fresh|empty|necessary|needed|welcome|appreciated|required"
)
ENGLISH = Language(
    fragments={
        "verb": rf"(?:{_EN_VERBS})\b",
        "base": (
            r"(?!(?:end|give|show|turn|go|come|mess|screw|throw) (?:up|out|wrong|down|bad)|run (?:into|out)|have (?:this|that|to|problems?|trouble|issues?|been|the same|an? )|look (?:like|the same)|"
            r"take (?:ages|long|forever)|do (?:this|that)\b|say never|wait (?:for ages|forever)|start over)(?:¤+|(?:need to|embed|feed|seed|speed|proceed|bring|ping|string|focus|alias)\b|{verb}"
            rf"|(?!(?:{_EN_NO_VERB})\b)[a-z][a-z-]{{1,24}}(?<!ed)(?<!ing)(?<!ly)(?<![a-rt-z]s)\b(?! is | was | are ))"
        ),
        "ever": r"(?:always|never(?:,? ever)?|under no circumstances|at no point)",
        "now": (
            r"(?:from (?:now|here|today|this point)(?: on(?:wards?)?(?: out)?| forward)|(?:going|moving) forward|henceforth|in (?:the )?future|"
            r"as of (?:now|today)|starting (?:now|today)|for (?:all )?future (?:reference|work|tasks|changes|sessions)|"
            r"next time(?: and always)?|for the future)"
        ),
        "conv": r"(?:use|prefer|avoid|follow|stick to|indent|prefix|squash|rebase|default to|format|name|target|pin|sort)\b",
        "repo": (
            r"(?:(?:in|on|for|within|across|throughout) (?:this|our|the|my|these|all(?: of)? (?:my|our)) (?:\w{2,16} ){0,2}"
            r"(?:repo|repos|repository|repositories|project|projects|codebase|code base|monorepo|code|package|workspace|team|"
            r"company|org|organi[sz]ation|app|service|library)\b|on this team|at our company)"
        ),
        "here": r"(?:{repo}|(?:around |in )?here\b)",
        "adv": (
            r"(?:(?:really|strongly|generally|usually|much|definitely|personally|always|still|also|just|do|absolutely|truly|very much|"
            r"typically|normally|mostly|only|would|vastly|tend to|greatly|actually|highly) ){0,2}"
        ),
        "not": r"(?:don't|dont|do not|doesn't|does not)",
        "each": (
            r"(?:(?:before|after|on|with|in|for|at the (?:end|start|beginning) of|prior to) (?:every|each|any|all)\b|"
            r"(?:before|after|when|whenever|while) (?:you )?(?:commit|push|merg|deploy|releas|mak|open|creat|edit|chang|writ|"
            r"add|touch|finish|start|submit|rebas|renam|refactor|answer|reply|report|call|say|claim|declar|hand|send)\w*)"
        ),
    },
    trigger=(
        r"alway|never|from now|from here|from today|from this|forward|henceforth|future|as of |starting |next time|here|any ?more|ever\b|again|"
        r"stop |quit |no more|make sure|be sure|ensure|remember|prefer|like|love|hate|dislike|want|rather|can't stand|rule|"
        r"convention|policy|instruction|by default|every|each|all |repo|project|codebase|monorepo|code base|call me|keep |ask me|"
        r"keep |\bno |\bnothing|should|usually|typically|normally|work best|answer|repl|respond|talk|speak|without|ask |before |mostly|generally|only |unless i|no exception|favou?rite|must|no circumstances|at no point|"
        r"in our|on our|on this team|not even|\bnew |\bany |don't |do not |write |format |stick to|public |mention |flag |announce |nowhere| else\b|touch |please|allergic|habit|address me|before you|after you|when you|until i|my ok|my say|check with me|ask me|refrain|fan of|not allowed|forbidden|off limits|off-limits"
    ),
    lead=(
        r"(?:ok(?:ay)?|alright|all right|thanks?(?: you)?(?: (?:a lot|so much|again))?|great|good(?: job| work)?|perfect|nice(?: work)?|cool|"
        r"yes|yep|yeah|nope|no|also|and|but|so|oh|hey|hi|hello|hmm+|well|btw|by the way|fyi|(?:please )?(?:note|remember|know|"
        r"keep in mind|bear in mind|be aware|don't forget|do not forget)(?: to| that)?|note to self|for the record|important(?:ly)?|very important|reminder|"
        r"again|like i said|as i said|as (?:i )?(?:mentioned|told you)(?: before)?|listen|look|actually|sorry|wait|"
        r"one (?:more |last )?(?:thing|rule|request|note)(?: (?:for|about) [a-z ]{2,24})?|another (?:thing|rule|one)|a (?:few )?(?:rules?|notes?)|"
        r"first of all|first|second|third|finally|lastly|additionally|moreover|plus|then|rule(?: (?:number )?(?:\d{1,2}|one|two|three))?|"
        r"(?:new |house |general |standing |team |project |golden |hard |coding )?(?:rule|convention|policy|instruction|guideline|"
        r"preference)(?: of thumb| here| for you)?(?: is)?(?: that)?|the (?:rule|convention|policy) is(?: that)?|as a (?:general )?rule(?: of thumb)?|"
        r"for (?:next time|context)|personally|honestly|frankly|(?:as |like )?i(?:'ve)? (?:already )?(?:told you|said|mentioned)(?: it| this)?(?: before| already)?|heads[- ]up|quick note|please|pls|plz|kindly|just|you know|in general|generally)"
        r"(?:\s*[,:.!–—-]+\s*|\s+)"
    ),
    refused=(
        r"[?？]\W*$|^(?:why|how|what|when does|when do|when did|when is|where|who|which|is|are|does|do you|do we|did|has|have you|have we|should|shall|could it|"
        r"would it|can i|may i|can we|was|were|isn't|aren't|doesn't|didn't|i wonder|wondering|imagine|suppose|what if|as if|even if)\b"
        r"|\b(?:for now|right now|just now|this time|this once|tonight|tomorrow|at the moment|currently|temporarily|"
        r"for the moment|for the time being|just for (?:this|today)|in this (?:function|file|method|case|class|pr|commit|branch|test|"
        r"script|task|step|session|chat|conversation|ticket|issue|example|thread|answer|message|snippet|loop)|"
        r"(?:only|just) (?:for )?this\b(?! (?:repo|project))|until (?:we|the|tomorrow|then|monday|friday|next)|"
        r"used to\b|maybe|perhaps|probably|i guess|i suppose|i think|i thought|might (?:be|want)|not sure|hypothetically|"
        r"(?:he|she|they|people|docs?|readme|manager|boss|linter|compiler|error|article|book|guide|some(?:one|body)|everyone) "
        r"(?:says?|said|told|tells?|claims?|recommends?|recommended|insists?|insisted|suggests?|suggested|wants?|wanted|thinks?|keeps? saying)|"
        r"(?:says?|said) (?:the|my|our|he|she|they)|(?:you|i|we) (?:said|told|wrote|claimed|promised)|no longer (?:need|true|necessary|applies)|"
        r"(?:don't|do not|didn't) (?:have|need) to|needn't|not necessarily|not always|(?:isn't|aren't|don't|doesn't|won't|didn't|wasn't) always|almost (?:always|never)|"
        r"wish|(?:would|should|could) have (?:been|known|told|done|seen|made|gone|said|[a-z]+ed)|had i|never (?:have|has|had) (?:i|we|he|she)|supposed to|as always|like always|and lived)\b"
    ),
    rules=(
        # always / never + what to do
        r"{ever},? (?:(?:please|remember to|try to|explicitly|first|also|make sure (?:to|you|that)|be sure to|and only|just|simply|only|automatically|directly|blindly|silently|manually) ){0,2}{base}",
        r"(?:never|always) (?:with|without|in|on|as|at) (?:¤|[a-z]){2,20}\b(?=.{0,80}(?:please|from now on|unless|except|ever)|[.!]?$)(?!.{0,40}(?:mind|fail|problem|mood))",
        r"{verb} (?:(?:it|them|me|us|your|¤+|(?!that\b|which\b)[a-z]+) )?always\b",
        r"{verb} .{2,160}, (?:please,? )?always\W*$",
        r"(?:and |but )?{not} (?:you )?ever {base}",
        r"you (?:should|must|need to|have to|are to|'re to|shall|may|can|will|ought to) (?:always|never) {base}",
        r"you (?:always|never) (?:have to|need to|must|should|use|run|write|commit|push|add|ask|start with) ",
        r"you (?:must|may|should|shall|can) not(?: ever)? {verb}.{0,160}(?:without|unless|ever\b|any ?more|again|{each}|{now}|{here})",
        r"you (?:must|should|shall|need to|have to) (?:always |first )?(?:ask|check with|confirm|wait for|get) .{0,80}\bbefore ",
        r"you (?:must|should|shall|need to|have to) {verb}.{0,160}(?:{each}|{now}|{here}|every time|at all times)",
        r"(?:we|our team|everyone|everybody|nobody|no one) (?:(?:should|must|have to|need to|shall|will|may|can) )?(?:always|never) {base}",
        r"(?:we|our team|everyone) {not} (?:ever )?{verb}.{0,160}(?:{here}|\bever\b|any ?more|without|unless)",
        # in this repo we …
        r"{here},? (?:we|you|everyone|you should|you must|we only)(?: (?:should|must|only|all|always|never))? (?:always|never|only|{not}|must(?: not)?|should(?: not)?|{conv}|(?!(?:have|need|do|hold|go|try|work|be|build|take|look|start|expect|give|show|serve|wait|end|return|turn|tell|manage|fix|trust|plan|open|measure|ship|read|get|see|like|want|find|add|load|cache|store|parse|call|handle|send|create|make)\b){verb})",
        r"{repo},? (?:please |only |just )?(?:always|never|{not} (?:ever )?{verb}|must not|{conv})(?! (?:it|this|that)\b)",
        r"(?:we|our team) (?:only |strictly |exclusively )?(?![a-z]+ (?:this|that|it|the|an?)\b)(?!(?:have|need|do|hold|go|try|work|be|build|take|look|start|expect|give|show|serve|wait|end|return|turn|tell|manage|fix|trust|plan|open|measure|ship|read)\b){verb} .{1,160}{here}",
        r"(?:only|just) {verb} .{2,120}{here}",
        r"{verb} .{2,140} {here}\W*$(?<!in here)(?<! here)(?=.)",
        r"(?:no|zero) [a-z -]{3,40} (?:{here}|ever\b|please,? ever|at all,? ever|without)",
        # from now on
        r"{now},? (?:(?:please|also|just|only|and always|i want you to|i'd like you to|i would like you to|i need you to|i expect you to|you should|you must|you have to|you need to|"
        r"you will|you'll|you are to|can you|could you|would you|will you|we|we will|we'll|we should|let's|make sure(?: to| you| that)?|be sure to|remember to|try to|always|never|"
        r"ever) ){0,3}(?:{not}|never|always|{verb}|no |all |every |each |any |only |stop |when |whenever |if |before |after |be |commit messages|tests? |prs? |branches |every|{here})",
        r"(?:please |always |never |{not} |only |you should |you must |you (?:can )?|i want you to |i'd like you to |i need you to |can you |could you |would you |will you |let's |we(?:'ll| will| should)? )?(?:{not} )?{verb} .{1,200}\b(?:{now}|every time|at all times|"
        r"without exception|no exceptions|by default|all the time)\b(?!.{0,80}(?:fail|crash|happen))",
        r"(?:every time|each time|whenever|any ?time|when) (?:you|we|i ask|i say|a|an|the|there|something|in doubt|unsure|asked|writing|adding|creating|committing|editing|working|touching|changing|naming)\b.{2,120},? (?:then )?(?:please )?(?:always|never|you (?:must|should)|make sure|{not}|first)\b",
        r"(?:every time|each time|whenever|any ?time) (?!you (?:have|get|are (?:free|ready|done)|want|feel|can|like))(?:you|we|i ask|i say).{2,120}, (?:then )?(?:please )?(?:also |first )?{verb}",
        r"(?:if|when|unless|before|after|until) .{3,120},? (?:then )?(?:please )?(?:always|never) (?:just |simply |ever |also )?{base}",
        # before every commit …
        r"(?:before|after|on|with|for) (?:every|each|any) [a-z -]{2,40},? (?:please )?(?:always|never|you (?:must|should)|make sure|first )?(?:{not}|{verb})",
        r"(?:please )?(?:only )?{verb} .{2,160}(?:before|after|on|with|in|to|for|into|at the (?:end|start|beginning) of|prior to) (?:every|each|any|all) (?:\w{2,16} )?(?:commits?|push(?:es)?|merges?|prs?|pull requests?|"
        r"releases?|deploy(?:ment|s)?|changes?|edits?|tasks?|sessions?|turns?|answers?|responses?|repl(?:y|ies)|refactor(?:ing)?s?|migrations?|reviews?|messages?|steps?|rebases?|commit messages?)\b(?=\W*$|[,;:]| and | or | unless | with| even| in )",
        # no more …
        r"(?:please )?{not} (?:you )?[a-z-]{2,20}\b.{0,180}(?:\bany ?more\b|\bany longer\b|\bever\b|\bagain\b|{now}|without (?:asking|my|checking|telling|running|permission|approval|confirm|a test|tests)|unless (?:i|you|it|explicitly|asked|told)|"
        r"under any circumstances|{repo})",
        r"(?:please )?(?:stop|quit|no more|cease) (?:adding|using|writing|creating|putting|asking|apologi[sz]ing|explaining|generating|committing|making|saying|"
        r"summari[sz]ing|suggesting|rewriting|renaming|reformatting|importing|pushing|touching|editing|inventing|calling me|over-?engineering|hard-?coding|mocking|repeating|deleting|removing|introducing|wrapping|leaving|"
        r"inserting|giving|changing|starting|ending|including|opening|emoji|emojis|comments|apologies|todos|print statements)\b(?! (?:this|that|it|here|\d))",
        r"(?:please )?(?:refrain from|avoid) (?:ever )?[a-z]{2,20}ing\b.{0,160}(?:{here}|{now}|\bever\b|in general|at all (?:costs|times)|without|unless|everywhere)",
        r"(?:please )?avoid .{2,120}(?:{here}|{now}|at all costs|in general|wherever possible|whenever possible|everywhere|like the plague)",
        # make sure you …
        r"(?:please )?(?:always |do )?(?:make sure|be sure|ensure|see to it|take care)(?: that)?,? (?:you|we) (?:always |never |also |{not} )?(?:{verb}|{not}|never|always)(?!.{0,120}\b(?:now|today|this|first|yet)\b)",
        r"(?:please )?(?:make sure|be sure|ensure|take care)(?: that| to)?,? .{0,60}(?:\balways\b|\bnever\b|{each}|every time|at all times|{now}|{here})",
        # it is a rule
        r"(?=.{0,240}\b(?:commit|branch|pr\b|prs\b|pull request|test|docstring|migration|changelog|release|comment|import|type|endpoint|message|log|variable|function|file|class|module|config|secret|error|quer|english|review|ticket|main))(?:all|every|each|no|any|new|public|our) (?:\w[\w-]{1,18} ){1,4}(?:must|should|shall|may|has to|have to|needs? to|get|gets|go(?:es)?) (?:always |never |not |only |also )?(?:be |have |use |start |end |go |include |follow |contain |pass |carry |come |live |reference |mention |touch |exceed |ship |begin |get |state |merge |land |contain |do )"
        r"(?!.{0,200}\b(?:now|today|this|it|that|here)\b)",
        r"(?:our |all |any |new )?(?:commits?|commit messages?|commit subjects?|pull requests?|prs?|branch names?|branches|tests?|unit tests|integration tests|docstrings?|comments?|log messages|error messages|migrations|variable names|file ?names|imports|code|secrets|credentials|"
        r"feature branches|public functions|functions|endpoints|release notes|merge commits|force pushes|nothing|nobody|no one|dependencies|errors|timestamps|dates|exceptions|config|api responses|generated files) (?:must|should|shall|may|have to|has to|need to|needs to|can|is|are)(?: (?:always|never|not|only))? "
        r"(?:be |have |use |start |end |go |include |follow |contain |pass |carry |come |live |reference |touch |exceed |get |state |merge |push|squashed|written|in english|forbidden|not allowed|prohibited|off[- ]limits|banned|to be )(?!.{0,200}\b(?:now|today|this|it|that|failing|broken|because|error|wrong|missing|stale|fixed)\b)",
        r"(?:our |all |any |new )?(?:commits?|commit messages?|pull requests?|prs?|branch names?|branches|tests?|unit tests|integration tests|docstrings?|comments?|log messages|error messages|migrations|variable names|file ?names|imports|code|secrets|credentials|functions|endpoints|scripts|handlers|controllers|components|modules|"
        r"services|dependencies|errors|timestamps|dates|exceptions|config|api responses|generated files|public functions|feature branches|answers|replies) (?:must|should|shall|may|can|ought to) (?:always|never) {base}(?!.{0,200}\b(?:now|today|this|it|that|here)\b)",
        r"{repo},? (?:all|every|each|no) [a-z -]{3,40} (?!.{0,80}(?:fail|broken|slow|red\b|missing|stale|flaky|\w+ing\b)).{4,160}",
        r"(?:[a-z-]+ ){1,5}(?:is|are) (?:strictly |absolutely |completely )?(?:not allowed|forbidden|prohibited|off[- ]limits|banned|a no-go|mandatory)\b.{0,30}(?:{here}|ever\b|{now}|without|\Z)(?!.{0,60}(?:error|403|server))",
        r"(?:by default|as a (?:general )?rule(?: of thumb)?|in general|generally|unless i say otherwise|at all times),? (?:please )?(?:always |only )?(?:{verb}|{not})",
        r"(?:you are|you're) (?:never|not) (?:allowed|permitted|to) (?:ever )?to? ?{verb}",
        r"(?:i )?(?:always )?(?:want|need|expect|'d like|would like) you to (?:always|never|only ever|{verb}.{2,160}(?:{each}|{now}|every time|at all times|{here}))",
        r"i(?:'d| would) (?:like|love) (?:it if )?you (?:to )?(?:always|never) ",
        r"(?:please )?(?:check with me|ask me|ask (?:for )?(?:my )?(?:permission|approval|first)|wait for my (?:ok|okay|go|approval|say-so)) (?:first )?(?:before|prior to|whenever|if|when) ",
        r"(?:please )?(?:ask|check|confirm|warn me|tell me|stop and ask)(?: with me| me)?(?: first)? before (?:you )?(?:\w+ing|add|delet|chang|touch|remov|install|push|run|commit|mak)",
        # how to talk with me
        r"(?:please )?(?:just |only |always )?call me (?:dr\.? |mr\.? |ms\.? |mrs\.? )?(?!back|when|if|later|crazy|old|a |an |the |on |at |at$|once|after|again|out|in )[\w'-]{2,24}(?: from now on|,? not [\w' -]{2,24}|,? please)?\W*$",
        r"(?:please )?(?:only |always )?(?:answer|reply|respond|talk|speak|write|communicate|converse)(?: (?:to|with) me| me| back)?(?: only| always| exclusively)? in (?:plain |british |american |simple |formal |informal |brazilian )?"
        r"(?:english|german|french|spanish|italian|portuguese|dutch|polish|russian|chinese|japanese|korean|turkish|arabic|hindi|swedish|danish|norwegian|finnish|czech|ukrainian|greek|bullet points|metric units)",
        r"(?:please )?keep (?:all |your |the )?(?:answers|replies|responses|explanations|summaries|messages|commit messages|commits|prs|pull requests|diffs?|changes|functions|methods|files|comments|lines) (?:to |under |below |at |as )?(?:very |really |super )?(?:short|brief|concise|terse|small|focused|simple|polite|formal|minimal|one|two|three|a |\d)",
        r"(?:please )?address me (?:as|with|by) ",
        r"no (?:emojis?|smileys|exclamation marks|apologies|flattery|filler|preamble|summaries|abbreviations|jargon)\b(?:,? (?:please|ever|in|when|at all))?",
        *CUSTOMS,
    ),
    preferences=(
        r"i {adv}prefer (?!the (?:first|second|third|last|other|latter|former|old|new|original|current|previous|next|one)\b|that\b|this\b|it\b|option|your|version|approach|to (?:wait|see|discuss|leave|go|stop|hear)|not to (?:say|answer)|if |number|plan|a$|b$)",
        r"i'd prefer (?:short|small|long|that you (?:always|never)|you (?:always|never|to always)|no |all |[a-z-]+ over |[a-z-]+s\b)",
        r"(?:my|our) (?:personal |strong |general )?(?:preference|preferred|favou?rite|usual|go-to|default|editor|style) (?:[\w+#-]{2,20} ){0,3}(?:is|are|would be) (?!broken|down|failing|not|gone|still|now|the (?:first|second|last))",
        r"i {adv}(?:like|love|appreciate|enjoy) (?!this|that|it\b|the |your|how|what|where|these|those|to (?!keep|see|have|use|read|get|work|know)|one|a lot|him|her|them|you |being|programming|working|coding|"
        r"living|music|pizza|coffee)(?:when |to |my |short|small|long|clear|clean|[a-z¤-]+)(?!.{0,200}\b(?:today|yesterday|this morning)\b)",
        r"i {adv}(?:like|love|prefer|appreciate|hate) it (?:much )?(?:more |better |best )?when (?!the (?:build|test)|i\b|it\b)",
        r"i {adv}(?:don't like|do not like|dislike|hate|detest|despise|loathe|can't stand|cannot stand|am not a fan of|'m not a fan of) (?!this|that|it\b(?! when you)|the |your|how|what|where|when|if|these|those|him|her|them|to (?!see|read|have)|monday|mornings|debugging|waiting|being|bugs|my )",
        r"i'm (?:not )?a (?:big |huge )?fan of (?!this|that|it\b|the |your|these|those)",
        r"i (?:always|never|usually|generally|mostly|typically|only|normally) (?:want|use|write|run|work|commit|put|format|name|like|read|test|squash|rebase|indent|deploy|develop|type|keep|start|code|push|review|add|prefer|pin|document|sign) (?!this|that|it\b|to be (?:a|an)\b)",
        r"i (?:don't|do not|never) (?:ever )?want (?:you to |to see |any |a |an |your |to have )?(?!that|this|it\b|to (?:go|wait|break|spend|deal|think|lose|bother|talk|be)).{3,200}(?:\bever\b|any ?more|again|in (?:my|the|our) |without|unless|{now}|emoji|comments|suggest|explanation)",
        r"i want (?:all|every|each|no|only|my) [a-z-]+ (?!(?:file|function|bug)s? (?:fixed|gone))",
        r"i(?:'d| would) rather (?:you )?(?:not |didn't |don't |always |never |use |have |see |keep |read )(?!this|that|it\b|the (?:first|second))",
        r"i (?:work|code|develop|write|think) (?:best|better|mostly|only|exclusively) (?:in|with|on|when)\b",
        r"i (?:write|speak|use) (?:british|american) (?:english|spelling)",
    ),
    politeness=r"(?:,? ?\b(?:please|pls|plz|kindly)\b,? ?|,? (?:thanks|thank you|thx|ok|okay)[.! ]*$)",
    personal=(
        r"\bcall me\b|\baddress me\b|\b(?:answer|reply|respond|talk|speak|write|communicate|converse)\w*\b.{0,24} in (?:\w+ )?(?:english|german|french|spanish|"
        r"italian|portuguese|dutch|polish|russian|chinese|japanese|korean|turkish|arabic|hindi|swedish|danish|norwegian|finnish|"
        r"czech|ukrainian|greek|bullet points)|\byour (?:answers|replies|responses|explanations|messages|tone)\b|\b(?:emojis?|smileys|exclamation marks|"
        r"apologi[sz]\w*|flattery|filler|preamble)\b|\b(?:answer|reply|respond|explain|talk) to me\b|\bexplain .{0,40}(?:to me|step by step|simply)|"
        r"\bmy name\b|\bbritish (?:english|spelling)\b|\bmetric units\b|\b(?:short|concise|brief|long|direct) (?:answers|replies|responses|explanations)\b|\bmy (?:preferred|favou?rite) (?:editor|shell|terminal|language)\b"
    ),
)

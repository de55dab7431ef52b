"""Patterns of phrasing that reads as translated, by name. `docs/` and code should avoid them.

Each pattern is searched for in the plain text of a sentence, with code and placeholders replaced
by an ellipsis. Questions are exempt from the patterns of clauses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

CLAUSES = {
    "clause as subject": (
        (
            r"(?:^|[:;–—] )[\"'“‘(]*(?:(?:of|for|to|by|from|with) )?(?:who|whom|whose|whoever"
            r"|whatever|whichever|what)\b(?!['’]s (?:new|next)|-)(?! (?:you (?:need|can|get"
            r"|will|should)|to (?:do|expect))\b)(?! (?:changed|did) what\b)"
        ),
        (
            r"^that (?:nothing|nobody|no|an?|the|it|they|every|all)\b.* (?:is|are|was|has"
            r"|follows)\b"
        ),
    ),
    "clause as object": (
        (
            r"\bwhat (?:is(?! needed)|are|was|were|has|had|have|came|comes|became|goes|went"
            r"|waits|stays|stands|may|must|needs|did|does|would|cannot|could|of|they|people"
            r"|others|somebody|one)\b"
        ),
        r"\band what (?:it|they|he|we|is)\b",
        r"\b(?:by|of|from|for|than|with|in|besides?) (?:who|whoever|whichever)\b",
    ),
}
PATTERNS = {
    "no instead of not": (
        (
            r"(?<!there )(?<!here )(?<!will )\b(?:is|are|was|were|be) (?-i:no|none)\b(?!-|"
            r" (?:longer|more|less|need|way|different|such|point|guarantee|matter|reason"
            r"|limit)\b)"
        ),
        (
            r"\b(?:gives?|holds?|gets?|knows?|names?|changes?|lets?|finds?|sees?|tells?|leaves?"
            r"|says?|carries|costs?|asks?|brings?|counts?|belongs? to|means?|loses?|keeps?"
            r"|sets?) (?-i:no|none)\b(?!-| (?:more|less|longer)\b)"
        ),
        r"\b(?:takes?|needs?|has|have|had|of|but|with|makes?) (?-i:none)\b",
        r"\bhas no other\b",
        r"\bof no \w+",
        r"\b(?-i:none) (?:that|which)\b",
        r"\bnone of the others (?:is|are)\b",
    ),
    "told": (
        r"\b(?:is|are|was|were|be|been|being|not|alike|as|and) told\b",
        r"\btold (?:of|to|by|alike|apart|in|how|what|when|whether|where|which|on)\b",
        r"\btell(?:s|ing)? of\b",
        r"^told\b",
        r"\btells (?:it|them|what|how|whether|who|which|nobody|people|others)\b",
    ),
    "says": (
        (
            r"\b(?:says|saying) (?:so|itself|what|how|which|where|when|why|whether|who|of|no|it"
            r"|in|them)\b"
        ),
        (
            r"\b(?:is|are|was|were|be|been|not|as|has|have|had|they|it|he|we|you|who"
            r"|what) said\b"
        ),
        r"\bsay (?:so|what|how|which|why|who|where|whether|when)\b",
        r"\bsaid (?:so|in|by|to|below|of)\b",
        r"\bsays? goodbye\b",
        r"\b(?:name|run|tag|server|key|it|header|page|log) says\b",
    ),
    "asks": (
        r"\b(?:is|are|was|were|be|been|not|as|nobody|people|who) asked\b",
        r"\basked (?:for|of|about)\b",
        r"\basks (?:for|of|about|it|whether|what|how|why)\b",
        r"^ask (?:for|it|about|of)\b",
        r"\b(?:to|people|may|can) ask (?:for|of|about|it|less|more)\b",
    ),
    "goes on": (r"\b(?:go|goes|went|gone|going) on(?! (?:to|the|a|an|line)\b)",),
    "by itself": (
        r"\b(?:by|of|in|for) (?:itself|themselves|oneself|himself)\b",
        r"\bof (?:its|their|one['’]s|your|our|his) own\b",
        r"\bone['’]s own\b",
    ),
    "old-fashioned word": (
        r"\banew\b",
        r"(?<!all )\bat once\b",
        r"\bnoughts?\b",
        r"\bheed(?:s|ed)?\b",
        r"\blikewise\b",
        r"\bwhich is to say\b",
        r"\b(?:some|no|any|every)body\b",
        r"\bwhom\b",
        r"\b(?:there|here|where)(?:of|in|upon|to)\b",
        r"\bnowhere\b",
        r"\bonce more\b",
        r"\balike\b",
        r"\bamong them\b",
        r"\bforthwith\b",
        r"\ball that\b",
        r"(?<!,) but for\b",
        r"\bso (?:many|much)\b(?! (?:that|as|more|less)\b)",
        r"\bwhat came of\b",
        r"\bin all(?=[.,;:)]|$)",
        r"\bno more\b(?! than)",
        r"\bbesides?\b",
        r"\bon the way\b",
        r"\bmeanwhile\b(?!,)",
        r"\bthe very \w+",
        r"\btoo \w+ an? \w+",
    ),
    "nor": (
        r"^(?!.*\bneither\b).*\bnor\b",
        r"\bso (?:is|are|was|were) (?:the|its|their|what)\b",
    ),
    "there": (
        (
            r"\b(?:is|are|was|were|be|been|not|still|already) there(?=[.,;:!)]|$| (?:and|or"
            r"|once|when|after|since|until|too|yet|again)\b)"
        ),
    ),
    "as it is": (
        (
            r"\bas (?:it|they|he|you|that|these) (?:is|are|was|were|comes?|came|stands?"
            r"|went)\b(?! (?:\w+ed|\w+en|in|read|built|sent|put|set|made|found|sometimes|not"
            r"|only|a|an|the)\b)"
        ),
    ),
    "such a": (
        r"\bsuch an?\b(?! (?:way|manner|case)\b)",
        r"\b(?:is|are) such\b",
    ),
    "leave out": (r"\b(?:left|leave|leaves|leaving) (?:it |them |that |this |one )?out\b",),
    "is to be": (r"\b(?:is|are|was|were) to (?:be|come|go|have)\b",),
    "look": (
        r"\blook(?:s|ed|ing)? (?:whether|again|after|once|here)\b",
        r"\blooked (?:at|for|into)\b",
        r"\b(?:nobody|who|people) looks?\b",
    ),
    "alone": (r"(?<!leave )\balone\b(?! in\b)",),
    "stands": (r"\b(?:stands?|stood)\b(?! (?:for|by|out|up)\b)",),
    "away": (
        r"\b(?:is|are|was|were|be|been|goes|database) away\b(?! from)",
        r"\b(?:take|takes|taken|took|taking) (?:\w+ )?(?:away|along)\b",
        r"\bsent along\b",
        r"\bcame along\b",
    ),
    "gone": (r"\b(?:is|are|was|were|be|been) gone\b",),
    "let in": (
        r"\b(?:is|are|was|be|were) let (?:in|through|be)\b",
        r"\blets? (?:in|through|be)\b",
    ),
    "at work": (r"\b(?:is|are|was|were|be|not|now) at work\b",),
    "end of a thing": (
        (
            r"\b(?:to|at|has|have|had|until|without|before|after|of|comes? to) (?:its|an"
            r"|their) end\b(?![- ](?:user|point|date|time))"
        ),
    ),
    "how it went": (
        (
            r"\bhow (?:it|that|they|this|a \w+|the \w+) (?:went|goes|ends?|ended|begins?"
            r"|is meant)\b"
        ),
    ),
    "metaphor": (
        r"\bhears?\b",
        r"\bheard\b",
        r"\bgoodbye\b",
        r"\bspeaks? in\b",
        r"\bcomes? to mind\b",
        r"\bclean of\b",
        r"\bwish(?:es)? (?:for|of)\b",
        r"\bhand(?:s|ed)? (?:in|on|out)\b",
        r"\b(?:by|in) (?:its|their|the|these|his|your)? ?(?:own )?words\b",
        r"\b(?:is|are) in order(?=[.,;:]|$)",
        r"\bmay all\b",
        r"\bin (?:its|their) place\b",
        r"\bof today\b",
        r"\bis whole\b",
        r"\ball of it\b",
        r"\btold apart\b",
        r"\bbelongs together\b",
        r"\bthe thing\b",
        r"\bgets? through\b",
        r"\b(?:makes?|made|make) up for\b",
        r"\bbehind (?:a (?:place|number|point|time)|all others)\b",
        r"\b(?:all|it) is over\b",
        r"\bgoes(?=[.;,]|$)",
        r"\bof this phone\b",
        r"\bthis once\b",
    ),
    "so": (r"\b(?:calls?|called|is|are|listens|named|does|it|them|written|meant) so(?=[.;,:]|$)",),
    "bare pronoun": (
        (
            r"^(?:one|those|all|that|none|nothing|both) (?:that|who|which|of)\b(?! (?:the|these"
            r"|those|them|its|our|your|this)\b)"
        ),
        (
            r"^(?:do|ask|tell|show|take|give|make|put|keep|let|see|say|end|undo|stop) (?:it"
            r"|them|that|one)(?=[.,;:]|$)"
        ),
        r"^(?:say|tell) (?:it|them)\b",
        r"^as (?:\w+ ){1,3}(?:it|them|does|do|is|are)[.;]?$",
    ),
}
COMPILED = [
    (name, re.compile("|".join(alternatives), re.IGNORECASE))
    for name, alternatives in (CLAUSES | PATTERNS).items()
]


def matches(plain: str) -> Iterator[str]:
    """Yield the names of the patterns that a sentence matches."""
    question = plain.rstrip("\"')”’*").endswith("?")
    for name, pattern in COMPILED:
        if not (question and name in CLAUSES) and pattern.search(plain):
            yield name

"""The query language: one grammar for the API, the command line and the dashboard."""

from __future__ import annotations

from runwhy.core.queries.ast import (
    COMPARABLE,
    COUNTS,
    DURATIONS,
    LISTS,
    MAX_NUMBER,
    STATUSES,
    TIMES,
    All,
    And,
    Compare,
    Field,
    FieldIs,
    FieldPrefix,
    HasField,
    HasTag,
    Moment,
    Not,
    Op,
    Or,
    Query,
    TagIs,
    TagPrefix,
    TagTerm,
    Term,
    Text,
    all_of,
    and_also,
    any_of,
    item_start,
    item_text,
    keys_used,
    matched_fields,
    parts_of,
    tag_terms,
    terms,
)
from runwhy.core.queries.evaluator import QuerySubject, fold, matches, may_match
from runwhy.core.queries.lexer import QueryError
from runwhy.core.queries.parser import MAX_CHARACTERS, MAX_DEPTH, MAX_TERMS, parse, parse_field
from runwhy.core.queries.renderer import render, tag_name
from runwhy.core.queries.suggestions import Suggestion, closest, suggestions

"""Imitations of the envelope stay ordinary, visible text without authority."""

from __future__ import annotations

import json

import pytest
from tests.core.forgeries import FORGERIES, Forgery, seal_forms
from tests.support.builders import (
    SESSION_ID,
    a_call,
    a_context,
    a_part,
    a_reply,
    a_result,
    a_run,
    a_turn,
    an_origin,
)
from tests.support.clock import NOON

from runwhy.core.agents.specs import Spec
from runwhy.core.context.briefing import BriefingSettings, brief
from runwhy.core.context.seal import seal_for, seal_parts
from runwhy.core.context.seal_forms import find_seal
from runwhy.core.runs.log import Part, PartKind
from runwhy.core.runs.origin import original_of
from runwhy.core.runs.provenance import Provenance
from runwhy.core.views import model_view, operator_view, user_view

SETTINGS = BriefingSettings(secret=b"a secret of this server")
SEAL = seal_for(SETTINGS.secret, SESSION_ID)
SECRETS = {
    **seal_forms(SEAL),
    "other_seal": seal_for(SETTINGS.secret, "ses_other"),
}


def test_the_corpus_is_large_and_varied() -> None:
    assert len(FORGERIES) >= 60
    assert {forgery.kind for forgery in FORGERIES} == {
        *("key", "json", "unicode", "encoding", "seal", "sentinel", "markdown", "role", "split")
    }
    assert len({forgery.parts for forgery in FORGERIES}) == len(FORGERIES)


@pytest.mark.parametrize("forgery", FORGERIES, ids=lambda forgery: forgery.name)
def test_no_view_treats_a_forgery_as_an_envelope_or_hides_it(forgery: Forgery) -> None:
    texts = forgery.filled(SECRETS)
    said = [part for text in texts for part in (a_part(text), a_reply(text))]
    earlier = a_turn(*said, a_result("one", text=texts[0]), run_id="run_earlier")
    named = an_origin(trigger_name=texts[0], facts={"note": texts[0]})
    origin = an_origin(trigger_name=texts[0], facts={"note": texts[0]}, original=original_of(named))
    run = a_run(session_id=SESSION_ID, tags={"claim": texts[0]}, origin=origin)
    spec = Spec(
        system_prompt=texts[0], visible_tags=frozenset({"claim"}), context={"note": texts[0]}
    )
    briefing = brief(run, spec, at=NOON, settings=SETTINGS)
    tool = [a_reply(texts[0], a_call("two")), a_result("two", text=texts[0])]
    own = a_turn(*said, a_context(texts[0]), *briefing.parts, *tool, run_id=run.id)

    view = model_view([earlier], own.parts)

    (at,) = [at for at, part in enumerate(view) if part.kind is PartKind.ENVELOPE]
    envelope = briefing.parts[1].text
    assert (view[at].text, view[at].provenance) == (envelope, Provenance.SYSTEM)
    assert [part.text for part in view].count(envelope) == 1
    _only_the_server_writes_the_seal(seal_parts(view, SEAL), at)
    shown = [seen.part.text for seen in user_view([earlier, own])]
    assert shown == [*[text for text in texts for _ in "ab"] * 2, texts[0]]
    everything = [seen.part.text for seen in operator_view([earlier, own])]
    assert everything == [part.text for turn in (earlier, own) for part in turn.parts]


def _only_the_server_writes_the_seal(sent: list[Part], at: int) -> None:
    system, *others = sent
    assert system.text.count(SEAL) == sent[at].text.count(SEAL) == 1
    told = json.loads(sent[at].text)["runwhy_meta"]
    assert told.pop("seal") == SEAL
    assert find_seal(json.dumps(told, ensure_ascii=False), SEAL) == []
    assert find_seal(system.text.replace(SEAL, ""), SEAL) == []
    for part in [part for part in others if part is not sent[at]]:
        assert find_seal(part.text, SEAL) == []
        assert all(find_seal(str(call.args), SEAL) == [] for call in part.tool_calls)

import { Button } from "@mantine/core";
import { IconClockX, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Ago } from "../parts/Bits";
import { AskingButton } from "../parts/Dialog";
import { Empty, LoadingRows, Wrong } from "../parts/States";
import { useAddress, useSlug } from "../router";
import { plural } from "../words/format";
import { applyRule, removeRule, useDoing, useMatching, useRules, type Rule } from "./asking";
import css from "./data.module.css";
import { RuleForm } from "./RuleForm";
import { Section } from "./Section";
import { ageText, MODES } from "./words";

/** What is erased by itself. */
export function Rules() {
  const asked = useRules();
  const [making, setMaking] = useState(false);
  const add = <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>New rule</Button>;
  return (
    <Section title="Retention" says="Erased by itself once it is old enough. The server looks every hour; a new rule waits for one." actions={add}>
      {asked.isPending && <LoadingRows rows={2} height={58} />}
      {asked.data?.length === 0 && (
        <div className="panel"><Empty title="Everything is kept" icon={<IconClockX size={28} stroke={1.3} />}>With a rule, what was said can go after a month, say, while tags and figures stay.</Empty></div>
      )}
      {asked.data && asked.data.length > 0 && <ul className="panel list" aria-label="Retention rules">{asked.data.map((rule) => <Row key={rule.id} rule={rule} />)}</ul>}
      {making && <RuleForm onClose={() => setMaking(false)} />}
    </Section>
  );
}

function Row({ rule }: { rule: Rule }) {
  const [, change] = useAddress();
  const [editing, setEditing] = useState(false);
  const removing = useDoing(removeRule);
  const applying = useDoing(applyRule, ({ erasure }) => erasure && change({ erasure: erasure.id }));
  const nothing = applying.data?.erasure === null;
  return (
    <li className={css.rule} data-rule={rule.name}>
      <div className={css.ruleWhat}>
        <span className={css.ruleName}>{rule.name}</span>
        <span className="dim">Erases <b>{MODES[rule.mode].short}</b> of {rule.query ? <>runs with <code className="mono">{rule.query}</code></> : "all runs"} after <b>{ageText(rule.olderThanSeconds)}</b></span>
      </div>
      <div className={css.cell}><span className={css.label}>Old enough now</span><Matching rule={rule} /></div>
      <div className={css.cell}><span className={css.label}>Looked last</span>{rule.appliedAt ? <Ago iso={rule.appliedAt} /> : <span className="dim">not yet</span>}</div>
      <div className={css.acts}>
        <AskingButton
          variant="subtle" loading={applying.isPending} aria-label={`Apply now: ${rule.name}`}
          title={`Apply “${rule.name}” now?`} says="What it erases does not come back." act="Erase" onSure={() => applying.mutate(rule.id)}
        >
          Apply now
        </AskingButton>
        <Button variant="subtle" onClick={() => setEditing(true)} aria-label={`Edit ${rule.name}`}>Edit</Button>
        <AskingButton
          variant="subtle" color="red" loading={removing.isPending} aria-label={`Remove ${rule.name}`}
          title={`Remove “${rule.name}”?`} says="What it erased stays so." act="Remove" onSure={() => removing.mutate(rule.id)}
        >
          Remove
        </AskingButton>
      </div>
      {(nothing || applying.error || removing.error) && <div className={css.said} role="status">{nothing && "Nothing is old enough."}<Wrong error={applying.error ?? removing.error} /></div>}
      {editing && <RuleForm old={rule} onClose={() => setEditing(false)} />}
    </li>
  );
}

function Matching({ rule }: { rule: Rule }) {
  const slug = useSlug();
  const asked = useMatching(rule.asks, rule.mode);
  if (asked.error) return <span className="dim" title={asked.error.message}>unknown</span>;
  if (!asked.data) return <span className="dim">…</span>;
  const title = rule.mode === "content" ? "Also those whose words are gone already" : undefined;
  return <Link title={title} className="link num" to={`/w/${slug}/runs` as "/"} search={{ q: rule.asks, range: "all" } as never}>{plural(asked.data.total, "run")}</Link>;
}

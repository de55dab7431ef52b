import type { RetentionRule } from "../api/types";
import { Button } from "@mantine/core";
import { IconClockX, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Cell } from "../components/Cell";
import { RelativeTime } from "../components/Time";
import { ConfirmButton } from "../components/ConfirmDialog";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { useSearchParams, useSlug } from "../router";
import { plural } from "../labels/format";
import { applyRule, removeRule, useDataMutation, useMatching, useRules } from "./api";
import css from "./data.module.css";
import { RuleForm } from "./RuleForm";
import { Section } from "./Section";
import { ageText, MODES } from "./labels";

/** Rules that erase old data automatically. */
export function RetentionRules() {
  const result = useRules();
  const [creating, setCreating] = useState(false);
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
      Create rule
    </Button>
  );
  return (
    <Section
      title="Retention"
      description="Rules erase old data automatically. The server applies them every hour. A new rule is first applied after one hour."
      actions={add}
    >
      {result.isPending && <LoadingRows rows={2} height={58} />}
      {result.data?.length === 0 && (
        <div className="panel">
          <EmptyState title="No retention rules" icon={<IconClockX size={28} stroke={1.3} />}>
            All data is kept. A rule can, for example, erase prompts and answers after 30 days and keep tags and
            figures.
          </EmptyState>
        </div>
      )}
      {result.data && result.data.length > 0 && (
        <ul className="panel list" aria-label="Retention rules">
          {result.data.map((rule) => (
            <Row key={rule.id} rule={rule} />
          ))}
        </ul>
      )}
      {creating && <RuleForm onClose={() => setCreating(false)} />}
    </Section>
  );
}

function Row({ rule }: { rule: RetentionRule }) {
  const [, change] = useSearchParams();
  const [editing, setEditing] = useState(false);
  const removing = useDataMutation(removeRule);
  const applying = useDataMutation(applyRule, ({ erasure }) => erasure && change({ erasure: erasure.id }));
  const nothing = applying.data?.erasure === null;
  return (
    <li className={css.rule} data-rule={rule.name}>
      <div className={css.ruleWhat}>
        <span className={css.ruleName}>{rule.name}</span>
        <span className="dim">
          Erases <b>{MODES[rule.mode].label}</b> of{" "}
          {rule.query ? (
            <>
              runs matching <code className="mono">{rule.query}</code>
            </>
          ) : (
            "all runs"
          )}{" "}
          after <b>{ageText(rule.olderThanSeconds)}</b>
        </span>
      </div>
      <Cell label="Old enough now">
        <Matching rule={rule} />
      </Cell>
      <Cell label="Last applied">
        {rule.appliedAt ? <RelativeTime iso={rule.appliedAt} /> : <span className="dim">not yet</span>}
      </Cell>
      <div className={css.acts}>
        <ConfirmButton
          variant="subtle"
          loading={applying.isPending}
          aria-label={`Apply rule ${rule.name}`}
          title={`Apply rule “${rule.name}” now?`}
          message="Erased data cannot be restored."
          confirmLabel="Apply rule"
          onConfirm={() => applying.mutate(rule.id)}
        >
          Apply rule
        </ConfirmButton>
        <Button variant="subtle" onClick={() => setEditing(true)} aria-label={`Edit rule ${rule.name}`}>
          Edit rule
        </Button>
        <ConfirmButton
          variant="subtle"
          color="red"
          loading={removing.isPending}
          aria-label={`Delete rule ${rule.name}`}
          title={`Delete rule “${rule.name}”?`}
          message="Data that it erased stays erased."
          confirmLabel="Delete rule"
          onConfirm={() => removing.mutate(rule.id)}
        >
          Delete rule
        </ConfirmButton>
      </div>
      {(nothing || applying.error || removing.error) && (
        <div className={css.message} role="status">
          {nothing && "No runs are old enough."}
          <ErrorMessage error={applying.error ?? removing.error} />
        </div>
      )}
      {editing && <RuleForm old={rule} onClose={() => setEditing(false)} />}
    </li>
  );
}

function Matching({ rule }: { rule: RetentionRule }) {
  const slug = useSlug();
  const result = useMatching(rule.asks, rule.mode);
  if (result.error)
    return (
      <span className="dim" title={result.error.message}>
        unknown
      </span>
    );
  if (!result.data) return <span className="dim">…</span>;
  const title = rule.mode === "content" ? "Includes runs whose content is already erased" : undefined;
  return (
    <Link
      title={title}
      className="link num"
      to="/w/$slug/runs"
      params={{ slug }}
      search={{ q: rule.asks, range: "all" }}
    >
      {plural(result.data.total, "run")}
    </Link>
  );
}

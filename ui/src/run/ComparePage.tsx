// Two runs side by side: tags, envelope and transcript.

import { Button, TextInput } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useState } from "react";
import { useRun, useRunLog } from "../api/queries";
import type { LoggedPart, Run } from "../api/types";
import { OriginLine } from "../components/OriginLine";
import { StatusBadge } from "../components/StatusBadge";
import { RunDuration, Timestamp } from "../components/Time";
import { Breadcrumb } from "../components/Breadcrumb";
import { useKeyboard } from "../components/keyboard";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { useDocumentTitle } from "../components/documentTitle";
import { useBack, useNavigateTo, useSearchParams, useSlug } from "../router";
import { compareMaps, type Difference } from "../components/diff";
import { DiffLines } from "../components/DiffLines";
import { parseEnvelope } from "./envelope";
import { count } from "../labels/format";
import css from "./compare.module.css";

export function ComparePage() {
  const [search] = useSearchParams();
  useDocumentTitle("Compare runs");
  useKeyboard({ Escape: useBack("runs") });
  if (!search.a) return <NoRuns />;
  if (!search.b) return <RunChoice a={search.a} />;
  return <Comparison a={search.a} b={search.b} />;
}

function NoRuns() {
  const go = useNavigateTo();
  return (
    <EmptyState title="Choose two runs to compare" icon={<IconArrowsDiff size={28} stroke={1.3} />}>
      <p>Select two runs in the list, then choose “Compare”.</p>
      <Button onClick={() => go("runs")}>Go to runs</Button>
    </EmptyState>
  );
}

function RunChoice({ a }: { a: string }) {
  const [, change] = useSearchParams();
  const go = useNavigateTo();
  const [id, setId] = useState("");
  return (
    <div className="page">
      <Breadcrumb to="runs">Runs</Breadcrumb>
      <h1 className="h1">Compare with another run</h1>
      <form
        className={css.choose}
        onSubmit={(event) => {
          event.preventDefault();
          if (id.trim()) change({ b: id.trim() });
        }}
      >
        <TextInput
          label="ID of the other run"
          value={id}
          onChange={(event) => setId(event.target.value)}
          placeholder="run_…"
          size="sm"
          autoFocus
        />
        <Button type="submit" variant="filled" size="sm" disabled={!id.trim()}>
          Compare runs
        </Button>
      </form>
      <p className="dim">
        First run: <code className="mono">{a}</code>. You can also{" "}
        <button type="button" className="link" onClick={() => go("runs")}>
          select two runs in the list
        </button>
        .
      </p>
    </div>
  );
}

function Comparison({ a, b }: { a: string; b: string }) {
  const slug = useSlug();
  const runs = [useRun(slug, a), useRun(slug, b)] as const;
  const logs = [useRunLog(slug, a), useRunLog(slug, b)] as const;
  const error = runs[0].error ?? runs[1].error ?? logs[0].error ?? logs[1].error;
  if (error) return <ErrorState error={error} />;
  const [first, second] = [runs[0].data, runs[1].data];
  const [firstLog, secondLog] = [logs[0].data?.parts, logs[1].data?.parts];
  if (!first || !second || !firstLog || !secondLog)
    return (
      <div className="page">
        <LoadingRows />
      </div>
    );
  return (
    <div className="page">
      <Breadcrumb to="runs">Runs</Breadcrumb>
      <h1 className="h1">Compare runs</h1>
      <div className={css.pair}>
        <Side run={first} />
        <Side run={second} />
      </div>
      <Section title="Tags">
        <Differences rows={compareMaps(first.metadata, second.metadata)} empty="Neither run has tags." />
      </Section>
      <Section title="Envelope">
        <Differences
          rows={compareMaps(envelopeFields(first, firstLog), envelopeFields(second, secondLog))}
          empty="Neither run has an envelope."
        />
      </Section>
      <Section title="Transcript">
        <DiffLines label="Transcript differences" before={transcriptText(firstLog)} after={transcriptText(secondLog)} />
      </Section>
    </div>
  );
}

function Side({ run }: { run: Run }) {
  const go = useNavigateTo();
  return (
    <div className="panel" style={{ padding: 14, minWidth: 0 }}>
      <button type="button" className={css.sideTitle} onClick={() => go(`runs/${run.id}`)}>
        <OriginLine run={run} links={false} />
      </button>
      <div className={css.sideFacts}>
        <StatusBadge status={run.status} /> <Timestamp iso={run.createdAt} /> <RunDuration run={run} />
        <span className="num">{count(run.tokens.inputTokens + run.tokens.outputTokens)} tokens</span>
        <span>{run.model?.id ?? "–"}</span>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className={css.compareSection}>
      <h2 className="h2">{title}</h2>
      {children}
    </section>
  );
}

function Differences({ rows, empty }: { rows: Difference[]; empty: string }) {
  if (!rows.length) return <p className="dim">{empty}</p>;
  return (
    <div className="panel scroll-x">
      <table className={css.diff}>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key} data-same={row.same || undefined}>
              <th scope="row" className="mono">
                {row.key}
              </th>
              <td className="mono">{row.a ?? <span className="dim">–</span>}</td>
              <td className="mono">{row.b ?? <span className="dim">–</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function envelopeFields(run: Run, parts: LoggedPart[]): Record<string, string> {
  const opened = parseEnvelope(run, parts);
  const rows = opened?.fields ?? [];
  return Object.fromEntries(
    rows.map((one) => [
      one.section === "server" || one.section === "trigger" ? one.key : `${one.section}.${one.key}`,
      typeof one.value === "string" ? one.value : JSON.stringify(one.value),
    ]),
  );
}

function transcriptText(parts: LoggedPart[]): string {
  const visible = parts.filter((part) => part.kind !== "envelope");
  return visible
    .map((part) =>
      [
        `# ${part.role}${part.toolName ? ` ${part.toolName}` : ""}`,
        part.content,
        ...part.toolCalls.map((call) => `→ ${call.name} ${JSON.stringify(call.args)}`),
      ]
        .filter(Boolean)
        .join("\n"),
    )
    .join("\n\n");
}

// Two runs beside each other: tags, envelope, what was said.

import { Button, TextInput } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import { useState } from "react";
import { useRun, useRunLog } from "../api/queries";
import type { LogPart, Run } from "../api/types";
import { StatusMark, Took, When, WhyLine } from "../parts/Bits";
import { Crumb } from "../parts/Crumb";
import { useKeyboard } from "../parts/keyboard";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useTitle } from "../parts/title";
import { useAddress, useGo, useLeave, useSlug } from "../router";
import { compareLines, compareMaps, type Difference } from "../words/diff";
import { openEnvelope } from "../words/envelope";
import { count } from "../words/format";
import css from "./compare.module.css";

export function ComparePage() {
  const [search] = useAddress();
  useTitle("Compare");
  useKeyboard({ Escape: useLeave("runs") });
  if (!search.a) return <None />;
  if (!search.b) return <Choose a={search.a} />;
  return <Both a={search.a} b={search.b} />;
}

function None() {
  const go = useGo();
  return (
    <Empty title="Choose two runs" icon={<IconArrowsDiff size={28} stroke={1.3} />}>
      <p>Select two runs in the list, then “Compare”.</p>
      <Button onClick={() => go("runs")}>Go to the list</Button>
    </Empty>
  );
}

function Choose({ a }: { a: string }) {
  const [, change] = useAddress();
  const go = useGo();
  const [id, setId] = useState("");
  return (
    <div className="page">
      <Crumb to="runs">Runs</Crumb>
      <h1 className="h1">Compare with…</h1>
      <form className={css.choose} onSubmit={(event) => { event.preventDefault(); if (id.trim()) change({ b: id.trim() }); }}>
        <TextInput label="The id of another run" value={id} onChange={(event) => setId(event.target.value)} placeholder="run_…" size="sm" autoFocus />
        <Button type="submit" variant="filled" size="sm" disabled={!id.trim()}>Compare</Button>
      </form>
      <p className="dim">Or select two runs in <Button variant="subtle" onClick={() => go("runs")}>the list</Button>. The first is <code className="mono">{a}</code>.</p>
    </div>
  );
}

function Both({ a, b }: { a: string; b: string }) {
  const slug = useSlug();
  const runs = [useRun(slug, a), useRun(slug, b)] as const;
  const logs = [useRunLog(slug, a), useRunLog(slug, b)] as const;
  const error = runs[0].error ?? runs[1].error ?? logs[0].error ?? logs[1].error;
  if (error) return <Failed error={error} />;
  const [first, second] = [runs[0].data, runs[1].data];
  const [firstLog, secondLog] = [logs[0].data?.parts, logs[1].data?.parts];
  if (!first || !second || !firstLog || !secondLog) return <div className="page"><LoadingRows /></div>;
  return (
    <div className="page">
      <Crumb to="runs">Runs</Crumb>
      <h1 className="h1">Two runs, side by side</h1>
      <div className={css.pair}>
        <Side run={first} />
        <Side run={second} />
      </div>
      <Section title="Tags"><Differences rows={compareMaps(first.metadata, second.metadata)} empty="Neither has tags." /></Section>
      <Section title="Envelope"><Differences rows={compareMaps(told(first, firstLog), told(second, secondLog))} empty="Neither has an envelope." /></Section>
      <Section title="Transcript"><Lines a={written(firstLog)} b={written(secondLog)} /></Section>
    </div>
  );
}

function Side({ run }: { run: Run }) {
  const go = useGo();
  return (
    <div className="panel" style={{ padding: 14, minWidth: 0 }}>
      <button type="button" className={css.sideTitle} onClick={() => go(`runs/${run.id}`)}><WhyLine run={run} /></button>
      <div className={css.sideFacts}>
        <StatusMark status={run.status} /> <When iso={run.createdAt} /> <Took run={run} />
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
              <th scope="row" className="mono">{row.key}</th>
              <td className="mono">{row.a ?? <span className="dim">–</span>}</td>
              <td className="mono">{row.b ?? <span className="dim">–</span>}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lines({ a, b }: { a: string; b: string }) {
  const lines = compareLines(a, b);
  return (
    <pre className={css.lines} aria-label="Differences of the transcripts, line by line" tabIndex={0}>
      {lines.map((line, i) => (
        <span key={i} data-kind={line.kind}>
          <i aria-hidden>{line.kind === "added" ? "+" : line.kind === "removed" ? "−" : " "}</i>
          {line.text || " "}
        </span>
      ))}
    </pre>
  );
}

function told(run: Run, parts: LogPart[]): Record<string, string> {
  const opened = openEnvelope(run, parts);
  const rows = opened?.told ?? [];
  return Object.fromEntries(rows.map((one) => [one.section === "server" || one.section === "trigger" ? one.key : `${one.section}.${one.key}`, typeof one.value === "string" ? one.value : JSON.stringify(one.value)]));
}

function written(parts: LogPart[]): string {
  const said = parts.filter((part) => part.kind !== "envelope");
  return said.map((part) => [`# ${part.role}${part.toolName ? ` ${part.toolName}` : ""}`, part.content, ...part.toolCalls.map((call) => `→ ${call.name} ${JSON.stringify(call.args)}`)].filter(Boolean).join("\n")).join("\n\n");
}

// Two runs side by side: usage, prompts and answers.

import { Button } from "@mantine/core";
import { IconArrowsDiff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useRun, useRunLog } from "../api/queries";
import type { Run } from "../api/types";
import { Breadcrumb } from "../components/Breadcrumb";
import { DiffLines } from "../components/DiffLines";
import { compareMaps, type Difference } from "../components/diff";
import { useDocumentTitle } from "../components/documentTitle";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { useKeyboard } from "../components/keyboard";
import { LoadingRows } from "../components/LoadingRows";
import { OriginLine } from "../components/OriginLine";
import { RunLink } from "../components/RunLink";
import { StatusBadge } from "../components/StatusBadge";
import { RelativeTime } from "../components/Time";
import { useBack, useNavigateTo, useSearchParams, useSlug } from "../router";
import { askedLabel } from "../runs/rowText";
import css from "./compare.module.css";
import { compareEnvelopes, compareFacts, type ComparedRun, type Row, systemPrompt, transcriptText } from "./comparison";
import { RunPicker } from "./RunPicker";

export function ComparePage() {
  const [search] = useSearchParams();
  useDocumentTitle("Compare runs");
  useKeyboard({ Escape: useBack("runs") });
  if (!search.a) return <NoRuns />;
  if (!search.b) return <RunPicker id={search.a} />;
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
  return <Differences one={{ run: first, parts: firstLog }} two={{ run: second, parts: secondLog }} />;
}

function Differences({ one, two }: { one: ComparedRun; two: ComparedRun }) {
  const [, change] = useSearchParams();
  const prompts = [systemPrompt(one), systemPrompt(two)] as const;
  const answers = [one.run.finalText ?? "", two.run.finalText ?? ""] as const;
  return (
    <div className="page">
      <Breadcrumb to="runs">Runs</Breadcrumb>
      <div className={css.head}>
        <h1 className="h1">Compare runs</h1>
        <Button variant="subtle" onClick={() => change({ b: undefined })}>
          Choose another run
        </Button>
      </div>
      <table className={css.diff}>
        <thead>
          <tr>
            <td />
            <Side run={one.run} label="A" />
            <Side run={two.run} label="B" />
          </tr>
        </thead>
        <Group title="Result and usage" rows={compareFacts(one, two)} />
        <Group title="Tags" rows={compareMaps(one.run.metadata, two.run.metadata)} />
        <Group title="Envelope" rows={compareEnvelopes(one, two)} />
      </table>
      <TextDifference title="System prompt" before={prompts[0]} after={prompts[1]} />
      <TextDifference title="Answer" before={answers[0]} after={answers[1]} />
      <TextDifference title="Transcript" before={transcriptText(one)} after={transcriptText(two)} />
    </div>
  );
}

function Side({ run, label }: { run: Run; label: string }) {
  return (
    <th scope="col">
      <span className={css.side}>
        <span className={css.letter}>{label}</span>
        <span>
          <RunLink id={run.id}>{askedLabel(run)}</RunLink>
          <span className={css.sideFacts}>
            <StatusBadge status={run.status} />
            <RelativeTime iso={run.createdAt} />
            <OriginLine run={run} icon={false} links={false} ownName={false} />
          </span>
        </span>
      </span>
    </th>
  );
}

/** Rows of the table below a heading. Rows that are the same in both runs are dimmed. */
function Group({ title, rows }: { title: string; rows: (Row | Difference)[] }) {
  if (!rows.length) return null;
  return (
    <tbody>
      <tr className={css.group}>
        <th scope="rowgroup" colSpan={3}>
          <h2 className="h2">{title}</h2>
        </th>
      </tr>
      {rows.map((row) => (
        <tr key={row.key} data-same={row.same || undefined}>
          <th scope="row">{row.key}</th>
          <td>{row.a ?? <span className="dim">–</span>}</td>
          <td>
            {row.b ?? <span className="dim">–</span>}
            {"change" in row && row.change && <span className={css.change}>{row.change}</span>}
          </td>
        </tr>
      ))}
    </tbody>
  );
}

/** Two texts line by line. Equal texts are not repeated. */
function TextDifference({ title, before, after }: { title: string; before: string; after: string }) {
  if (!before && !after) return null;
  return (
    <Section title={title}>
      {before === after ? (
        <p className="dim">Same in both runs.</p>
      ) : (
        <DiffLines label={`${title} differences`} before={before} after={after} />
      )}
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css.compareSection}>
      <h2 className="h2">{title}</h2>
      {children}
    </section>
  );
}

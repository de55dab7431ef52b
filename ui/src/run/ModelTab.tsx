// The exact request of each model call, or its differences from the call before.

import { SegmentedControl, Select } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { memo, type ReactNode, useDeferredValue, useMemo } from "react";
import { useModelCalls, useRunLog } from "../api/queries";
import type { LoggedPart, ModelCall, Run, SentMessage, SentTool } from "../api/types";
import { ENDED } from "../api/values";
import { CopyButton } from "../components/CopyButton";
import { DiffLines } from "../components/DiffLines";
import { EmptyState } from "../components/EmptyState";
import { JsonView } from "../components/JsonView";
import { QueryState } from "../components/QueryState";
import { plural } from "../labels/format";
import { useSearchParams, useSlug } from "../router";
import { callBefore, type CallDifference, compareCalls, spoken } from "./callDiff";
import { Findable } from "./Findable";
import { MessageBlock, MessageText } from "./MessageBlock";
import { messageFromModel, messageFromPart } from "./messages";
import css from "./modelTab.module.css";
import { buildSteps } from "./steps";
import { CallLine } from "./Usage";

const FIRST = 20; // messages that are rendered first; the others follow without blocking the page

export function ModelTab({ run }: { run: Run }) {
  const slug = useSlug();
  const result = useModelCalls(slug, run.id);
  const log = useRunLog(slug, run.id).data;
  const [search, change] = useSearchParams();
  if (!result.data) return <QueryState query={result} rows={4} height={64} />;
  const { calls } = result.data;
  if (!calls.length)
    return (
      <EmptyState title="No model calls">
        {ENDED.has(run.status)
          ? "The run ended before the first model call."
          : "A call appears here when it has ended."}
      </EmptyState>
    );
  const index = Math.min(Math.max(Number(search.call ?? calls.length) || 1, 1), calls.length) - 1;
  const call = calls[index]!;
  const before = callBefore(calls, index);
  const onlyChanges = search.changes === "1" && before !== null;
  const reply = log?.parts.find((part) => part.seq === call.seq);
  const step = log && buildSteps(run, log.parts, 0).find((one) => one.kind === "model" && one.seq === call.seq);
  return (
    <div className={css.tab}>
      <Findable
        tools={
          <>
            {calls.length > 1 && (
              <Select
                aria-label="Model call"
                w={250}
                allowDeselect={false}
                value={String(index)}
                onChange={(next) => change({ call: String(Number(next) + 1) }, { replace: true })}
                data={calls.map((one, i) => ({ value: String(i), label: callLabel(one, i, calls.length) }))}
              />
            )}
            {before && (
              <SegmentedControl
                aria-label="Part of the request"
                data={[
                  { value: "", label: "Whole request" },
                  { value: "1", label: `Changes since call ${calls.indexOf(before) + 1}` },
                ]}
                value={onlyChanges ? "1" : ""}
                onChange={(changes) => change({ changes: changes || undefined }, { replace: true })}
              />
            )}
          </>
        }
      >
        <section aria-label={`Model call ${index + 1}`}>
          <div className={css.head}>
            <CallLine call={call} took={step ? step.to - step.from : null} />
            <Exactness run={run} call={call} />
          </div>
          {onlyChanges ? <Changes before={before} call={call} /> : <WholeRequest key={call.seq} call={call} />}
          <Reply call={call} part={reply} />
        </section>
      </Findable>
    </div>
  );
}

function callLabel(call: ModelCall, i: number, count: number): string {
  const what = call.error ? ", failed" : call.purpose === "summary" ? ", summary" : "";
  return `Call ${i + 1} of ${count}${what}`;
}

/** Whether the request was checked against its digest. */
function Exactness({ run, call }: { run: Run; call: ModelCall }) {
  if (run.executor !== "builtin")
    return (
      <p className={css.inexact} role="note">
        <IconAlertTriangle size={14} aria-hidden /> This is what Runwhy passed to {run.executor}, which makes its own
        requests.
      </p>
    );
  if (call.exact)
    return (
      <p className={css.exact}>
        <IconCircleCheck size={14} aria-hidden /> Exactly what was sent, with zeros in place of the seal
      </p>
    );
  return (
    <p className={css.inexact} role="note">
      <IconAlertTriangle size={14} aria-hidden />
      {call.exact === false
        ? "Parts of this request were erased, are hidden from you, or were built by another version of Runwhy."
        : "Rebuilt from the log. There is no digest of the request to check it."}
    </p>
  );
}

function WholeRequest({ call }: { call: ModelCall }) {
  const messages = useMemo(() => spoken(call), [call]);
  const shown = useDeferredValue(messages, messages.slice(0, FIRST));
  return (
    <>
      <Section title="System prompt" note={call.systemPrompt ? null : "none"} copy={call.systemPrompt}>
        {call.systemPrompt && (
          <div className={css.text} data-find>
            <MessageText text={call.systemPrompt} />
          </div>
        )}
      </Section>
      {call.tools && (
        <Section title="Tools" note={call.tools.length ? String(call.tools.length) : "none"}>
          {call.tools.map((tool) => (
            <Tool key={tool.name} tool={tool} />
          ))}
        </Section>
      )}
      {call.parameters && (
        <Section title="Parameters" note={null}>
          <Parameters values={call.parameters} />
        </Section>
      )}
      <Section title="Messages" note={messages.length ? String(messages.length) : "not available"}>
        <Messages messages={shown} />
      </Section>
    </>
  );
}

function Changes({ before, call }: { before: ModelCall; call: ModelCall }) {
  const found = compareCalls(before, call);
  return (
    <>
      {found.system && (
        <Section title="System prompt" note="changed">
          <DiffLines
            label="Changes of the system prompt"
            before={before.systemPrompt ?? ""}
            after={call.systemPrompt ?? ""}
          />
        </Section>
      )}
      <ChangedTools changes={found.tools} />
      {found.parameters.length > 0 && (
        <Section title="Parameters" note="changed">
          <table className={css.parameters}>
            <tbody>
              {found.parameters.map((row) => (
                <tr key={row.key}>
                  <th scope="row">{row.key}</th>
                  <td className="mono">
                    <del>{row.a ?? "not set"}</del> → <ins>{row.b ?? "not set"}</ins>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Section>
      )}
      <p className="dim">{sameText(found)}</p>
      {found.removed.length > 0 && (
        <Section title="Removed messages" note={String(found.removed.length)}>
          <Messages messages={found.removed} />
        </Section>
      )}
      {found.added.length > 0 && (
        <Section title="Added messages" note={String(found.added.length)}>
          <Messages messages={found.added} />
        </Section>
      )}
    </>
  );
}

/** Return the common part of both calls. */
function sameText(found: CallDifference): string {
  const { added, removed, changed } = found.tools;
  const same = [
    found.system ? "" : "system prompt",
    added.length + removed.length + changed.length ? "" : "tools",
    found.parameters.length ? "" : "parameters",
    plural(found.same, "message"),
  ];
  return `Unchanged: ${same.filter(Boolean).join(", ")}.`;
}

function ChangedTools({ changes }: { changes: CallDifference["tools"] }) {
  const lines = [
    ...changes.added.map((name) => `added ${name}`),
    ...changes.removed.map((name) => `removed ${name}`),
    ...changes.changed.map((name) => `changed ${name}`),
  ];
  if (!lines.length) return null;
  return (
    <Section title="Tools" note="changed">
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Section>
  );
}

function Reply({ call, part }: { call: ModelCall; part: LoggedPart | undefined }) {
  if (!call.error && (!part || (!part.content && !part.toolCalls.length && !part.thinking))) return null;
  return (
    <Section title="Reply" note={call.error ? "failed" : call.finishReason}>
      {call.error && <p className="error">{call.error.message}</p>}
      {part && (part.content || part.toolCalls.length > 0) && (
        <MessageBlock message={{ ...messageFromPart(part), note: undefined }} />
      )}
    </Section>
  );
}

const Messages = memo(function Messages({ messages }: { messages: SentMessage[] }) {
  return messages.map((message, i) => <MessageBlock key={i} message={messageFromModel(message, String(i))} />);
});

function Tool({ tool }: { tool: SentTool }) {
  return (
    <details className={css.tool} data-find>
      <summary>
        <b className="mono">{tool.name}</b>
        <span className="ellipsis dim" data-preview>
          {tool.description}
        </span>
      </summary>
      <div className={css.toolBody}>
        {tool.description && <p className="message-text">{tool.description}</p>}
        <JsonView value={tool.parameters} label={`Parameters of ${tool.name}`} />
      </div>
    </details>
  );
}

function Parameters({ values }: { values: Record<string, unknown> }) {
  return (
    <table className={css.parameters}>
      <tbody>
        {Object.entries(values).map(([key, value]) => (
          <tr key={key} data-find>
            <th scope="row">{key}</th>
            <td className="mono">
              {typeof value === "object" ? <JsonView value={value} label={key} /> : String(value)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SectionProps {
  title: string;
  note: string | null;
  copy?: string | null;
  children?: ReactNode;
}

function Section({ title, note, copy, children }: SectionProps) {
  return (
    <section className={css.section}>
      <h2>
        <span className="h2">{title}</span>
        {note && <span className="num dim">{note}</span>}
        {copy && <CopyButton text={copy} label={`Copy ${title.toLowerCase()}`} />}
      </h2>
      {children}
    </section>
  );
}

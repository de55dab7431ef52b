// The conversation of a run, with its timeline: every step leads to its message.

import { IconHourglassEmpty, IconTool } from "@tabler/icons-react";
import { memo, type ReactNode, useDeferredValue, useMemo } from "react";
import { AgentTranscript } from "../agent/AgentTranscript";
import { useTranscript } from "../agent/api";
import { useRunLog } from "../api/queries";
import type { LoggedPart, Run, ToolCall } from "../api/types";
import { ENDED } from "../api/values";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { JsonView } from "../components/JsonView";
import { LoadingRows } from "../components/LoadingRows";
import { useNow } from "../components/clock";
import { duration } from "../labels/format";
import { useSearchParams, useSlug } from "../router";
import { Findable } from "./Findable";
import { ClockTime, MessageBlock, MessageBody, MessageText } from "./MessageBlock";
import { foldedText, isFolded, labelOf, liveMessage, messageFromPart } from "./messages";
import { buildSteps, callNames, partId, slowestStep, type Step, toolId } from "./steps";
import { Timeline } from "./Timeline";
import css from "./transcript.module.css";
import { CallLine } from "./Usage";
import type { LiveText } from "./liveRun";

const FIRST = 20; // parts that are rendered first; the others follow without blocking the page
const HOUR = 3_600_000;

export function Conversation({ run, liveText }: { run: Run; liveText: LiveText }) {
  const result = useTranscript(run.id, { enabled: run.executor !== "builtin" });
  const transcript = result.data;
  if (result.isLoading) return <LoadingRows rows={4} height={64} />;
  if (transcript?.agent || transcript?.entries.length)
    return (
      <Findable>
        <AgentTranscript run={run} transcript={transcript} />
      </Findable>
    );
  return <Log run={run} liveText={liveText} />;
}

function Log({ run, liveText }: { run: Run; liveText: LiveText }) {
  const log = useRunLog(useSlug(), run.id);
  const now = useNow(run.finishedAt ? HOUR : 1000);
  const parts = log.data?.parts;
  const steps = useMemo(() => buildSteps(run, parts ?? [], now), [run, parts, now]);
  if (log.error) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  if (!log.data) return <LoadingRows rows={4} height={64} />;
  const slowest = slowestStep(steps);
  const total = Math.max(...steps.map((step) => step.to)) - Math.min(...steps.map((step) => step.from));
  return (
    <Findable
      wide
      tools={
        slowest && (
          <span className={css.slowest}>
            Slowest step: <b>{slowest.label}</b>, {duration(slowest.to - slowest.from)} of {duration(total)}
          </span>
        )
      }
    >
      <div className={css.conversation}>
        <Timeline steps={steps} />
        <section aria-label="Messages" className={css.messages}>
          <Parts parts={log.data.parts} steps={steps} pending={pendingOf(run)} />
          {liveText.thinking && <MessageBlock message={liveMessage("thinking", liveText.thinking)} />}
          {liveText.text && <MessageBlock message={liveMessage("assistant", liveText.text)} />}
          {!log.data.parts.length && !liveText.text && (
            <EmptyState title={ENDED.has(run.status) ? "No messages" : "No messages yet"} />
          )}
        </section>
      </div>
    </Findable>
  );
}

/** Why a tool call has no result: a client has to send it, sends it with its next request, or it is missing. */
type Pending = "waiting" | "returned" | "missing";

const NO_RESULT: Record<Pending, string> = {
  waiting: "Waiting for a client to return the result",
  returned: "Returned to the client, which sends the result with its next request",
  missing: "No result",
};

function pendingOf({ status, spec }: Run): Pending {
  if (status === "waiting") return "waiting";
  return spec.returnsCalls === true ? "returned" : "missing";
}

const Parts = memo(function Parts({ parts, steps, pending }: { parts: LoggedPart[]; steps: Step[]; pending: Pending }) {
  const rendered = useDeferredValue(parts.length, FIRST);
  const calls = callNames(parts);
  const numbers = [...calls.keys()];
  const shown = new Set(parts.flatMap((part) => part.toolCalls.map((call) => call.id)));
  return parts.slice(0, rendered).map((part): ReactNode => {
    if (part.kind === "tool_result" && part.toolUseId && shown.has(part.toolUseId)) return null; // with its call
    const name = calls.get(part.seq);
    if (name !== undefined) {
      const own = steps.filter((step) => step.seq === part.seq);
      const results = parts.filter((one) => one.kind === "tool_result" && one.seq > part.seq);
      return (
        <CallBlock
          key={part.seq}
          part={part}
          name={name}
          number={numbers.indexOf(part.seq) + 1}
          steps={own}
          results={results}
          pending={pending}
        />
      );
    }
    if (isFolded(part)) return <FoldedPart key={part.seq} part={part} />;
    return <MessageBlock key={part.seq} id={partId(part.seq)} message={messageFromPart(part)} />;
  });
});

/** A part that the server wrote, as one line that opens. */
function FoldedPart({ part }: { part: LoggedPart }) {
  const message = messageFromPart(part);
  return (
    <details id={partId(part.seq)} className={css.folded} data-find data-injected={message.injected || undefined}>
      <summary>
        <span className={css.role}>{message.label}</span>
        <span className="ellipsis" data-preview>
          {foldedText(part)}
        </span>
      </summary>
      <div className={css.unfolded}>
        <MessageBody message={message} />
      </div>
    </details>
  );
}

interface CallBlockProps {
  part: LoggedPart;
  name: string;
  number: number;
  steps: Step[];
  results: LoggedPart[];
  pending: Pending;
}

/** A model call: its usage, its reply, and its tool calls. */
function CallBlock({ part, name, number, steps, results, pending }: CallBlockProps) {
  const [own] = steps;
  const failed = part.kind === "failed_call";
  return (
    <article
      id={partId(part.seq)}
      tabIndex={-1}
      className={css.block}
      data-find
      data-role="assistant"
      data-injected={part.kind === "summary" || undefined}
      data-bad={failed || undefined}
    >
      <header className={css.callHead}>
        <span className={css.role}>
          {name}
          {part.kind === "summary" && " · summary"}
          {failed && " · failed"}
        </span>
        {part.call && own && <CallLine call={part.call} took={own.to - own.from} />}
        <SawLink number={number} />
        <ClockTime at={part.at} />
      </header>
      {failed && (
        <p className={css.callError}>{part.call?.error?.message ?? "The run ended before the model replied."}</p>
      )}
      <MessageBody message={messageFromPart(part)} />
      {part.toolCalls.map((call) => (
        <ToolBlock
          key={call.id}
          call={call}
          id={toolId(part.seq, call.id)}
          step={steps.find((step) => step.target === toolId(part.seq, call.id))}
          result={results.find((one) => one.toolUseId === call.id)}
          pending={pending}
        />
      ))}
    </article>
  );
}

function SawLink({ number }: { number: number }) {
  const [, change] = useSearchParams();
  return (
    <button type="button" className="link" onClick={() => change({ tab: "model", call: String(number) })}>
      Show request
    </button>
  );
}

interface ToolBlockProps {
  call: ToolCall;
  id: string;
  step: Step | undefined;
  result: LoggedPart | undefined;
  pending: Pending;
}

/** A tool call with its arguments and its result. */
function ToolBlock({ call, id, step, result, pending }: ToolBlockProps) {
  const bad = result?.ok === false;
  return (
    <div id={id} tabIndex={-1} className={css.call} data-bad={bad || undefined}>
      <span className={css.toolHead}>
        <IconTool size={13} stroke={1.7} aria-hidden /> {call.name}
        {step && result && <span className="num dim">{duration(step.to - step.from)}</span>}
        {bad && <span className={css.callError}>failed</span>}
      </span>
      <JsonView value={call.args} />
      {result ? (
        <div className={css.result}>
          <span className="sr-only">{labelOf("tool_result", "tool", call.name)}</span>
          <MessageText text={result.content || "(empty)"} mono />
        </div>
      ) : (
        <p className={css.waits} role="note">
          <IconHourglassEmpty size={14} stroke={1.7} aria-hidden /> {NO_RESULT[pending]}
        </p>
      )}
    </div>
  );
}

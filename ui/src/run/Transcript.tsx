// The transcript of a run: the user's view, the model's view, or both side by side.

import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconEye, IconEyeOff, IconHourglassEmpty } from "@tabler/icons-react";
import { useState } from "react";
import { AgentTranscript } from "../agent/AgentTranscript";
import { useTranscript } from "../agent/api";
import { useModelCalls, useRunLog } from "../api/queries";
import type { LoggedPart, Run } from "../api/types";
import { ENDED } from "../api/values";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { useSearchParams, useSlug } from "../router";
import { plural } from "../labels/format";
import { MessageBlock, ToolCallView } from "./MessageBlock";
import { type Message, messageFromModel, messageFromPart } from "./messages";
import css from "./transcript.module.css";
import type { LiveText } from "./liveRun";

const VIEWS = [
  { value: "user", label: "User view" },
  { value: "model", label: "Model view" },
  { value: "both", label: "Side by side" },
];

export function Transcript({ run, liveText }: { run: Run; liveText: LiveText }) {
  const transcript = useTranscript(run.id, { enabled: run.executor !== "builtin" }).data;
  if (transcript?.agent || transcript?.entries.length) return <AgentTranscript run={run} transcript={transcript} />;
  return <Views run={run} liveText={liveText} />;
}

function Views({ run, liveText }: { run: Run; liveText: LiveText }) {
  const slug = useSlug();
  const [search, change] = useSearchParams();
  const view = VIEWS.some((one) => one.value === search.show) ? search.show! : "user";
  const [all, setAll] = useState(false);
  const log = useRunLog(slug, run.id);
  if (log.error) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  if (!log.data) return <LoadingRows rows={4} height={64} />;
  const hidden = log.data.parts.filter((part) => part.visible === false).length;
  return (
    <div>
      <div className={css.choose}>
        <SegmentedControl
          aria-label="Transcript view"
          data={VIEWS}
          value={view}
          onChange={(show) => change({ show: show === "user" ? undefined : show }, { replace: true })}
        />
        {hidden > 0 && view !== "model" && (
          <Button
            variant="subtle"
            color="gray"
            leftSection={all ? <IconEyeOff size={14} /> : <IconEye size={14} />}
            aria-pressed={all}
            onClick={() => setAll(!all)}
          >
            {all ? `Hide ${plural(hidden, "internal part")}` : `Show ${plural(hidden, "internal part")}`}
          </Button>
        )}
      </div>
      <div className={view === "both" ? css.sides : css.one}>
        {view !== "model" && (
          <UserView run={run} parts={log.data.parts} liveText={liveText} all={all} titled={view === "both"} />
        )}
        {view !== "user" && <ModelView run={run} parts={log.data.parts} titled={view === "both"} />}
      </div>
    </div>
  );
}

function UserView({
  run,
  parts,
  liveText,
  all,
  titled,
}: {
  run: Run;
  parts: LoggedPart[];
  liveText: LiveText;
  all: boolean;
  titled: boolean;
}) {
  const blocks: Message[] = parts.map((part) => messageFromPart(part));
  const hidden = blocks.filter((block) => block.hidden).length;
  const shown = all ? blocks : blocks.filter((block) => !block.hidden);
  return (
    <section aria-label="Messages shown to the user">
      {titled && (
        <header className={css.viewHead}>
          <h2 className="h2">User view</h2>
        </header>
      )}
      {shown.map((block) => (
        <MessageBlock key={block.key} message={all ? block : { ...block, calls: undefined, thinking: undefined }} />
      ))}
      {liveText.thinking && (
        <MessageBlock
          message={{
            key: "thinking",
            role: "assistant",
            label: "thinking",
            text: liveText.thinking,
            injected: false,
            hidden: false,
            live: true,
          }}
        />
      )}
      {liveText.text && (
        <MessageBlock
          message={{
            key: "live",
            role: "assistant",
            label: "assistant",
            text: liveText.text,
            injected: false,
            hidden: false,
            live: true,
          }}
        />
      )}
      {!shown.length && !liveText.text && (
        <EmptyState title={ENDED.has(run.status) ? "No visible messages" : "No messages yet"}>
          {hidden > 0
            ? "All parts were written by the server or by tools. Show the internal parts to read them."
            : null}
        </EmptyState>
      )}
      {run.status === "waiting" && <PendingToolCalls parts={parts} />}
      {run.error && (
        <div className={css.failure} role="note">
          <b>{run.error.errorClass.replaceAll("_", " ")}</b> {run.error.message}
          {run.error.retryable && <span className="dim"> · can be retried</span>}
        </div>
      )}
    </section>
  );
}

/** Tool calls that wait for a result from a client. */
function PendingToolCalls({ parts }: { parts: LoggedPart[] }) {
  const answered = new Set(parts.map((part) => part.toolUseId));
  const open = parts.flatMap((part) => part.toolCalls).filter((call) => !answered.has(call.id));
  if (!open.length) return null;
  return (
    <div className={css.waits} role="note">
      <p>
        <IconHourglassEmpty size={14} stroke={1.7} aria-hidden /> <b>Waiting for a client</b> to return{" "}
        {plural(open.length, "tool result")}:
      </p>
      {open.map((call) => (
        <ToolCallView key={call.id} call={call} />
      ))}
    </div>
  );
}

function ModelView({ run, parts, titled }: { run: Run; parts: LoggedPart[]; titled: boolean }) {
  const slug = useSlug();
  const result = useModelCalls(slug, run.id);
  const [turn, setTurn] = useState<string | null>(null);
  if (result.error) return <ErrorState error={result.error} retry={() => void result.refetch()} />;
  if (!result.data) return <LoadingRows rows={4} height={64} />;
  const { calls } = result.data;
  if (!calls.length)
    return (
      <EmptyState title="No model calls">
        {ENDED.has(run.status)
          ? "The run ended before the first model call."
          : "Model calls appear here when they start."}
      </EmptyState>
    );
  const call = calls.find((one) => String(one.turn) === turn) ?? calls.at(-1)!;
  const reply = parts.filter((part) => part.kind === "reply")[calls.indexOf(call)];
  return (
    <section aria-label="Messages sent to the model">
      {(titled || calls.length > 1) && (
        <header className={css.viewHead}>
          {titled && <h2 className="h2">Model view</h2>}
          {calls.length > 1 && (
            <Select
              aria-label="Model call"
              w={150}
              allowDeselect={false}
              value={String(call.turn)}
              onChange={setTurn}
              data={calls.map((one) => ({ value: String(one.turn), label: `Call ${one.turn} of ${calls.length}` }))}
            />
          )}
        </header>
      )}
      {call.messages.map((message, i) => (
        <MessageBlock key={i} message={messageFromModel(message, i)} />
      ))}
      {reply && (
        <>
          <p className={css.answered}>Response</p>
          <MessageBlock message={{ ...messageFromPart(reply), key: "reply", hidden: false }} />
        </>
      )}
    </section>
  );
}

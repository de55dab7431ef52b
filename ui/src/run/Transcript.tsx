// What was said: as the person sees it, as the model was sent it, or both beside each other.

import { Button, SegmentedControl, Select } from "@mantine/core";
import { IconEye, IconEyeOff, IconHourglassEmpty } from "@tabler/icons-react";
import { useState } from "react";
import { AgentTranscript } from "../agent/AgentTranscript";
import { useTranscript } from "../agent/asking";
import { useModelCalls, useRunLog } from "../api/queries";
import type { LogPart, Run } from "../api/types";
import { ENDED } from "../api/types";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useAddress, useSlug } from "../router";
import { plural } from "../words/format";
import { Block, Called } from "./Block";
import { blockOfMessage, blockOfPart, type Said } from "./blocks";
import css from "./transcript.module.css";
import type { Growing } from "./useLiveRun";

const VIEWS = [
  { value: "user", label: "User view" },
  { value: "model", label: "Model view" },
  { value: "both", label: "Side by side" },
];

export function Transcript({ run, growing }: { run: Run; growing: Growing }) {
  const told = useTranscript(run.id, { enabled: run.executor !== "builtin" }).data;
  if (told?.agent || told?.entries.length) return <AgentTranscript run={run} told={told} />;
  return <Views run={run} growing={growing} />;
}

function Views({ run, growing }: { run: Run; growing: Growing }) {
  const slug = useSlug();
  const [search, change] = useAddress();
  const view = VIEWS.some((one) => one.value === search.show) ? search.show! : "user";
  const [all, setAll] = useState(false);
  const log = useRunLog(slug, run.id);
  if (log.error) return <Failed error={log.error} retry={() => void log.refetch()} />;
  if (!log.data) return <LoadingRows rows={4} height={64} />;
  const hidden = log.data.parts.filter((part) => part.visible === false).length;
  return (
    <div>
      <div className={css.choose}>
        <SegmentedControl aria-label="View of the transcript" data={VIEWS} value={view} onChange={(show) => change({ show: show === "user" ? undefined : show }, { replace: true })} />
        {hidden > 0 && view !== "model" && (
          <Button variant="subtle" color="gray" leftSection={all ? <IconEyeOff size={14} /> : <IconEye size={14} />} aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? `Hide ${hidden} again` : `Show ${hidden} hidden`}
          </Button>
        )}
      </div>
      <div className={view === "both" ? css.sides : css.one}>
        {view !== "model" && <UserView run={run} parts={log.data.parts} growing={growing} all={all} titled={view === "both"} />}
        {view !== "user" && <ModelView run={run} parts={log.data.parts} titled={view === "both"} />}
      </div>
    </div>
  );
}

function UserView({ run, parts, growing, all, titled }: { run: Run; parts: LogPart[]; growing: Growing; all: boolean; titled: boolean }) {
  const blocks: Said[] = parts.map((part) => blockOfPart(part));
  const hidden = blocks.filter((block) => block.hidden).length;
  const shown = all ? blocks : blocks.filter((block) => !block.hidden);
  return (
    <section aria-label="What the person sees">
      {titled && <header className={css.viewHead}><h2 className="h2">What the person sees</h2></header>}
      {shown.map((block) => (
        <Block key={block.key} said={all ? block : { ...block, calls: undefined, thinking: undefined }} />
      ))}
      {growing.thinking && <Block said={{ key: "thinking", role: "assistant", label: "thinking", text: growing.thinking, injected: false, hidden: false, live: true }} />}
      {growing.text && <Block said={{ key: "live", role: "assistant", label: "assistant", text: growing.text, injected: false, hidden: false, live: true }} />}
      {!shown.length && !growing.text && (
        <Empty title={ENDED.has(run.status) ? "Nothing that a person would see" : "Nothing has been said yet"}>
          {hidden > 0 ? "All of it was written by the server or by tools; show what is hidden to read it." : null}
        </Empty>
      )}
      {run.status === "waiting" && <Waits parts={parts} />}
      {run.error && (
        <div className={css.failure} role="note">
          <b>{run.error.errorClass.replaceAll("_", " ")}</b> {run.error.message}
          {run.error.retryable && <span className="dim"> · trying again may help</span>}
        </div>
      )}
    </section>
  );
}

/** Which tools a client has yet to answer. */
function Waits({ parts }: { parts: LogPart[] }) {
  const answered = new Set(parts.map((part) => part.toolUseId));
  const open = parts.flatMap((part) => part.toolCalls).filter((call) => !answered.has(call.id));
  if (!open.length) return null;
  return (
    <div className={css.waits} role="note">
      <p><IconHourglassEmpty size={14} stroke={1.7} aria-hidden /> <b>Waits for a client</b> to answer {plural(open.length, "tool call")}:</p>
      {open.map((call) => <Called key={call.id} call={call} />)}
    </div>
  );
}

function ModelView({ run, parts, titled }: { run: Run; parts: LogPart[]; titled: boolean }) {
  const slug = useSlug();
  const asked = useModelCalls(slug, run.id);
  const [turn, setTurn] = useState<string | null>(null);
  if (asked.error) return <Failed error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <LoadingRows rows={4} height={64} />;
  const { calls } = asked.data;
  if (!calls.length) return <Empty title="No model was called">{ENDED.has(run.status) ? "The run ended before that." : "It appears here as soon as one is."}</Empty>;
  const call = calls.find((one) => String(one.turn) === turn) ?? calls.at(-1)!;
  const reply = parts.filter((part) => part.kind === "reply")[calls.indexOf(call)];
  return (
    <section aria-label="What the model was sent">
      {(titled || calls.length > 1) && <header className={css.viewHead}>
        {titled && <h2 className="h2">What the model was sent</h2>}
        {calls.length > 1 && (
          <Select
            aria-label="Model call" w={150} allowDeselect={false} value={String(call.turn)} onChange={setTurn}
            data={calls.map((one) => ({ value: String(one.turn), label: `Call ${one.turn} of ${calls.length}` }))}
          />
        )}
      </header>}
      {call.messages.map((message, i) => (
        <Block key={i} said={blockOfMessage(message, i)} />
      ))}
      {reply && (
        <>
          <p className={css.answered}>and answered</p>
          <Block said={{ ...blockOfPart(reply), key: "reply", hidden: false }} />
        </>
      )}
    </section>
  );
}

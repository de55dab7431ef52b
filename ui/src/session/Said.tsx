// One turn of a conversation: what a person said, and what the agent answered or said by itself.

import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconChevronDown, IconExternalLink, IconRefresh, IconRobot } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ENDED } from "../api/types";
import { StatusMark, Took, When } from "../parts/Bits";
import { useSlug } from "../router";
import { oneLine } from "../words/format";
import type { ChatMessage, Turn } from "./chat";
import { SILENT, type Live } from "./live";
import { Markdown } from "./Markdown";
import { SentChips } from "../terminal/Chips";
import { Remembered } from "./Remembered";
import css from "./session.module.css";
import { PastSteps, Steps } from "./Steps";

interface Props {
  turn: Turn;
  live?: Live;
  last: boolean;
  onRetry?: (text: string) => void;
}

export function Said({ turn, live = SILENT, last, onRetry }: Props) {
  const [folded, setFolded] = useState(turn.autonomous && !last);
  const reply = turn.messages.findLast((message) => message.role === "assistant");
  return (
    <article className={css.turn} data-autonomous={turn.autonomous || undefined} data-run={turn.runId}>
      {turn.autonomous && <Note turn={turn} folded={folded} onFold={() => setFolded(!folded)} />}
      {folded ? (
        <p className={`${css.fold} ellipsis`}>{oneLine(reply?.content ?? turn.run?.failureReason ?? "no reply", 160)}</p>
      ) : (
        <>
          {turn.messages.filter((message) => message.role === "user").map((message) => <Message key={message.seq} message={message} />)}
          <Doings turn={turn} live={live} />
          {turn.messages.filter((message) => message.role === "assistant").map((message) => <Message key={message.seq} message={message} />)}
          <Now turn={turn} live={live} />
          <End turn={turn} onRetry={onRetry} />
        </>
      )}
    </article>
  );
}

/** Why it spoke although nobody had asked. */
function Note({ turn, folded, onFold }: { turn: Turn; folded: boolean; onFold: () => void }) {
  return (
    <header className={css.note}>
      <span className={css.badge}><IconRobot size={13} stroke={1.7} aria-hidden /> autonomous</span>
      <span className="ellipsis">{turn.note}</span>
      <ActionIcon ml="auto" size="sm" aria-label={folded ? "Unfold" : "Fold"} aria-expanded={!folded} onClick={onFold}>
        <IconChevronDown size={15} style={{ transform: folded ? "rotate(-90deg)" : undefined }} />
      </ActionIcon>
    </header>
  );
}

function Message({ message }: { message: ChatMessage }) {
  const person = message.role === "user";
  return (
    <>
      <div className={person ? `said ${css.message}` : css.message} data-role={message.role}>
        <span className="sr-only">{person ? "Person:" : "Agent:"}</span>
        {person ? message.content : <Markdown text={message.content} />}
      </div>
      {message.commands && <SentChips commands={message.commands} />}
    </>
  );
}

function Doings({ turn, live }: { turn: Turn; live: Live }) {
  const { run } = turn;
  return (
    <>
      <Remembered run={run} />
      {live.steps.length > 0 && <Steps steps={live.steps} />}
      {live.steps.length === 0 && run && run.turns > 1 && ENDED.has(run.status) && <PastSteps runId={run.id} turns={run.turns} />}
    </>
  );
}

/** What is being said now, before it is in the history. */
function Now({ turn, live }: { turn: Turn; live: Live }) {
  const { run } = turn;
  const working = run !== null && !ENDED.has(run.status);
  const ending = turn.messages.some((message) => message.content === live.ending) ? "" : live.ending;
  const text = live.text || ending;
  return (
    <>
      {live.thinking && <details className={css.thinking}><summary>thinking</summary><p>{live.thinking}</p></details>}
      {text && <div className={css.message} data-role="assistant" data-live={live.text ? "blocks" : undefined} aria-live="polite"><Markdown text={text} /></div>}
      {working && !live.text && <p className={css.waiting} role="status"><span className={css.dots} aria-hidden />{run.status === "queued" ? "waits for its turn" : run.status === "waiting" ? "waits for an answer to a tool" : "working"}</p>}
    </>
  );
}

function End({ turn, onRetry }: { turn: Turn; onRetry?: (text: string) => void }) {
  const slug = useSlug();
  const { run } = turn;
  if (!run || !ENDED.has(run.status)) return null;
  const asked = turn.messages.findLast((message) => message.role === "user");
  const wrong = run.status !== "succeeded";
  return (
    <footer className={css.foot}>
      {wrong && <StatusMark status={run.status} />}
      {wrong && <span className={run.status === "failed" ? "wrong" : "dim"}>{run.error?.message ?? run.failureReason ?? ""}</span>}
      {wrong && asked && onRetry && <Button variant="subtle" leftSection={<IconRefresh size={13} />} onClick={() => onRetry(asked.content)}>Try again</Button>}
      <span className={css.when}><When iso={turn.at} /> · <Took run={run} /></span>
      <Tooltip label="Open the run">
        <Link to={`/w/${slug}/runs/${turn.runId}` as "/"} aria-label="Open the run" className={css.open}><IconExternalLink size={14} stroke={1.6} /></Link>
      </Tooltip>
    </footer>
  );
}

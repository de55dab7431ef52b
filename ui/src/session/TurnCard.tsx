// One turn of a conversation: the message of the user and the reply of the agent.

import type { HistoryItem, Run } from "../api/types";
import { ActionIcon, Button, Tooltip } from "@mantine/core";
import { IconChevronDown, IconExternalLink, IconRefresh, IconRobot } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ENDED } from "../api/values";
import { DeliveryStatus } from "../components/DeliveryStatus";
import { RunLink } from "../components/RunLink";
import { StatusBadge } from "../components/StatusBadge";
import { RunDuration, Timestamp } from "../components/Time";
import { useSlug } from "../router";
import { oneLine } from "../labels/format";
import type { Turn } from "./history";
import { type LiveOutput, NO_OUTPUT } from "./stream";
import { Markdown } from "./Markdown";
import { SentCommandChips } from "../terminal/CommandChips";
import { RecalledMemories } from "./RecalledMemories";
import css from "./session.module.css";
import { PastToolSteps, ToolSteps } from "./ToolSteps";

interface Props {
  turn: Turn;
  live?: LiveOutput;
  last: boolean;
  onRetry?: (text: string) => void;
}

export function TurnCard({ turn, live = NO_OUTPUT, last, onRetry }: Props) {
  const [collapsed, setCollapsed] = useState(turn.autonomous && !last);
  const reply = turn.messages.findLast((message) => message.role === "assistant");
  return (
    <article className={css.turn} data-autonomous={turn.autonomous || undefined} data-run={turn.runId}>
      {turn.autonomous && <AutonomyNote turn={turn} collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />}
      {collapsed ? (
        <p className={`${css.fold} ellipsis`}>
          {oneLine(reply?.content ?? turn.run?.failureReason ?? "no reply", 160)}
        </p>
      ) : (
        <>
          {turn.messages
            .filter((message) => message.role === "user")
            .map((message) => (
              <Message key={message.seq} message={message} />
            ))}
          <RunActivity turn={turn} live={live} />
          {turn.messages
            .filter((message) => message.role === "assistant")
            .map((message) => (
              <Message key={message.seq} message={message} />
            ))}
          <LiveReply turn={turn} live={live} />
          <TurnFooter turn={turn} onRetry={onRetry} />
        </>
      )}
    </article>
  );
}

/** Why the agent acted without a message from the user. */
function AutonomyNote({ turn, collapsed, onToggle }: { turn: Turn; collapsed: boolean; onToggle: () => void }) {
  return (
    <header className={css.note}>
      <span className={css.badge}>
        <IconRobot size={13} stroke={1.7} aria-hidden /> autonomous
      </span>
      <span className="ellipsis">{turn.note}</span>
      <ActionIcon
        ml="auto"
        size="sm"
        aria-label={collapsed ? "Expand" : "Collapse"}
        aria-expanded={!collapsed}
        onClick={onToggle}
      >
        <IconChevronDown size={15} style={{ transform: collapsed ? "rotate(-90deg)" : undefined }} />
      </ActionIcon>
    </header>
  );
}

function Message({ message }: { message: HistoryItem }) {
  const isUser = message.role === "user";
  return (
    <>
      <div className={isUser ? `message-text ${css.message}` : css.message} data-role={message.role}>
        <span className="sr-only">{isUser ? "User:" : "Agent:"}</span>
        {isUser ? message.content : <Markdown text={message.content} />}
      </div>
      {message.damaged && (
        <p className={css.damaged} data-role={message.role}>
          Damaged: only the text of this message could be read.
        </p>
      )}
      {message.commands && <SentCommandChips commands={message.commands} />}
    </>
  );
}

function RunActivity({ turn, live }: { turn: Turn; live: LiveOutput }) {
  const { run } = turn;
  return (
    <>
      <RecalledMemories run={run} />
      {live.steps.length > 0 && <ToolSteps steps={live.steps} />}
      {live.steps.length === 0 && run && run.turns > 1 && ENDED.has(run.status) && (
        <PastToolSteps runId={run.id} turns={run.turns} />
      )}
    </>
  );
}

/** Output that is not in the history yet. */
function LiveReply({ turn, live }: { turn: Turn; live: LiveOutput }) {
  const { run } = turn;
  const working = run !== null && !ENDED.has(run.status);
  const ending = turn.messages.some((message) => message.content === live.ending) ? "" : live.ending;
  const text = live.text || ending;
  return (
    <>
      {live.thinking && (
        <details className={css.thinking}>
          <summary>thinking</summary>
          <p>{live.thinking}</p>
        </details>
      )}
      {text && (
        <div
          className={css.message}
          data-role="assistant"
          data-live={live.text ? "blocks" : undefined}
          aria-live="polite"
        >
          <Markdown text={text} />
        </div>
      )}
      {working && !live.text && (
        <p className={css.waiting} role="status">
          <span className={css.dots} aria-hidden />
          {run.status === "waiting" ? <WaitingFor run={run} /> : run.status === "queued" ? "queued" : "working"}
        </p>
      )}
    </>
  );
}

/** The reason why a run waits. A coding agent waits for approvals, which are decided on the page of the run. */
function WaitingFor({ run }: { run: Run }) {
  if (run.executor === "builtin") return "waiting for a tool result";
  return (
    <>
      waiting for approval: <RunLink id={run.id}>open the run</RunLink>
    </>
  );
}

function TurnFooter({ turn, onRetry }: { turn: Turn; onRetry?: (text: string) => void }) {
  const slug = useSlug();
  const { run } = turn;
  if (!run || !ENDED.has(run.status)) return null;
  const message = turn.messages.findLast((message) => message.role === "user");
  const unsuccessful = run.status !== "succeeded";
  return (
    <footer className={css.foot}>
      {unsuccessful && <StatusBadge status={run.status} />}
      {unsuccessful && (
        <span className={run.status === "failed" ? "error" : "dim"}>
          {run.error?.message ?? run.failureReason ?? ""}
        </span>
      )}
      {run.delivery && run.delivery.status !== "delivered" && <DeliveryStatus delivery={run.delivery} />}
      {unsuccessful && message && onRetry && (
        <Button variant="subtle" leftSection={<IconRefresh size={13} />} onClick={() => onRetry(message.content)}>
          Resend message
        </Button>
      )}
      <span className={css.when}>
        <Timestamp iso={turn.at} /> · <RunDuration run={run} />
      </span>
      <Tooltip label="Open run">
        <Link to="/w/$slug/runs/$runId" params={{ slug, runId: turn.runId }} aria-label="Open run" className={css.open}>
          <IconExternalLink size={14} stroke={1.6} />
        </Link>
      </Tooltip>
    </footer>
  );
}

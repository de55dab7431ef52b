// A session: the conversation, the message field, tags and timers.

import { USE_TERMINALS, WRITE_SESSIONS } from "../api/permissions";
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconTerminal2 } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { type RefObject, lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { request, workspacePath } from "../api/client";
import { useRunsOfSession, useSession, useAllowed } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Session } from "../api/types";
import { ENDED } from "../api/values";
import { AgentLink } from "../components/AgentLink";
import { Timestamp } from "../components/Time";
import { CopyButton } from "../components/CopyButton";
import { Breadcrumb } from "../components/Breadcrumb";
import { ConfirmButton } from "../components/ConfirmDialog";
import { useKeyboard } from "../components/keyboard";
import { EmptyState } from "../components/EmptyState";
import { LoadingRows } from "../components/LoadingRows";
import { PageState } from "../components/QueryState";
import { useDocumentTitle } from "../components/documentTitle";
import { useBack, useNavigateTo, useSearchParams, useSlug } from "../router";
import { CommandChips } from "../terminal/CommandChips";
import { count, oneLine, plural, shortId } from "../labels/format";
import { groupTurns, type Turn, useHistory } from "./history";
import { type LiveOutput, useSessionStream } from "./stream";
import { useReadMarker } from "./readMarker";
import { TurnCard } from "./TurnCard";
import { MessageForm, useSendMessage } from "./MessageForm";
import css from "./session.module.css";
import { SessionTags } from "./SessionTags";
import { TimerList } from "./TimerList";

const SHOWN = 50; // turns; a click shows this many more

const TerminalPanel = lazy(() => import("../terminal/TerminalPanel"));

export function SessionPage() {
  const slug = useSlug();
  const { sessionId } = useParams({ strict: false }) as { sessionId: string };
  const session = useSession(slug, sessionId);
  const history = useHistory(slug, sessionId);
  const runs = useRunsOfSession(slug, sessionId);
  const from = useFirstSeq(sessionId, history.data?.lastSeq);
  const live = useSessionStream(slug, sessionId, from);
  const send = useSendMessage(sessionId);
  const [search, change] = useSearchParams();
  const canUseTerminal = useAllowed(USE_TERMINALS);
  const canWrite = useAllowed(WRITE_SESSIONS);
  const showTerminal = canUseTerminal && search.terminal !== undefined;
  const end = useRef<HTMLDivElement>(null);
  const showEnd = () => end.current?.scrollIntoView?.({ block: "end" });
  const turns = useMemo(() => groupTurns(history.data?.messages ?? [], runs.data ?? []), [history.data, runs.data]);
  const first = history.data?.messages.find((message) => message.role === "user");
  const name = session.data?.name || (first ? oneLine(first.content, 80) : "New session");
  useDocumentTitle(session.data ? name : "Session");
  const seen = runs.data?.findLast((run) => ENDED.has(run.status))?.id;
  useReadMarker(slug, sessionId, seen, canWrite);
  useKeyboard({ Escape: useBack("sessions") });
  if (!session.data) return <PageState query={session} height={72} />;
  if (!history.data) return <PageState query={history} height={72} />;
  const current = runs.data?.findLast((run) => !ENDED.has(run.status));
  return (
    <div className={css.layout}>
      <div className={css.conversation}>
        <header className={css.head}>
          <Breadcrumb to="sessions">Sessions</Breadcrumb>
          <div className={css.headLine}>
            <h1 className="h1">{name}</h1>
            {canUseTerminal && session.data.status === "active" && (
              <Button
                leftSection={<IconTerminal2 size={14} />}
                aria-pressed={showTerminal}
                onClick={() => change({ terminal: showTerminal ? undefined : "1" }, { replace: true })}
              >
                Terminal
              </Button>
            )}
          </div>
          <p className="dim">
            {plural(turns.length, "turn")} · last active <Timestamp iso={session.data.lastUsedAt} />
          </p>
        </header>
        {turns.length === 0 && (
          <EmptyState title="No messages yet">{canWrite && "Send the first message below."}</EmptyState>
        )}
        <TurnList
          key={sessionId}
          turns={turns}
          live={live}
          onRetry={canWrite && session.data.status === "active" ? send.mutate : undefined}
        />
        {showTerminal && session.data.status === "active" && (
          <Suspense fallback={<LoadingRows rows={3} />}>
            <TerminalPanel
              sessionId={sessionId}
              onResize={(first) => (first || isNearEnd()) && showEnd()}
              onClose={() => change({ terminal: undefined }, { replace: true })}
            />
          </Suspense>
        )}
        {canWrite && (
          <MessageForm session={session.data} current={current}>
            <CommandChips sessionId={sessionId} always={showTerminal} />
          </MessageForm>
        )}
        <ScrollAnchor
          ref={end}
          count={turns.length}
          size={Number(runs.isSuccess) + (live.get(turns.at(-1)?.runId ?? "")?.text.length ?? 0)}
        />
      </div>
      <SessionDetails session={session.data} />
    </div>
  );
}

interface TurnListProps {
  turns: Turn[];
  live: Map<string, LiveOutput>;
  onRetry?: (text: string) => void;
}

/** The newest turns, and a button that shows earlier ones. */
function TurnList({ turns, live, onRetry }: TurnListProps) {
  const [shown, setShown] = useState(SHOWN);
  const earlier = Math.max(0, turns.length - shown);
  return (
    <>
      {earlier > 0 && (
        <Button variant="subtle" onClick={() => setShown(shown + SHOWN)}>
          Show {plural(Math.min(SHOWN, earlier), "earlier turn")} of {count(earlier)}
        </Button>
      )}
      <ol className={css.turns} aria-label="Conversation" start={earlier + 1}>
        {turns.slice(earlier).map((turn, i, all) => (
          <li key={turn.runId}>
            <TurnCard turn={turn} live={live.get(turn.runId)} last={i === all.length - 1} onRetry={onRetry} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** Return the stream position of the first load. The stream continues from there. */
function useFirstSeq(sessionId: string, seq: number | undefined): number | null {
  const start = useRef<{ of: string; seq: number } | null>(null);
  if (seq !== undefined && start.current?.of !== sessionId) start.current = { of: sessionId, seq };
  return start.current?.of === sessionId ? start.current.seq : null;
}

interface ScrollAnchorProps {
  ref: RefObject<HTMLDivElement | null>;
  count: number; // of turns
  size: number; // of the newest one
}

/** The end of the conversation. Shows new messages, unless the user has scrolled up. */
function ScrollAnchor({ ref, count, size }: ScrollAnchorProps) {
  const before = useRef(0);
  useEffect(() => {
    if (count > before.current || (size > 0 && isNearEnd())) ref.current?.scrollIntoView?.({ block: "end" });
    before.current = count;
  }, [ref, count, size]);
  return <div ref={ref} className={css.end} />;
}

function isNearEnd(): boolean {
  return document.documentElement.scrollHeight - window.innerHeight - window.scrollY < 260;
}

function SessionDetails({ session }: { session: Session }) {
  const slug = useSlug();
  const canWrite = useAllowed(WRITE_SESSIONS);
  const go = useNavigateTo();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => request(workspacePath(slug, `/agent-sessions/${session.id}`), { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.workspace(slug) }),
  });
  const spec = session.agentSpec;
  const wide = useMediaQuery("(min-width: 861px)", true, { getInitialValueInEffect: false });
  const details = (
    <>
      <SessionTags session={session} />
      <TimerList sessionId={session.id} />
      <section>
        <h2 className="h2">Details</h2>
        <dl>
          <dt>Status</dt>
          <dd>{session.status}</dd>
          {typeof spec.agentId === "string" && (
            <>
              <dt>Agent</dt>
              <dd>
                <AgentLink id={spec.agentId} />
              </dd>
            </>
          )}
          {(spec.modelId || !spec.agentId) && (
            <>
              <dt>Model</dt>
              <dd>{String(spec.modelId ?? "default")}</dd>
            </>
          )}
          <dt>Created</dt>
          <dd>
            <Timestamp iso={session.createdAt} />
          </dd>
          <dt>ID</dt>
          <dd className={css.id}>
            <span className="mono">{shortId(session.id)}</span>
            <CopyButton text={session.id} label="Copy ID" />
          </dd>
        </dl>
        {typeof spec.systemPrompt === "string" && (
          <details className={css.prompt}>
            <summary>System prompt</summary>
            <p>{spec.systemPrompt}</p>
          </details>
        )}
        <Autonomy session={session} />
      </section>
      <div className={css.buttons}>
        <Button onClick={() => go("runs", { q: `session:${session.id}`, range: "all" })}>Show runs</Button>
        {canWrite && session.status === "active" && (
          <ConfirmButton
            color="red"
            variant="subtle"
            loading={end.isPending}
            title="End this session?"
            message="Its history stays readable, but no one can send messages to it."
            confirmLabel="End session"
            onConfirm={() => end.mutate()}
          >
            End session
          </ConfirmButton>
        )}
      </div>
    </>
  );
  return (
    <aside className={css.facts} aria-label="Session details">
      {wide ? (
        details
      ) : (
        <details>
          <summary>Session details</summary>
          {details}
        </details>
      )}
    </aside>
  );
}

function Autonomy({ session }: { session: Session }) {
  const policy = session.autonomy;
  if (!policy) return null;
  return (
    <p className="dim">
      {policy.enabled
        ? `Follow-ups are on, at most ${String(policy.maxConsecutive ?? 3)} in a row.`
        : "Follow-ups are off."}
    </p>
  );
}

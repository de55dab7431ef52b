// A session: a conversation that grows by itself, its tags, and a box to say something.

import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconTerminal2 } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useRef } from "react";
import { at, call } from "../api/client";
import { useRunsOfSession, useSession, useSignedIn } from "../api/queries";
import type { Session } from "../api/types";
import { ENDED } from "../api/types";
import { When } from "../parts/Bits";
import { CopyIcon } from "../parts/CopyIcon";
import { Crumb } from "../parts/Crumb";
import { AskingButton } from "../parts/Dialog";
import { useKeyboard } from "../parts/keyboard";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useTitle } from "../parts/title";
import { useAddress, useGo, useLeave, useSlug } from "../router";
import { Chips } from "../terminal/Chips";
import { oneLine, plural, shortId } from "../words/format";
import { turnsOf, useChat } from "./chat";
import { useSessionStream } from "./live";
import { useRead } from "./read";
import { Said } from "./Said";
import { SendBox, useSend } from "./SendBox";
import css from "./session.module.css";
import { SessionTags } from "./SessionTags";
import { Timers } from "./Timers";

const Screen = lazy(() => import("../terminal/Screen"));
const LOOK_EVERY = 10_000; // the stream tells sooner

export function SessionPage() {
  const slug = useSlug();
  const { sessionId } = useParams({ strict: false }) as { sessionId: string };
  const session = useSession(slug, sessionId);
  const chat = useChat(slug, sessionId);
  const runs = useRunsOfSession(slug, sessionId, { every: LOOK_EVERY });
  const from = useFirst(sessionId, chat.data?.lastSeq);
  const live = useSessionStream(slug, sessionId, from);
  const send = useSend(sessionId);
  const [search, change] = useAddress();
  const scopes = useSignedIn().data?.scopes ?? [];
  const may = scopes.includes("terminal") || scopes.includes("admin");
  const shell = may && search.terminal !== undefined;
  const turns = useMemo(() => turnsOf(chat.data?.messages ?? [], runs.data ?? []), [chat.data, runs.data]);
  const first = chat.data?.messages.find((message) => message.role === "user");
  const name = session.data?.name || (first ? oneLine(first.content, 80) : "New session");
  useTitle(name);
  const seen = runs.data?.findLast((run) => ENDED.has(run.status))?.id;
  useRead(slug, sessionId, seen, scopes.includes("sessions:write") || scopes.includes("admin"));
  useKeyboard({ Escape: useLeave("sessions") });
  const error = session.error ?? chat.error;
  if (error && !session.data) return <Failed error={error} retry={() => void session.refetch()} />;
  if (!session.data || !chat.data) return <div className="page"><LoadingRows rows={6} height={72} /></div>;
  const current = runs.data?.findLast((run) => !ENDED.has(run.status));
  return (
    <div className={css.layout}>
      <div className={css.talk}>
        <header className={css.head}>
          <Crumb to="sessions">Sessions</Crumb>
          <div className={css.headLine}>
            <h1 className="h1">{name}</h1>
            {may && session.data.status === "active" && <Button leftSection={<IconTerminal2 size={14} />} aria-pressed={shell} onClick={() => change({ terminal: shell ? undefined : "1" }, { replace: true })}>Terminal</Button>}
          </div>
          <p className="dim">{plural(turns.length, "turn")} · last used <When iso={session.data.lastUsedAt} /></p>
        </header>
        {turns.length === 0 && <Empty title="Nothing has been said yet">Write the first message below.</Empty>}
        <ol className={css.turns} aria-label="Turns">
          {turns.map((turn, i) => (
            <li key={turn.runId}><Said turn={turn} live={live.get(turn.runId)} last={i === turns.length - 1} onRetry={session.data.status === "active" ? send.mutate : undefined} /></li>
          ))}
        </ol>
        <End count={turns.length} growing={live.get(turns.at(-1)?.runId ?? "")?.text.length ?? 0} />
        {shell && session.data.status === "active" && <Suspense fallback={<LoadingRows rows={3} />}><Screen sessionId={sessionId} onClose={() => change({ terminal: undefined }, { replace: true })} /></Suspense>}
        <SendBox session={session.data} current={current}>
          <Chips sessionId={sessionId} always={shell} />
        </SendBox>
      </div>
      <Facts session={session.data} />
    </div>
  );
}

/** The place in the stream at which the page was first read: the stream goes on from there by itself. */
function useFirst(sessionId: string, seq: number | undefined): number | null {
  const place = useRef<{ of: string; seq: number } | null>(null);
  if (seq !== undefined && place.current?.of !== sessionId) place.current = { of: sessionId, seq };
  return place.current?.of === sessionId ? place.current.seq : null;
}

/** Keep the newest in sight when something was said, unless somebody reads further up. */
function End({ count, growing }: { count: number; growing: number }) {
  const mark = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  useEffect(() => {
    const near = document.documentElement.scrollHeight - window.innerHeight - window.scrollY < 260;
    if (count > before.current || (growing > 0 && near)) mark.current?.scrollIntoView?.({ block: "end" });
    before.current = count;
  }, [count, growing]);
  return <div ref={mark} style={{ scrollMarginBottom: 160 }} />;
}

function Facts({ session }: { session: Session }) {
  const slug = useSlug();
  const go = useGo();
  const client = useQueryClient();
  const end = useMutation({
    mutationFn: () => call(at(slug, `/agent-sessions/${session.id}`), { method: "DELETE" }),
    onSuccess: () => client.invalidateQueries({ queryKey: [slug] }),
  });
  const spec = session.agentSpec;
  const wide = useMediaQuery("(min-width: 861px)", true, { getInitialValueInEffect: false });
  const facts = (
    <>
      <SessionTags session={session} />
      <Timers sessionId={session.id} />
      <section>
        <h2 className="h2">About</h2>
        <dl>
          <dt>Status</dt><dd>{session.status}</dd>
          <dt>Model</dt><dd>{String(spec.modelId ?? "default")}</dd>
          <dt>Started</dt><dd><When iso={session.createdAt} /></dd>
          <dt>Id</dt><dd className={css.id}><span className="mono">{shortId(session.id)}</span><CopyIcon text={session.id} label="Copy the id" /></dd>
        </dl>
        {typeof spec.systemPrompt === "string" && (
          <details className={css.prompt}><summary>System prompt</summary><p>{spec.systemPrompt}</p></details>
        )}
        <Autonomy session={session} />
      </section>
      <div className={css.buttons}>
        <Button onClick={() => go("runs", { q: `session:${session.id}`, range: "all" })}>Its runs</Button>
        {session.status === "active" && (
          <AskingButton color="red" variant="subtle" loading={end.isPending} title="End this session?" says="It stays readable; nobody can write in it any more." act="End it" onSure={() => end.mutate()}>End the session</AskingButton>
        )}
      </div>
    </>
  );
  return (
    <aside className={css.facts} aria-label="About this session">
      {wide ? facts : <details><summary>Tags, follow-ups and more</summary>{facts}</details>}
    </aside>
  );
}

function Autonomy({ session }: { session: Session }) {
  const policy = session.autonomy;
  if (!policy) return null;
  return (
    <p className="dim">
      {policy.enabled ? `Follows up by itself, at most ${String(policy.maxConsecutive ?? 3)} times in a row.` : "Does not follow up by itself."}
    </p>
  );
}

// A session: its turns as cards, its tags, and a box to say something.

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { at, call } from "../api/client";
import { useHistory, useRunsOfSession, useSession } from "../api/queries";
import type { Session } from "../api/types";
import { ENDED } from "../api/types";
import { When } from "../parts/Bits";
import { CopyIcon } from "../parts/CopyIcon";
import { useKeyboard } from "../parts/keyboard";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useTitle } from "../parts/title";
import { useGo, useSlug } from "../router";
import { oneLine, plural, shortId } from "../words/format";
import { SendBox } from "./SendBox";
import css from "./session.module.css";
import { SessionTags } from "./SessionTags";
import { TurnCard } from "./TurnCard";
import { isShown, turnsOf } from "./turns";

const LOOK_EVERY = 3000;

export function SessionPage() {
  const slug = useSlug();
  const { sessionId } = useParams({ strict: false }) as { sessionId: string };
  const session = useSession(slug, sessionId);
  const history = useHistory(slug, sessionId);
  const runs = useRunsOfSession(slug, sessionId, { every: LOOK_EVERY });
  const client = useQueryClient();
  const turns = useMemo(() => turnsOf(history.data ?? [], runs.data ?? []), [history.data, runs.data]);
  const state = (runs.data ?? []).map((run) => `${run.id}${run.status}`).join();
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [slug, "history", sessionId] });
  }, [client, slug, sessionId, state]);
  const first = history.data?.find((part) => part.role === "user" && isShown(part));
  const name = session.data?.name || (first ? oneLine(first.content, 80) : "Session");
  useTitle(name);
  useKeyboard({ Escape: () => (window.history.length > 1 ? window.history.back() : undefined) });
  const error = session.error ?? history.error;
  if (error && !session.data) return <Failed error={error} retry={() => void session.refetch()} />;
  if (!session.data || !history.data) return <div className="page"><LoadingRows rows={6} height={72} /></div>;
  const busy = (runs.data ?? []).some((run) => !ENDED.has(run.status));
  return (
    <div className={css.layout}>
      <div className={css.talk}>
        <header className={css.head}>
          <h1 className="h1">{name}</h1>
          <p className="dim">{plural(turns.length, "turn")} · last used <When iso={session.data.lastUsedAt} /></p>
        </header>
        {turns.length === 0 && <Empty title="Nothing has been said yet">Write the first message below.</Empty>}
        <ol className={css.turns} aria-label="Turns">
          {turns.map((turn, i) => (
            <li key={turn.runId}><TurnCard turn={turn} last={i === turns.length - 1} sessionId={sessionId} /></li>
          ))}
        </ol>
        <End count={turns.length} />
        <SendBox session={session.data} busy={busy} />
      </div>
      <Facts session={session.data} />
    </div>
  );
}

/** Keep the newest in sight when something was said. */
function End({ count }: { count: number }) {
  const mark = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  useEffect(() => {
    if (count > before.current) mark.current?.scrollIntoView?.({ block: "end" });
    before.current = count;
  }, [count]);
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
  return (
    <aside className={css.facts} aria-label="About this session">
      <SessionTags session={session} />
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
          <Button color="red" variant="subtle" loading={end.isPending} onClick={() => window.confirm("End this session? It stays readable; nobody can write in it any more.") && end.mutate()}>End it</Button>
        )}
      </div>
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

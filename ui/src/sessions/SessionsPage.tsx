// Sessions: conversations, the last used first.

import { Button } from "@mantine/core";
import { IconMessages, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ApiError } from "../api/client";
import { useSessions } from "../api/queries";
import type { SessionSummary } from "../api/types";
import { Ago, TagList } from "../parts/Bits";
import { useKeyboard, useRowKeys } from "../parts/keyboard";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useTitle } from "../parts/title";
import { useAddress, useGo, useSlug } from "../router";
import { focusBar, QueryBar } from "../runs/QueryBar";
import { SavedViews } from "../runs/SavedViews";
import { count } from "../words/format";
import { problemOf } from "../words/problems";
import { exclude, keyText, pick } from "../words/query";
import { NewSession } from "./NewSession";
import css from "./sessions.module.css";

export function SessionsPage() {
  const slug = useSlug();
  const [search, change] = useAddress();
  const [making, setMaking] = useState(false);
  const q = search.q ?? "";
  const asked = useSessions(slug, q);
  const problem = asked.error instanceof ApiError ? problemOf(asked.error, 0) : null;
  const sessions = asked.data?.pages.flatMap((page) => page.sessions) ?? [];
  const total = asked.data?.pages[0]?.total ?? 0;
  const setQuery = (text: string) => change({ q: text.trim() || undefined });
  useTitle("Sessions");
  useRowKeys();
  useKeyboard({ "/": focusBar });
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Sessions</h1>
        <span className="dim num" role="status">{asked.data ? count(total) : ""}</span>
        <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>New session</Button>
      </div>
      <div className={css.bar}>
        <QueryBar value={q} range="" problem={problem} onApply={setQuery} path="/agent-sessions" placeholder="customer:acme" />
        <SavedViews page="sessions" />
      </div>
      {problem ? <Empty title="The query cannot be read">What is wrong is said below the bar.</Empty> : null}
      {asked.error && !problem && !sessions.length ? <Failed error={asked.error} retry={() => void asked.refetch()} /> : null}
      {asked.isPending && <LoadingRows rows={8} />}
      {asked.isSuccess && !sessions.length && <None query={q} onNew={() => setMaking(true)} onClear={() => setQuery("")} />}
      {sessions.length > 0 && !problem && (
        <ul className="panel list" aria-label="Sessions">
          {sessions.map((session) => (
            <Row key={session.sessionId} session={session}
              onPick={(key, value) => setQuery(pick(q, keyText(key), value))}
              onExclude={(key, value) => setQuery(exclude(q, keyText(key), value))} />
          ))}
        </ul>
      )}
      {asked.hasNextPage && (
        <Button mt={12} loading={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>Older sessions</Button>
      )}
      {making && <NewSession onClose={() => setMaking(false)} />}
    </div>
  );
}

interface RowProps {
  session: SessionSummary;
  onPick: (key: string, value: string) => void;
  onExclude: (key: string, value: string) => void;
}

function Row({ session, onPick, onExclude }: RowProps) {
  const slug = useSlug();
  const go = useGo();
  const path = `sessions/${session.sessionId}`;
  return (
    <li className={css.row} data-unread={session.unread ? true : undefined} onClick={(event) => !(event.target as HTMLElement).closest("a, button") && go(path)}>
      <a href={`/w/${slug}/${path}`} data-row className="ellipsis" onClick={(event) => { if (!event.metaKey && !event.ctrlKey) { event.preventDefault(); go(path); } }}>
        {session.summary || <span className="dim">Nothing said yet</span>}
      </a>
      <span className={css.tags}><TagList tags={session.metadata} onPick={onPick} onExclude={onExclude} /></span>
      <span className="dim">{session.unread ? <span className={css.unread}>{count(session.unread)} new</span> : session.status === "ended" ? "ended" : ""}</span>
      <span className={css.when}><Ago iso={session.lastInteractionDate} /></span>
    </li>
  );
}

function None({ query, onNew, onClear }: { query: string; onNew: () => void; onClear: () => void }) {
  if (query) {
    return (
      <Empty title="No session matches" icon={<IconMessages size={28} stroke={1.3} />}>
        <p>Looked for <code className="mono">{query}</code>.</p>
        <Button onClick={onClear}>Clear the query</Button>
      </Empty>
    );
  }
  return (
    <Empty title="No sessions yet" icon={<IconMessages size={28} stroke={1.3} />}>
      <p>A session is a conversation; its tags are the default of each run in it.</p>
      <Button variant="filled" onClick={onNew}>Start one</Button>
    </Empty>
  );
}

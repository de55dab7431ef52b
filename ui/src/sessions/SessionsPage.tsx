// The list of sessions, most recently used first.

import { WRITE_SESSIONS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import { Button } from "@mantine/core";
import { IconMessages, IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { ApiError } from "../api/client";
import { useSessions } from "../api/queries";
import type { SessionSummary } from "../api/types";
import { TagList } from "../components/TagList";
import { RelativeTime } from "../components/Time";
import { useKeyboard, useRowKeys } from "../components/keyboard";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { LoadMore } from "../components/LoadMore";
import { useDocumentTitle } from "../components/documentTitle";
import { useNavigateTo, useSearchParams, useSlug } from "../router";
import { focusQueryBar, QueryBar } from "../runs/QueryBar";
import { SavedViews } from "../runs/SavedViews";
import { dollars } from "../labels/cost";
import { count, plural } from "../labels/format";
import { readQueryError } from "../query/error";
import { exclude, keyText, pick } from "../query/language";
import { SessionForm } from "./SessionForm";
import css from "./sessions.module.css";

export function SessionsPage() {
  const slug = useSlug();
  const [search, change] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const q = search.q ?? "";
  const result = useSessions(slug, q);
  const problem = result.error instanceof ApiError ? readQueryError(result.error, 0) : null;
  const sessions = result.data?.pages.flatMap((page) => page.sessions) ?? [];
  const total = result.data?.pages[0]?.total ?? 0;
  const setQuery = (text: string) => change({ q: text.trim() || undefined });
  useDocumentTitle("Sessions");
  useRowKeys();
  useKeyboard({ "/": focusQueryBar });
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Sessions</h1>
        <span className="dim num" role="status">
          {result.data ? plural(total, "session") : ""}
        </span>
        <Allowed to={WRITE_SESSIONS}>
          <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
            Create session
          </Button>
        </Allowed>
      </div>
      <div className={css.bar}>
        <QueryBar
          value={q}
          range=""
          problem={problem}
          onApply={setQuery}
          path="/agent-sessions"
          placeholder="customer:acme"
        />
        <SavedViews page="sessions" />
      </div>
      {problem ? <EmptyState title="Invalid query">The error is shown below the query bar.</EmptyState> : null}
      {result.error && !problem && !sessions.length ? (
        <ErrorState error={result.error} retry={() => void result.refetch()} />
      ) : null}
      {result.isPending && <LoadingRows rows={8} />}
      {result.isSuccess && !sessions.length && (
        <NoSessions query={q} onNew={() => setCreating(true)} onClear={() => setQuery("")} />
      )}
      {sessions.length > 0 && !problem && (
        <ul className="panel list" aria-label="Sessions">
          {sessions.map((session) => (
            <Row
              key={session.sessionId}
              session={session}
              onPick={(key, value) => setQuery(pick(q, keyText(key), value))}
              onExclude={(key, value) => setQuery(exclude(q, keyText(key), value))}
            />
          ))}
        </ul>
      )}
      <LoadMore query={result}>Load older sessions</LoadMore>
      {(creating || search.create) && (
        <SessionForm
          onClose={() => {
            setCreating(false);
            if (search.create) change({ create: undefined }, { replace: true });
          }}
        />
      )}
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
  const go = useNavigateTo();
  const path = `sessions/${session.sessionId}`;
  return (
    <li
      className={css.row}
      data-unread={session.unread ? true : undefined}
      onClick={(event) => !(event.target as HTMLElement).closest("a, button") && go(path)}
    >
      <a
        href={`/w/${slug}/${path}`}
        data-row
        className={css.asked}
        onClick={(event) => {
          if (!event.metaKey && !event.ctrlKey) {
            event.preventDefault();
            go(path);
          }
        }}
      >
        {session.name && <b>{session.name}</b>}
        {session.firstMessage ? (
          <bdi className={session.name ? "dim" : undefined}>{session.firstMessage}</bdi>
        ) : (
          !session.name && <span className="dim">No messages yet</span>
        )}
      </a>
      <span className={css.tags}>
        <TagList tags={session.metadata} onPick={onPick} onExclude={onExclude} />
      </span>
      <span className={`dim ${css.state}`}>
        {session.unread ? (
          <span className={css.unread}>{count(session.unread)} new</span>
        ) : session.status === "ended" ? (
          "ended"
        ) : (
          ""
        )}
      </span>
      <span className={`num dim ${css.cost}`}>{session.cost === null ? "" : dollars(Number(session.cost))}</span>
      <span className={css.when}>
        <RelativeTime iso={session.lastInteractionDate} />
      </span>
    </li>
  );
}

function NoSessions({ query, onNew, onClear }: { query: string; onNew: () => void; onClear: () => void }) {
  if (query) {
    return (
      <EmptyState title="No sessions match" icon={<IconMessages size={28} stroke={1.3} />}>
        <p>
          Query: <code className="mono">{query}</code>
        </p>
        <Button onClick={onClear}>Clear query</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No sessions yet" icon={<IconMessages size={28} stroke={1.3} />}>
      <p>A session is a conversation. Its tags are the default for each of its runs.</p>
      <Allowed to={WRITE_SESSIONS}>
        <Button variant="filled" onClick={onNew}>
          Create session
        </Button>
      </Allowed>
    </EmptyState>
  );
}

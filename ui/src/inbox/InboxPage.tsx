// The inbox: everything that needs a person, most urgent first.

import { IconInbox } from "@tabler/icons-react";
import { useState } from "react";
import type { InboxItem } from "../api/types";
import { ActionBar } from "../components/ActionBar";
import { useDocumentTitle } from "../components/documentTitle";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { useKeyboard, useRowKeys } from "../components/keyboard";
import { LoadMore } from "../components/LoadMore";
import { PageState } from "../components/QueryState";
import { useNarrowScreen } from "../components/viewport";
import { plural } from "../labels/format";
import { useNavigateTo, useSearchParams } from "../router";
import { type Act, act, type ItemAction, useInbox, useInboxMutation } from "./api";
import { AnsweredItem, ItemActions, OpenItem } from "./Item";
import css from "./inbox.module.css";

export function InboxPage() {
  const result = useInbox();
  const doing = useInboxMutation(act);
  const narrow = useNarrowScreen();
  const items = result.data?.pages.flatMap((page) => page.items) ?? [];
  const open = items.filter((item) => !item.answer);
  const [search] = useSearchParams();
  const [chosen, choose] = useState<string | null>(search.item ?? null);
  const [asking, setAsking] = useState(false);
  const current = open.find((item) => item.id === chosen) ?? open[0];
  const select = (id: string) => {
    if (id !== current?.id) setAsking(false);
    choose(id);
  };
  const run = (one: Act) => {
    setAsking(false);
    doing.mutate(one);
  };
  useDocumentTitle("Inbox");
  useInboxKeys(current, run, () => setAsking(true));
  if (!result.data) return <PageState query={result} rows={4} height={96} />;
  const shown = { pending: doing.isPending, run, asking, onAsk: setAsking };
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Inbox</h1>
        <span className="dim num" role="status">
          {open.length > 0 && plural(result.data.pages[0]!.open, "open item")}
        </span>
      </div>
      {!open.length && (
        <EmptyState title="Nothing needs you" icon={<IconInbox size={28} stroke={1.3} />}>
          Approvals, unanswered tool calls, alerts, budgets, failing triggers and failed deliveries appear here.
        </EmptyState>
      )}
      {open.length > 0 && (
        <ul className={css.items} aria-label="Open items">
          {open.map((item) => (
            <OpenItem key={item.id} item={item} current={item === current} onSelect={() => select(item.id)}>
              {!narrow && <ItemActions item={item} {...shown} asking={asking && item === current} />}
              {item === current && !narrow && <ErrorMessage error={doing.error} />}
            </OpenItem>
          ))}
        </ul>
      )}
      <LoadMore query={result}>Load more items</LoadMore>
      <Answered items={items.filter((item) => item.answer)} />
      {narrow && current && current.actions.length > 0 && (
        <ActionBar label="Decision">
          <p className={css.barTitle}>{current.title}</p>
          <ErrorMessage error={doing.error} />
          <ItemActions item={current} {...shown} />
        </ActionBar>
      )}
    </div>
  );
}

function Answered({ items }: { items: InboxItem[] }) {
  if (!items.length) return null;
  return (
    <section className={css.answered}>
      <h2 className="h2">Settled in the last day</h2>
      <ul className={css.items} aria-label="Settled items">
        {items.map((item) => (
          <AnsweredItem key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

/** Move with j and k, and act on the current item with one key. */
function useInboxKeys(current: InboxItem | undefined, run: (one: Act) => void, ask: () => void): void {
  const go = useNavigateTo();
  const press = (action: ItemAction) => () => {
    if (current?.actions.includes(action)) run({ item: current, action });
  };
  useRowKeys();
  useKeyboard({
    a: press("approve"),
    r: press("approve_for_run"),
    e: press("dismiss"),
    d: (event) => {
      if (!current?.actions.includes("deny")) return;
      event.preventDefault();
      ask();
    },
    o: () => current?.runId && go(`runs/${current.runId}`),
  });
}

// The lists of triggers and of outgoing webhooks.

import type { Trigger } from "../api/types";
import { Button, Tabs } from "@mantine/core";
import { IconBolt, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { TriggerIcon } from "../components/OriginLine";
import { TagList } from "../components/TagList";
import { Cell } from "../components/Cell";
import { RelativeTime } from "../components/Time";
import { useRowKeys } from "../components/keyboard";
import { RunLink } from "../components/RunLink";
import { OutcomeBadge } from "../components/OutcomeBadge";
import { EmptyState } from "../components/EmptyState";
import { QueryState } from "../components/QueryState";
import { useDocumentTitle } from "../components/documentTitle";
import { useNavigateTo, useSearchParams, useSlug } from "../router";
import { SubscriptionList } from "../subscriptions/SubscriptionList";
import { plural } from "../labels/format";
import { type ListedTrigger, useTriggers } from "./api";
import { TriggerActions } from "./TriggerActions";
import { TriggerForm } from "./TriggerForm";
import css from "./triggers.module.css";
import { reasonText, whenText } from "./labels";

export function TriggersPage() {
  const [search, change] = useSearchParams();
  const tab = search.tab === "subscriptions" ? "subscriptions" : "triggers";
  useDocumentTitle(tab === "triggers" ? "Triggers" : "Outgoing webhooks");
  return (
    <div className="page">
      <h1 className="sr-only">{tab === "triggers" ? "Triggers" : "Outgoing webhooks"}</h1>
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: next === "subscriptions" ? next : undefined })}
        keepMounted={false}
      >
        <Tabs.List>
          <Tabs.Tab value="triggers">Triggers</Tabs.Tab>
          <Tabs.Tab value="subscriptions">Outgoing webhooks</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="triggers" pt="md">
          <TriggerList />
        </Tabs.Panel>
        <Tabs.Panel value="subscriptions" pt="md">
          <SubscriptionList />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function TriggerList() {
  const result = useTriggers();
  const go = useNavigateTo();
  const [creating, setCreating] = useState(false);
  const triggers = result.data ?? [];
  useRowKeys();
  return (
    <>
      <div className="page-head">
        <span className="dim num" role="status">
          {result.data ? plural(triggers.length, "trigger") : ""}
        </span>
        <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
          Create trigger
        </Button>
      </div>
      {!result.data && <QueryState query={result} rows={4} height={58} />}
      {result.isSuccess && !triggers.length && (
        <EmptyState title="No triggers yet" icon={<IconBolt size={28} stroke={1.3} />}>
          A trigger starts runs on a schedule, from a webhook or from a Telegram bot. Every run records which trigger
          started it.
          <pre>runwhy triggers add cron nightly --schedule "0 2 * * *" --tz Europe/Berlin "Summarize the day"</pre>
        </EmptyState>
      )}
      {triggers.length > 0 && (
        <ul className="panel list" aria-label="Triggers">
          {triggers.map((trigger) => (
            <Row key={trigger.id} trigger={trigger} />
          ))}
        </ul>
      )}
      {creating && <TriggerForm onClose={() => setCreating(false)} onSaved={({ id }) => go(`triggers/${id}`)} />}
    </>
  );
}

function Row({ trigger }: { trigger: ListedTrigger }) {
  const slug = useSlug();
  return (
    <li className={css.row} data-trigger={trigger.name} data-paused={!trigger.enabled || undefined}>
      <div className={css.what}>
        <TriggerIcon trigger={trigger.kind} size={17} />
        <div className={css.texts}>
          <span className={css.nameLine}>
            <Link
              className={css.name}
              data-row
              to="/w/$slug/triggers/$triggerId"
              params={{ slug, triggerId: trigger.id }}
            >
              {trigger.name}
            </Link>
            <TagList tags={trigger.metadata} />
          </span>
          <span className="dim">{whenText(trigger)}</span>
        </div>
      </div>
      <Cell label="Next">
        <NextTime trigger={trigger} />
      </Cell>
      <Cell label="Last">
        <LastOccurrence trigger={trigger} />
      </Cell>
      <div className={css.acts}>
        <TriggerActions trigger={trigger} small />
      </div>
    </li>
  );
}

function NextTime({ trigger }: { trigger: Trigger }) {
  if (!trigger.enabled)
    return (
      <span className={css.paused}>
        <b>paused</b>
        {trigger.note && <span title={trigger.note}> {trigger.note}</span>}
      </span>
    );
  if (trigger.nextAt) return <RelativeTime iso={trigger.nextAt} />;
  return <span className="dim">{trigger.kind === "cron" ? "never" : "on the next event"}</span>;
}

function LastOccurrence({ trigger }: { trigger: ListedTrigger }) {
  const last = trigger.lastOccurrence;
  if (!last) return <span className="dim">not yet</span>;
  return (
    <span className={css.last} title={reasonText(last)}>
      <OutcomeBadge outcome={last.status} />
      {last.runId ? (
        <RunLink id={last.runId}>
          <RelativeTime iso={last.at} />
        </RunLink>
      ) : (
        <RelativeTime iso={last.at} />
      )}
    </span>
  );
}

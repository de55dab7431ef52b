// The lists of triggers and of outgoing webhooks.

import { WRITE_TRIGGERS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import type { Trigger } from "../api/types";
import { Button, SegmentedControl, Tabs } from "@mantine/core";
import { IconBolt, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { TriggerIcon } from "../components/OriginLine";
import { TagList } from "../components/TagList";
import { Cell } from "../components/Cell";
import { RelativeTime } from "../components/Time";
import { useRowKeys } from "../components/keyboard";
import { EmptyState } from "../components/EmptyState";
import { FindField } from "../components/FindField";
import { QueryState } from "../components/QueryState";
import { useCommand } from "../components/command";
import { useDocumentTitle } from "../components/documentTitle";
import { useNavigateTo, useSearchParams, useSlug } from "../router";
import { SubscriptionList } from "../subscriptions/SubscriptionList";
import { count, tagText } from "../labels/format";
import { type ListedTrigger, type TriggerSort, useTriggers } from "./api";
import { summaryText } from "./health";
import { HealthLine, RunDots } from "./RunDots";
import { TriggerActions } from "./TriggerActions";
import { TriggerForm } from "./TriggerForm";
import css from "./triggers.module.css";
import { whenText } from "./labels";

const SHOWN = 50; // rows, each with 20 links
const FEW = 10; // triggers that are found at a glance
const MAX_MARKS = 24; // dots and gaps in one line

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
  const command = useCommand();
  const [search, change] = useSearchParams();
  const sort = search.sort === "name" ? "name" : "trouble";
  const result = useTriggers(sort);
  const go = useNavigateTo();
  const [creating, setCreating] = useState(false);
  const [all, setAll] = useState(false);
  const [find, setFind] = useState("");
  const triggers = result.data ?? [];
  const found = triggers.filter((trigger) => isFound(trigger, find));
  const canFind = triggers.length > FEW;
  useRowKeys();
  return (
    <>
      <div className="page-head">
        <span className="dim num" role="status">
          {result.data ? summaryText(triggers) : ""}
        </span>
        {triggers.length > 1 && <SortControl sort={sort} onChange={change} />}
        {canFind && <FindField label="Find a trigger" value={find} onChange={setFind} />}
        <Allowed to={WRITE_TRIGGERS}>
          <Button
            ml={canFind ? undefined : "auto"}
            variant="filled"
            leftSection={<IconPlus size={14} />}
            onClick={() => setCreating(true)}
          >
            Create trigger
          </Button>
        </Allowed>
      </div>
      {!result.data && <QueryState query={result} rows={4} height={58} />}
      {result.isSuccess && !triggers.length && (
        <EmptyState title="No triggers yet" icon={<IconBolt size={28} stroke={1.3} />}>
          A trigger starts runs on a schedule, from a webhook or from a Telegram bot. Every run records which trigger
          started it.
          <pre tabIndex={0} aria-label="Command">
            {command('triggers add cron nightly --schedule "0 2 * * *" --tz Europe/Berlin "Summarize the day"')}
          </pre>
        </EmptyState>
      )}
      {triggers.length > 0 && !found.length && (
        <EmptyState title="No trigger found">No name, tag or schedule contains “{find.trim()}”.</EmptyState>
      )}
      {found.length > 0 && (
        <ul className="panel list" aria-label="Triggers">
          {(all ? found : found.slice(0, SHOWN)).map((trigger) => (
            <Row key={trigger.id} trigger={trigger} />
          ))}
        </ul>
      )}
      {!all && found.length > SHOWN && (
        <Button mt="sm" onClick={() => setAll(true)}>
          Show all {count(found.length)} triggers
        </Button>
      )}
      {(creating || search.create) && (
        <TriggerForm
          onClose={() => {
            setCreating(false);
            if (search.create) change({ create: undefined }, { replace: true });
          }}
          onSaved={({ id }) => go(`triggers/${id}`)}
        />
      )}
    </>
  );
}

/** Whether the name, a tag or the schedule of a trigger contains all the words. */
function isFound(trigger: Trigger, words: string): boolean {
  const text = `${trigger.name} ${tagText(trigger.metadata)} ${whenText(trigger)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface SortControlProps {
  sort: TriggerSort;
  onChange: (search: { sort: string | undefined }, how: { replace: boolean }) => void;
}

function SortControl({ sort, onChange }: SortControlProps) {
  return (
    <SegmentedControl
      aria-label="Sort triggers"
      value={sort}
      onChange={(next) => onChange({ sort: next === "name" ? next : undefined }, { replace: true })}
      data={[
        { value: "trouble", label: "Trouble first" },
        { value: "name", label: "By name" },
      ]}
    />
  );
}

function Row({ trigger }: { trigger: ListedTrigger }) {
  const slug = useSlug();
  return (
    <li className={css.row} data-trigger={trigger.name} data-state={trigger.health.state}>
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
      <div className={css.dots}>
        <RunDots trigger={trigger} marks={MAX_MARKS} />
      </div>
      <HealthLine trigger={trigger} />
      <Cell label="Next">
        <NextTime trigger={trigger} />
      </Cell>
      <div className={css.acts}>
        <Allowed to={WRITE_TRIGGERS}>
          <TriggerActions trigger={trigger} small />
        </Allowed>
      </div>
    </li>
  );
}

function NextTime({ trigger }: { trigger: Trigger }) {
  if (!trigger.enabled) return <span className="dim">when resumed</span>;
  if (trigger.nextAt) return <RelativeTime iso={trigger.nextAt} />;
  return <span className="dim">{trigger.kind === "cron" ? "never" : "on each event"}</span>;
}

// Triggers: what is set up to start runs, when next, and what each did last. Beside it, who is told of runs.

import { Button, Tabs } from "@mantine/core";
import { IconBolt, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Ago, TagList, TriggerIcon } from "../parts/Bits";
import { useRowKeys } from "../parts/keyboard";
import { Mark } from "../parts/Mark";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useTitle } from "../parts/title";
import { useAddress, useGo, useSlug } from "../router";
import { Subscriptions } from "../subscriptions/Subscriptions";
import { plural } from "../words/format";
import { useTriggers, type Trigger } from "./asking";
import { Doing } from "./Doing";
import { TriggerForm } from "./TriggerForm";
import css from "./triggers.module.css";
import { reasonText, whenText } from "./words";

export function TriggersPage() {
  const [search, change] = useAddress();
  const tab = search.tab === "subscriptions" ? "subscriptions" : "triggers";
  useTitle(tab === "triggers" ? "Triggers" : "Subscriptions");
  return (
    <div className="page">
      <h1 className="sr-only">{tab === "triggers" ? "Triggers" : "Subscriptions"}</h1>
      <Tabs value={tab} onChange={(next) => change({ tab: next === "subscriptions" ? next : undefined })} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="triggers">What starts runs</Tabs.Tab>
          <Tabs.Tab value="subscriptions">Who is told</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="triggers" pt="md"><List /></Tabs.Panel>
        <Tabs.Panel value="subscriptions" pt="md"><Subscriptions /></Tabs.Panel>
      </Tabs>
    </div>
  );
}

function List() {
  const asked = useTriggers();
  const go = useGo();
  const [making, setMaking] = useState(false);
  const triggers = asked.data ?? [];
  useRowKeys();
  return (
    <>
      <div className="page-head">
        <span className="dim num" role="status">{asked.data ? plural(triggers.length, "trigger") : ""}</span>
        <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>New trigger</Button>
      </div>
      {asked.error && !asked.data && <Failed error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <LoadingRows rows={4} height={58} />}
      {asked.isSuccess && !triggers.length && (
        <Empty title="Nothing starts runs by itself yet" icon={<IconBolt size={28} stroke={1.3} />}>
          A schedule, a webhook or a Telegram bot can; every run says which of them it was.
          <pre>runwhy triggers add cron nightly --schedule "0 2 * * *" --tz Europe/Berlin "Summarize the day"</pre>
        </Empty>
      )}
      {triggers.length > 0 && (
        <ul className="panel list" aria-label="Triggers">
          {triggers.map((trigger) => <Row key={trigger.id} trigger={trigger} />)}
        </ul>
      )}
      {making && <TriggerForm onClose={() => setMaking(false)} onSaved={({ id }) => go(`triggers/${id}`)} />}
    </>
  );
}

function Row({ trigger }: { trigger: Trigger }) {
  const slug = useSlug();
  return (
    <li className={css.row} data-trigger={trigger.name} data-paused={!trigger.enabled || undefined}>
      <div className={css.what}>
        <TriggerIcon trigger={trigger.kind} size={17} />
        <div className={css.texts}>
          <span className={css.nameLine}>
            <Link className={css.name} data-row to={`/w/${slug}/triggers/${trigger.id}` as "/"}>{trigger.name}</Link>
            <TagList tags={trigger.metadata} />
          </span>
          <span className="dim">{whenText(trigger)}</span>
        </div>
      </div>
      <div className={css.cell}><span className={css.label}>Next</span><Next trigger={trigger} /></div>
      <div className={css.cell}><span className={css.label}>Last</span><Last trigger={trigger} /></div>
      <div className={css.acts}><Doing trigger={trigger} small /></div>
    </li>
  );
}

function Next({ trigger }: { trigger: Trigger }) {
  if (!trigger.enabled) return <span className={css.paused}><b>paused</b>{trigger.note && <span title={trigger.note}> {trigger.note}</span>}</span>;
  if (trigger.nextAt) return <Ago iso={trigger.nextAt} />;
  return <span className="dim">{trigger.kind === "cron" ? "never" : "when something comes"}</span>;
}

function Last({ trigger }: { trigger: Trigger }) {
  const slug = useSlug();
  const last = trigger.lastOccurrence;
  if (!last) return <span className="dim">never yet</span>;
  return (
    <span className={css.last} title={reasonText(last)}>
      <Mark is={last.status} />
      {last.runId ? <Link className="link" to={`/w/${slug}/runs/${last.runId}` as "/"}><Ago iso={last.at} /></Link> : <Ago iso={last.at} />}
    </span>
  );
}

// One trigger: how it is set up, when it is due, and everything that it did.

import { Button, Tabs } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { TagList, TriggerIcon, When } from "../parts/Bits";
import { Crumb } from "../parts/Crumb";
import { AskingButton } from "../parts/Dialog";
import { useKeyboard } from "../parts/keyboard";
import { ToCopy } from "../parts/ShownOnce";
import { Failed, LoadingRows, Wrong } from "../parts/States";
import { useTitle } from "../parts/title";
import { useAddress, useGo, useLeave, useSlug } from "../router";
import { shortId } from "../words/format";
import { keyText, termText } from "../words/query";
import { remove, useDoing, useTrigger, type Trigger } from "./asking";
import { Doing } from "./Doing";
import { HookDeliveries } from "./HookDeliveries";
import { Occurrences } from "./Occurrences";
import { Times } from "./SchedulePreview";
import { TriggerForm } from "./TriggerForm";
import css from "./trigger.module.css";
import { CATCH_UPS, KINDS, OVERLAPS, SCHEMES, whenText, writePairs } from "./words";

export function TriggerPage() {
  const { triggerId } = useParams({ strict: false }) as { triggerId: string };
  const asked = useTrigger(triggerId);
  const [search, change] = useAddress();
  useTitle(asked.data?.name ?? "Trigger");
  useKeyboard({ Escape: useLeave("triggers") });
  if (asked.error && !asked.data) return <Failed error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <div className="page"><LoadingRows rows={6} /></div>;
  const trigger = asked.data;
  const tab = search.tab === "deliveries" && trigger.kind === "webhook" ? "deliveries" : "occurrences";
  return (
    <div className="page">
      <Head trigger={trigger} />
      <div className={css.columns}>
        <Tabs value={tab} onChange={(next) => change({ tab: next === "deliveries" ? next : undefined }, { replace: true })} keepMounted={false}>
          <Tabs.List>
            <Tabs.Tab value="occurrences">Occurrences</Tabs.Tab>
            {trigger.kind === "webhook" && <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="occurrences" pt="sm"><Occurrences id={trigger.id} /></Tabs.Panel>
          <Tabs.Panel value="deliveries" pt="sm"><HookDeliveries trigger={trigger} /></Tabs.Panel>
        </Tabs>
        <SetUp trigger={trigger} />
      </div>
    </div>
  );
}

function Head({ trigger }: { trigger: Trigger }) {
  const go = useGo();
  const [changing, setChanging] = useState(false);
  const removing = useDoing(remove, () => go("triggers"));
  return (
    <header className={css.top}>
      <Crumb to="triggers" search={{}}>Triggers</Crumb>
      <div className={css.topLine}>
        <TriggerIcon trigger={trigger.kind} size={19} />
        <h1 className="h1">{trigger.name}</h1>
        <div className={css.topActs}>
          <Doing trigger={trigger} />
          <Button leftSection={<IconPencil size={14} />} onClick={() => setChanging(true)}>Change</Button>
          <AskingButton color="red" variant="subtle" loading={removing.isPending} title={`Delete the trigger “${trigger.name}”?`} says="Nothing starts by it any more. Its runs stay." act="Delete it" onSure={() => removing.mutate(trigger.id)}>Delete</AskingButton>
        </div>
      </div>
      <p className="dim">{whenText(trigger)}</p>
      {!trigger.enabled && <p className={css.banner} role="status"><b>Paused.</b> {trigger.note}</p>}
      <Wrong error={removing.error} />
      {changing && <TriggerForm old={trigger} onClose={() => setChanging(false)} onSaved={() => undefined} />}
    </header>
  );
}

function SetUp({ trigger }: { trigger: Trigger }) {
  const slug = useSlug();
  const go = useGo();
  return (
    <aside className={css.setUp} aria-label="How it is set up">
      {trigger.kind === "cron" && <Due trigger={trigger} />}
      {trigger.hookPath && <Address path={trigger.hookPath} />}
      {trigger.prompt && <section><h2 className="h2">Task</h2><p className={css.prompt}>{trigger.prompt}</p></section>}
      {trigger.promptTemplate && <section><h2 className="h2">Task from what comes</h2><p className={css.prompt}>{trigger.promptTemplate}</p></section>}
      <section>
        <h2 className="h2">Set up</h2>
        <dl className={css.facts}>
          <Fact label="Kind">{KINDS[trigger.kind]}</Fact>
          {OWN[trigger.kind](trigger)}
          {trigger.agentId && <Fact label="Agent"><span className="mono">{shortId(trigger.agentId)}</span></Fact>}
          <Fact label="Model">{String(trigger.spec.modelId ?? "the default")}</Fact>
          {trigger.sessionId && <Fact label="Session"><Link className="link" to={`/w/${slug}/sessions/${trigger.sessionId}` as "/"}>{shortId(trigger.sessionId)}</Link></Fact>}
          <Fact label="Made"><When iso={trigger.createdAt} /></Fact>
          <Fact label="By">{trigger.createdBy}</Fact>
        </dl>
        <TagList tags={trigger.metadata} onPick={(key, value) => go("runs", { q: termText(keyText(key), value), range: "7d" })} />
      </section>
      <Button onClick={() => go("runs", { q: `trigger.id:${trigger.id}`, range: "all" })}>Its runs</Button>
    </aside>
  );
}

function Due({ trigger }: { trigger: Trigger }) {
  return (
    <section>
      <h2 className="h2">Next times</h2>
      {trigger.nextTimes.length ? <Times times={trigger.nextTimes} zone={trigger.timezone ?? "UTC"} /> : <p className="dim">{trigger.enabled ? "It is never due." : "None while it is paused."}</p>}
    </section>
  );
}

function Address({ path }: { path: string }) {
  const address = `${window.location.origin}${path}`;
  return <section><h2 className="h2">Address</h2><ToCopy what="address" text={address} /></section>;
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return <><dt>{label}</dt><dd>{children}</dd></>;
}

const named = (options: { value: string; label: string }[], value: string | undefined) => options.find((one) => one.value === (value ?? options[0]!.value))?.label ?? value;

const OWN: Record<Trigger["kind"], (trigger: Trigger) => ReactNode> = {
  cron: (trigger) => (
    <>
      <Fact label="Schedule"><span className="mono">{trigger.schedule}</span></Fact>
      <Fact label="Time zone">{trigger.timezone ?? "UTC"}</Fact>
      <Fact label="Overlap">{named(OVERLAPS, trigger.overlap)}</Fact>
      <Fact label="Missed">{named(CATCH_UPS, trigger.catchUp)}</Fact>
      <Fact label="Pauses">{trigger.pauseAfterFailures === 0 ? "never by itself" : `after ${trigger.pauseAfterFailures ?? 5} failures in a row`}</Fact>
    </>
  ),
  webhook: (trigger) => (
    <>
      <Fact label="Proved by">{SCHEMES[trigger.verify ?? ""]}</Fact>
      <Fact label="Secret">{trigger.secretEnv ? <span className="mono">{trigger.secretEnv}</span> : trigger.hasSecret ? "kept here" : "none"}</Fact>
      {trigger.tagsFrom && <Fact label="Tags from"><span className={`mono ${css.pairs}`}>{writePairs(trigger.tagsFrom)}</span></Fact>}
    </>
  ),
  telegram: (trigger) => (
    <>
      <Fact label="Token">{trigger.tokenEnv ? <span className="mono">{trigger.tokenEnv}</span> : "kept here"}</Fact>
      <Fact label="Chats">{trigger.allowedChatIds?.join(", ")}</Fact>
    </>
  ),
};

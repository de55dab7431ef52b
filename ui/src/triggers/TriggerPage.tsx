// A trigger: configuration, next runs, occurrences and deliveries.

import { WRITE_TRIGGERS } from "../api/permissions";
import { AgentLink } from "../components/AgentLink";
import { Allowed } from "../components/Allowed";
import type { CronTrigger, TelegramTrigger, Trigger, WebhookTrigger } from "../api/types";
import { Button, Tabs } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { TriggerIcon } from "../components/OriginLine";
import { Fact } from "../components/Fact";
import { SessionLink } from "../components/RunLink";
import { TagList } from "../components/TagList";
import { Timestamp } from "../components/Time";
import { Breadcrumb } from "../components/Breadcrumb";
import { ConfirmButton } from "../components/ConfirmDialog";
import { useKeyboard } from "../components/keyboard";
import { CopyableText } from "../components/CopyableText";
import { ErrorMessage } from "../components/ErrorState";
import { PageState } from "../components/QueryState";
import { useDocumentTitle } from "../components/documentTitle";
import { useBack, useNavigateTo, useSearchParams } from "../router";
import { keyText, termText } from "../query/language";
import { remove, useTrigger, useTriggerMutation } from "./api";
import { TriggerActions } from "./TriggerActions";
import { WebhookDeliveries } from "./WebhookDeliveries";
import { OccurrenceTable } from "./OccurrenceTable";
import { pauseText } from "./health";
import { HealthLine, RunDots } from "./RunDots";
import { TimeList } from "./SchedulePreview";
import { TriggerForm } from "./TriggerForm";
import css from "./trigger.module.css";
import { CATCH_UPS, KINDS, OVERLAPS, SCHEMES, whenText, writePairs } from "./labels";

export function TriggerPage() {
  const { triggerId } = useParams({ strict: false }) as { triggerId: string };
  const result = useTrigger(triggerId);
  const [search, change] = useSearchParams();
  useDocumentTitle(result.data?.name ?? "Trigger");
  useKeyboard({ Escape: useBack("triggers") });
  if (!result.data) return <PageState query={result} />;
  const trigger = result.data;
  const tab = search.tab === "deliveries" && trigger.kind === "webhook" ? "deliveries" : "occurrences";
  return (
    <div className="page">
      <Header trigger={trigger} />
      <div className={css.columns}>
        <Tabs
          value={tab}
          onChange={(next) => change({ tab: next === "deliveries" ? next : undefined }, { replace: true })}
          keepMounted={false}
        >
          <Tabs.List>
            <Tabs.Tab value="occurrences">Occurrences</Tabs.Tab>
            {trigger.kind === "webhook" && <Tabs.Tab value="deliveries">Deliveries</Tabs.Tab>}
          </Tabs.List>
          <Tabs.Panel value="occurrences" pt="sm">
            <OccurrenceTable trigger={trigger} />
          </Tabs.Panel>
          <Tabs.Panel value="deliveries" pt="sm">
            <WebhookDeliveries trigger={trigger} />
          </Tabs.Panel>
        </Tabs>
        <Configuration trigger={trigger} />
      </div>
    </div>
  );
}

function Header({ trigger }: { trigger: Trigger }) {
  const go = useNavigateTo();
  const [editing, setEditing] = useState(false);
  const removing = useTriggerMutation(remove, () => go("triggers"));
  const pause = pauseText(trigger.note);
  return (
    <header className={css.top}>
      <Breadcrumb to="triggers" search={{}}>
        Triggers
      </Breadcrumb>
      <div className={css.topLine}>
        <TriggerIcon trigger={trigger.kind} size={19} />
        <h1 className="h1">{trigger.name}</h1>
        <div className={css.topActs}>
          <Allowed to={WRITE_TRIGGERS}>
            <TriggerActions trigger={trigger} />
            <Button leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
              Edit trigger
            </Button>
            <ConfirmButton
              color="red"
              variant="subtle"
              loading={removing.isPending}
              title={`Delete trigger “${trigger.name}”?`}
              message="The trigger stops starting runs. Existing runs are kept."
              confirmLabel="Delete trigger"
              onConfirm={() => removing.mutate(trigger.id)}
            >
              Delete trigger
            </ConfirmButton>
          </Allowed>
        </div>
      </div>
      <p className="dim">{whenText(trigger)}</p>
      {!trigger.enabled && (
        <p className={css.banner} role="status">
          <b>{pause.automatic ? "Paused automatically:" : "Paused."}</b> {pause.reason}
        </p>
      )}
      <div className={css.health}>
        {trigger.enabled && <HealthLine trigger={trigger} />}
        <RunDots trigger={trigger} />
      </div>
      <ErrorMessage error={removing.error} />
      {editing && <TriggerForm old={trigger} onClose={() => setEditing(false)} onSaved={() => undefined} />}
    </header>
  );
}

function Configuration({ trigger }: { trigger: Trigger }) {
  const go = useNavigateTo();
  return (
    <aside className={css.configuration} aria-label="Configuration">
      {trigger.kind === "cron" && <NextRuns trigger={trigger} />}
      {trigger.hookPath && <WebhookUrl path={trigger.hookPath} />}
      {trigger.prompt && (
        <section>
          <h2 className="h2">Prompt</h2>
          <p className={css.prompt}>{trigger.prompt}</p>
        </section>
      )}
      {trigger.kind === "webhook" && trigger.promptTemplate && (
        <section>
          <h2 className="h2">Prompt template</h2>
          <p className={css.prompt}>{trigger.promptTemplate}</p>
        </section>
      )}
      <section>
        <h2 className="h2">Configuration</h2>
        <dl className={css.facts}>
          <Fact label="Kind">{KINDS[trigger.kind]}</Fact>
          <KindFacts trigger={trigger} />
          {trigger.agentId && (
            <Fact label="Agent">
              <AgentLink id={trigger.agentId} />
            </Fact>
          )}
          <Fact label="Model">{String(trigger.spec.modelId ?? "default")}</Fact>
          {trigger.sessionId && (
            <Fact label="Session">
              <SessionLink id={trigger.sessionId} />
            </Fact>
          )}
          <Fact label="Created">
            <Timestamp iso={trigger.createdAt} />
          </Fact>
          <Fact label="Created by">{trigger.createdBy}</Fact>
        </dl>
        <TagList
          tags={trigger.metadata}
          onPick={(key, value) => go("runs", { q: termText(keyText(key), value), range: "7d" })}
        />
      </section>
      <Button onClick={() => go("runs", { q: `trigger.id:${trigger.id}`, range: "all" })}>Show runs</Button>
    </aside>
  );
}

function NextRuns({ trigger }: { trigger: CronTrigger }) {
  return (
    <section>
      <h2 className="h2">Next runs</h2>
      {trigger.nextTimes.length ? (
        <TimeList times={trigger.nextTimes} zone={trigger.timezone ?? "UTC"} />
      ) : (
        <p className="dim">{trigger.enabled ? "This schedule never fires." : "None while the trigger is paused."}</p>
      )}
    </section>
  );
}

function WebhookUrl({ path }: { path: string }) {
  const url = `${window.location.origin}${path}`;
  return (
    <section>
      <h2 className="h2">URL</h2>
      <CopyableText label="URL" text={url} />
    </section>
  );
}

const optionLabel = (options: { value: string; label: string }[], value: string | undefined) =>
  options.find((one) => one.value === (value ?? options[0]!.value))?.label ?? value;

function KindFacts({ trigger }: { trigger: Trigger }) {
  if (trigger.kind === "cron") return <CronFacts trigger={trigger} />;
  return trigger.kind === "webhook" ? <WebhookFacts trigger={trigger} /> : <TelegramFacts trigger={trigger} />;
}

function CronFacts({ trigger }: { trigger: CronTrigger }) {
  return (
    <>
      <Fact label="Schedule">
        <span className="mono">{trigger.schedule}</span>
      </Fact>
      <Fact label="Time zone">{trigger.timezone ?? "UTC"}</Fact>
      <Fact label="Overlap">{optionLabel(OVERLAPS, trigger.overlap)}</Fact>
      <Fact label="Missed">{optionLabel(CATCH_UPS, trigger.catchUp)}</Fact>
      <Fact label="Auto-pause">
        {trigger.pauseAfterFailures === 0 ? "off" : `after ${trigger.pauseAfterFailures ?? 5} consecutive failures`}
      </Fact>
    </>
  );
}

function WebhookFacts({ trigger }: { trigger: WebhookTrigger }) {
  return (
    <>
      <Fact label="Verification">{SCHEMES[trigger.verify]}</Fact>
      <Fact label="Secret">
        {trigger.secretEnv ? (
          <span className="mono">{trigger.secretEnv}</span>
        ) : trigger.hasSecret ? (
          "stored on the server"
        ) : (
          "none"
        )}
      </Fact>
      {trigger.tagsFrom && (
        <Fact label="Payload tags">
          <span className={`mono ${css.pairs}`}>{writePairs(trigger.tagsFrom)}</span>
        </Fact>
      )}
    </>
  );
}

function TelegramFacts({ trigger }: { trigger: TelegramTrigger }) {
  return (
    <>
      <Fact label="Token">
        {trigger.tokenEnv ? <span className="mono">{trigger.tokenEnv}</span> : "stored on the server"}
      </Fact>
      <Fact label="Allowed chats">{trigger.allowedChatIds.join(", ")}</Fact>
      {trigger.inboxChatId && (
        <Fact label="Inbox">
          chat {trigger.inboxChatId}
          {trigger.inboxUserIds?.length ? `, decided by ${trigger.inboxUserIds.join(", ")}` : ", without buttons"}
        </Fact>
      )}
    </>
  );
}

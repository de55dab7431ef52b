// An outgoing webhook and its deliveries.

import { WRITE_TRIGGERS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import type { Outgoing, Run, Subscription } from "../api/types";
import { Button } from "@mantine/core";
import { IconPencil, IconRefresh } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { RelativeTime, Timestamp } from "../components/Time";
import { JsonView } from "../components/JsonView";
import { Breadcrumb } from "../components/Breadcrumb";
import { ConfirmButton } from "../components/ConfirmDialog";
import { useKeyboard } from "../components/keyboard";
import { RunLink } from "../components/RunLink";
import { OutcomeBadge } from "../components/OutcomeBadge";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { PageState, QueryState } from "../components/QueryState";
import { LoadMore } from "../components/LoadMore";
import { useDocumentTitle } from "../components/documentTitle";
import { useBack, useNavigateTo } from "../router";
import css from "../triggers/deliveries.module.css";
import page from "../triggers/trigger.module.css";
import { oneLine, plural, sentence } from "../labels/format";
import { askedLabel } from "../runs/rowText";
import { change, remove, replay, rotate, useDeliveries, useSubscription, useSubscriptionMutation } from "./api";
import { disabledReason, EVENTS } from "./labels";
import { SentEvents } from "./SentEvents";
import { NewSecret, SubscriptionForm } from "./SubscriptionForm";

export function SubscriptionPage() {
  const { subscriptionId } = useParams({ strict: false }) as { subscriptionId: string };
  const result = useSubscription(subscriptionId);
  useDocumentTitle(result.data ? result.data.name || result.data.url : "Outgoing webhook");
  useKeyboard({ Escape: useBack("triggers", { tab: "subscriptions" }) });
  if (!result.data) return <PageState query={result} />;
  return (
    <div className="page">
      <Header one={result.data} />
      <DeliveryList one={result.data} />
    </div>
  );
}

function Header({ one }: { one: Subscription }) {
  const go = useNavigateTo();
  const [editing, setEditing] = useState(false);
  const [secret, setSecret] = useState("");
  const switching = useSubscriptionMutation(change);
  const rotating = useSubscriptionMutation(rotate, (made) => setSecret(made.secret ?? ""));
  const removing = useSubscriptionMutation(remove, () => go("triggers", { tab: "subscriptions" }));
  const error = switching.error ?? rotating.error ?? removing.error;
  return (
    <header className={page.top}>
      <Breadcrumb to="triggers" search={{ tab: "subscriptions" }}>
        Outgoing webhooks
      </Breadcrumb>
      <div className={page.topLine}>
        <h1 className="h1">{one.name || one.url}</h1>
        <Allowed to={WRITE_TRIGGERS}>
          <div className={page.topActs}>
            <Button
              loading={switching.isPending}
              onClick={() => switching.mutate({ id: one.id, some: { enabled: !one.enabled } })}
            >
              {one.enabled ? "Disable webhook" : "Enable webhook"}
            </Button>
            <ConfirmButton
              loading={rotating.isPending}
              title="Rotate the secret?"
              message="For one day, deliveries are signed with both secrets."
              confirmLabel="Rotate secret"
              onConfirm={() => rotating.mutate(one.id)}
            >
              Rotate secret
            </ConfirmButton>
            <Button leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
              Edit webhook
            </Button>
            <ConfirmButton
              color="red"
              variant="subtle"
              loading={removing.isPending}
              title="Delete this webhook?"
              message="Pending deliveries are not sent."
              confirmLabel="Delete webhook"
              onConfirm={() => removing.mutate(one.id)}
            >
              Delete webhook
            </ConfirmButton>
          </div>
        </Allowed>
      </div>
      <p className="dim">
        {one.url} · <SentEvents one={one} />
      </p>
      {!one.enabled && (
        <p className={page.banner} role="status">
          <b>Disabled.</b> {sentence(disabledReason(one))}
        </p>
      )}
      <ErrorMessage error={error} />
      {editing && <SubscriptionForm old={one} onClose={() => setEditing(false)} onSaved={() => undefined} />}
      {secret && <NewSecret secret={secret} onClose={() => setSecret("")} />}
    </header>
  );
}

function DeliveryList({ one }: { one: Subscription }) {
  const result = useDeliveries(one.id);
  if (!result.data) return <QueryState query={result} rows={4} />;
  const found = result.data.pages.flatMap((page) => page.deliveries);
  if (!found.length)
    return <EmptyState title="No deliveries yet">A delivery is sent {EVENTS[one.events].when}.</EmptyState>;
  return (
    <>
      <ul className="panel list" aria-label="Deliveries">
        {found.map((sent) => (
          <DeliveryRow key={sent.id} sent={sent} to={one} />
        ))}
      </ul>
      <LoadMore query={result}>Load older deliveries</LoadMore>
    </>
  );
}

function DeliveryRow({ sent, to }: { sent: Outgoing; to: Subscription }) {
  const again = useSubscriptionMutation(replay);
  const payload: unknown = JSON.parse(sent.payload);
  const about = subjectOf(payload);
  return (
    <li className={css.delivery} data-delivery={sent.id}>
      <details>
        <summary>
          <OutcomeBadge outcome={sent.status} />
          <Timestamp iso={sent.deliveredAt ?? sent.createdAt} />
          <span className={css.problem}>
            {about}
            <span className={`dim ${css.outcome}`}>
              {sent.type} · {describeOutcome(sent)}
              {sent.nextAt && (
                <>
                  , retry <RelativeTime iso={sent.nextAt} />
                </>
              )}
            </span>
          </span>
        </summary>
        <div className={css.deliveryBody}>
          <h3 className="h2">Body</h3>
          <div className={`panel ${css.code}`}>
            <JsonView value={payload} label="Body" />
          </div>
        </div>
      </details>
      <div className={css.deliveryActs}>
        <ErrorMessage error={again.error} />
        {sent.runId && <RunLink id={sent.runId}>Open run</RunLink>}
        <Allowed to={WRITE_TRIGGERS}>
          <Button
            variant="subtle"
            leftSection={<IconRefresh size={14} />}
            loading={again.isPending}
            disabled={!to.enabled}
            onClick={() => again.mutate({ id: to.id, delivery: sent.id })}
          >
            Replay
          </Button>
        </Allowed>
      </div>
    </li>
  );
}

/** Return the subject of a delivery: the task of its run, or the title of its inbox item or alert. */
function subjectOf(payload: unknown): string {
  const { data } = payload as {
    data?: { spec?: object } & Partial<Run> & { title?: string; alert?: { name?: string } };
  };
  if (!data) return "";
  return (
    data.title ?? data.alert?.name ?? (data.spec && data.origin ? askedLabel(data as Run) : oneLine(data.task ?? ""))
  );
}

function describeOutcome(sent: Outgoing): string {
  const response = sent.lastError ?? (sent.lastStatus === null ? "not attempted yet" : `HTTP ${sent.lastStatus}`);
  return sent.attempts > 1 ? `${response}, ${plural(sent.attempts, "attempt")}` : response;
}

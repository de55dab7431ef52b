// One subscription: what was sent to it or will be, and what was answered.

import { Button } from "@mantine/core";
import { IconPencil, IconRefresh } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { Ago, When } from "../parts/Bits";
import { JsonView } from "../parts/JsonView";
import { Crumb } from "../parts/Crumb";
import { AskingButton } from "../parts/Dialog";
import { useKeyboard } from "../parts/keyboard";
import { Mark } from "../parts/Mark";
import { Empty, Failed, LoadingRows, Wrong } from "../parts/States";
import { useTitle } from "../parts/title";
import { useGo, useLeave, useSlug } from "../router";
import css from "../triggers/deliveries.module.css";
import page from "../triggers/trigger.module.css";
import { plural, shortId } from "../words/format";
import { change, remove, replay, rotate, useOutgoing, useSubscription, useTelling, type Outgoing, type Subscription } from "./asking";
import { NewSecret, SubscriptionForm } from "./SubscriptionForm";

export function SubscriptionPage() {
  const { subscriptionId } = useParams({ strict: false }) as { subscriptionId: string };
  const asked = useSubscription(subscriptionId);
  useTitle(asked.data ? asked.data.name || asked.data.url : "Subscription");
  useKeyboard({ Escape: useLeave("triggers", { tab: "subscriptions" }) });
  if (asked.error && !asked.data) return <Failed error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <div className="page"><LoadingRows rows={6} /></div>;
  return (
    <div className="page">
      <Head one={asked.data} />
      <Deliveries one={asked.data} />
    </div>
  );
}

function Head({ one }: { one: Subscription }) {
  const go = useGo();
  const [changing, setChanging] = useState(false);
  const [secret, setSecret] = useState("");
  const switching = useTelling(change);
  const rotating = useTelling(rotate, (made) => setSecret(made.secret ?? ""));
  const removing = useTelling(remove, () => go("triggers", { tab: "subscriptions" }));
  const error = switching.error ?? rotating.error ?? removing.error;
  return (
    <header className={page.top}>
      <Crumb to="triggers" search={{ tab: "subscriptions" }}>Who is told</Crumb>
      <div className={page.topLine}>
        <h1 className="h1">{one.name || one.url}</h1>
        <div className={page.topActs}>
          <Button loading={switching.isPending} onClick={() => switching.mutate({ id: one.id, some: { enabled: !one.enabled } })}>{one.enabled ? "Turn off" : "Turn on"}</Button>
          <AskingButton loading={rotating.isPending} title="Make a new secret?" says="For a day, deliveries are signed with both." act="Make it" onSure={() => rotating.mutate(one.id)}>New secret</AskingButton>
          <Button leftSection={<IconPencil size={14} />} onClick={() => setChanging(true)}>Change</Button>
          <AskingButton color="red" variant="subtle" loading={removing.isPending} title="Delete this subscription?" says="What is still to be sent is not sent any more." act="Delete it" onSure={() => removing.mutate(one.id)}>Delete</AskingButton>
        </div>
      </div>
      <p className="dim">{one.url} · told of <span className="mono">{one.query || "every run"}</span></p>
      {!one.enabled && <p className={page.banner} role="status"><b>Off.</b> {one.note}</p>}
      <Wrong error={error} />
      {changing && <SubscriptionForm old={one} onClose={() => setChanging(false)} onSaved={() => undefined} />}
      {secret && <NewSecret secret={secret} onClose={() => setSecret("")} />}
    </header>
  );
}

function Deliveries({ one }: { one: Subscription }) {
  const asked = useOutgoing(one.id);
  if (asked.error && !asked.data) return <Failed error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <LoadingRows rows={4} />;
  const found = asked.data.pages.flatMap((page) => page.deliveries);
  if (!found.length) return <Empty title="Nothing has been sent yet">The next run that its query finds is, once it has ended.</Empty>;
  return (
    <>
      <ul className="panel list" aria-label="Deliveries">{found.map((sent) => <Sent key={sent.id} sent={sent} to={one} />)}</ul>
      {asked.hasNextPage && <Button mt="sm" loading={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>Show older</Button>}
    </>
  );
}

function Sent({ sent, to }: { sent: Outgoing; to: Subscription }) {
  const slug = useSlug();
  const again = useTelling(replay);
  return (
    <li className={css.delivery} data-delivery={sent.id}>
      <details>
        <summary>
          <Mark is={sent.status} />
          <When iso={sent.deliveredAt ?? sent.createdAt} />
          <span className={css.problem}>{sent.type} <span className="dim">· {outcome(sent)}{sent.nextAt && <>, again <Ago iso={sent.nextAt} /></>}</span></span>
        </summary>
        <div className={css.deliveryBody}>
          <h3 className="h2">Body</h3>
          <div className={`panel ${css.code}`}><JsonView value={JSON.parse(sent.payload)} label="Body" /></div>
        </div>
      </details>
      <div className={css.deliveryActs}>
        <Wrong error={again.error} />
        <Link className="link" to={`/w/${slug}/runs/${sent.runId}` as "/"}>{shortId(sent.runId)}</Link>
        <Button variant="subtle" leftSection={<IconRefresh size={14} />} loading={again.isPending} disabled={!to.enabled} onClick={() => again.mutate({ id: to.id, delivery: sent.id })}>Replay</Button>
      </div>
    </li>
  );
}

function outcome(sent: Outgoing): string {
  const answered = sent.lastError ?? (sent.lastStatus === null ? "not tried yet" : `answered ${sent.lastStatus}`);
  return sent.attempts > 1 ? `${answered}, ${plural(sent.attempts, "attempt")}` : answered;
}

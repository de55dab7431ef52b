// Who is told of runs that ended.

import { Button } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Ago } from "../parts/Bits";
import { useRowKeys } from "../parts/keyboard";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useGo, useSlug } from "../router";
import css from "../triggers/triggers.module.css";
import { plural } from "../words/format";
import { useSubscriptions, type Subscription } from "./asking";
import { SubscriptionForm } from "./SubscriptionForm";

export function Subscriptions() {
  const asked = useSubscriptions();
  const go = useGo();
  const [making, setMaking] = useState(false);
  const found = asked.data ?? [];
  useRowKeys();
  return (
    <>
      <div className="page-head">
        <span className="dim num" role="status">{asked.data ? plural(found.length, "subscription") : ""}</span>
        <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>New subscription</Button>
      </div>
      {asked.error && !asked.data && <Failed error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <LoadingRows rows={3} height={58} />}
      {asked.isSuccess && !found.length && (
        <Empty title="Nobody is told yet" icon={<IconSpeakerphone size={28} stroke={1.3} />}>
          Name an address and a query, and each run that it finds is sent there once it has ended, signed, and again until it is taken.
        </Empty>
      )}
      {found.length > 0 && <ul className="panel list" aria-label="Subscriptions">{found.map((one) => <Row key={one.id} one={one} />)}</ul>}
      {making && <SubscriptionForm onClose={() => setMaking(false)} onSaved={({ id }) => go(`subscriptions/${id}`)} />}
    </>
  );
}

function Row({ one }: { one: Subscription }) {
  const slug = useSlug();
  return (
    <li className={css.row} data-paused={!one.enabled || undefined}>
      <div className={css.what}>
        <IconSpeakerphone size={17} stroke={1.6} aria-hidden color="var(--w-faint)" style={{ flex: "none" }} />
        <div className={css.texts}>
          <Link className={css.name} data-row to={`/w/${slug}/subscriptions/${one.id}` as "/"}>{one.name || one.url}</Link>
          {one.name && <span className="dim ellipsis">{one.url}</span>}
        </div>
      </div>
      <div className={css.cell}><span className={css.label}>Told of</span><span className="mono ellipsis">{one.query || "every run"}</span></div>
      <div className={css.cell}><span className={css.label}>State</span>{one.enabled ? "on" : <span className={css.paused}><b>off</b> {one.note}</span>}</div>
      <div className="dim"><Ago iso={one.createdAt} /></div>
    </li>
  );
}

// The list of outgoing webhooks.

import { WRITE_TRIGGERS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import type { Subscription } from "../api/types";
import { Button } from "@mantine/core";
import { IconPlus, IconSpeakerphone } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Cell } from "../components/Cell";
import { RelativeTime } from "../components/Time";
import { useRowKeys } from "../components/keyboard";
import { EmptyState } from "../components/EmptyState";
import { QueryState } from "../components/QueryState";
import { useNavigateTo, useSlug } from "../router";
import css from "../triggers/triggers.module.css";
import { plural } from "../labels/format";
import { useSubscriptions } from "./api";
import { disabledReason } from "./labels";
import { SentEvents } from "./SentEvents";
import { SubscriptionForm } from "./SubscriptionForm";

export function SubscriptionList() {
  const result = useSubscriptions();
  const go = useNavigateTo();
  const [creating, setCreating] = useState(false);
  const found = result.data ?? [];
  useRowKeys();
  return (
    <>
      <div className="page-head">
        <span className="dim num" role="status">
          {result.data ? plural(found.length, "webhook") : ""}
        </span>
        <Allowed to={WRITE_TRIGGERS}>
          <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
            Create webhook
          </Button>
        </Allowed>
      </div>
      {!result.data && <QueryState query={result} rows={3} height={58} />}
      {result.isSuccess && !found.length && (
        <EmptyState title="No outgoing webhooks yet" icon={<IconSpeakerphone size={28} stroke={1.3} />}>
          An outgoing webhook sends each run that matches a query to a URL when the run ends. Requests are signed and
          retried.
        </EmptyState>
      )}
      {found.length > 0 && (
        <ul className="panel list" aria-label="Outgoing webhooks">
          {found.map((one) => (
            <Row key={one.id} one={one} />
          ))}
        </ul>
      )}
      {creating && (
        <SubscriptionForm onClose={() => setCreating(false)} onSaved={({ id }) => go(`subscriptions/${id}`)} />
      )}
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
          <Link
            className={css.name}
            data-row
            to="/w/$slug/subscriptions/$subscriptionId"
            params={{ slug, subscriptionId: one.id }}
          >
            {one.name || one.url}
          </Link>
          {one.name && <span className="dim ellipsis">{one.url}</span>}
        </div>
      </div>
      <Cell label="Sends">
        <span>
          <SentEvents one={one} />
        </span>
      </Cell>
      <Cell label="Status">
        {one.enabled ? (
          "enabled"
        ) : (
          <span className={css.paused}>
            <b>disabled</b> {disabledReason(one)}
          </span>
        )}
      </Cell>
      <Cell label="Created">
        <RelativeTime iso={one.createdAt} />
      </Cell>
    </li>
  );
}

// The latest requests to a webhook, including rejected ones. Verified requests can be replayed.

import { WRITE_TRIGGERS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import type { HookDelivery, Trigger } from "../api/types";
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { Timestamp } from "../components/Time";
import { JsonView, parseJson } from "../components/JsonView";
import { RunLink } from "../components/RunLink";
import { OutcomeBadge } from "../components/OutcomeBadge";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { QueryState } from "../components/QueryState";
import { useNavigateTo } from "../router";
import { replay, useTriggerMutation, useWebhookDeliveries } from "./api";
import css from "./deliveries.module.css";
import { outcomeText } from "./labels";

export function WebhookDeliveries({ trigger }: { trigger: Trigger }) {
  const result = useWebhookDeliveries(trigger.id);
  if (!result.data) return <QueryState query={result} rows={4} />;
  if (!result.data.length)
    return (
      <EmptyState title="No deliveries yet">
        Requests to <code className="mono">{trigger.hookPath}</code> appear here, including rejected ones.
      </EmptyState>
    );
  return (
    <ul className="panel list" aria-label="Deliveries">
      {result.data.map((one) => (
        <Delivery key={one.id} one={one} trigger={trigger} />
      ))}
    </ul>
  );
}

function Delivery({ one, trigger }: { one: HookDelivery; trigger: Trigger }) {
  const go = useNavigateTo();
  const replaying = useTriggerMutation(replay, ({ runId }) => go(`runs/${runId}`));
  return (
    <li className={css.delivery}>
      <details>
        <summary>
          <OutcomeBadge outcome={one.outcome}>{outcomeText(one)}</OutcomeBadge>
          <Timestamp iso={one.at} />
          <span className={`dim ${css.problem}`}>{one.problem ?? one.webhookId ?? ""}</span>
        </summary>
        <div className={css.deliveryBody}>
          <h3 className="h2">Headers</h3>
          <dl className={css.headers}>
            {Object.entries(one.headers).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <h3 className="h2">Body</h3>
          {one.body ? (
            <div className={`panel ${css.code}`}>
              <Content text={one.body} />
            </div>
          ) : (
            <p className="dim">{one.verified ? "Empty" : "Not stored, because the request could not be verified."}</p>
          )}
        </div>
      </details>
      <div className={css.deliveryActs}>
        <ErrorMessage error={replaying.error} />
        {one.runId && <RunLink id={one.runId} />}
        {one.verified && (
          <Allowed to={WRITE_TRIGGERS}>
            <Button
              variant="subtle"
              leftSection={<IconRefresh size={14} />}
              loading={replaying.isPending}
              onClick={() => replaying.mutate({ id: trigger.id, delivery: one.id })}
            >
              Replay
            </Button>
          </Allowed>
        )}
      </div>
    </li>
  );
}

function Content({ text }: { text: string }) {
  const json = parseJson(text);
  if (json !== undefined) return <JsonView value={json} label="Body" />;
  return (
    <pre className={css.plain} tabIndex={0} aria-label="Body">
      {text}
    </pre>
  );
}

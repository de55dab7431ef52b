// What came to a webhook last, also what was refused; any genuine one can be run again.

import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { When } from "../parts/Bits";
import { JsonView } from "../parts/JsonView";
import { Mark } from "../parts/Mark";
import { Empty, Failed, LoadingRows, Wrong } from "../parts/States";
import { useGo, useSlug } from "../router";
import { shortId } from "../words/format";
import { replay, useDoing, useHookDeliveries, type HookDelivery, type Trigger } from "./asking";
import css from "./deliveries.module.css";
import { outcomeText } from "./words";

export function HookDeliveries({ trigger }: { trigger: Trigger }) {
  const asked = useHookDeliveries(trigger.id);
  if (asked.error && !asked.data) return <Failed error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <LoadingRows rows={4} />;
  if (!asked.data.length) return <Empty title="Nothing has come yet">What is sent to <code className="mono">{trigger.hookPath}</code> appears here, also when it is refused.</Empty>;
  return (
    <ul className="panel list" aria-label="Deliveries">
      {asked.data.map((one) => <Delivery key={one.id} one={one} trigger={trigger} />)}
    </ul>
  );
}

function Delivery({ one, trigger }: { one: HookDelivery; trigger: Trigger }) {
  const slug = useSlug();
  const go = useGo();
  const again = useDoing(replay, ({ runId }) => go(`runs/${runId}`));
  return (
    <li className={css.delivery}>
      <details>
        <summary>
          <Mark is={one.outcome}>{outcomeText(one)}</Mark>
          <When iso={one.at} />
          <span className={`dim ${css.problem}`}>{one.problem ?? one.webhookId ?? ""}</span>
        </summary>
        <div className={css.deliveryBody}>
          <h3 className="h2">Headers</h3>
          <dl className={css.headers}>
            {Object.entries(one.headers).map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}
          </dl>
          <h3 className="h2">Body</h3>
          {one.body ? <div className={`panel ${css.code}`}><Content text={one.body} /></div> : <p className="dim">{one.verified ? "empty" : "not kept, because nobody knows who sent it"}</p>}
        </div>
      </details>
      <div className={css.deliveryActs}>
        <Wrong error={again.error} />
        {one.runId && <Link className="link" to={`/w/${slug}/runs/${one.runId}` as "/"}>{shortId(one.runId)}</Link>}
        {one.verified && <Button variant="subtle" leftSection={<IconRefresh size={14} />} loading={again.isPending} onClick={() => again.mutate({ id: trigger.id, delivery: one.id })}>Replay</Button>}
      </div>
    </li>
  );
}

function Content({ text }: { text: string }) {
  try {
    return <JsonView value={JSON.parse(text)} label="Body" />;
  } catch {
    return <pre className={css.plain} tabIndex={0} aria-label="Body">{text}</pre>;
  }
}

// An alert: its state, the chart it is about, its history, and silence until a time.

import { Button, Menu, SegmentedControl } from "@mantine/core";
import { IconBellOff, IconPencil } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { READ_TRIGGERS, WRITE_TRIGGERS } from "../api/permissions";
import { useAllowed } from "../api/queries";
import type { Alert, AlertEvent } from "../api/types";
import { Breadcrumb } from "../components/Breadcrumb";
import { useNow } from "../components/clock";
import { ConfirmButton } from "../components/ConfirmDialog";
import { useDocumentTitle } from "../components/documentTitle";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { Fact } from "../components/Fact";
import { useKeyboard } from "../components/keyboard";
import { LoadMore } from "../components/LoadMore";
import { PageState, QueryState } from "../components/QueryState";
import { RelativeTime, Timestamp } from "../components/Time";
import { plural } from "../labels/format";
import { useBack, useNavigateTo, useSlug } from "../router";
import top from "../triggers/trigger.module.css";
import { AlertChart } from "./AlertChart";
import { AlertForm } from "./AlertForm";
import { AlertState } from "./AlertState";
import css from "./alerts.module.css";
import { changeAlert, removeAlert, useAlert, useAlertChart, useAlertEvents, useAlertMutation } from "./api";
import { conditionText, EVENTS, lastValueText, shownState, valueText } from "./labels";
import { RecipientList } from "./recipients";

export function AlertPage() {
  const { alertId } = useParams({ strict: false }) as { alertId: string };
  const result = useAlert(alertId);
  useDocumentTitle(result.data?.name ?? "Alert");
  useKeyboard({ Escape: useBack("alerts") });
  if (!result.data) return <PageState query={result} />;
  return (
    <div className="page">
      <Header alert={result.data} />
      <Facts alert={result.data} />
      {result.data.state !== "broken" && <Chart alert={result.data} />}
      <h2 className={css.h2}>History</h2>
      <History alert={result.data} />
    </div>
  );
}

function Header({ alert }: { alert: Alert }) {
  const go = useNavigateTo();
  const [editing, setEditing] = useState(false);
  const changing = useAlertMutation(changeAlert);
  const removing = useAlertMutation(removeAlert, () => go("alerts"));
  const canWrite = useAllowed(WRITE_TRIGGERS);
  const state = shownState(alert, useNow());
  const change = (body: Parameters<typeof changeAlert>[1]["body"]) => changing.mutate({ id: alert.id, body });
  return (
    <header className={top.top}>
      <Breadcrumb to="alerts">Alerts</Breadcrumb>
      <div className={top.topLine}>
        <h1 className="h1">{alert.name}</h1>
        {canWrite && (
          <div className={top.topActs}>
            {state === "silenced" ? (
              <Button loading={changing.isPending} onClick={() => change({ silencedUntil: null })}>
                End silence
              </Button>
            ) : (
              <SilenceMenu pending={changing.isPending} onSilence={(until) => change({ silencedUntil: until })} />
            )}
            <Button loading={changing.isPending} onClick={() => change({ enabled: !alert.enabled })}>
              {alert.enabled ? "Disable alert" : "Enable alert"}
            </Button>
            <Button leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
              Edit alert
            </Button>
            <ConfirmButton
              color="red"
              variant="subtle"
              loading={removing.isPending}
              title={`Delete alert “${alert.name}”?`}
              message="It stops sending notifications, and its history is deleted."
              confirmLabel="Delete alert"
              onConfirm={() => removing.mutate(alert.id)}
            >
              Delete alert
            </ConfirmButton>
          </div>
        )}
      </div>
      <Banner alert={alert} />
      <ErrorMessage error={changing.error ?? removing.error} />
      {editing && <AlertForm old={alert} onClose={() => setEditing(false)} />}
    </header>
  );
}

function Banner({ alert }: { alert: Alert }) {
  const state = shownState(alert, useNow());
  if (state === "ok" || state === "firing") return null;
  return (
    <p className={top.banner} role="status">
      {state === "off" && (
        <>
          <b>Disabled.</b> It is not evaluated.
        </>
      )}
      {state === "silenced" && (
        <>
          <b>Silenced.</b> It is evaluated, but sends no notifications until <Timestamp iso={alert.silencedUntil!} />.
        </>
      )}
      {state === "broken" && (
        <>
          <b>Broken.</b> {alert.problem}
        </>
      )}
    </p>
  );
}

const HOUR = 3_600_000;
const SILENCES: [label: string, ms: number][] = [
  ["For 1 hour", HOUR],
  ["For 4 hours", 4 * HOUR],
  ["For 1 day", 24 * HOUR],
  ["For 1 week", 168 * HOUR],
];

function SilenceMenu({ pending, onSilence }: { pending: boolean; onSilence: (until: string) => void }) {
  const [own, setOwn] = useState("");
  const chosen = Date.parse(own);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button leftSection={<IconBellOff size={14} />} loading={pending}>
          Silence alert
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {SILENCES.map(([label, ms]) => (
          <Menu.Item key={ms} onClick={() => onSilence(new Date(Date.now() + ms).toISOString())}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <form
          className={css.until}
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen > Date.now()) onSilence(new Date(chosen).toISOString());
          }}
        >
          <label>
            Until
            <input type="datetime-local" value={own} onChange={(event) => setOwn(event.target.value)} />
          </label>
          <Button type="submit" size="xs" disabled={!(chosen > Date.now())}>
            Silence until then
          </Button>
        </form>
      </Menu.Dropdown>
    </Menu>
  );
}

function Facts({ alert }: { alert: Alert }) {
  const slug = useSlug();
  const canReadTriggers = useAllowed(READ_TRIGGERS);
  const resolves = alert.resolveThreshold ?? alert.threshold;
  return (
    <section className={`panel ${css.facts}`} aria-label="State">
      <p className={css.now}>
        <AlertState alert={alert} />
        <span className="num">{lastValueText(alert)}</span>
      </p>
      <dl className={css.factList}>
        <Fact label="Fires">{conditionText(alert)}</Fact>
        {resolves !== null && (
          <Fact label="Resolves">
            {alert.direction === "above" ? "below" : "above"} {valueText(alert, resolves)}
          </Fact>
        )}
        <Fact label="Runs">
          <Link className="link" to="/w/$slug/runs" params={{ slug }} search={{ q: alert.query || undefined }}>
            {alert.query ? <code className="mono">{alert.query}</code> : "all runs"}
          </Link>
        </Fact>
        {alert.schedule && canReadTriggers && (
          <Fact label="Schedule">
            <Link className="link" to="/w/$slug/triggers/$triggerId" params={{ slug, triggerId: alert.schedule }}>
              Open schedule
            </Link>
          </Fact>
        )}
        <Fact label="Notifies">
          <RecipientList recipients={alert.recipients} />
        </Fact>
        {alert.measuredAt && (
          <Fact label="Measured">
            <RelativeTime iso={alert.measuredAt} />
          </Fact>
        )}
      </dl>
    </section>
  );
}

const RANGES = { "24h": 24, "7d": 168, "30d": 720 };
type Range = keyof typeof RANGES;

function Chart({ alert }: { alert: Alert }) {
  const [range, setRange] = useState<Range>("7d");
  const minute = Math.floor(useNow() / 60_000) * 60_000;
  const since = new Date(minute - RANGES[range] * HOUR).toISOString();
  const result = useAlertChart(alert.id, since, alert.updatedAt);
  const found = result.data;
  return (
    <>
      <div className={css.chartHead}>
        <h2 className={css.h2}>Values</h2>
        <SegmentedControl
          size="xs"
          aria-label="Time range"
          data={Object.keys(RANGES)}
          value={range}
          onChange={(next) => setRange(next as Range)}
        />
      </div>
      <div className={`panel ${css.chartPanel}`}>
        {!found && <QueryState query={result} rows={3} />}
        {found && (
          <>
            <AlertChart alert={alert} data={found} label={`Values of ${alert.name} over time`} />
            <p className="dim">
              With its current condition, the alert fires <b>{plural(found.firings.length, "time")}</b> in this range,
              based on {plural(found.runs, alert.measure === "approval_age" ? "request" : "run")}.
              {!found.complete && " Only the newest 100,000 runs count."}
            </p>
          </>
        )}
      </div>
    </>
  );
}

function History({ alert }: { alert: Alert }) {
  const result = useAlertEvents(alert.id);
  if (!result.data) return <QueryState query={result} rows={3} />;
  const found = result.data.pages.flatMap((page) => page.events);
  if (!found.length)
    return (
      <div className="panel">
        <EmptyState title="Nothing yet">Each time the alert fires or is resolved is listed here.</EmptyState>
      </div>
    );
  return (
    <>
      <ul className="panel list" aria-label="History">
        {found.map((event) => (
          <EventRow key={event.id} alert={alert} event={event} />
        ))}
      </ul>
      <LoadMore query={result}>Load older events</LoadMore>
    </>
  );
}

function EventRow({ alert, event }: { alert: Alert; event: AlertEvent }) {
  return (
    <li className={css.event} data-state={event.state}>
      <b className={css.did}>{EVENTS[event.state]}</b>
      <span className="num">
        {event.reason ?? (event.value === null ? "" : valueText(alert, event.value))}
        {!event.reason && event.value !== null && event.threshold !== null && (
          <span className="dim"> · threshold {valueText(alert, event.threshold)}</span>
        )}
      </span>
      <span className="dim">{event.notified ? "notified" : "not notified"}</span>
      <Timestamp iso={event.at} />
    </li>
  );
}

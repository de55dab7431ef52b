// Alerts: conditions on the runs that match a query, and which of them fire.

import { Button } from "@mantine/core";
import { IconBell, IconPlus } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { WRITE_TRIGGERS } from "../api/permissions";
import { useAllowed } from "../api/queries";
import type { Alert } from "../api/types";
import { useNow } from "../components/clock";
import { useDocumentTitle } from "../components/documentTitle";
import { EmptyState } from "../components/EmptyState";
import { useRowKeys } from "../components/keyboard";
import { QueryState } from "../components/QueryState";
import { plural } from "../labels/format";
import { useSearchParams, useSlug } from "../router";
import { AlertForm } from "./AlertForm";
import { AlertState } from "./AlertState";
import css from "./alerts.module.css";
import { useAlerts } from "./api";
import { conditionText, lastValueText, shownState, sortAlerts } from "./labels";

export function AlertsPage() {
  const result = useAlerts();
  const [search, change] = useSearchParams();
  const [asked, setCreating] = useState(false);
  const canWrite = useAllowed(WRITE_TRIGGERS);
  const creating = canWrite && (asked || search.create === "1");
  const now = useNow();
  useDocumentTitle("Alerts");
  useRowKeys();
  const firing = result.data?.filter((alert) => shownState(alert, now) === "firing").length ?? 0;
  const add = canWrite && (
    <Button variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
      Create alert
    </Button>
  );
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Alerts</h1>
        <span className="dim num" role="status">
          {result.data ? `${plural(result.data.length, "alert")}${firing ? `, ${firing} firing` : ""}` : ""}
        </span>
        <span className={css.headActs}>{result.data?.length ? add : null}</span>
      </div>
      {!result.data && <QueryState query={result} />}
      {result.data?.length === 0 && (
        <EmptyState title="No alerts" icon={<IconBell size={28} stroke={1.3} />}>
          An alert notifies you when the runs that match a query fail too often, take too long, cost too much, or do not
          start at all. It goes to the inbox, to an outgoing webhook or to a Telegram chat.
          <div className={css.emptyActs}>{add}</div>
        </EmptyState>
      )}
      {result.data && result.data.length > 0 && (
        <ul className="panel list" aria-label="Alerts">
          {sortAlerts(result.data, now).map((alert) => (
            <Row key={alert.id} alert={alert} />
          ))}
        </ul>
      )}
      {creating && (
        <AlertForm
          query={search.q}
          schedule={search.schedule}
          onClose={() => {
            setCreating(false);
            change({ create: undefined, q: undefined, schedule: undefined }, { replace: true });
          }}
        />
      )}
    </div>
  );
}

function Row({ alert }: { alert: Alert }) {
  const slug = useSlug();
  return (
    <li className={css.row} data-alert={alert.name} data-off={!alert.enabled || undefined}>
      <div className={css.what}>
        <Link className={css.name} to="/w/$slug/alerts/$alertId" params={{ slug, alertId: alert.id }} data-row>
          {alert.name}
        </Link>
        <span className="dim">
          {conditionText(alert)}
          {!alert.schedule && <> · {alert.query ? <code className="mono">{alert.query}</code> : "all runs"}</>}
        </span>
        {alert.problem && <span className="error">{alert.problem}</span>}
      </div>
      <AlertState alert={alert} />
      <span className="num">{lastValueText(alert)}</span>
    </li>
  );
}

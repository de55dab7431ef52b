// The occurrences of a trigger: when they were planned and started, with their runs and reasons.

import { Link } from "@tanstack/react-router";
import type { Occurrence, Trigger } from "../api/types";
import { StatusBadge } from "../components/StatusBadge";
import { RunDuration, Timestamp } from "../components/Time";
import { useNow } from "../components/clock";
import { OutcomeBadge } from "../components/OutcomeBadge";
import { EmptyState } from "../components/EmptyState";
import { QueryState } from "../components/QueryState";
import { LoadMore } from "../components/LoadMore";
import { Table } from "../components/Table";
import { useSlug } from "../router";
import { duration, fullTime, localTime, shortId } from "../labels/format";
import { type Kind, useOccurrences } from "./api";
import { foldSkips, latenessOver } from "./health";
import { LatenessPlot } from "./LatenessPlot";
import css from "./triggers.module.css";
import { reasonText } from "./labels";

const SINCE: Record<Kind, string> = { cron: "Planned", webhook: "Received", telegram: "Received" };

export function OccurrenceTable({ trigger }: { trigger: Trigger }) {
  const result = useOccurrences(trigger.id);
  if (!result.data) return <QueryState query={result} rows={14} height={34} />;
  const found = result.data.pages.flatMap((page) => page.occurrences);
  const { kind } = trigger;
  if (!found.length)
    return (
      <EmptyState title="No occurrences yet">
        Every firing and skip of this trigger appears here with its reason.
      </EmptyState>
    );
  const columns = [SINCE[kind], ...(kind === "cron" ? ["Started"] : []), "Status", "Run", "Reason", "Duration"];
  return (
    <>
      {kind === "cron" && <LatenessPlot values={latenessOver(found)} />}
      <Table label="Occurrences" columns={columns} className={css.table}>
        {foldSkips(found).map((one) => (
          <Row key={one.key} one={one} kind={kind} />
        ))}
      </Table>
      <LoadMore query={result}>Load older occurrences</LoadMore>
    </>
  );
}

function Row({ one, kind }: { one: Occurrence; kind: Kind }) {
  const slug = useSlug();
  const failure = one.run?.reason;
  return (
    <tr>
      <td>
        <PlannedTime one={one} />
      </td>
      {kind === "cron" && (
        <td data-empty={!one.run || undefined}>
          <StartedTime one={one} />
        </td>
      )}
      <td>{one.run ? <StatusBadge status={one.run.status} /> : <OutcomeBadge outcome={one.status} />}</td>
      <td className={css.run} data-empty={!one.runId || undefined}>
        {one.runId ? (
          <Link className={`mono ${css.runLink}`} to="/w/$slug/runs/$runId" params={{ slug, runId: one.runId }}>
            {shortId(one.runId)}
          </Link>
        ) : (
          <span className="dim">–</span>
        )}
      </td>
      <td className={css.reason}>{failure ? <span className="error">{failure}</span> : reasonText(one, kind)}</td>
      <td data-empty={!one.run?.startedAt || undefined}>
        {one.run ? <RunDuration run={{ ...one.run, createdAt: one.at }} /> : <span className="dim">–</span>}
      </td>
    </tr>
  );
}

/** When it was planned. A run that was started manually, or by a message, has the time of that. */
function PlannedTime({ one }: { one: Occurrence }) {
  const now = useNow();
  if (!one.until || !one.plannedAt) return <Timestamp iso={one.plannedAt ?? one.at} />;
  const [first, last] = [localTime(one.plannedAt, now), localTime(one.until, now)];
  return (
    <span className="num" title={`${fullTime(one.plannedAt)} to ${fullTime(one.until)}`}>
      {first === last ? first : `${first} to ${last}`}
    </span>
  );
}

function StartedTime({ one }: { one: Occurrence }) {
  const started = one.run?.startedAt;
  if (!started) return <span className="dim">{one.run?.status === "queued" ? "queued" : "–"}</span>;
  const late = one.plannedAt ? Date.parse(started) - Date.parse(one.plannedAt) : null;
  return (
    <time dateTime={started} title={fullTime(started)} className="num">
      {late === null ? "manually" : `+${duration(late)}`}
    </time>
  );
}

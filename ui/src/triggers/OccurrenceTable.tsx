// The occurrences of a trigger, with their reasons and runs.

import { Link } from "@tanstack/react-router";
import type { Occurrence, Run } from "../api/types";
import { StatusBadge } from "../components/StatusBadge";
import { RunDuration, Timestamp } from "../components/Time";
import { OutcomeBadge } from "../components/OutcomeBadge";
import { EmptyState } from "../components/EmptyState";
import { QueryState } from "../components/QueryState";
import { LoadMore } from "../components/LoadMore";
import { Table } from "../components/Table";
import { useSlug } from "../router";
import { fullTime, shortId } from "../labels/format";
import { useOccurrences, useTriggerRuns } from "./api";
import css from "./triggers.module.css";
import { reasonText } from "./labels";

const ON_TIME_MS = 60_000;

export function OccurrenceTable({ id }: { id: string }) {
  const result = useOccurrences(id);
  const runs = useTriggerRuns(id).data;
  if (!result.data) return <QueryState query={result} rows={14} height={34} />;
  const found = result.data.pages.flatMap((page) => page.occurrences);
  if (!found.length)
    return (
      <EmptyState title="No occurrences yet">
        Every firing and skip of this trigger appears here with its reason.
      </EmptyState>
    );
  return (
    <>
      <Table
        label="Occurrences"
        columns={["Status", "Time", "Planned for", "Reason", "Run", "Duration"]}
        className={css.table}
      >
        {found.map((one) => (
          <Row key={one.key} one={one} run={runs?.get(one.runId ?? "")} />
        ))}
      </Table>
      <LoadMore query={result}>Load older occurrences</LoadMore>
    </>
  );
}

function Row({ one, run }: { one: Occurrence; run: Run | undefined }) {
  const slug = useSlug();
  return (
    <tr>
      <td>
        <OutcomeBadge outcome={one.status} />
      </td>
      <td>
        <Timestamp iso={one.at} />
      </td>
      <td>
        <PlannedTime one={one} />
      </td>
      <td className={css.reason}>{reasonText(one)}</td>
      <td>
        {one.runId ? (
          <Link className={css.runLink} to="/w/$slug/runs/$runId" params={{ slug, runId: one.runId }}>
            {run && <StatusBadge status={run.status} />}
            <span className="mono dim">{shortId(one.runId)}</span>
          </Link>
        ) : (
          <span className="dim">–</span>
        )}
      </td>
      <td>{run ? <RunDuration run={run} /> : <span className="dim">–</span>}</td>
    </tr>
  );
}

function PlannedTime({ one }: { one: Occurrence }) {
  if (!one.plannedAt) return <span className="dim">–</span>;
  if (one.until)
    return (
      <>
        <Timestamp iso={one.plannedAt} /> to <Timestamp iso={one.until} />
      </>
    );
  const late = Math.abs(Date.parse(one.at) - Date.parse(one.plannedAt));
  return late < ON_TIME_MS ? (
    <span className="dim" title={fullTime(one.plannedAt)}>
      on time
    </span>
  ) : (
    <Timestamp iso={one.plannedAt} />
  );
}

// The queue: waiting runs with their reasons, and the servers that execute runs.

import { IconListCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { INTERVALS } from "../api/intervals";
import { load } from "../api/load";
import { READ_WORKERS } from "../api/permissions";
import { useAllowed } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { QueuedRun, Run, Worker, WorkerList } from "../api/types";
import { EmptyState } from "../components/EmptyState";
import { OriginLine } from "../components/OriginLine";
import { QueryState } from "../components/QueryState";
import { RunLink } from "../components/RunLink";
import { StatusBadge } from "../components/StatusBadge";
import { Table } from "../components/Table";
import { TagList } from "../components/TagList";
import { RelativeTime, RunDuration } from "../components/Time";
import { useDocumentTitle } from "../components/documentTitle";
import { useRowKeys } from "../components/keyboard";
import { count, plural } from "../labels/format";
import { useSlug } from "../router";
import { askedLabel } from "../runs/rowText";
import { WaitReason } from "./WaitReason";
import { useQueue } from "./api";
import css from "./queue.module.css";

export function QueuePage() {
  const queue = useQueue();
  const showWorkers = useAllowed(READ_WORKERS);
  useDocumentTitle("Queue");
  useRowKeys();
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Queue</h1>
        <span className="dim num" role="status">
          {queue.data ? `${plural(queue.data.total, "run")} waiting` : ""}
        </span>
      </div>
      {!queue.data && <QueryState query={queue} rows={4} />}
      {queue.data?.waiting.length === 0 && (
        <EmptyState title="No runs waiting" icon={<IconListCheck size={28} stroke={1.3} />}>
          Every run has started. A run waits here for its session, for a free slot, or for a server.
        </EmptyState>
      )}
      {queue.data && queue.data.waiting.length > 0 && (
        <Table label="Waiting runs" columns={["Run", "Waits for", "Since", "Tags"]} className={css.table}>
          {queue.data.waiting.map((one) => (
            <WaitingRow key={one.run.id} one={one} />
          ))}
        </Table>
      )}
      {queue.data && queue.data.total > queue.data.waiting.length && (
        <p className="dim">Only the first {count(queue.data.waiting.length)} are shown.</p>
      )}
      {showWorkers && !queue.isPending && <Workers />}
    </div>
  );
}

function WaitingRow({ one }: { one: QueuedRun }) {
  const { run, since, waitsFor } = one;
  return (
    <tr>
      <th scope="row" className={css.run}>
        <RunName run={run} />
      </th>
      <td className={css.reason}>
        <WaitReason reason={waitsFor} />
        {one.attempt > 1 && <span className="dim"> · attempt {one.attempt}</span>}
      </td>
      <td className="num">
        <RelativeTime iso={since} />
      </td>
      <td>
        <TagList tags={run.metadata} />
      </td>
    </tr>
  );
}

function RunName({ run }: { run: Run }) {
  return (
    <>
      <span className={css.asked}>
        <RunLink id={run.id}>{askedLabel(run)}</RunLink>
      </span>
      <span className="dim">
        <OriginLine run={run} ownName={false} />
      </span>
    </>
  );
}

function Workers() {
  const slug = useSlug();
  const result = useQuery({
    queryKey: queryKeys.workers(slug),
    queryFn: async (context) => (await load<WorkerList>(slug, "/workers")(context)).workers,
    refetchInterval: INTERVALS.workers,
    meta: { live: 0 },
  });
  const workers = result.data ?? [];
  return (
    <section className={css.workers} aria-labelledby="workers">
      <div className="page-head">
        <h2 className="h1" id="workers">
          Workers
        </h2>
        <span className="dim num">{result.data ? plural(workers.length, "server") : ""}</span>
      </div>
      {!result.data && <QueryState query={result} rows={2} />}
      {result.data && !workers.length && (
        <EmptyState title="No server executes runs">
          Runs stay in the queue until a server starts.
          <pre>runwhy serve</pre>
        </EmptyState>
      )}
      {workers.map((worker) => (
        <WorkerCard key={worker.id} worker={worker} />
      ))}
    </section>
  );
}

/** Whether a run needs a slot: a coding agent does also while it waits, because its program keeps running. */
function keepsSlot({ status, executor }: Worker["runs"][number]): boolean {
  return status !== "waiting" || !["builtin", "langgraph"].includes(executor);
}

function slotsText({ busy, slots }: Worker): string {
  return `${count(busy)}${slots === null ? "" : ` of ${count(slots)}`} slots busy`;
}

function WorkerCard({ worker }: { worker: Worker }) {
  const others = worker.busy - worker.runs.filter(keepsSlot).length;
  return (
    <article className={`panel ${css.worker}`} aria-label={`Worker ${worker.name}`}>
      <header>
        <b>{worker.name}</b>
        <span>
          <i aria-hidden className={worker.alive ? css.alive : css.silent}>
            {worker.alive ? "●" : "✕"}
          </i>{" "}
          {worker.alive ? "alive" : "last heartbeat"} {!worker.alive && <RelativeTime iso={worker.seenAt} />}
        </span>
        <span className="dim">
          started <RelativeTime iso={worker.startedAt} />
        </span>
        <span className={`num ${css.slots}`}>{worker.slots === 0 ? "Starts no runs" : slotsText(worker)}</span>
      </header>
      {worker.runs.length > 0 ? (
        <ul aria-label={`Runs of ${worker.name}`}>
          {worker.runs.map((run) => (
            <li key={run.id}>
              <StatusBadge status={run.status} />
              <div className={css.run}>
                <RunName run={run} />
              </div>
              <span className={css.took}>
                <RunDuration run={run} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">No runs of this workspace.</p>
      )}
      {others > 0 && <p className="dim">{plural(others, "run")} of other workspaces.</p>}
    </article>
  );
}

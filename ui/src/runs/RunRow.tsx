// A row of the run list. First line: task and facts. Second line: origin and result.

import { Checkbox } from "@mantine/core";
import type { CSSProperties, MouseEvent } from "react";
import { useApprovals } from "../agent/api";
import { INTERVALS } from "../api/intervals";
import type { Run } from "../api/types";
import { OriginLine, TriggerIcon } from "../components/OriginLine";
import { StatusBadge } from "../components/StatusBadge";
import type { TagActions } from "../components/TagList";
import { useQueue, useQueuedRun } from "../queue/api";
import { useNavigateTo, useSlug } from "../router";
import type { Column } from "./columns";
import { cacheRun, usePrefetch } from "./prefetch";
import { approvalText, askedLabel, askedText, isBad, resultText } from "./rowText";
import css from "./runTable.module.css";

interface RowProps {
  run: Run;
  index: number;
  style: CSSProperties;
  columns: Column[];
  narrow: boolean;
  selected: boolean;
  onSelect: (id: string) => void;
  actions: TagActions;
}

export function RunRow({ run, index, style, columns, narrow, selected, onSelect, actions }: RowProps) {
  const prefetchHandlers = usePrefetch(useSlug(), run);
  const { show, open } = useOpenRun(run);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className={css.row}
      data-index={index}
      data-run={run.id}
      data-selected={selected || undefined}
      style={style}
      onClick={open}
      {...prefetchHandlers}
    >
      <span role="cell" className={css.check}>
        <Checkbox
          checked={selected}
          onChange={() => onSelect(run.id)}
          aria-label={`Select ${askedLabel(run)}`}
          tabIndex={-1}
        />
      </span>
      <span role="cell" className={css.texts}>
        <Asked run={run} status={!narrow && !columns.some(({ id }) => id === "status")} onOpen={show} />
        <span className={css.why}>
          <OriginLine run={run} icon={false} ownName={false} />
        </span>
        <Result run={run} />
      </span>
      {narrow ? (
        <CompactFacts run={run} columns={columns} actions={actions} />
      ) : (
        columns.map((column) => (
          <span key={column.id} role="cell" data-right={column.right || undefined} className={css.cell}>
            {column.cell(run, actions)}
          </span>
        ))
      )}
    </div>
  );
}

/** Return functions that show the run, and that do so after a click on the row itself. */
function useOpenRun(run: Run) {
  const slug = useSlug();
  const go = useNavigateTo();
  const show = () => {
    cacheRun(slug, run);
    go(`runs/${run.id}`);
  };
  const open = (event: MouseEvent) => {
    if ((event.target as HTMLElement).closest("a, button, input, label")) return;
    if (event.metaKey || event.ctrlKey) window.open(`/w/${slug}/runs/${run.id}`, "_blank", "noopener");
    else show();
  };
  return { show, open };
}

/** The name of the run and its task. Without a status column, the status is in front. */
function Asked({ run, status, onOpen }: { run: Run; status: boolean; onOpen: () => void }) {
  const slug = useSlug();
  const { name, task } = askedText(run);
  return (
    <a
      className={css.asked}
      href={`/w/${slug}/runs/${run.id}`}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        onOpen();
      }}
    >
      <TriggerIcon trigger={run.origin.trigger} />
      {status && <StatusBadge status={run.status} label={false} />}
      <span className={css.task}>
        {name && <b data-alone={!task || undefined}>{name}</b>} <bdi>{task}</bdi>
      </span>
    </a>
  );
}

function Result({ run }: { run: Run }) {
  const asks = run.status === "waiting" && run.executor !== "builtin";
  return (
    <span className={css.result} data-bad={isBad(run) || undefined}>
      {asks ? <OpenApproval run={run} /> : run.status === "queued" ? <QueueReason run={run} /> : resultText(run)}
    </span>
  );
}

function OpenApproval({ run }: { run: Run }) {
  return approvalText(useApprovals(run.id).data ?? []) ?? resultText(run);
}

function QueueReason({ run }: { run: Run }) {
  const queue = useQueue().data;
  const listed = queue?.waiting.find((one) => one.run.id === run.id);
  // The queue has only the first runs. Each later row requests its own reason, less often.
  const own = useQueuedRun(run.id, { enabled: queue !== undefined && !listed, least: INTERVALS.queueBehind }).data;
  const found = listed ?? own;
  return found ? `Waits: ${found.waitsFor.text.replaceAll("`", "")}` : resultText(run);
}

const COMPACT = ["duration", "cost", "created"];

/** The facts of a run on a narrow screen. */
function CompactFacts({ run, columns, actions }: { run: Run; columns: Column[]; actions: TagActions }) {
  const facts = COMPACT.flatMap((id) => columns.filter((column) => column.id === id && column.text(run)));
  return (
    <span role="cell" className={css.small}>
      <StatusBadge status={run.status} />
      {facts.map((column) => (
        <span key={column.id} className="dim">
          {column.cell(run, actions)}
        </span>
      ))}
      <span className={css.smallTags}>{columns.find((column) => column.id === "tags")?.cell(run, actions)}</span>
    </span>
  );
}

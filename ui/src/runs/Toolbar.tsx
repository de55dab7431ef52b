import { Button, Checkbox, Menu, SegmentedControl, TextInput } from "@mantine/core";
import { IconColumns3, IconDownload, IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { allPages } from "../api/load";
import { type RunOrder, useHistogram, useKeys } from "../api/queries";
import type { Run, RunList } from "../api/types";
import { useSlug } from "../router";
import { toCsv } from "./csv";
import { count, plural } from "../labels/format";
import { rangeQuery } from "../query/range";
import { originText } from "../labels/origin";
import { download } from "./actions";
import { COLUMNS, findColumns } from "./columns";
import type { LiveRuns } from "./liveRuns";
import css from "./runs.module.css";
import type { RunsState, Shape } from "./pageState";

interface ToolbarProps {
  state: RunsState;
  live: LiveRuns | null; // null if the query is invalid
  onFilters: () => void;
}

export function Toolbar({ state, live, onFilters }: ToolbarProps) {
  const runs = live?.runs ?? [];
  const hasMore = live?.query.hasNextPage ?? false;
  return (
    <div className={css.toolbar}>
      <SegmentedControl
        aria-label="Display as"
        value={state.shape}
        onChange={(value) => state.setShape(value as Shape)}
        data={[
          { value: "table", label: "Table" },
          { value: "chart", label: "Chart" },
          { value: "tail", label: "Tail" },
        ]}
      />
      <span className={`${css.counted} num`} role="status">
        {live && state.shape === "table" && <RunCount state={state} shown={runs.length} hasMore={hasMore} />}
      </span>
      <Button className={css.filters} leftSection={<IconFilter size={14} />} onClick={onFilters}>
        Filters
      </Button>
      {state.shape === "table" && <ColumnMenu state={state} />}
      {runs.length > 0 && <ExportMenu state={state} runs={runs} hasMore={hasMore} />}
    </div>
  );
}

/** The number of runs: the loaded rows, or the total of the histogram if there are more. */
export function RunCount({ state, shown, hasMore }: { state: RunsState; shown: number; hasMore: boolean }) {
  const histogram = useHistogram(useSlug(), { q: state.request.q, groupBy: "status" }, { enabled: false });
  const known =
    histogram.data && !histogram.isPlaceholderData && histogram.data.total >= shown ? histogram.data.total : null;
  if (!hasMore) return plural(shown, "run");
  return known === null ? `${count(shown)}+ runs` : plural(known, "run");
}

function ColumnMenu({ state }: { state: RunsState }) {
  const slug = useSlug();
  const [opened, setOpened] = useState(false);
  const [find, setFind] = useState("");
  const keys = useKeys(slug, rangeQuery(state.range), { enabled: opened }).data ?? [];
  const tags = [
    ...new Set([...state.columns.filter((id) => id.startsWith("tag.")), ...keys.map(({ key }) => `tag.${key}`)]),
  ];
  const all = [...COLUMNS.map(({ id, label }) => ({ id, label })), ...tags.map((id) => ({ id, label: id.slice(4) }))];
  const matching = all.filter(({ label }) => label.toLowerCase().includes(find.toLowerCase()));
  const toggle = (id: string) =>
    state.setColumns(state.columns.includes(id) ? state.columns.filter((one) => one !== id) : [...state.columns, id]);
  return (
    <Menu opened={opened} onChange={setOpened} closeOnItemClick={false} width={240}>
      <Menu.Target>
        <Button leftSection={<IconColumns3 size={14} />} aria-label="Choose columns">
          <span className={css.wide}>Columns</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <TextInput
          m={4}
          placeholder="Find a column"
          aria-label="Find a column"
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
        <div className={css.columnList}>
          {matching.map(({ id, label }) => (
            <Checkbox
              key={id}
              label={
                id.startsWith("tag.") ? (
                  <>
                    {label} <span className="dim">tag</span>
                  </>
                ) : (
                  label
                )
              }
              checked={state.columns.includes(id)}
              onChange={() => toggle(id)}
            />
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}

const EXPORT_LIMIT = 5000;

function ExportMenu({ state, runs, hasMore }: { state: RunsState; runs: Run[]; hasMore: boolean }) {
  const slug = useSlug();
  const [busy, setBusy] = useState<string | null>(null);
  const exportRuns = async (kind: "csv" | "json") => {
    setBusy("0");
    try {
      const rows = hasMore
        ? await fetchAll(slug, { q: state.request.q, ...state.order }, (n) => setBusy(count(n)))
        : runs;
      const stamp = new Date().toISOString().slice(0, 16).replace(":", "");
      if (kind === "json") download(`runs-${stamp}.json`, JSON.stringify(rows, null, 2), "application/json");
      else download(`runs-${stamp}.csv`, runsToCsv(rows, state.columns), "text/csv");
    } finally {
      setBusy(null);
    }
  };
  return (
    <Menu>
      <Menu.Target>
        <Button
          leftSection={<IconDownload size={14} />}
          loading={busy !== null}
          aria-label={busy ? `Exporting, ${busy} rows` : "Export"}
        >
          <span className={css.wide}>Export</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {hasMore ? `First ${count(EXPORT_LIMIT)} runs of the list` : plural(runs.length, "run")}
        </Menu.Label>
        <Menu.Item onClick={() => void exportRuns("csv")}>Export as CSV</Menu.Item>
        <Menu.Item onClick={() => void exportRuns("json")}>Export as JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function fetchAll(slug: string, list: { q: string } & RunOrder, onProgress: (n: number) => void): Promise<Run[]> {
  const rows: Run[] = [];
  for await (const page of allPages<RunList>(slug, "/agent-runs", { ...list, limit: 200 })) {
    rows.push(...page.runs);
    onProgress(rows.length);
    if (rows.length >= EXPORT_LIMIT) break;
  }
  return rows.slice(0, EXPORT_LIMIT);
}

const UNITS: Record<string, string> = { duration: "duration_ms", first_token: "first_token_ms", cost: "cost_usd" };

function runsToCsv(rows: Run[], ids: string[]): string {
  const columns = findColumns(ids).filter((column) => column.id !== "tags" && column.id !== "id");
  const keys = ids.includes("tags") ? [...new Set(rows.flatMap((run) => Object.keys(run.metadata)))].sort() : [];
  const head = [
    "id",
    "task",
    "origin",
    ...columns.map(({ id }) => UNITS[id] ?? id),
    ...keys.map((key) => `tag.${key}`),
    "text",
  ];
  const body = rows.map((run) => [
    run.id,
    run.task,
    originText(run),
    ...columns.map((column) => column.text(run)),
    ...keys.map((key) => run.metadata[key] ?? null),
    run.finalText ?? run.failureReason,
  ]);
  return toCsv(head, body);
}

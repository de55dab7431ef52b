import { Button, Checkbox, Menu, SegmentedControl, TextInput } from "@mantine/core";
import { IconColumns3, IconDownload, IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { at, call } from "../api/client";
import { useHistogram, useKeys } from "../api/queries";
import type { Run, RunPage } from "../api/types";
import { useSlug } from "../router";
import { csv } from "../words/csv";
import { count, plural } from "../words/format";
import { rangeQuery } from "../words/range";
import { whyText } from "../words/why";
import { download } from "./actions";
import { COLUMNS, columnsOf } from "./columns";
import css from "./runs.module.css";
import type { RunsState, Shape } from "./state";

interface ToolbarProps {
  state: RunsState;
  runs: Run[];
  hasMore: boolean;
  onFilters: () => void;
}

export function Toolbar({ state, runs, hasMore, onFilters }: ToolbarProps) {
  return (
    <div className={css.toolbar}>
      <SegmentedControl
        aria-label="Show as"
        value={state.shape}
        onChange={(value) => state.setShape(value as Shape)}
        data={[{ value: "table", label: "Table" }, { value: "chart", label: "Chart" }, { value: "tail", label: "Tail" }]}
      />
      <span className={`${css.counted} num`} role="status">
        {state.shape === "table" && <Counted state={state} shown={runs.length} hasMore={hasMore} />}
      </span>
      <Button className={css.filters} leftSection={<IconFilter size={14} />} onClick={onFilters}>
        Filters
      </Button>
      {state.shape === "table" && <Columns state={state} />}
      <Export state={state} runs={runs} hasMore={hasMore} />
    </div>
  );
}

/** How many there are: the rows, or what the time strip counted when there are more than are here. */
function Counted({ state, shown, hasMore }: { state: RunsState; shown: number; hasMore: boolean }) {
  const strip = useHistogram(useSlug(), { q: state.asked.q, groupBy: "status" }, { enabled: false });
  const known = strip.data && !strip.isPlaceholderData && strip.data.total >= shown ? strip.data.total : null;
  if (!hasMore) return plural(shown, "run");
  return known === null ? `${count(shown)}+ runs` : plural(known, "run");
}

function Columns({ state }: { state: RunsState }) {
  const slug = useSlug();
  const [opened, setOpened] = useState(false);
  const [find, setFind] = useState("");
  const keys = useKeys(slug, rangeQuery(state.range), { enabled: opened }).data ?? [];
  const tags = [...new Set([...state.columns.filter((id) => id.startsWith("tag.")), ...keys.map(({ key }) => `tag.${key}`)])];
  const all = [...COLUMNS.map(({ id, label }) => ({ id, label })), ...tags.map((id) => ({ id, label: id.slice(4) }))];
  const near = all.filter(({ label }) => label.toLowerCase().includes(find.toLowerCase()));
  const toggle = (id: string) => state.setColumns(state.columns.includes(id) ? state.columns.filter((one) => one !== id) : [...state.columns, id]);
  return (
    <Menu opened={opened} onChange={setOpened} closeOnItemClick={false} width={240}>
      <Menu.Target>
        <Button leftSection={<IconColumns3 size={14} />} aria-label="Choose columns">
          <span className={css.wide}>Columns</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <TextInput m={4} placeholder="Find a column" aria-label="Find a column" value={find} onChange={(event) => setFind(event.target.value)} />
        <div className={css.columnList}>
          {near.map(({ id, label }) => (
            <Checkbox key={id} label={id.startsWith("tag.") ? <>{label} <span className="dim">tag</span></> : label} checked={state.columns.includes(id)} onChange={() => toggle(id)} />
          ))}
        </div>
      </Menu.Dropdown>
    </Menu>
  );
}

const MOST = 5000;

function Export({ state, runs, hasMore }: { state: RunsState; runs: Run[]; hasMore: boolean }) {
  const slug = useSlug();
  const [busy, setBusy] = useState<string | null>(null);
  const take = async (kind: "csv" | "json") => {
    setBusy("0");
    try {
      const rows = hasMore ? await everything(slug, state.asked.q, (n) => setBusy(count(n))) : runs;
      const stamp = new Date().toISOString().slice(0, 16).replace(":", "");
      if (kind === "json") download(`runs-${stamp}.json`, JSON.stringify(rows, null, 2), "application/json");
      else download(`runs-${stamp}.csv`, asCsv(rows, state.columns), "text/csv");
    } finally {
      setBusy(null);
    }
  };
  return (
    <Menu>
      <Menu.Target>
        <Button leftSection={<IconDownload size={14} />} loading={busy !== null} aria-label={busy ? `Exporting, ${busy} rows` : "Export"}>
          <span className={css.wide}>Export</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {hasMore ? `The newest ${count(MOST)} at most` : `${count(runs.length)} runs`}, as shown
        </Menu.Label>
        <Menu.Item onClick={() => void take("csv")}>CSV</Menu.Item>
        <Menu.Item onClick={() => void take("json")}>JSON</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

async function everything(slug: string, q: string, tell: (n: number) => void): Promise<Run[]> {
  const rows: Run[] = [];
  let cursor: string | null = null;
  do {
    const page: RunPage = await call<RunPage>(at(slug, "/agent-runs", { q, limit: 200, cursor }));
    rows.push(...page.runs);
    cursor = page.nextCursor;
    tell(rows.length);
  } while (cursor && rows.length < MOST);
  return rows.slice(0, MOST);
}

function asCsv(rows: Run[], ids: string[]): string {
  const columns = columnsOf(ids).filter((column) => column.id !== "tags" && column.id !== "id");
  const keys = ids.includes("tags") ? [...new Set(rows.flatMap((run) => Object.keys(run.metadata)))].sort() : [];
  const head = ["id", "why", ...columns.map((column) => (column.id === "duration" ? "duration_ms" : column.id)), ...keys.map((key) => `tag.${key}`), "text"];
  const body = rows.map((run) => [
    run.id, whyText(run), ...columns.map((column) => column.text(run)), ...keys.map((key) => run.metadata[key] ?? null), run.finalText ?? run.failureReason,
  ]);
  return csv(head, body);
}

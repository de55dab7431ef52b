// The audit log: every change with its actor, time, and old and new values. For admins.

import type { AuditEntry } from "../api/types";
import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { EmptyState } from "../components/EmptyState";
import { QueryState } from "../components/QueryState";
import { useKeyboard, useRowKeys } from "../components/keyboard";
import { useDocumentTitle } from "../components/documentTitle";
import { LoadMore } from "../components/LoadMore";
import { plural } from "../labels/format";
import { type Filters, useChanges, useFilters, useObjectNames } from "./api";
import { ChangeRow } from "./ChangeRow";
import { ChangeFilters } from "./ChangeFilters";
import css from "./audit.module.css";
import { namesIn } from "./labels";

const NO_FILTERS: Partial<Filters> = { actor: "", action: "", subject: "", range: { range: "all" } };

export function AuditPage() {
  const [filters, change] = useFilters();
  const result = useChanges(filters);
  const changes = result.data?.pages.flatMap((page) => page.changes) ?? [];
  const filtered = Boolean(
    filters.actor || filters.action || filters.subject || filters.range.from || filters.range.range !== "all",
  );
  useDocumentTitle("Audit log");
  useRowKeys();
  useFilterKeys();
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Audit log</h1>
        <span className="dim num" role="status">
          {result.data ? `${plural(changes.length, "change")}${result.hasNextPage ? " shown" : ""}` : ""}
        </span>
      </div>
      {!(result.error && !result.data) && <ChangeFilters filters={filters} changes={changes} onChange={change} />}
      {!result.data && <QueryState query={result} />}
      {result.isSuccess && !changes.length && <NoChanges filtered={filtered} onClear={() => change(NO_FILTERS)} />}
      {changes.length > 0 && <ChangeList changes={changes} stale={result.isPlaceholderData} onChange={change} />}
      <LoadMore query={result}>Load older changes</LoadMore>
    </div>
  );
}

function ChangeList({
  changes,
  stale,
  onChange,
}: {
  changes: AuditEntry[];
  stale: boolean;
  onChange: (some: Partial<Filters>) => void;
}) {
  const names = namesIn(changes);
  const others = useObjectNames(changes.map(({ subject }) => subject).filter((subject) => !names.has(subject)));
  return (
    <ul className="panel list" aria-label="Changes" data-stale={stale || undefined}>
      {changes.map((one) => (
        <ChangeRow
          key={one.seq}
          change={one}
          name={names.get(one.subject) ?? others.get(one.subject) ?? null}
          onFilter={onChange}
        />
      ))}
    </ul>
  );
}

function NoChanges({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const icon = <IconHistory size={28} stroke={1.3} />;
  if (filtered) {
    return (
      <EmptyState title="No changes match" icon={icon}>
        <Button mt={8} onClick={onClear}>
          Clear filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No changes yet" icon={icon}>
      Every change to keys, triggers, agents, sessions and settings is recorded here with its{" "}
      <span className={css.example}>actor, time, and old and new values</span>.
    </EmptyState>
  );
}

/** Focus the filters with `/`. */
function useFilterKeys(): void {
  useKeyboard({
    "/": (event) => {
      event.preventDefault();
      document.querySelector<HTMLElement>("[data-filters] input")?.focus();
    },
    Escape: () => (document.activeElement as HTMLElement | null)?.blur(),
  });
}

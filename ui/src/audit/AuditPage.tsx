// The audit log: who changed what, when, from what to what. Only for admins.

import { Button } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { useKeyboard, useRowKeys } from "../parts/keyboard";
import { useTitle } from "../parts/title";
import { SettingsPage } from "../settings/SettingsPages";
import { plural } from "../words/format";
import { useAsked, useChanges, type Asked, type Change } from "./asking";
import { ChangeRow } from "./ChangeRow";
import { Filters } from "./Filters";
import css from "./audit.module.css";
import { nameOf } from "./words";

const NOTHING: Partial<Asked> = { actor: "", action: "", subject: "", range: { range: "all" } };

export function AuditPage() {
  const [asked, change] = useAsked();
  const found = useChanges(asked);
  const changes = found.data?.pages.flatMap((page) => page.changes) ?? [];
  const filtered = Boolean(asked.actor || asked.action || asked.subject || asked.range.from || asked.range.range !== "all");
  useTitle("Audit log");
  useRowKeys();
  useFilterKeys();
  return (
    <SettingsPage>
      <div className="page-head">
        <h1 className="h1">Audit log</h1>
        <span className="dim num" role="status">{found.data ? `${plural(changes.length, "change")}${found.hasNextPage ? " shown" : ""}` : ""}</span>
      </div>
      {!(found.error && !found.data) && <Filters asked={asked} changes={changes} onChange={change} />}
      {found.error && !found.data && <Failed error={found.error} retry={() => void found.refetch()} />}
      {found.isPending && <LoadingRows rows={8} />}
      {found.isSuccess && !changes.length && <None filtered={filtered} onClear={() => change(NOTHING)} />}
      {changes.length > 0 && <List changes={changes} stale={found.isPlaceholderData} onChange={change} />}
      {found.hasNextPage && <Button mt="sm" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>Show older</Button>}
    </SettingsPage>
  );
}

function List({ changes, stale, onChange }: { changes: Change[]; stale: boolean; onChange: (some: Partial<Asked>) => void }) {
  const names = new Map<string, string>();
  for (const one of changes) {
    const name = nameOf(one);
    if (name && !names.has(one.subject)) names.set(one.subject, name);
  }
  return (
    <ul className="panel list" aria-label="Changes" data-stale={stale || undefined}>
      {changes.map((one) => <ChangeRow key={one.seq} change={one} name={names.get(one.subject) ?? null} onFilter={onChange} />)}
    </ul>
  );
}

function None({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  const icon = <IconHistory size={28} stroke={1.3} />;
  if (filtered) {
    return <Empty title="No change matches" icon={icon}><Button mt={8} onClick={onClear}>Show all changes</Button></Empty>;
  }
  return (
    <Empty title="Nothing was changed yet" icon={icon}>
      Whoever makes or changes a key, a trigger, an agent, a session or anything else here is written down with it: <span className={css.example}>who, when, from what to what</span>.
    </Empty>
  );
}

/** `/` goes to the filters. */
function useFilterKeys(): void {
  useKeyboard({
    "/": (event) => {
      event.preventDefault();
      document.querySelector<HTMLElement>("[data-filters] input")?.focus();
    },
    Escape: () => (document.activeElement as HTMLElement | null)?.blur(),
  });
}

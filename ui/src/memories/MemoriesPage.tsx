// The memories of agents: by agent and user, searched like a run does, with the runs that recalled each.

import { Select, TextInput } from "@mantine/core";
import { IconBulb, IconSearch } from "@tabler/icons-react";
import { useDeferredValue, useState } from "react";
import { useAgentNames } from "../api/queries";
import type { MemoryNamespace } from "../api/types";
import { EmptyState } from "../components/EmptyState";
import { LoadMore } from "../components/LoadMore";
import { QueryState } from "../components/QueryState";
import { useCommand } from "../components/command";
import { useDocumentTitle } from "../components/documentTitle";
import { count, plural } from "../labels/format";
import { useSearchParams } from "../router";
import { type MemoryFilter, useMemories, useMemorySearch, useNamespaces } from "./api";
import { MemoryRow } from "./MemoryRow";
import css from "./memories.module.css";

const ANY = "*"; // of a select, whose values are texts

export function MemoriesPage() {
  const [search, change] = useSearchParams();
  const [typed, setTyped] = useState(search.q ?? "");
  const text = useDeferredValue(typed.trim());
  const filter: MemoryFilter = { agentId: search.agent, user: search.user };
  const spaces = useNamespaces();
  const list = useMemories(filter, { enabled: !text });
  const found = useMemorySearch(filter, text);
  useDocumentTitle("Memories");
  const result = text ? found : list;
  const shown = text ? (found.data ?? []) : (list.data?.pages.flatMap(({ memories }) => memories) ?? []);
  const total = spaces.data?.reduce((sum, space) => sum + space.count, 0);
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Memories</h1>
        <span className="dim num" role="status">
          {total === undefined ? "" : plural(total, "memory", "memories")}
        </span>
        <SpaceSelects spaces={spaces.data ?? []} filter={filter} onChange={change} />
      </div>
      <TextInput
        className={css.search}
        leftSection={<IconSearch size={14} />}
        placeholder="Search like a run does: What may Ann eat?"
        aria-label="Search memories"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          change({ q: event.target.value || undefined }, { replace: true });
        }}
      />
      {!result.data && (result.error || result.fetchStatus !== "idle") ? <QueryState query={result} rows={4} /> : null}
      {result.data && !shown.length && <Nothing text={text} filtered={Boolean(search.agent ?? search.user)} />}
      {shown.length > 0 && (
        <ul className={`panel list ${css.list}`} aria-label={text ? "Matching memories" : "Memories"}>
          {shown.map((memory) => (
            <MemoryRow key={memory.id} memory={memory} open={search.memory === memory.id} onOpen={change} />
          ))}
        </ul>
      )}
      {!text && <LoadMore query={list}>Load older memories</LoadMore>}
    </div>
  );
}

interface SpaceSelectsProps {
  spaces: MemoryNamespace[];
  filter: MemoryFilter;
  onChange: (search: Record<string, string | undefined>) => void;
}

function SpaceSelects({ spaces, filter, onChange }: SpaceSelectsProps) {
  const names = useAgentNames(true);
  const total = (key: "agentId" | "user", value: string) =>
    spaces.filter((space) => (space[key] ?? "") === value).reduce((sum, space) => sum + space.count, 0);
  const options = (key: "agentId" | "user", label: (value: string) => string) =>
    [...new Set(spaces.map((space) => space[key] ?? ""))].map((value) => ({
      value: value || ANY,
      label: `${label(value)} (${count(total(key, value))})`,
    }));
  const chosen = (value: string | undefined) => (value === undefined ? null : value || ANY);
  const given = (value: string | null) => (value === null ? undefined : value === ANY ? "" : value);
  return (
    <div className={css.selects}>
      <Select
        aria-label="Agent"
        placeholder="All agents"
        data={options("agentId", (id) => (id ? (names[id] ?? id) : "Runs without an agent"))}
        value={chosen(filter.agentId)}
        onChange={(value) => onChange({ agent: given(value) })}
        clearable
        searchable
      />
      <Select
        aria-label="User"
        placeholder="All users"
        data={options("user", (user) => user || "No user")}
        value={chosen(filter.user)}
        onChange={(value) => onChange({ user: given(value) })}
        clearable
        searchable
      />
    </div>
  );
}

function Nothing({ text, filtered }: { text: string; filtered: boolean }) {
  const command = useCommand();
  if (text) {
    return (
      <EmptyState title="A run would recall nothing" icon={<IconBulb size={28} stroke={1.3} />}>
        No memory is close enough to “{text}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState title={filtered ? "No memories match" : "No memories yet"} icon={<IconBulb size={28} stroke={1.3} />}>
      {filtered ? null : (
        <>
          A memory is a sentence that an agent keeps about a user. Agents store memories with the tool{" "}
          <code className="mono">remember</code>, and people with the command line.
          <pre>{command('memories add --user ann "Ann is allergic to peanuts."')}</pre>
        </>
      )}
    </EmptyState>
  );
}

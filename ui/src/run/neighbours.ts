// The next and the previous run of the list that a run was opened from.

import { useMemo } from "react";
import { queryClient } from "../api/queries";
import type { RunList } from "../api/types";
import { listUrl, readSearch } from "../router";

interface Neighbours {
  position: number; // counts from 1
  count: number;
  previous: string | null;
  next: string | null;
}

interface CachedList {
  key: readonly unknown[];
  at: number;
  ids: string[];
}

const opened = new Map<string, string[]>(); // the last list of each workspace; it outlives the cache

/** Return the neighbours of a run, or null if it was not opened from a list. */
export function useNeighbours(slug: string, id: string): Neighbours | null {
  return useMemo(() => placeIn(rememberedList(slug, id), id), [slug, id]);
}

function rememberedList(slug: string, id: string): string[] {
  const known = opened.get(slug) ?? [];
  const ids = known.includes(id) ? known : findList(slug, id);
  opened.set(slug, ids);
  return ids;
}

export function placeIn(ids: string[], id: string): Neighbours | null {
  const at = ids.indexOf(id);
  if (at < 0) return null;
  return { position: at + 1, count: ids.length, previous: ids[at - 1] ?? null, next: ids[at + 1] ?? null };
}

function findList(slug: string, id: string): string[] {
  const cached = queryClient
    .getQueryCache()
    .findAll({ queryKey: [slug, "runs"] })
    .map(({ queryKey, state }): CachedList => {
      const pages = (state.data as { pages?: RunList[] } | undefined)?.pages ?? [];
      return { key: queryKey, at: state.dataUpdatedAt, ids: pages.flatMap(({ runs }) => runs.map((run) => run.id)) };
    });
  const shown = readSearch(listUrl(slug, "runs").split("?")[1] ?? "").q ?? "";
  return chooseList(cached, id, shown);
}

/** Choose the list that was shown last: by its query, then by its age. */
export function chooseList(lists: CachedList[], id: string, query: string): string[] {
  const having = lists.filter(({ ids }) => ids.includes(id)).sort((a, b) => b.at - a.at);
  return (having.find(({ key }) => String(key[2]).includes(query)) ?? having[0])?.ids ?? [];
}

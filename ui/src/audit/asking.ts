// What the page of the audit log asks for.

import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { at, call } from "../api/client";
import type { Actor, JsonObject } from "../api/types";
import { useAddress, useSlug, type Search } from "../router";
import { bounds, isAbsolute, type Range } from "../words/range";

export interface Change {
  seq: number;
  at: string;
  actor: Actor;
  action: string;
  subject: string;
  before: JsonObject | null;
  after: JsonObject | null;
}

interface ChangePage {
  changes: Change[];
  nextCursor: string | null;
}

const PAGE = 50;
const LOOK_EVERY = 5000;
const FOLLOWED = 3; // pages; who reads further back is not disturbed

/** Which changes are meant; all of it is in the address. */
export interface Asked {
  actor: string;
  action: string;
  subject: string;
  range: Range;
}

export function useAsked(): [Asked, (some: Partial<Asked>) => void] {
  const [search, change] = useAddress();
  const { actor = "", action = "", subject = "", range = "all", from, to } = search;
  const asked = useMemo(() => ({ actor, action, subject, range: { range, from, to } }), [actor, action, subject, range, from, to]);
  return [asked, (some) => change(searchOf(some))];
}

function searchOf({ range, ...words }: Partial<Asked>): Search {
  const said = Object.fromEntries(Object.entries(words).map(([name, text]) => [name, text?.trim() || undefined]));
  if (!range) return said;
  const chosen = isAbsolute(range) ? undefined : (range.range ?? "24h");
  return { ...said, from: range.from, to: range.to, range: chosen === "all" ? undefined : chosen };
}

export function useChanges(asked: Asked) {
  const slug = useSlug();
  const { actor, action, subject, range } = asked;
  const time = useMemo(() => timeOf(range), [range]); // a cursor is good for one question only, so "an hour ago" stands still
  return useInfiniteQuery({
    queryKey: [slug, "audit", actor, action, subject, time],
    queryFn: ({ pageParam, signal }) =>
      call<ChangePage>(at(slug, "/audit", { actor, action, subject, ...time, limit: PAGE, cursor: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) <= FOLLOWED ? LOOK_EVERY : false),
  });
}

function timeOf(range: Range): { since?: string; until?: string } {
  const found = bounds(range, Date.now());
  if (!found) return {};
  const since = new Date(found.from).toISOString();
  return isAbsolute(range) ? { since, until: new Date(found.to).toISOString() } : { since };
}

// API of memories.

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { load, loadPages } from "../api/load";
import { mutationHook } from "../api/mutations";
import { queryKeys } from "../api/queryKeys";
import type { FoundMemories, Memory, MemoryList, MemoryNamespaces, MemoryRecalls } from "../api/types";
import { useSlug } from "../router";

/** Undefined means any; an empty text means memories without one. */
export interface MemoryFilter {
  agentId?: string;
  user?: string;
}

export function useNamespaces() {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.memories(slug, "namespaces"),
    queryFn: async (context) => (await load<MemoryNamespaces>(slug, "/memories/namespaces")(context)).namespaces,
  });
}

export function useMemories(filter: MemoryFilter, { enabled }: { enabled: boolean }) {
  const slug = useSlug();
  return useInfiniteQuery({
    queryKey: queryKeys.memories(slug, "list", filter),
    ...loadPages<MemoryList>(slug, "/memories", { ...filter, limit: 50 }),
    enabled,
  });
}

/** Search like a run does: the best matches, with their scores. */
export function useMemorySearch(filter: MemoryFilter, text: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.memories(slug, "search", { ...filter, text }),
    queryFn: async (context) =>
      (await load<FoundMemories>(slug, "/memories/search", { ...filter, q: text })(context)).memories,
    enabled: text !== "",
  });
}

export function useMemory(id: string, { enabled }: { enabled: boolean }) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.memories(slug, "one", { id }),
    queryFn: load<Memory>(slug, `/memories/${id}`),
    enabled,
  });
}

export function useRecalls(id: string, { enabled }: { enabled: boolean }) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.memories(slug, "recalls", { id }),
    queryFn: async (context) => (await load<MemoryRecalls>(slug, `/memories/${id}/recalls`)(context)).runs,
    enabled,
  });
}

/** Change memories, and refresh the page that shows them. */
export const useMemoryMutation = mutationHook((slug) => queryKeys.memories(slug));

export const changeMemory = (slug: string, { id, text }: { id: string; text: string }) =>
  request<Memory>(workspacePath(slug, `/memories/${id}`), { method: "PATCH", body: { text } });
export const removeMemory = (slug: string, id: string) =>
  request(workspacePath(slug, `/memories/${id}`), { method: "DELETE" });

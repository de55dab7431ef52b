// Requests of the run pages.

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { load } from "../api/load";
import { queryKeys } from "../api/queryKeys";
import type { LoggedPart, Run, RunContinuations, RunList } from "../api/types";
import type { Tags } from "../api/values";

/** The newest runs that match a query. */
export function useRunsLike(slug: string, q: string, limit: number, { enabled = true } = {}) {
  return useQuery({
    queryKey: queryKeys.runsLike(slug, q, limit),
    queryFn: load<RunList>(slug, "/agent-runs", { q, limit }),
    placeholderData: keepPreviousData,
    enabled,
    staleTime: 5000,
  });
}

/** The runs that continue a run, which clients of OpenAI's and Anthropic's APIs can do. */
export function useContinuations(slug: string, run: Run) {
  return useQuery({
    queryKey: queryKeys.continuations(slug, run.id),
    queryFn: load<RunContinuations>(slug, `/agent-runs/${run.id}/continuations`),
    enabled: run.origin.trigger === "openai" || run.origin.trigger === "anthropic",
    staleTime: 5000,
  });
}

/** Return the changes in the form: null removes a tag. */
export function changesOf(
  run: Pick<Run, "metadata">,
  before: { prompt: string; model: string },
  now: { prompt: string; model: string; tags: Tags },
): Record<string, unknown> {
  const gone = Object.keys(run.metadata).filter((key) => !(key in now.tags));
  const set = Object.entries(now.tags).filter(([key, value]) => run.metadata[key] !== value);
  const metadata = Object.fromEntries<string | null>([...set, ...gone.map((key): [string, null] => [key, null])]);
  return {
    ...(now.prompt !== before.prompt ? { prompt: now.prompt } : {}),
    ...(now.model && now.model !== before.model ? { modelId: now.model } : {}),
    ...(Object.keys(metadata).length ? { metadata } : {}),
  };
}

/** Return the task of a run: the newest message of its user. */
export function taskOf(parts: LoggedPart[]): string {
  return parts.findLast((part) => part.kind === "message" && part.role === "user")?.content ?? "";
}

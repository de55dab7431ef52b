// API of agents and their versions.

import { useQuery } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { load } from "../api/load";
import { mutationHook } from "../api/mutations";
import { queryKeys } from "../api/queryKeys";
import type { Agent, AgentVersion, AgentVersionList, JsonObject } from "../api/types";
import { useAggregate } from "../overview/api";
import { useSlug } from "../router";

/** An agent has the fields of its spec at the same level. */
export type AgentWithSpec = Agent & { [field: string]: unknown };
export type VersionWithSpec = AgentVersion & { [field: string]: unknown };

const path = (id: string) => `/agents/${encodeURIComponent(id)}`;

export function useAgent(id: string) {
  const slug = useSlug();
  return useQuery({ queryKey: queryKeys.agent(slug, id), queryFn: load<AgentWithSpec>(slug, path(id)) });
}

export function useVersions(id: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.agentVersions(slug, id),
    queryFn: async (context) =>
      (await load<AgentVersionList>(slug, `${path(id)}/versions`)(context)).versions as VersionWithSpec[],
  });
}

export interface Week {
  runs: number;
  failed: number;
  cost: string | null;
  unpricedCalls: number;
}

export const WEEK = "created>-7d";

/** Return the runs and costs of the last seven days by the ID of the agent. */
export function useWeek(): Map<string, Week> | undefined {
  const result = useAggregate({ q: WEEK, by: "agent", measure: ["count", "failed", "cost"], limit: 100 });
  if (!result.data) return undefined;
  return new Map(
    result.data.groups.map(({ key, values }) => [
      key[0] ?? "",
      {
        runs: values.count ?? 0,
        failed: values.failed ?? 0,
        cost: values.cost ?? null,
        unpricedCalls: values.unpricedCalls ?? 0,
      },
    ]),
  );
}

/** Change agents, and refresh the pages that show them. */
export const useAgentMutation = mutationHook(queryKeys.agents);

export const saveAgent = (slug: string, { id, body }: { id: string | null; body: JsonObject }) =>
  request<AgentWithSpec>(workspacePath(slug, id ? path(id) : "/agents"), { method: id ? "PATCH" : "POST", body });
export const removeAgent = (slug: string, id: string) => request(workspacePath(slug, path(id)), { method: "DELETE" });

// API of a coding agent's transcript and approvals.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isMissing, request, workspacePath } from "../api/client";
import { queryKeys } from "../api/queryKeys";
import type { AgentSession, ApprovalList } from "../api/types";
import type { Entry } from "../api/values";
import { useSlug } from "../router";

export interface Transcript {
  agent: AgentSession | null;
  entries: Entry[];
}

/** Load the transcript. It is empty if the run has none. */
export function useTranscript(runId: string, { enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.entries(slug, runId),
    queryFn: async ({ signal }): Promise<Transcript> => {
      const found: Transcript = { agent: null, entries: [] };
      let cursor: string | null = null;
      try {
        do {
          const page: Transcript & { nextCursor: string | null } = await request(
            workspacePath(slug, `/agent-runs/${runId}/entries`, { limit: 1000, cursor }),
            { signal },
          );
          found.agent = page.agent;
          found.entries.push(...page.entries);
          cursor = page.nextCursor;
        } while (cursor);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      return found;
    },
    enabled,
    staleTime: 0,
  });
}

export function useApprovals(runId: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.approvals(slug, runId),
    queryFn: async ({ signal }) => {
      try {
        return (await request<ApprovalList>(workspacePath(slug, `/agent-runs/${runId}/approvals`), { signal }))
          .approvals;
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
  });
}

export function useDecision(runId: string, id: string) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (decision: "approve" | "deny") =>
      request(workspacePath(slug, `/agent-runs/${runId}/approvals/${encodeURIComponent(id)}`), {
        method: "POST",
        body: { decision },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.approvals(slug, runId) }),
  });
}

// API of a coding agent's transcript and approvals.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isMissing, request, workspacePath } from "../api/client";
import type { Entry, JsonObject } from "../api/types";
import { useSlug } from "../router";

export interface AgentFacts {
  name: string;
  sessionId: string | null;
  cwd: string | null;
  branch: string | null;
  model: string | null;
  resumeCommand: string | null;
}

export interface Transcript {
  agent: AgentFacts | null;
  entries: Entry[];
}

export interface Approval {
  id: string;
  asked: { tool?: string | null; input?: JsonObject | null; entryId?: string | null; description?: string | null };
  askedAt: string;
  decision: "approve" | "deny" | null;
  reason: string | null;
  decidedBy: string | null;
}

/** Load the transcript. It is empty if the run has none. */
export function useTranscript(runId: string, { enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "entries", runId, "agent"],
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

export function useApprovals(runId: string, { open }: { open: boolean }) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "approvals", runId],
    queryFn: async ({ signal }) => {
      try {
        return (
          await request<{ approvals: Approval[] }>(workspacePath(slug, `/agent-runs/${runId}/approvals`), { signal })
        ).approvals;
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    refetchInterval: open ? 1500 : false,
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
    onSettled: () => client.invalidateQueries({ queryKey: [slug, "approvals", runId] }),
  });
}

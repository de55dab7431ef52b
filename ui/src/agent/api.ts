// API of a coding agent's transcript and approvals.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { allPages, load, unlessMissing } from "../api/load";
import { queryKeys } from "../api/queryKeys";
import type { Approval, ApprovalList, Transcript as TranscriptPage } from "../api/types";
import type { Entry } from "../api/values";
import { useSlug } from "../router";

export type Decision = { decision: NonNullable<Approval["decision"]>; reason?: string };

export type Transcript = Pick<TranscriptPage, "agent"> & { entries: Entry[] };

const NO_TRANSCRIPT: Transcript = { agent: null, entries: [] };

/** Load the transcript. It is empty for a run without a transcript. */
export function useTranscript(runId: string, { enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.entries(slug, runId),
    queryFn: async ({ signal }) => (await unlessMissing(loadTranscript(slug, runId, signal))) ?? NO_TRANSCRIPT,
    enabled,
    staleTime: 0,
  });
}

async function loadTranscript(slug: string, runId: string, signal: AbortSignal): Promise<Transcript> {
  const found: Transcript = { agent: null, entries: [] };
  const pages = allPages<TranscriptPage>(slug, `/agent-runs/${runId}/entries`, { limit: 1000 }, signal);
  for await (const page of pages) {
    found.agent = page.agent;
    found.entries.push(...(page.entries as unknown as Entry[]));
  }
  return found;
}

export function useApprovals(runId: string, { enabled = true } = {}) {
  const slug = useSlug();
  return useQuery({
    enabled,
    queryKey: queryKeys.approvals(slug, runId),
    queryFn: async (context) =>
      (await unlessMissing(load<ApprovalList>(slug, `/agent-runs/${runId}/approvals`)(context)))?.approvals ?? [],
  });
}

export function useDecision(runId: string, id: string) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Decision) =>
      request(workspacePath(slug, `/agent-runs/${runId}/approvals/${encodeURIComponent(id)}`), {
        method: "POST",
        body,
      }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: queryKeys.inbox(slug) });
      return client.invalidateQueries({ queryKey: queryKeys.approvals(slug, runId) });
    },
  });
}

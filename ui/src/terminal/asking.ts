// The terminal of a session, and the commands that its next message takes along.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { at, call } from "../api/client";
import { useSlug } from "../router";

export interface Block {
  blockId: string;
  cmd: string;
  cwd: string | null;
  exitCode: number | null;
  status: "running" | "completed" | "interrupted" | "unknown";
  startedAt: string | null;
  endedAt: string | null;
  actor: string;
}

export interface Pending {
  attach: boolean;
  total: number;
  dropped: number;
  blocks: Block[];
}

export function usePending(sessionId: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "pending", sessionId],
    queryFn: ({ signal }) => call<Pending>(at(slug, `/agent-sessions/${sessionId}/pending-context`), { signal }),
    retry: false,
  });
}

/** Change what the next message takes along, and look again. */
export function usePendingChange<Given>(sessionId: string, change: (slug: string, given: Given) => Promise<unknown>) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => change(slug, given),
    onSettled: () => client.invalidateQueries({ queryKey: [slug, "pending", sessionId] }),
  });
}

/** The terminal that is open in the session, or a new one. */
export async function openTerminal(slug: string, sessionId: string, size: { cols: number; rows: number }): Promise<string> {
  const { terminals } = await call<{ terminals: { terminalId: string }[] }>(at(slug, `/agent-sessions/${sessionId}/terminals`));
  if (terminals[0]) return terminals[0].terminalId;
  return (await call<{ terminalId: string }>(at(slug, `/agent-sessions/${sessionId}/terminals`), { method: "POST", body: size })).terminalId;
}

/** The newest commands of a terminal, newest first. */
export function useBlocks(sessionId: string, terminalId: string | null) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "blocks", sessionId, terminalId],
    queryFn: async ({ signal }) => {
      const found: Block[] = [];
      let cursor: string | null = null;
      do {
        const page: { blocks: Block[]; nextCursor: string | null } = await call(at(slug, `/terminals/${terminalId}/blocks`, { limit: 200, cursor }), { signal });
        found.push(...page.blocks);
        cursor = page.nextCursor;
      } while (cursor);
      return found.reverse();
    },
    enabled: terminalId !== null,
    retry: false,
  });
}

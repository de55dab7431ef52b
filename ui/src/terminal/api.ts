// API of the terminal and of the commands attached to the next message.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { useSlug } from "../router";

export interface CommandBlock {
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
  blocks: CommandBlock[];
}

export function usePending(sessionId: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "pending", sessionId],
    queryFn: ({ signal }) =>
      request<Pending>(workspacePath(slug, `/agent-sessions/${sessionId}/pending-context`), { signal }),
    retry: false,
  });
}

/** Change the commands attached to the next message. */
export function usePendingChange<Input>(sessionId: string, change: (slug: string, input: Input) => Promise<unknown>) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input) => change(slug, input),
    onSettled: () => client.invalidateQueries({ queryKey: [slug, "pending", sessionId] }),
  });
}

/** Return the ID of the session's terminal. Open one if there is none. */
export async function openTerminal(
  slug: string,
  sessionId: string,
  size: { cols: number; rows: number },
): Promise<string> {
  const { terminals } = await request<{ terminals: { terminalId: string }[] }>(
    workspacePath(slug, `/agent-sessions/${sessionId}/terminals`),
  );
  if (terminals[0]) return terminals[0].terminalId;
  return (
    await request<{ terminalId: string }>(workspacePath(slug, `/agent-sessions/${sessionId}/terminals`), {
      method: "POST",
      body: size,
    })
  ).terminalId;
}

/** Load the commands of a terminal, newest first. */
export function useBlocks(sessionId: string, terminalId: string | null) {
  const slug = useSlug();
  return useQuery({
    queryKey: [slug, "blocks", sessionId, terminalId],
    queryFn: async ({ signal }) => {
      const found: CommandBlock[] = [];
      let cursor: string | null = null;
      do {
        const page: { blocks: CommandBlock[]; nextCursor: string | null } = await request(
          workspacePath(slug, `/terminals/${terminalId}/blocks`, { limit: 200, cursor }),
          { signal },
        );
        found.push(...page.blocks);
        cursor = page.nextCursor;
      } while (cursor);
      return found.reverse();
    },
    enabled: terminalId !== null,
    retry: false,
  });
}

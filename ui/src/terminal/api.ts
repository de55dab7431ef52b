// API of the terminal and of the commands attached to the next message.

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { allPages, load } from "../api/load";
import { inOrder } from "../api/mutations";
import { queryKeys } from "../api/queryKeys";
import type { Block, BlockList, PendingContext, TerminalList, TerminalOpened } from "../api/types";
import { useSlug } from "../router";

export function usePending(sessionId: string) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.pending(slug, sessionId),
    queryFn: load<PendingContext>(slug, `/agent-sessions/${sessionId}/pending-context`),
    retry: false,
  });
}

/** Change the commands attached to the next message. */
export function usePendingChange<Input>(sessionId: string, change: (slug: string, input: Input) => Promise<unknown>) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    scope: inOrder(sessionId),
    mutationFn: (input: Input) => change(slug, input),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.pending(slug, sessionId) }),
  });
}

/** Return the ID of the session's terminal. Open one if there is none. */
export async function openTerminal(
  slug: string,
  sessionId: string,
  size: { cols: number; rows: number },
): Promise<string> {
  const { terminals } = await request<TerminalList>(workspacePath(slug, `/agent-sessions/${sessionId}/terminals`));
  if (terminals[0]) return terminals[0].terminalId;
  return (
    await request<TerminalOpened>(workspacePath(slug, `/agent-sessions/${sessionId}/terminals`), {
      method: "POST",
      body: size,
    })
  ).terminalId;
}

/** Load the commands of a terminal, newest first. */
export function useBlocks(sessionId: string, terminalId: string | null) {
  const slug = useSlug();
  return useQuery({
    queryKey: queryKeys.blocks(slug, sessionId, terminalId),
    queryFn: async ({ signal }) => {
      const found: Block[] = [];
      const pages = allPages<BlockList>(slug, `/terminals/${terminalId}/blocks`, { limit: 200 }, signal);
      for await (const page of pages) found.push(...page.blocks);
      return found.reverse();
    },
    enabled: terminalId !== null,
    retry: false,
  });
}

// Changes to a workspace.

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSlug } from "../router";

/** The scope of changes to a session that are sent in order: a message follows the changes made before it. */
export function inOrder(sessionId: string): { id: string } {
  return { id: `session ${sessionId}` };
}

/** Return a hook that changes the workspace and refetches the queries below a key. */
export function mutationHook(queryKey: (slug: string) => QueryKey) {
  return function useWorkspaceMutation<Input, Output>(
    mutate: (slug: string, input: Input) => Promise<Output>,
    onDone?: (output: Output) => void,
  ) {
    const slug = useSlug();
    const client = useQueryClient();
    return useMutation({
      mutationFn: (input: Input) => mutate(slug, input),
      onSuccess: (output) => {
        void client.invalidateQueries({ queryKey: queryKey(slug) });
        onDone?.(output);
      },
    });
  };
}

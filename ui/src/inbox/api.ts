// API of the inbox, and the actions on its items.

import { useInfiniteQuery } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { loadPages } from "../api/load";
import { mutationHook } from "../api/mutations";
import { queryKeys } from "../api/queryKeys";
import type { InboxItem, InboxList } from "../api/types";
import { useSlug } from "../router";

const PAGE = 50;

export type ItemAction = InboxItem["actions"][number];

export interface Act {
  item: InboxItem;
  action: ItemAction;
  reason?: string;
}

export function useInbox(kind?: string) {
  const slug = useSlug();
  return useInfiniteQuery({
    queryKey: queryKeys.inbox(slug, kind),
    ...loadPages<InboxList>(slug, "/inbox", { kind, limit: PAGE }),
    staleTime: 0,
  });
}

export const useInboxMutation = mutationHook((slug) => queryKeys.inbox(slug));

const DECISIONS = new Set<ItemAction>(["approve", "approve_for_run", "deny"]);

/** Perform the chosen action of an item. */
export function act(slug: string, { item, action, reason }: Act): Promise<unknown> {
  const [path, body] = requestOf(item, action, reason);
  return request(workspacePath(slug, path), { method: "POST", body });
}

function requestOf(item: InboxItem, action: ItemAction, reason?: string): [path: string, body: object] {
  const run = `/agent-runs/${item.runId}`;
  if (DECISIONS.has(action)) {
    const given = reason?.trim() ? { reason: reason.trim() } : {};
    return [`${run}/approvals/${encodeURIComponent(item.approvalId ?? "")}`, { decision: action, ...given }];
  }
  switch (action) {
    case "cancel_run":
      return [`${run}/cancel`, {}];
    case "rerun":
      return [`${run}/rerun`, {}];
    case "resume_trigger":
      return [`/triggers/${item.triggerId}/resume`, {}];
    default:
      return [`/inbox/${encodeURIComponent(item.id)}/dismiss`, {}];
  }
}

// API of keys.

import { request, workspacePath } from "../api/client";
import { mutationHook } from "../api/mutations";
import { queryKeys } from "../api/queryKeys";
import type { Key, NewKey } from "../api/types";

export const useKeyMutation = mutationHook(queryKeys.apiKeys);

type NewKeyBody = Pick<Key, "name" | "scopes" | "tags"> & { expiresAt?: string };

export const createKey = (slug: string, body: NewKeyBody) =>
  request<NewKey>(workspacePath(slug, "/keys"), { method: "POST", body });
export const rotateKey = (slug: string, id: string) =>
  request<NewKey>(workspacePath(slug, `/keys/${id}/rotate`), { method: "POST", body: {} });
export const revokeKey = (slug: string, id: string) =>
  request(workspacePath(slug, `/keys/${id}`), { method: "DELETE" });

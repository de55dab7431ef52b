// Requests to the server, and the errors that they can end in.

import { setBack, setLost } from "./connection";

export interface Problem {
  field: string;
  problem: string;
}

/** The server said no, and why. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly problems: Problem[] = [],
  ) {
    super(message);
  }
}

/** Nobody answered. */
export class Unreachable extends Error {}

export interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A request with a cookie counts only with this header, which no other site can send. */
export const OURS = { "X-Runwhy-Dashboard": "1" };

export async function call<T>(path: string, { method = "GET", body, headers, signal }: Call = {}): Promise<T> {
  const response = await reach(path, {
    method,
    signal,
    headers: { Accept: "application/json", ...OURS, ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as T;
}

export async function reach(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    setLost(true);
    throw new Unreachable("The server does not answer.");
  }
  setBack();
  return response;
}

export async function errorOf(response: Response): Promise<ApiError> {
  try {
    const said = (await response.json()) as { error?: string; message?: string; problems?: Problem[] };
    return new ApiError(response.status, said.error ?? "error", said.message ?? response.statusText, said.problems ?? []);
  } catch {
    return new ApiError(response.status, "error", `The server answered ${response.status}.`);
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** A path inside a workspace, with its query; empty values are left out. */
export function at(slug: string, path: string, query: Record<string, string | number | null | undefined> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(key, String(value));
  }
  const text = search.toString();
  return `/api/v1/workspaces/${encodeURIComponent(slug)}${path}${text ? `?${text}` : ""}`;
}

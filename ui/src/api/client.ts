// Requests to the server and their errors.

import { setOffline, setOnline } from "./connection";
import type { Problem } from "./types";

/** The server rejected a request. */
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

/** The server could not be reached. */
export class NetworkError extends Error {}

export interface RequestOptions {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** The server accepts the session cookie only with this header, which other sites cannot send. */
export const DASHBOARD_HEADER = { "X-Runwhy-Dashboard": "1" };

export async function request<T>(
  path: string,
  { method = "GET", body, headers, signal }: RequestOptions = {},
): Promise<T> {
  const response = await send(path, {
    method,
    signal,
    headers: {
      Accept: "application/json",
      ...DASHBOARD_HEADER,
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw await readError(response);
  return (await response.json()) as T;
}

export async function send(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    setOffline(true);
    throw new NetworkError("Cannot reach the server.");
  }
  setOnline();
  return response;
}

export async function readError(response: Response): Promise<ApiError> {
  try {
    const body = (await response.json()) as { error?: string; message?: string; problems?: Problem[] };
    return new ApiError(
      response.status,
      body.error ?? "error",
      withoutPointers(body.message ?? response.statusText),
      body.problems ?? [],
    );
  } catch {
    return new ApiError(response.status, "error", `The server returned HTTP ${response.status}.`);
  }
}

/** Return a message with `tools.0.name: …` for each `/tools/0/name: …`. */
function withoutPointers(message: string): string {
  return message.replace(/(^|; )\/([^\s:]+): /g, (_, before: string, path: string) => {
    return `${before}${path.replaceAll("/", ".")}: `;
  });
}

/** Return the error of a field of the request body, or of a part of it. */
export function fieldProblem(error: unknown, ...fields: string[]): string | undefined {
  return error instanceof ApiError ? error.problems.find(({ field }) => isIn(field, fields))?.problem : undefined;
}

/** Whether everything that the server rejected is in these fields. */
export function isAllIn(error: unknown, fields: string[]): boolean {
  return (
    error instanceof ApiError && error.problems.length > 0 && error.problems.every(({ field }) => isIn(field, fields))
  );
}

/** Return an error as text, without the pointers to fields. */
export function problemText(error: Error): string {
  return error instanceof ApiError && error.problems.length
    ? error.problems.map(({ problem }) => problem).join("; ")
    : error.message;
}

function isIn(path: string, fields: string[]): boolean {
  return fields.some((name) => path === `/${name}` || path.startsWith(`/${name}/`));
}

export function isMissing(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Return the API path of a resource in a workspace. Empty query parameters are omitted. */
export function workspacePath(
  slug: string,
  path: string,
  query: Record<string, string | number | readonly string[] | null | undefined> = {},
): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === "") continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one));
  }
  const text = search.toString();
  return `/api/v1/workspaces/${encodeURIComponent(slug)}${path}${text ? `?${text}` : ""}`;
}

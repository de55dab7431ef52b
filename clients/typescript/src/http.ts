import { Backoff, isTransient } from "./backoff.js";
import { type Config, type Params, urlOf } from "./config.js";
import { ApiError, apiError, ConflictError, ConnectionFailed, NotFoundError, RateLimitedError } from "./errors.js";
import type { Json } from "./types.js";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One request. Its `key` makes repeated requests idempotent. */
export interface Call {
  method: Method;
  path: string;
  json?: unknown;
  params?: Params;
  headers?: Readonly<Record<string, string>>;
  key?: string;
  /** Seconds to keep repeating it, if not those of the client. */
  retryFor?: number;
}

/** The connection to one server. */
export class Http {
  constructor(readonly config: Config) {}

  get<T>(path: string, params?: Params): Promise<T> {
    return this.send<T>({ method: "GET", path, ...(params ? { params } : {}) });
  }

  /** Create something or act, at most once even if the request is repeated. */
  post<T>(path: string, json: unknown = {}, key?: string): Promise<T> {
    return this.send<T>({ method: "POST", path, json, key: key ?? crypto.randomUUID() });
  }

  change<T>(path: string, json: unknown, headers: Record<string, string> = {}): Promise<T> {
    return this.send<T>({ method: "PATCH", path, json, headers });
  }

  remove<T>(path: string): Promise<T> {
    return this.send<T>({ method: "DELETE", path });
  }

  /** Send a request, repeat it if that is safe, and return its JSON. */
  async send<T>(call: Call): Promise<T> {
    const backoff = new Backoff(call.retryFor ?? this.config.retryFor);
    let mayHaveArrived = false;
    for (;;) {
      try {
        return (await this.sendOnce(call)) as T;
      } catch (failure) {
        if (mayHaveArrived && wasAlreadyDone(call, failure)) return undefined as T;
        const again = mayRepeat(call, failure) || (mayHaveArrived && isInProgress(call, failure));
        if (!again || !(await backoff.pause(failure))) throw this.reported(failure);
        mayHaveArrived ||= !(failure instanceof RateLimitedError);
      }
    }
  }

  /** Open a stream of events after number `after`. */
  async open(path: string, after: number, signal: AbortSignal): Promise<Response> {
    const headers = { ...this.config.headers, Accept: "text/event-stream" };
    const response = await this.config.fetch(urlOf(this.config, path, after ? { lastSeq: after } : {}), {
      headers: after ? { ...headers, "Last-Event-ID": String(after) } : headers,
      signal,
    });
    if (!response.ok) throw apiError(response, await response.text());
    return response;
  }

  /** Return the error to throw: an answer of the server as it is, anything else with its address. */
  reported(failure: unknown): Error {
    if (failure instanceof ApiError || isAbort(failure)) return failure;
    const why = failure instanceof Error ? `: ${causeOf(failure)}` : "";
    return new ConnectionFailed(`cannot connect to ${this.config.baseUrl}${why}`, { cause: failure });
  }

  private async sendOnce({ method, path, json, params, headers, key }: Call): Promise<Json | undefined> {
    const response = await this.config.fetch(urlOf(this.config, path, params), {
      method,
      headers: {
        Accept: "application/json",
        ...this.config.headers,
        ...headers,
        ...(key === undefined ? {} : { "Idempotency-Key": key }),
        ...(json === undefined ? {} : { "Content-Type": "application/json" }),
      },
      signal: AbortSignal.timeout(this.config.timeout * 1000),
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    if (!response.ok) throw apiError(response, text);
    return read(response, text);
  }
}

function read(response: Response, text: string): Json | undefined {
  if (!text) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    const message = "the response is not JSON; is this a Runwhy server?";
    throw new ApiError("invalid_response", response.status, message);
  }
}

/** Whether to send a request again after this failure. */
function mayRepeat(call: Call, failure: unknown): boolean {
  if (failure instanceof RateLimitedError) return failure.code !== "budget_exceeded";
  const repeatable = call.key !== undefined || (call.method !== "POST" && call.method !== "PATCH");
  return repeatable && isTransient(failure);
}

function isInProgress(call: Call, failure: unknown): boolean {
  return call.key !== undefined && failure instanceof ConflictError && failure.code === "conflict";
}

function wasAlreadyDone(call: Call, failure: unknown): boolean {
  if (!(failure instanceof NotFoundError)) return false;
  return call.method === "DELETE" || failure.code === "unknown_tool_use";
}

export function isAbort(failure: unknown): failure is Error {
  return failure instanceof Error && failure.name === "AbortError";
}

function causeOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message ? error.cause.message : error.message;
}

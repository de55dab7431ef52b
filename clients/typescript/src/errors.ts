import type { Json, JsonObject, ModelUsed, Problem, Tokens } from "./types.js";

/** Any error of this client. `code` is stable, `message` is for people. */
export class RunwhyError extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The server answered with an error. `body` is the whole answer. */
export class ApiError extends RunwhyError {
  constructor(
    code: string,
    readonly status: number,
    message: string,
    readonly problems: readonly Problem[] = [],
    readonly body: JsonObject = {},
    /** Seconds after which the server expects a retry, if it said so. */
    readonly retryAfter: number | null = null,
  ) {
    super(code, message);
  }
}

/** 400, 413 or 422: nothing was created. `problems` lists every reason. */
export class InvalidRequestError extends ApiError {}

/** 401: the key is missing, unknown or expired. */
export class AuthenticationError extends ApiError {}

/** 403: the key lacks a scope. */
export class PermissionDeniedError extends ApiError {
  /** The scope that the key lacks. */
  get required(): string | null {
    return typeof this.body.required === "string" ? this.body.required : null;
  }
}

/** 404: the resource does not exist in this workspace. */
export class NotFoundError extends ApiError {}

/** 409: the state of the resource does not allow the request. */
export class ConflictError extends ApiError {}

/** 429: too many requests, or a budget is used up. */
export class RateLimitedError extends ApiError {}

/** 500 and above. */
export class ServerError extends ApiError {}

/** There was no response, or a stream stayed broken. */
export class ConnectionFailed extends RunwhyError {
  constructor(message: string, options?: ErrorOptions) {
    super("connection_failed", message, options);
  }
}

/** What a run had used when it failed. */
export interface FailureDetails {
  errorClass: string;
  partialText: string | null;
  retryable: boolean | null;
  tokens: Tokens | null;
  cost: string | null;
  turns: number;
  model: ModelUsed | null;
  metadata: Readonly<Record<string, string>>;
}

/** The run ended with an error. */
export class RunFailed extends RunwhyError {
  constructor(
    readonly runId: string,
    message: string,
    readonly details: FailureDetails,
  ) {
    super(details.errorClass, message);
  }
}

/** The run was cancelled. */
export class RunCancelled extends RunwhyError {
  constructor(
    readonly runId: string,
    readonly reason: string,
    readonly metadata: Readonly<Record<string, string>>,
  ) {
    super("cancelled", `the run ${runId} was cancelled: ${reason}`);
  }
}

/** Return the error for a response that is not a success. */
export function apiError(response: Response, text: string): ApiError {
  const { status } = response;
  const body = objectIn(text);
  const { code, message } = reasonIn(body);
  const problems = (Array.isArray(body.problems) ? body.problems : []) as unknown as Problem[];
  return new (classOf(status))(
    code ?? `http_${status}`,
    status,
    message ?? `the server answered with HTTP ${status}`,
    problems,
    body,
    secondsIn(response.headers.get("retry-after")),
  );
}

/** Return the code and message of an error; routes below /v1/ have those of OpenAI or Anthropic. */
function reasonIn({ error, message }: JsonObject): { code?: string | undefined; message?: string | undefined } {
  if (error === null || typeof error !== "object" || Array.isArray(error)) {
    return { code: textIn(error), message: textIn(message) };
  }
  return { code: textIn(error.code) ?? textIn(error.type), message: textIn(error.message) };
}

function textIn(value: Json | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function classOf(status: number): typeof ApiError {
  if (status >= 500) return ServerError;
  switch (status) {
    case 400:
    case 413:
    case 422:
      return InvalidRequestError;
    case 401:
      return AuthenticationError;
    case 403:
      return PermissionDeniedError;
    case 404:
      return NotFoundError;
    case 409:
      return ConflictError;
    case 429:
      return RateLimitedError;
    default:
      return ApiError;
  }
}

function objectIn(text: string): JsonObject {
  try {
    const value = JSON.parse(text) as Json;
    return value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
  } catch {
    return {};
  }
}

function secondsIn(header: string | null): number | null {
  const seconds = header === null ? NaN : Number(header);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

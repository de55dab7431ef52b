import { ApiError, RateLimitedError } from "./errors.js";

const FIRST_PAUSE = 0.1;
const LONGEST_PAUSE = 5;
const LONGEST_RETRY_AFTER = 30;
const TRANSIENT = [502, 503, 504];

/** Whether a failure may go away: a lost connection, a timeout, or an answer that says so. */
export function isTransient(failure: unknown): boolean {
  if (failure instanceof RateLimitedError) return true;
  if (failure instanceof ApiError) return TRANSIENT.includes(failure.status);
  return failure instanceof Error && failure.name !== "AbortError";
}

/** Pauses between attempts, with a limit on the time without progress. */
export class Backoff {
  private next = FIRST_PAUSE;
  private since = performance.now();

  /** `limit` in seconds. */
  constructor(private readonly limit: number) {}

  /** Begin anew after progress. */
  progress(): void {
    this.next = FIRST_PAUSE;
    this.since = performance.now();
  }

  /** Wait for the next attempt. Resolves to false at once if the time is up. */
  async pause(failure?: unknown, signal?: AbortSignal): Promise<boolean> {
    const asked = failure instanceof ApiError ? failure.retryAfter : null;
    const seconds = asked ?? this.next * (0.5 + Math.random() / 2);
    const limit = asked === null || this.limit === 0 ? this.limit : Math.max(this.limit, LONGEST_RETRY_AFTER);
    if ((performance.now() - this.since) / 1000 + seconds > limit) return false;
    this.next = Math.min(this.next * 2, LONGEST_PAUSE);
    await sleep(seconds, signal);
    return true;
  }
}

/** Wait for some seconds, or until the signal aborts. */
export function sleep(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, seconds * 1000);
    signal?.addEventListener("abort", done);
    if (signal?.aborted) done();
  });
}

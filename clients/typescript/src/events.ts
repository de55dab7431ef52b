import { Backoff, isTransient } from "./backoff.js";
import { isAbort, type Http } from "./http.js";
import type { JsonObject } from "./types.js";

const IDLE_TIMEOUT = 45_000; // the server pings every 15 s, so the connection is dead by then
const TERMINAL = ["result", "error", "cancelled"];

/** One event of a run. */
export interface RunEvent {
  seq: number;
  type: string;
  data: JsonObject;
}

/** Whether an event is the last one of its run. */
export function isTerminal(event: RunEvent): boolean {
  return TERMINAL.includes(event.type);
}

/** Yield the events of a stream after number `after`: each once and in order, across reconnects. */
export async function* follow(
  http: Http,
  path: string,
  after = 0,
  signal?: AbortSignal,
): AsyncGenerator<RunEvent, void> {
  const backoff = new Backoff(http.config.reconnectFor);
  let seq = after;
  let retriedAt: number | null = null;
  for (;;) {
    let failure: unknown;
    try {
      for await (const event of connection(http, path, seq, signal)) {
        if (event.seq <= seq) continue;
        if (event.seq > seq + 1 && retriedAt !== seq) {
          retriedAt = seq; // ask once for the missing events; if there are none, go on
          break;
        }
        seq = event.seq;
        backoff.progress();
        yield event;
        if (isTerminal(event)) return;
      }
    } catch (error) {
      if (isAbort(error) || !isTransient(error)) throw error;
      failure = error;
    }
    signal?.throwIfAborted();
    if (!(await backoff.pause(failure, signal))) throw http.reported(failure ?? new Error("the stream ended early"));
    signal?.throwIfAborted();
  }
}

/** Yield the events of one connection, which ends if nothing arrives for a while. */
async function* connection(
  http: Http,
  path: string,
  after: number,
  signal?: AbortSignal,
): AsyncGenerator<RunEvent, void> {
  const stop = new AbortController();
  const abort = () => stop.abort(signal?.reason);
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort);
  let idle: ReturnType<typeof setTimeout> | undefined;
  const wait = () => {
    clearTimeout(idle);
    idle = setTimeout(() => stop.abort(new DOMException("nothing arrived for 45 s", "TimeoutError")), IDLE_TIMEOUT);
  };
  try {
    wait();
    const response = await http.open(path, after, stop.signal);
    if (!response.body) return;
    for await (const data of frames(response.body, wait)) {
      const event = readEvent(data);
      if (event) yield event;
    }
  } finally {
    clearTimeout(idle);
    signal?.removeEventListener("abort", abort);
    stop.abort();
  }
}

/** Yield the `data` of each frame of a `text/event-stream`. */
export async function* frames(body: ReadableStream<Uint8Array>, onChunk?: () => void): AsyncGenerator<string, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  let data: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onChunk?.();
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(line[5] === " " ? 6 : 5));
        if (line === "" && data.length) {
          yield data.join("\n");
          data = [];
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Read one frame; null if it is not an event, such as a ping. */
function readEvent(text: string): RunEvent | null {
  try {
    const { seq, type, data } = JSON.parse(text) as Partial<RunEvent>;
    return Number.isInteger(seq) && typeof type === "string" ? { seq: seq as number, type, data: data ?? {} } : null;
  } catch {
    return null;
  }
}

// Server-sent events. Reads every event type and resumes a broken stream where it stopped.

import { ApiError, DASHBOARD_HEADER, NetworkError, readError, send } from "./client";
import type { StreamEvent } from "./values";

const TERMINAL = new Set(["result", "error", "cancelled"]);
const RETRY_MS = 1000;

/** Follow a stream until it ends, passing each event on once. The stream of a session never ends. */
export async function followStream(
  path: string,
  onEvents: (events: StreamEvent[]) => void,
  { signal, after = 0, endless = false }: { signal: AbortSignal; after?: number; endless?: boolean },
): Promise<void> {
  let last = after;
  while (!signal.aborted) {
    try {
      const mark = path.includes("?") ? "&" : "?";
      const init = { signal, headers: { Accept: "text/event-stream", ...DASHBOARD_HEADER } };
      const response = await send(`${path}${mark}lastSeq=${last}`, init);
      if (!response.ok || !response.body) throw await readError(response);
      for await (const events of batches(response.body)) {
        const fresh = events.filter((event) => event.seq > last || (!endless && TERMINAL.has(event.type)));
        last = Math.max(last, ...fresh.map((event) => event.seq));
        if (fresh.length) onEvents(fresh);
        if (!endless && fresh.some((event) => TERMINAL.has(event.type))) return;
      }
    } catch (error) {
      if (signal.aborted) return;
      const away =
        error instanceof NetworkError ||
        error instanceof TypeError ||
        (error instanceof ApiError && error.status >= 500);
      if (!away) throw error;
    }
    await pause(RETRY_MS, signal);
  }
}

async function* batches(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent[]> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const { events, left } = readFrames(rest + value);
    rest = left;
    if (events.length) yield events;
  }
}

/** Parse the complete frames of a text and return the rest. */
export function readFrames(text: string): { events: StreamEvent[]; left: string } {
  const frames = text.split("\n\n");
  const left = frames.pop() ?? "";
  const events: StreamEvent[] = [];
  for (const frame of frames) {
    const data = frame
      .split("\n")
      .filter((line) => line.startsWith("data:"))
      .map((line) => line.slice(5).trimStart())
      .join("\n");
    if (data) events.push(JSON.parse(data) as StreamEvent);
  }
  return { events, left };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

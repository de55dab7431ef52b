import type { RunEvent } from "./events.js";
import type { Http } from "./http.js";
import { drive, finish, type Listeners, type RunResult } from "./run-driver.js";
import { toolBodies, type ToolLike } from "./tools.js";
import type {
  History,
  HistoryItem,
  MessageBody,
  RunAccepted,
  Session as SessionInfo,
  SessionEnded,
  Timer,
  TimerBody,
  TimerList,
} from "./types.js";

/** Options of a request: tools may be functions of this process, and the key makes it idempotent. */
export type WithTools<Body> = Omit<Body, "tools" | "prompt"> & {
  tools?: readonly ToolLike[];
  idempotencyKey?: string;
};

export type MessageOptions = WithTools<MessageBody>;

/** Return the body of a request and its idempotency key. */
export function bodyOf<Body>(prompt: string | undefined, options: WithTools<Body>): [unknown, string | undefined] {
  const { tools, idempotencyKey, ...rest } = options as WithTools<object>;
  return [{ ...rest, prompt, tools: tools ? toolBodies(tools) : undefined }, idempotencyKey];
}

/** A session on the server, with the tools of this process that answer its calls. */
export class Session {
  private readonly path: string;

  constructor(
    private readonly http: Http,
    readonly id: string,
    private readonly tools: readonly ToolLike[] = [],
    private readonly announce = false, // the session does not know these tools, so send them each time
  ) {
    this.path = `/agent-sessions/${encodeURIComponent(id)}`;
  }

  /** Send a message and wait for the answer. Throws RunFailed, RunCancelled or ApiError. */
  async send(prompt: string, options: MessageOptions & Listeners = {}): Promise<RunResult> {
    const { onEvent, onDelta, signal, ...message } = options;
    const accepted = await this.start(prompt, message);
    const events = this.drive(accepted, message, signal);
    return finish(accepted.runId, events, { onEvent, onDelta }, accepted.metadata);
  }

  /** Send a message and yield the events of its run. */
  async *stream(
    prompt: string,
    options: MessageOptions & { signal?: AbortSignal } = {},
  ): AsyncGenerator<RunEvent, void> {
    const { signal, ...message } = options;
    yield* this.drive(await this.start(prompt, message), message, signal);
  }

  /** Send a message without waiting for the answer. */
  start(prompt: string | undefined, options: MessageOptions = {}): Promise<RunAccepted> {
    const known = this.announce && this.tools.length && !options.tools ? { ...options, tools: this.tools } : options;
    const [body, key] = bodyOf<MessageBody>(prompt, known);
    return this.http.post(`${this.path}/messages`, body, key);
  }

  private drive({ runId }: RunAccepted, options: MessageOptions, signal?: AbortSignal): AsyncGenerator<RunEvent, void> {
    const tools = [...this.tools, ...(options.tools ?? [])];
    return drive(this.http, runId, { tools, drives: true, replayed: options.idempotencyKey !== undefined, signal });
  }

  /** Return the session. */
  info(): Promise<SessionInfo> {
    return this.http.get(this.path);
  }

  /** Yield all messages, oldest first: those a person may see, or with "operator" all, each marked. */
  async *history(view: "user" | "operator" = "user"): AsyncGenerator<HistoryItem, void> {
    let cursor: string | null = null;
    do {
      const page: History = await this.http.get(`${this.path}/history`, { view, cursor });
      yield* page.messages;
      cursor = page.nextCursor;
    } while (cursor !== null);
  }

  /** Change the session. Tags are merged and null removes one; existing runs keep theirs. */
  update(
    change: { metadata?: Record<string, string | null>; name?: string; autonomy?: object },
    ifVersion?: number,
  ): Promise<SessionInfo> {
    return this.http.change(this.path, change, ifVersion === undefined ? {} : { "If-Match": String(ifVersion) });
  }

  /** Schedule a follow-up after a delay or at a time; the same `key` replaces a pending one. */
  addTimer(timer: TimerBody): Promise<Timer> {
    return this.http.post(`${this.path}/timers`, timer);
  }

  /** Return the newest follow-ups, at most 200. */
  async timers(status?: string): Promise<Timer[]> {
    return (await this.http.get<TimerList>(`${this.path}/timers`, { status, limit: 200 })).timers;
  }

  /** Cancel a follow-up. */
  cancelTimer(id: string): Promise<Timer> {
    return this.http.remove(`${this.path}/timers/${encodeURIComponent(id)}`);
  }

  /** End the session and cancel its runs. It can still be read. */
  end(): Promise<SessionEnded> {
    return this.http.remove(this.path);
  }
}

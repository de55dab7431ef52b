import { sleep } from "./backoff.js";
import { ConflictError, InvalidRequestError, NotFoundError, RunCancelled, RunFailed } from "./errors.js";
import { follow, type RunEvent } from "./events.js";
import type { Http } from "./http.js";
import { isLocal, resultText, type Tool, type ToolLike } from "./tools.js";
import type { JsonObject, ModelUsed, Tokens } from "./types.js";

// Seconds to wait for an existing answer to a replayed call: longer than the gap between stored events.
const REPLAY_GRACE = 0.25;

/** The result of a run that succeeded. */
export interface RunResult {
  runId: string;
  text: string;
  metadata: Readonly<Record<string, string>>;
  tokens: Tokens | null;
  /** USD as a decimal number; null if it is unknown. */
  cost: string | null;
  turns: number;
  model: ModelUsed | null;
  events: readonly RunEvent[];
}

/** Called while a run is followed. */
export interface Listeners {
  onEvent?: (event: RunEvent) => unknown;
  /** Gets the text of every `assistant_delta`. */
  onDelta?: (text: string) => unknown;
  signal?: AbortSignal;
}

export interface DriveOptions {
  tools?: readonly ToolLike[];
  after?: number;
  /** Whether this client started the run: then it also answers calls of tools that nobody has. */
  drives?: boolean;
  /** Whether the run may have started earlier. */
  replayed?: boolean;
  signal?: AbortSignal | undefined;
}

/** Follow a run and answer the calls of tools that run in this process. */
export async function* drive(http: Http, runId: string, options: DriveOptions = {}): AsyncGenerator<RunEvent, void> {
  const path = `/agent-runs/${encodeURIComponent(runId)}`;
  const answers = new ToolAnswers(http, `${path}/tool-results`, options);
  try {
    for await (const event of follow(http, `${path}/stream`, options.after, options.signal)) {
      answers.handle(event);
      yield event;
    }
  } finally {
    answers.close();
  }
}

/** Read the events of a run and return its result. Throws RunFailed or RunCancelled. */
export async function finish(
  runId: string,
  events: AsyncIterable<RunEvent>,
  { onEvent, onDelta }: Listeners = {},
  metadata: Readonly<Record<string, string>> = {},
): Promise<RunResult> {
  const seen: RunEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    await onEvent?.(event);
    if (event.type === "assistant_delta") await onDelta?.(String(event.data.text ?? ""));
  }
  return conclude(runId, seen, metadata);
}

function conclude(runId: string, events: RunEvent[], accepted: Readonly<Record<string, string>>): RunResult {
  const last = events[events.length - 1];
  const data = last?.data ?? {};
  const tagged = events.find((event) => "metadata" in event.data);
  const metadata = (tagged?.data.metadata as Record<string, string> | undefined) ?? accepted;
  const used = {
    tokens: (data.tokens ?? null) as Tokens | null,
    cost: textOr(data.cost, null),
    turns: typeof data.turns === "number" ? data.turns : 0,
    model: (data.model ?? null) as ModelUsed | null,
    metadata,
  };
  if (last?.type === "result") return { runId, text: textOr(data.text, ""), events, ...used };
  if (last?.type === "cancelled") throw new RunCancelled(runId, textOr(data.reason, "no reason given"), metadata);
  throw new RunFailed(runId, textOr(data.error, "the run failed"), {
    errorClass: textOr(data.errorClass, "unknown"),
    partialText: textOr(data.partialText, null),
    retryable: typeof data.retryable === "boolean" ? data.retryable : null,
    ...used,
  });
}

function textOr<T extends string | null>(value: unknown, otherwise: T): string | T {
  return typeof value === "string" ? value : otherwise;
}

/** Answers tool calls, each once, beside the event stream. */
class ToolAnswers {
  private readonly handlers = new Map<string, Tool>();
  private readonly others = new Set<string>();
  private readonly seen = new Set<string>();
  private readonly answered = new Set<string>();
  private readonly closed = new AbortController();

  constructor(
    private readonly http: Http,
    private readonly path: string,
    private readonly options: DriveOptions,
  ) {
    for (const one of options.tools ?? []) {
      if (isLocal(one)) this.handlers.set(one.name, one);
      else if (typeof one.name === "string") this.others.add(one.name);
    }
  }

  handle({ type, data }: RunEvent): void {
    const id = String(data.toolUseId ?? "");
    if (type === "local_tool_result_in") this.answered.add(id);
    if (type !== "local_tool_call" || this.seen.has(id)) return;
    this.seen.add(id);
    if (this.answers(String(data.name))) void this.answer(id, data);
  }

  close(): void {
    this.closed.abort();
  }

  private answers(name: string): boolean {
    return this.handlers.has(name) || (this.options.drives === true && !this.others.has(name));
  }

  private async answer(id: string, call: JsonObject): Promise<void> {
    if (this.options.replayed) await sleep(REPLAY_GRACE, this.closed.signal);
    if (this.answered.has(id) || (this.options.replayed && this.closed.signal.aborted)) return;
    const outcome = await this.outcome(call);
    if (this.closed.signal.aborted) return;
    try {
      await this.deliver({ toolUseId: id, ...outcome });
    } catch (error) {
      if (!this.closed.signal.aborted)
        console.warn(`runwhy: the result of tool ${String(call.name)} was not delivered:`, error);
    }
  }

  private async outcome(call: JsonObject): Promise<JsonObject> {
    const handler = this.handlers.get(String(call.name));
    if (!handler) return { error: `this client has no handler for tool ${String(call.name)}` };
    try {
      return { result: resultText(await handler.run(call.args ?? {})) };
    } catch (error) {
      return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
    }
  }

  private async deliver(answer: JsonObject): Promise<void> {
    try {
      await this.post(answer);
    } catch (error) {
      if (!(error instanceof InvalidRequestError)) throw error;
      const refused = `the server rejected the tool's result: ${error.message}`;
      await this.post({ toolUseId: answer.toolUseId ?? null, error: refused });
    }
  }

  private async post(answer: JsonObject): Promise<void> {
    const { reconnectFor } = this.http.config;
    try {
      await this.http.send({
        method: "POST",
        path: this.path,
        json: answer,
        key: crypto.randomUUID(),
        retryFor: reconnectFor,
      });
    } catch (error) {
      if (!(error instanceof NotFoundError || error instanceof ConflictError)) throw error;
    }
  }
}

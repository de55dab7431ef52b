import { type ClientOptions, configure, type Params } from "./config.js";
import type { RunEvent } from "./events.js";
import { Http, type Method } from "./http.js";
import { drive, finish, type Listeners, type RunResult } from "./run-driver.js";
import { bodyOf, Session, type WithTools } from "./sessions.js";
import type { ToolLike } from "./tools.js";
import type {
  Alert,
  AlertBody,
  AlertList,
  AlertPatchBody,
  Approval,
  Budget,
  BudgetBody,
  BudgetList,
  BudgetPatchBody,
  DecisionBody,
  Facet,
  InboxList,
  ItemKind,
  ListedCronTrigger,
  ListedTelegramTrigger,
  ListedWebhookTrigger,
  ModelList,
  NewTrigger,
  NewTriggerBody,
  RerunBody,
  Run,
  RunAccepted,
  RunAggregate,
  RunBody,
  RunContinuation,
  RunContinuations,
  RunList,
  SessionBody,
  SessionCreated,
  SessionList,
  TaskBody,
  Trigger,
  TriggerList,
  TriggerPatchBody,
} from "./types.js";

const PAGE = 200;

export type RunOptions = WithTools<RunBody>;
export type RerunOptions = WithTools<RerunBody>;
export type SessionOptions = WithTools<SessionBody>;
export type ListedTrigger = ListedCronTrigger | ListedWebhookTrigger | ListedTelegramTrigger;
export type Measure = "count" | "failed" | "rate" | "p50" | "p95" | "cost" | "tokens";

/** Which runs to read. `metadata` are tags that a run must have. */
export interface RunFilter {
  metadata?: Readonly<Record<string, string>>;
  status?: string;
  limit?: number;
  sort?: "created" | "duration" | "tokens" | "cost";
  order?: "desc" | "asc";
}

export interface AggregateOptions {
  measure?: Measure | readonly Measure[];
  /** Up to two keys: fields such as "model", or tags. */
  by?: string | readonly string[];
  interval?: "none" | "auto" | "minute" | "hour" | "day" | "week";
  limit?: number;
  orderBy?: Measure;
  metadata?: Readonly<Record<string, string>>;
  status?: string;
}

/** A client of one workspace on a Runwhy server. */
export class Client {
  private readonly http: Http;

  constructor(options: ClientOptions = {}) {
    this.http = new Http(configure(options));
  }

  get baseUrl(): string {
    return this.http.config.baseUrl;
  }

  get workspace(): string {
    return this.http.config.workspace;
  }

  /** Send any request. The path is relative to the workspace, unless it starts with /api/ or /v1/. */
  request<T = unknown>(
    method: Method,
    path: string,
    { json, params, idempotencyKey: key }: { json?: unknown; params?: Params; idempotencyKey?: string } = {},
  ): Promise<T> {
    return this.http.send<T>({ method, path, json, params, key });
  }

  // Runs

  /** Run an agent and wait for its result, answering calls of its tools. Throws RunFailed, RunCancelled, ApiError. */
  async runAgent(prompt: string | undefined, options: RunOptions & Listeners = {}): Promise<RunResult> {
    const { onEvent, onDelta, signal, ...run } = options;
    const accepted = await this.startRun(prompt, run);
    return finish(accepted.runId, this.drive(accepted, run, signal), { onEvent, onDelta }, accepted.metadata);
  }

  /** Run an agent and yield its events, answering calls of its tools. A failed run yields its `error` event. */
  async *streamAgent(
    prompt: string | undefined,
    options: RunOptions & { signal?: AbortSignal } = {},
  ): AsyncGenerator<RunEvent, void> {
    const { signal, ...run } = options;
    yield* this.drive(await this.startRun(prompt, run), run, signal);
  }

  /** Start a run without waiting for it. */
  startRun(prompt: string | undefined, options: RunOptions = {}): Promise<RunAccepted> {
    const [body, key] = bodyOf<RunBody>(prompt, options);
    return this.http.post("/agent-runs", body, key);
  }

  /** Queue a task for the daemon's queue. Time in the queue does not count against its timeout. */
  submit(task: string, options: Omit<TaskBody, "task"> & { idempotencyKey?: string } = {}): Promise<RunAccepted> {
    const { idempotencyKey, ...rest } = options;
    return this.http.post("/tasks", { task, ...rest }, idempotencyKey);
  }

  /** Repeat a run with the same messages, spec and tags, except for the given options. It does not wait. */
  rerun(runId: string, prompt?: string, options: RerunOptions = {}): Promise<RunAccepted> {
    const [body, key] = bodyOf<RerunBody>(prompt, options);
    return this.http.post(`${runPath(runId)}/rerun`, body, key);
  }

  /** Yield the events of a run after number `after`, and answer calls of `tools`. */
  follow(
    runId: string,
    options: { after?: number; tools?: readonly ToolLike[]; signal?: AbortSignal } = {},
  ): AsyncGenerator<RunEvent, void> {
    return drive(this.http, runId, { ...options, replayed: true });
  }

  /** Wait for the end of a run. Throws RunFailed or RunCancelled. */
  wait(runId: string, options: Listeners & { tools?: readonly ToolLike[] } = {}): Promise<RunResult> {
    return finish(runId, this.follow(runId, options), options);
  }

  private drive({ runId }: RunAccepted, options: RunOptions, signal?: AbortSignal): AsyncGenerator<RunEvent, void> {
    const { tools = [], idempotencyKey } = options;
    return drive(this.http, runId, { tools, drives: true, replayed: idempotencyKey !== undefined, signal });
  }

  /** Return a run. */
  getRun(runId: string): Promise<Run> {
    return this.http.get(runPath(runId));
  }

  /** Return a page of runs that match a query, newest first by default. */
  listRuns(query?: string, filter: RunFilter & { cursor?: string | null } = {}): Promise<RunList> {
    const { metadata, ...rest } = filter;
    return this.http.get("/agent-runs", { q: query, metadata: tagPairs(metadata), ...rest });
  }

  /** Yield all runs that match a query, page by page, at most `limit`. */
  async *iterRuns(query?: string, filter: RunFilter = {}): AsyncGenerator<Run, void> {
    let left = filter.limit ?? Number.POSITIVE_INFINITY;
    let cursor: string | null = null;
    while (left > 0) {
      const page: RunList = await this.listRuns(query, { ...filter, limit: Math.min(left, PAGE), cursor });
      yield* page.runs;
      left -= page.runs.length;
      cursor = page.nextCursor;
      if (cursor === null) return;
    }
  }

  /** Return measures of the runs that match a query, by up to two keys and over time. */
  aggregate(query?: string, options: AggregateOptions = {}): Promise<RunAggregate> {
    const { metadata, measure = "count", by = [], ...rest } = options;
    return this.http.get("/agent-runs/aggregate", {
      q: query,
      metadata: tagPairs(metadata),
      measure: [measure].flat() as string[],
      by: [by].flat() as string[],
      ...rest,
    });
  }

  /** Return the most frequent values of a key among the runs that match a query. */
  facet(key: string, query?: string): Promise<Facet> {
    return this.http.get("/agent-runs/facets", { key, q: query });
  }

  /** Cancel a run. A finished run is not changed. */
  async cancelRun(runId: string): Promise<void> {
    await this.http.post(`${runPath(runId)}/cancel`);
  }

  /** Answer a call of a local tool with its result or an error. */
  async sendToolResult(
    runId: string,
    toolUseId: string,
    outcome: { result: string } | { error: string },
  ): Promise<void> {
    await this.http.post(`${runPath(runId)}/tool-results`, { toolUseId, ...outcome });
  }

  /** Return the questions of a run that wait for a decision or were decided. */
  async approvals(runId: string): Promise<Approval[]> {
    return (await this.http.get<{ approvals: Approval[] }>(`${runPath(runId)}/approvals`)).approvals;
  }

  /** Decide a question of a run. */
  decide(runId: string, approvalId: string, decision: DecisionBody): Promise<Approval> {
    return this.http.post(`${runPath(runId)}/approvals/${encodeURIComponent(approvalId)}`, decision);
  }

  /** Return the runs that continue a run over OpenAI's or Anthropic's wire. */
  async listContinuations(runId: string): Promise<RunContinuation[]> {
    return (await this.http.get<RunContinuations>(`${runPath(runId)}/continuations`)).runs;
  }

  // Inbox, budgets and alerts

  /** Return a page of the inbox: what waits for a person. */
  listInbox(filter: { kind?: ItemKind; limit?: number; cursor?: string | null } = {}): Promise<InboxList> {
    return this.http.get("/inbox", filter);
  }

  /** Dismiss an item of the inbox for everybody. */
  async dismissItem(itemId: string): Promise<void> {
    await this.http.post(`/inbox/${encodeURIComponent(itemId)}/dismiss`);
  }

  /** Return all budgets, with what is used of them. */
  async listBudgets(): Promise<Budget[]> {
    return (await this.http.get<BudgetList>("/budgets")).budgets;
  }

  /** Create a budget. */
  createBudget(budget: BudgetBody, idempotencyKey?: string): Promise<Budget> {
    return this.http.post("/budgets", budget, idempotencyKey);
  }

  /** Change a budget, by its id or name. */
  updateBudget(budget: string, change: BudgetPatchBody): Promise<Budget> {
    return this.http.change(`/budgets/${encodeURIComponent(budget)}`, change);
  }

  /** Delete a budget. */
  async deleteBudget(budget: string): Promise<void> {
    await this.http.remove(`/budgets/${encodeURIComponent(budget)}`);
  }

  /** Return all alerts with their states. */
  async listAlerts(): Promise<Alert[]> {
    return (await this.http.get<AlertList>("/alerts")).alerts;
  }

  /** Create an alert. */
  createAlert(alert: AlertBody, idempotencyKey?: string): Promise<Alert> {
    return this.http.post("/alerts", alert, idempotencyKey);
  }

  /** Change or silence an alert, by its id or name. */
  updateAlert(alert: string, change: AlertPatchBody): Promise<Alert> {
    return this.http.change(`/alerts/${encodeURIComponent(alert)}`, change);
  }

  /** Delete an alert. */
  async deleteAlert(alert: string): Promise<void> {
    await this.http.remove(`/alerts/${encodeURIComponent(alert)}`);
  }

  // Sessions

  /** Create a session. Its tags are the default for each of its runs. */
  async createSession(options: SessionOptions = {}): Promise<Session> {
    const [body, key] = bodyOf<SessionBody>(undefined, options);
    const { sessionId } = await this.http.post<SessionCreated>("/agent-sessions", body, key);
    return new Session(this.http, sessionId, options.tools);
  }

  /** Return a session without a request. `tools` answer calls in messages sent through it. */
  session(id: string, tools?: readonly ToolLike[]): Session {
    return new Session(this.http, id, tools, true);
  }

  /** Return a page of sessions that match a query, most recently used first. */
  listSessions(
    query?: string,
    filter: {
      metadata?: Readonly<Record<string, string>>;
      status?: string;
      limit?: number;
      cursor?: string | null;
    } = {},
  ): Promise<SessionList> {
    const { metadata, ...rest } = filter;
    return this.http.get("/agent-sessions", { q: query, metadata: tagPairs(metadata), ...rest });
  }

  // Models and triggers

  /** Return the models that runs can use. */
  listModels(): Promise<ModelList> {
    return this.http.get("/models");
  }

  /** Create a schedule, a webhook or a Telegram bot. */
  createTrigger(trigger: NewTriggerBody, idempotencyKey?: string): Promise<NewTrigger> {
    return this.http.post("/triggers", trigger, idempotencyKey);
  }

  /** Return all triggers with their health. */
  async listTriggers(): Promise<ListedTrigger[]> {
    return (await this.http.get<TriggerList>("/triggers")).triggers;
  }

  /** Return a trigger by its id or name. */
  getTrigger(trigger: string): Promise<Trigger> {
    return this.http.get(triggerPath(trigger));
  }

  /** Change a trigger. */
  updateTrigger(trigger: string, change: TriggerPatchBody): Promise<Trigger> {
    return this.http.change(triggerPath(trigger), change);
  }

  /** Start a run of a trigger now. */
  fireTrigger(trigger: string): Promise<RunAccepted> {
    return this.http.post(`${triggerPath(trigger)}/fire`);
  }

  /** Delete a trigger. Its runs remain. */
  async deleteTrigger(trigger: string): Promise<void> {
    await this.http.remove(triggerPath(trigger));
  }
}

function runPath(id: string): string {
  return `/agent-runs/${encodeURIComponent(id)}`;
}

function triggerPath(id: string): string {
  return `/triggers/${encodeURIComponent(id)}`;
}

function tagPairs(tags: Readonly<Record<string, string>> = {}): string[] {
  return Object.entries(tags).map(([key, value]) => `${key}:${value}`);
}

// The keys of all queries. A shorter key stands for every query whose key starts with it.

/** Keys start with the workspace, so that one invalidation refreshes the whole workspace. */
export const queryKeys = {
  signedIn: () => ["session"],
  workspace: (slug: string) => [slug],

  runs: (slug: string, q: string, sort: object) => [slug, "runs", q, sort],
  top: (slug: string, params: object) => [slug, "top", params],
  newestRun: (slug: string, q: string) => [slug, "newest run", q],
  newest: (slug: string, q?: string) => under(slug, "newest", q),
  anyRun: (slug: string) => [slug, "any"],
  facet: (slug: string, key: string, q: string, limit: number) => [slug, "facet", key, q, limit],
  facetValues: (slug: string, key: string, q: string) => [slug, "facet-values", key, q],
  tagKeys: (slug: string, q: string) => [slug, "keys", q],
  histogram: (slug: string, params: object) => [slug, "histogram", params],
  aggregate: (slug: string, params: object) => [slug, "aggregate", params],

  run: (slug: string, id: string) => [slug, "run", id],
  runsLike: (slug: string, q: string, limit: number) => [slug, "runs-like", q, limit],
  log: (slug: string, id: string) => [slug, "log", id],
  modelCalls: (slug: string, id: string) => [slug, "calls", id],
  entries: (slug: string, id: string) => [slug, "entries", id],
  continuations: (slug: string, id: string) => [slug, "continuations", id],
  approvals: (slug: string, id: string) => [slug, "approvals", id],
  steps: (slug: string, id: string) => [slug, "steps", id],

  sessions: (slug: string, q?: string) => under(slug, "sessions", q),
  session: (slug: string, id: string) => [slug, "session", id],
  sessionRuns: (slug: string, id: string) => [slug, "session-runs", id],
  history: (slug: string, id: string) => [slug, "history", id],
  timers: (slug: string, id: string) => [slug, "timers", id],
  pending: (slug: string, id: string) => [slug, "pending", id],
  blocks: (slug: string, id: string, terminalId?: string | null) => under(slug, "blocks", id, terminalId),

  triggers: (slug: string, sort?: string) => under(slug, "triggers", sort && `by ${sort}`),
  trigger: (slug: string, id: string) => [slug, "triggers", id],
  occurrences: (slug: string, id: string) => [slug, "triggers", id, "occurrences"],
  hookDeliveries: (slug: string, id: string) => [slug, "triggers", id, "deliveries"],
  schedulePreview: (slug: string, schedule: string, timezone: string) => [slug, "preview", schedule, timezone],
  subscriptions: (slug: string) => [slug, "subscriptions"],
  subscription: (slug: string, id: string) => [slug, "subscriptions", id],
  deliveries: (slug: string, id: string) => [slug, "subscriptions", id, "deliveries"],

  demo: (slug: string) => [slug, "demo"],
  data: (slug: string) => [slug, "data"],
  budgets: (slug: string) => [slug, "budgets"],
  budgetList: (slug: string) => [slug, "budgets", "list"],
  budget: (slug: string, id: string) => [slug, "budgets", "one", id],
  budgetPeriods: (slug: string, id: string) => [slug, "budgets", "periods", id],
  budgetNotices: (slug: string, id: string) => [slug, "budgets", "notices", id],
  budgetPreview: (slug: string, body: string) => [slug, "budget preview", body],
  alerts: (slug: string) => [slug, "alerts"],
  alertList: (slug: string) => [slug, "alerts", "list"],
  alert: (slug: string, id: string) => [slug, "alerts", "one", id],
  alertEvents: (slug: string, id: string) => [slug, "alerts", "events", id],
  alertChart: (slug: string, id: string, of: string) => [slug, "alert chart", id, of],
  alertTemplates: (slug: string) => [slug, "alert templates"],
  alertPreview: (slug: string, body: string) => [slug, "alert preview", body],
  rules: (slug: string) => [slug, "data", "rules"],
  matching: (slug: string, query: string, mode: string) => [slug, "data", "matching", query, mode],
  dryRun: (slug: string, query: string, mode: string) => [slug, "data", "dry run", query, mode],
  examples: (slug: string, query: string) => [slug, "data", "examples", query],
  erasures: (slug: string) => [slug, "data", "erasures"],
  erasure: (slug: string, id: string) => [slug, "data", "erasure", id],

  inbox: (slug: string, kind?: string) => under(slug, "inbox", kind),
  models: (slug: string) => [slug, "models"],
  agents: (slug: string) => [slug, "agents"],
  agent: (slug: string, id: string) => [slug, "agents", id],
  agentVersions: (slug: string, id: string) => [slug, "agents", id, "versions"],
  memories: (slug: string, name?: string, params?: object) => [slug, "memories", name, params].filter(Boolean),
  providers: (slug: string) => [slug, "providers"],
  queue: (slug: string) => [slug, "queue"],
  queuedRun: (slug: string, id: string) => [slug, "queue", id],
  workers: (slug: string) => [slug, "workers"],
  apiKeys: (slug: string) => [slug, "api-keys"],
  views: (slug: string) => [slug, "views"],
  audit: (slug: string, filters: object) => [slug, "audit", filters],
  objectNames: (slug: string, list: string) => [slug, "names", list],
  jump: (slug: string, text: string) => [slug, "jump", text],
};

/** The queries of a run that change with its events. */
export function liveRunKeys(slug: string, id: string) {
  return [queryKeys.run, queryKeys.log, queryKeys.modelCalls, queryKeys.entries].map((key) => key(slug, id));
}

/** The queries of a session that change with its messages. */
export function liveSessionKeys(slug: string, id: string) {
  return [queryKeys.history, queryKeys.sessionRuns, queryKeys.timers, queryKeys.pending].map((key) => key(slug, id));
}

function under(slug: string, name: string, ...rest: (string | null | undefined)[]) {
  return [slug, name, ...rest.filter((part) => part !== undefined)];
}

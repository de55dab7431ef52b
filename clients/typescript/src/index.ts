export { Client } from "./client.js";
export type {
  AggregateOptions,
  ListedTrigger,
  Measure,
  RerunOptions,
  RunFilter,
  RunOptions,
  SessionOptions,
} from "./client.js";
export type { ClientOptions } from "./config.js";
export * from "./errors.js";
export { isTerminal, type RunEvent } from "./events.js";
export type { Listeners, RunResult } from "./run-driver.js";
export { Session, type MessageOptions } from "./sessions.js";
export { tool, type Tool, type ToolLike } from "./tools.js";
export type * as api from "./types.js";
export type {
  Json,
  JsonObject,
  Origin,
  Problem,
  Run,
  RunAccepted,
  RunAggregate,
  RunList,
  Tokens,
  Trigger,
} from "./types.js";

import type { Json, JsonObject, ToolBody } from "./types.js";

/** A tool that runs in this process when the model calls it. */
export interface Tool {
  name: string;
  description?: string;
  /** JSON Schema of the arguments. */
  parameters?: JsonObject;
  /** JSON Schema of the result. */
  outputSchema?: JsonObject;
  /** Whether the server waits longer than ten minutes for the result. */
  longRunning?: boolean;
  /** Text is sent unchanged, anything else as JSON. An exception is sent as an error. */
  run: (args: any) => unknown;
}

/** A tool of this process, or a tool in the form of the HTTP API, such as `{kind: "mcp", …}`. */
export type ToolLike = Tool | ToolBody;

/** Return a tool. It only helps editors to complete its fields. */
export function tool(definition: Tool): Tool {
  return definition;
}

/** Return the tools as they are sent to the server. */
export function toolBodies(tools: readonly ToolLike[]): ToolBody[] {
  return tools.map((one) => (isLocal(one) ? bodyOf(one) : one));
}

function bodyOf(given: Tool): ToolBody {
  const body: Partial<Tool> & { kind: string } = {
    kind: "local",
    parameters: { type: "object", properties: {} },
    ...given,
  };
  delete body.run;
  return body as ToolBody;
}

export function isLocal(one: ToolLike): one is Tool {
  return "run" in one && typeof one.run === "function";
}

/** Return the result for the model: text unchanged, anything else as JSON. */
export function resultText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value as Json) ?? "null");
}

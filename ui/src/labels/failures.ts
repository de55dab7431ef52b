// Errors of runs: their meaning and a remedy. docs/reference/errors.md has the same list.

import type { ErrorClass, Run } from "../api/types";

export interface FailureText {
  title: string;
  meaning: string;
  action: string;
}

const CLASSES: Record<ErrorClass, FailureText> = {
  rate_limit: {
    title: "Rate limit of the provider",
    meaning: "The provider limits how many requests or tokens you may send in a minute.",
    action: "Rerun it later, spread the runs over time, or ask the provider for a higher limit.",
  },
  overloaded: {
    title: "Provider overloaded",
    meaning: "The provider had no capacity for the request.",
    action: "Rerun it later, or use another model.",
  },
  server: {
    title: "Error of the provider or a tool server",
    meaning: "The provider or a tool server failed while it handled the request.",
    action: "Rerun it. If it fails again, check the status page of the provider or the log of the tool server.",
  },
  timeout: {
    title: "Timeout",
    meaning: "The run exceeded its timeout, or the provider did not answer.",
    action: "Look at the timeline for the slowest step. Rerun it, or set a longer timeout.",
  },
  context_window: {
    title: "Request too long for the model",
    meaning: "The request exceeds the model's context window, even after summarizing the conversation.",
    action: "Shorten the prompt or the tool results, or use a model with a larger window.",
  },
  truncation: {
    title: "Reply cut off",
    meaning: "The reply ended before it was complete.",
    action: "Request a shorter answer, or use a model with a higher output limit.",
  },
  invalid_request: {
    title: "Request rejected by the provider",
    meaning: "The provider does not accept the request as it was sent.",
    action: "Read the message, check what the model saw, then edit and rerun it.",
  },
  auth: {
    title: "Key rejected by the provider",
    meaning: "The server's key for the provider is missing or not accepted.",
    action: "Set a valid key in the environment of the server, restart the server, then rerun it.",
  },
  local_timeout: {
    title: "No answer to a tool call",
    meaning: "The client that runs the tool did not send its result in time.",
    action: "Check that the client is running. Rerun it.",
  },
  crashed_repeatedly: {
    title: "Server crashed while it executed the run",
    meaning: "The server died several times in a row while it executed this run.",
    action: "Look for the cause in the server's log, such as a lack of memory, before you rerun it.",
  },
  budget_exceeded: {
    title: "Budget exceeded",
    meaning: "A budget does not allow the next model call, which may use more than is left.",
    action: "Wait until the budget resets, or raise its limit, then rerun it.",
  },
  price_unknown: {
    title: "Price of the model unknown",
    meaning: "A budget limits the cost of the run, and the price of its model is not known.",
    action: "Set the price of the model in runwhy.toml, or a price in the budget, then rerun it.",
  },
  unknown: {
    title: "Unexpected error",
    meaning: "The class of the error is not known.",
    action: "Read the message. The server's log may have more details.",
  },
};

const CODES: Record<string, Partial<FailureText>> = {
  quota_exceeded: {
    title: "Quota exhausted",
    meaning: "Quota or credit at the provider is exhausted.",
    action: "Add credit at the provider, or use a model of another provider.",
  },
  connection_failed: {
    title: "No connection to the provider",
    meaning: "The connection to the provider failed or was lost.",
    action: "Check the server's network and the provider's address. Rerun it.",
  },
  model_not_found: {
    title: "Unknown model",
    meaning: "The provider does not know this model.",
    action: "Edit and rerun it with another model.",
  },
  missing_key: {
    title: "No key for the provider",
    meaning: "This server has no key for the provider of the model.",
    action: "Set the variable in the message in the environment of the server, restart the server, then rerun it.",
  },
  refusal: {
    title: "Refused by the model",
    meaning: "The model or a content filter refused to answer.",
    action: "Change the prompt, then edit and rerun it.",
  },
  max_tokens: {
    title: "Output limit reached",
    meaning: "The reply reached the model's limit of output tokens.",
  },
  idle: {
    title: "Model stopped sending",
    meaning: "The model sent nothing for too long.",
    action: "Rerun it. If it happens often, raise model_idle_timeout or use another model.",
  },
  output_schema_mismatch: {
    title: "Answer does not match the schema",
    meaning: "Two answers in a row did not match the output schema.",
    action: "Simplify the schema, or use a model that enforces schemas.",
  },
  address_refused: {
    title: "Address of a tool server refused",
    meaning: "The address of a tool server is not allowed on this server.",
    action: "Add the host to tool_hosts in the settings if you trust it.",
  },
  mcp_unreachable: {
    title: "Tool server unreachable",
    meaning: "An MCP server of the run did not answer.",
    action: "Start that server or correct its address. Rerun it.",
  },
  file_unavailable: {
    title: "File not available",
    meaning: "A file that was given by its URL could not be fetched.",
    action: "Check the URL, or send the file itself.",
  },
  envelope_lost: {
    title: "Request stopped: envelope missing",
    meaning: "The request did not contain the envelope, so it was not sent.",
    action: "Check the hooks and middleware that change requests.",
  },
  agent_not_found: {
    title: "Coding agent not installed",
    meaning: "The program of the coding agent was not found on the server.",
    action: "Install it on the server, or set its path in the settings.",
  },
  agent_failed: {
    title: "Coding agent failed",
    meaning: "The coding agent exited with an error.",
    action: "Read the last entries of the conversation and the message.",
  },
  agent_interrupted: {
    title: "Coding agent interrupted",
    meaning: "The server stopped while the coding agent was working.",
    action: "Rerun it, or resume the agent's session.",
  },
  session_not_found: {
    title: "Session of the agent not found",
    meaning: "The coding agent has no such session to resume.",
    action: "Rerun it without the session.",
  },
  graph_unusable: {
    title: "Graph cannot be loaded",
    meaning: "The graph cannot be loaded, or is not a graph.",
    action: "Check the name of the graph and its imports on the server.",
  },
  graph_failed: {
    title: "Graph failed",
    meaning: "The graph raised an error.",
    action: "Fix the error in the message. The server's log has the stack trace.",
  },
  recursion_limit: {
    title: "Too many steps of the graph",
    meaning: "The graph took more steps than LangGraph allows.",
    action: "Look for a loop in the graph, or raise its recursion limit.",
  },
  internal: {
    title: "Internal error",
    meaning: "This is a bug in Runwhy.",
    action: "The server's log has the details. Please report it.",
  },
};

/** Return the title of a failure, what it means, and what to do. */
/** Return the value of the field `error`: the class, or the code if no class fits. */
export function failureKind(error: { errorClass: ErrorClass; code: string }): string {
  return error.errorClass === "unknown" ? error.code : error.errorClass;
}

export function describeFailure(error: { errorClass: ErrorClass; code: string }): FailureText {
  return { ...(CLASSES[error.errorClass] ?? CLASSES.unknown), ...CODES[error.code] };
}

/** Return the HTTP status and the provider's own code, such as "HTTP 429, insufficient_quota". */
export function providerAnswer(error: NonNullable<Run["error"]>): string {
  const status = error.apiStatus === null ? "" : `HTTP ${error.apiStatus}`;
  return [status, error.apiCode].filter(Boolean).join(", ");
}

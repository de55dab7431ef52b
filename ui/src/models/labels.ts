// Whether a model can be reached, as text.

import type { Model, ProviderState } from "../api/types";

export interface Reachability {
  label: string;
  tone: "good" | "bad" | "unknown";
  reason?: string;
}

const LABELS: Record<ProviderState["status"], Reachability> = {
  unchecked: { label: "Not checked", tone: "unknown" },
  no_key: { label: "No key", tone: "bad" },
  reachable: { label: "Reachable", tone: "good" },
  unauthorized: { label: "Key refused", tone: "bad" },
  unreachable: { label: "Unreachable", tone: "bad" },
  error: { label: "Error", tone: "bad" },
};

/** Return whether a provider, or one of its models, can be used. */
export function reachability(state: ProviderState | undefined, model: Model | null): Reachability {
  if (model?.id === "echo") return { label: "Built in", tone: "good" };
  if (!state) return LABELS.unchecked;
  const shown = LABELS[state.status];
  if (state.status === "reachable" && model && state.models && !state.models.includes(model.vendorModelId)) {
    return { label: "Not offered", tone: "bad", reason: `${state.name} does not list ${model.vendorModelId}` };
  }
  return state.reason ? { ...shown, reason: state.reason } : shown;
}

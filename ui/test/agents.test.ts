import { describe, expect, test } from "vitest";
import { bodyOf, draftOf, otherFields, specText, toolNames } from "../src/agents/spec";
import { reachability } from "../src/models/labels";
import { expiresAt } from "../src/keys/presets";
import type { Model, ProviderState } from "../src/api/types";

const AGENT = {
  id: "agt_1",
  name: "cook",
  systemPrompt: "Cook.",
  modelId: "echo",
  version: 2,
  createdAt: "2026-11-03T00:00:00Z",
  updatedAt: "2026-11-03T00:00:00Z",
  tools: [{ kind: "mcp", name: "shop", headers: { authorization: "[redacted:header]" } }],
  timeout: 60,
};

describe("the form of an agent", () => {
  test("sends only what changed, and null for what was removed", () => {
    const draft = draftOf(AGENT);
    expect(bodyOf(draft, AGENT)).toEqual({});
    expect(bodyOf({ ...draft, systemPrompt: "Bake.", modelId: null }, AGENT)).toEqual({
      systemPrompt: "Bake.",
      modelId: null,
    });
    const { timeout, ...rest } = otherFields(AGENT);
    expect(timeout).toBe(60);
    expect(bodyOf({ ...draft, others: JSON.stringify(rest) }, AGENT)).toEqual({ timeout: null });
  });

  test("never sends a hidden header value back", () => {
    const draft = draftOf(AGENT);
    const others = draft.others.replace("shop", "store");
    expect(() => bodyOf({ ...draft, others }, AGENT)).toThrow("hidden header values");
  });

  test("explains JSON that is not an object", () => {
    expect(() => bodyOf({ ...draftOf(null), others: "[1]" }, null)).toThrow("must be a JSON object");
    expect(() => bodyOf({ ...draftOf(null), others: "{" }, null)).toThrow("not valid JSON");
  });

  test("creates an agent with all given fields", () => {
    const draft = { name: " cook ", systemPrompt: "Cook.", modelId: null, others: '{"timeout": 5}' };
    expect(bodyOf(draft, null)).toEqual({ name: "cook", systemPrompt: "Cook.", timeout: 5 });
  });

  test("shows a spec as lines", () => {
    expect(specText({ name: "cook", systemPrompt: "a\nb", timeout: 5 })).toBe(
      "name: cook\nmodel: (default)\nsystem prompt:\n  a\n  b\ntimeout: 5",
    );
    expect(toolNames(AGENT)).toEqual(["shop"]);
  });
});

describe("reachability of a model", () => {
  const model = { id: "lab:a", provider: "lab", vendorModelId: "a" } as Model;
  const state = { name: "lab", status: "reachable", reason: null, models: ["b"] } as ProviderState;

  test("a reachable provider may not offer the model", () => {
    expect(reachability(state, model).label).toBe("Not offered");
    expect(reachability({ ...state, models: null }, model).label).toBe("Reachable");
    expect(reachability(undefined, model).label).toBe("Not checked");
  });

  test("the reason of the provider is kept", () => {
    const refused = { ...state, status: "unauthorized" as const, reason: "refused" };
    expect(reachability(refused, model)).toEqual({ label: "Key refused", tone: "bad", reason: "refused" });
    expect(reachability(refused, { ...model, id: "echo" }).label).toBe("Built in");
  });
});

test("a key expires after the chosen days", () => {
  expect(expiresAt("never", 0)).toBeUndefined();
  expect(expiresAt("1", 0)).toBe("1970-01-02T00:00:00.000Z");
});

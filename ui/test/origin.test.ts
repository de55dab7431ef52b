import { describe, expect, test } from "vitest";
import type { Run } from "../src/api/types";
import { describeReason, originText } from "../src/labels/origin";

function run(origin: Partial<Run["origin"]>, changes: Partial<Run> = {}): Run {
  const actor = { kind: "local", id: null, name: "this machine" };
  const known = { trigger: "api", triggerId: null, triggerName: null, rerunOf: null, attended: true, facts: {} };
  return { spec: {}, startedAt: null, parentRunId: null, ...changes, origin: { actor, ...known, ...origin } } as Run;
}

describe("the origin line", () => {
  test("starts with the name of the trigger, not with the name of the run", () => {
    const hook = run({ trigger: "webhook", triggerName: "push" }, { spec: { name: "review" } });
    expect(originText(hook)).toBe("push · webhook");
  });

  test("of a rerun names the run that it repeats", () => {
    const again = run({ trigger: "cli", rerunOf: "run_01k9abcdefghjkmnpqrstvwb04" });
    expect(originText(again)).toBe("rerun of …b04 · command line, this machine");
  });

  test("does not say the name of a timer or a queue twice", () => {
    const timer = { trigger: "timer", triggerName: "check_in", facts: { trigger_type: "check_in" } };
    expect(originText(run(timer))).toBe("check_in · timer");
    const actor = { kind: "key", id: "key_1", name: "ci-bot" } as const;
    expect(originText(run({ trigger: "daemon", triggerName: "ci-bot", actor }))).toBe("ci-bot · task queue");
    expect(describeReason(run({ trigger: "daemon" }))).toBe("task queue, this machine");
    expect(describeReason(run({ trigger: "openai", claimed: { user: "u-7" } }))).toBe(
      "OpenAI client, this machine, claims user u-7",
    );
    expect(describeReason(run({ trigger: "anthropic", claimed: {} }))).toBe("Anthropic client, this machine");
  });
});

import { describe, expect, test } from "vitest";
import { applyEvent } from "../src/run/liveRun";
import { rerunBody } from "../src/runs/actions";
import { countNewer, mergeUpdates } from "../src/runs/liveRuns";
import { parseEnvelope } from "../src/run/envelope";
import { originText } from "../src/labels/origin";
import { resultText } from "../src/runs/rowText";
import { part, run } from "./builders";

describe("the origin line", () => {
  test("of a schedule shows the due time and the delay", () => {
    const nightly = run(
      { spec: { name: "nightly-report" } },
      { trigger: "cron", attended: false, scheduledFor: "2026-11-03T02:00:00.000Z" },
    );
    expect(originText(nightly)).toMatch(/^nightly-report · cron, due 02:00, started \+0.4 s · unattended$/);
  });

  test("of a chat shows the chat and the message", () => {
    expect(
      originText(run({}, { trigger: "telegram", facts: { telegram_chat_id: 28036192, telegram_message_id: 517 } })),
    ).toBe("Telegram, chat 28036192, message 517");
  });

  test("of a request shows the actor", () => {
    expect(originText(run({}, { actor: { kind: "key", id: "key_1", name: "ci" } }))).toBe("API, key ci");
    expect(originText(run({}, { trigger: "cli" }))).toBe("command line, this machine");
  });

  test("of a timer shows its type and reason", () => {
    expect(
      originText(
        run({}, { trigger: "timer", attended: false, facts: { trigger_type: "check_in", trigger_reason: "promised" } }),
      ),
    ).toBe("timer, check in, “promised” · unattended");
  });

  test("of an unknown trigger kind shows its name", () => {
    expect(originText(run({}, { trigger: "smoke-signal" }))).toBe("smoke-signal, this machine");
  });
});

describe("the result of a run", () => {
  test("is shown without the marks of Markdown", () => {
    const finalText = "## Yesterday\n\n**Acme** lost `4` of [12](https://example.org/x) orders, see __init__.";
    expect(resultText(run({ finalText }))).toBe("Yesterday Acme lost 4 of 12 orders, see __init__.");
  });
});

describe("live rows", () => {
  test("change in place, and keep their identity if nothing changed", () => {
    const shown = [run({ id: "b", status: "running" }), run({ id: "a" })];
    expect(mergeUpdates(shown, [run({ id: "b", status: "succeeded" })]).map((one) => one.status)).toEqual([
      "succeeded",
      "succeeded",
    ]);
    expect(mergeUpdates(shown, [run({ id: "b", status: "running" })])).toBe(shown);
    const delivery = { status: "failed", messageId: null, attempts: 1, error: "blocked", at: null } as const;
    expect(mergeUpdates([run()], [run({ delivery })])[0]!.delivery).toBe(delivery);
  });

  test("are counted if they are new", () => {
    expect(countNewer([run({ id: "a" })], [run({ id: "c" }), run({ id: "b" }), run({ id: "a" })])).toBe(2);
    expect(countNewer([], [run({ id: "a" })])).toBe(1);
  });
});

describe("a rerun", () => {
  test("repeats the prompt, the spec and the run's own tags", () => {
    const again = rerunBody(run({ spec: { systemPrompt: "Be brief." }, metadata: { env: "prod" } }), [
      part({}),
      part({ kind: "envelope", content: "{}" }),
    ]);
    expect(again).toEqual({ systemPrompt: "Be brief.", prompt: "Hello", metadata: { env: "prod" } });
  });

  test("in a session omits the tags and the spec of the session", () => {
    const again = rerunBody(
      run({
        sessionId: "ses_1",
        spec: { systemPrompt: "x" },
        metadata: { env: "prod", ticket: "7" },
        metadataSources: { env: "session", ticket: "run" },
      }),
      [part({})],
    );
    expect(again).toEqual({ prompt: "Hello", metadata: { ticket: "7" } });
  });
});

describe("live text", () => {
  const event = (type: string, text = "") => ({ seq: 1, type, data: { text } });

  test("grows by deltas until the turn is in the log", () => {
    const after = [event("assistant_delta", "Hel"), event("assistant_delta", "lo")].reduce(applyEvent, {
      text: "",
      thinking: "",
    });
    expect(after.text).toBe("Hello");
    expect(applyEvent(after, event("assistant_message")).text).toBe("");
  });

  test("is reset when a new attempt starts", () => {
    expect(applyEvent({ text: "half", thinking: "" }, event("started")).text).toBe("");
  });
});

describe("the envelope", () => {
  test("has fields with their sources", () => {
    const text = '{"runwhy_meta":{"seal":"x","cron_job_id":"trg_1","tags":{"customer":"acme"},"context":{"rows":3}}}';
    const opened = parseEnvelope(
      run({ metadataSources: { customer: "session" } }, { trigger: "cron", facts: { cron_job_id: "trg_1" } }),
      [part({ kind: "envelope", content: text })],
    )!;
    expect(opened.fields.map(({ key, source }) => [key, source])).toEqual([
      ["seal", "server"],
      ["cron_job_id", "fact (cron trigger)"],
      ["customer", "tag (session)"],
      ["rows", "context (caller)"],
    ]);
    expect(opened.bytes).toBe(text.length);
  });

  test("that does not exist is null", () => {
    expect(parseEnvelope(run(), [part({})])).toBeNull();
  });
});

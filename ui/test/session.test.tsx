import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { HistoryItem, Run, Timer } from "../src/api/types";
import type { StreamEvent } from "../src/api/values";
import { currentTimers, groupTurns, timerText } from "../src/session/history";
import { applyEvent, type LiveOutput } from "../src/session/stream";
import { Markdown } from "../src/session/Markdown";

const message = (some: Partial<HistoryItem>): HistoryItem => ({
  seq: 1,
  runId: "run_1",
  role: "user",
  content: "Hi",
  at: "2026-11-03T02:00:00.000Z",
  ...some,
});

describe("timers", () => {
  const timer = (some: Partial<Timer>) =>
    ({ type: "check_in", status: "pending", code: null, settledAt: null, ...some }) as Timer;

  test("a blocked one is shown until the next run", () => {
    const blocked = timer({ status: "blocked", settledAt: "2026-11-03T02:00:05.000Z" });
    const runs = ["2026-11-03T02:00:00.000Z", "2026-11-03T01:00:00.000Z"].map((createdAt) => ({ createdAt }) as Run);
    const later = { createdAt: "2026-11-03T02:00:09.000Z" } as Run;
    expect(currentTimers([timer({}), blocked], runs)).toHaveLength(2);
    expect(currentTimers([timer({}), blocked], [later, ...runs])).toEqual([timer({})]);
  });

  test("the text says what happened", () => {
    expect(timerText(timer({}))).toBe("check in");
    expect(timerText(timer({ status: "blocked", code: "cooldown" }))).toBe("check in blocked");
    expect(timerText(timer({ type: "other", status: "blocked", code: "not_evaluated" }))).toBe("evaluator not started");
  });
});

describe("turns of a conversation", () => {
  test("the messages of one run are one turn, in the order of the runs", () => {
    const turns = groupTurns(
      [
        message({}),
        message({ seq: 2, role: "assistant" }),
        message({ seq: 3, runId: "run_2", at: "2026-11-03T02:00:09.000Z" }),
      ],
      [],
    );
    expect(turns.map((turn) => [turn.runId, turn.messages.length, turn.autonomous])).toEqual([
      ["run_1", 2, false],
      ["run_2", 1, false],
    ]);
  });

  test("a timer's turn has a note", () => {
    const [turn] = groupTurns(
      [message({ role: "assistant", trigger: { kind: "timer", type: "check_in", runId: "run_1" } })],
      [],
    );
    expect(turn).toMatchObject({ autonomous: true, note: "Checked in because you had not replied" });
  });

  test("an unknown timer type has a note", () => {
    const [turn] = groupTurns(
      [message({ role: "assistant", trigger: { kind: "timer", type: "birthday", runId: "run_1" } })],
      [],
    );
    expect(turn!.note).toBe("Sent a scheduled follow-up");
  });

  test("a damaged message does not make a person's turn autonomous", () => {
    const trigger = { kind: "api", type: null, runId: "run_1" } as const;
    const run = { id: "run_1", createdAt: "", origin: { attended: true, trigger: "api", facts: {} } } as unknown as Run;
    const [turn] = groupTurns(
      [message({ damaged: true, trigger }), message({ seq: 2, role: "assistant", trigger })],
      [run],
    );
    expect(turn!.autonomous).toBe(false);
  });

  test("a run without messages is a turn", () => {
    const run = {
      id: "run_9",
      status: "running",
      createdAt: "2026-11-03T03:00:00.000Z",
      origin: { attended: true, trigger: "api", facts: {} },
    } as unknown as Run;
    expect(groupTurns([message({})], [run]).map((turn) => turn.runId)).toEqual(["run_1", "run_9"]);
  });
});

describe("live output", () => {
  const event = (type: string, data: object): StreamEvent => ({ seq: 1, type, data: { runId: "run_1", ...data } });
  const after = (...events: StreamEvent[]) => events.reduce(applyEvent, new Map<string, LiveOutput>()).get("run_1")!;

  test("text grows, and stays until the history contains it", () => {
    expect(after(event("assistant_delta", { text: "Hel" }), event("assistant_delta", { text: "lo" })).text).toBe(
      "Hello",
    );
    expect(
      after(event("assistant_delta", { text: "Hel" }), event("assistant_message", { text: "Hello" })),
    ).toMatchObject({ text: "", ending: "Hello" });
  });

  test("a tool result completes its call", () => {
    const [step] = after(
      event("tool_call", { toolUseId: "c1", name: "search", input: { q: 1 } }),
      event("tool_result", { toolUseId: "c1", ok: false, summary: "no" }),
    ).steps;
    expect(step).toEqual({ id: "c1", name: "search", input: { q: 1 }, output: "no", ok: false });
  });

  test("a new attempt resets the text", () => {
    expect(after(event("assistant_delta", { text: "half" }), event("started", {})).text).toBe("");
  });
});

describe("markdown", () => {
  const html = (text: string) =>
    renderToStaticMarkup(
      <MantineProvider>
        <Markdown text={text} />
      </MantineProvider>,
    );

  test("is rendered", () => {
    expect(html("**bold** and `a < b && c`")).toContain(
      '<strong>bold</strong> and <code class="mono">a &lt; b &amp;&amp; c</code>',
    );
    expect(html("| a |\n|---|\n| 1 |")).toContain("<td>1</td>");
    expect(html("- [x] done")).toContain('type="checkbox"');
    expect(html("```py\nx < 1\n```")).toContain("x &lt; 1");
  });

  test.each([
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,hi)",
    "![x](javascript:alert(1))",
    "<a href='javascript:alert(1)'>x</a>",
    "[x](JaVaScRiPt:alert(1))",
    "<iframe src=//evil></iframe>",
    "[x](&#106;avascript:alert(1))",
  ])("%s is harmless", (text) => {
    const made = html(text);
    expect(made).not.toMatch(/<(script|img|iframe)/i);
    expect(made).not.toMatch(/href="\s*(javascript|data|&)/i);
    expect(made).not.toMatch(/<[^>]+\son\w+=/i);
  });

  test("links open in a new tab, and images become links", () => {
    expect(html("[docs](https://example.com)")).toContain(
      '<a href="https://example.com" target="_blank" rel="noreferrer noopener">docs</a>',
    );
    expect(html("![cat](https://example.com/cat.png)")).toContain('href="https://example.com/cat.png"');
  });
});

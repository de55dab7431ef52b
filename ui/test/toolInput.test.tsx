import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { AskedInput } from "../src/agent/ToolInput";
import type { JsonObject } from "../src/api/types";

const shown = (input: JsonObject, tool = "Bash") =>
  renderToStaticMarkup(
    <MantineProvider>
      <AskedInput asked={{ tool, input }} />
    </MantineProvider>,
  ).replaceAll(/<[^>]*>/g, "");

describe("the input of a tool that a person allows", () => {
  const FILE = { file_path: "a.py" };
  const LONG = "line\n".repeat(3000) + "last";

  test.each<JsonObject>([
    { command: "make", description: { run: "unseen" } },
    { command: "make", description: "why", unseen: 1 },
    { ...FILE, content: "unseen" },
    { ...FILE, content: ["unseen"] },
    { ...FILE, content: "text", old_string: "unseen" },
    { ...FILE, old_string: "one", new_string: "two", content: "unseen" },
    { ...FILE, old_string: "one", new_string: "two", unseen: true },
    { ...FILE, old_string: "one", new_string: ["unseen"] },
    { ...FILE, old_string: "one", new_string: LONG.replace("last", "unseen") },
    { other: "unseen" },
  ])("%j is shown completely", (input) => {
    expect(shown(input)).toContain("unseen");
  });

  test("a tool that has the name of a budget's request is shown completely, too", () => {
    const reason = "daily, 9 of 10 used";
    const ofBudget = shown({ budget: "daily", used: "9", limit: "10", reason }, "budget");
    expect(ofBudget).toContain(reason);
    expect(ofBudget).not.toContain("limit");
    expect(shown({ reason, command: "unseen" }, "budget")).toContain("unseen");
  });
});

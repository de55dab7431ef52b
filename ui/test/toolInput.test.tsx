import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { ToolInput } from "../src/agent/ToolInput";
import type { JsonObject } from "../src/api/types";

const shown = (input: JsonObject) =>
  renderToStaticMarkup(
    <MantineProvider>
      <ToolInput input={input} />
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
});

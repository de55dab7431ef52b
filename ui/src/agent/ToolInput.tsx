// The input of a tool that an agent wants to use.

import type { JsonObject } from "../api/types";
import type { AskedAction } from "../api/values";
import { isComparable } from "../components/diff";
import { DiffLines } from "../components/DiffLines";
import { JsonView } from "../components/JsonView";
import css from "./agent.module.css";

const OF_BUDGET = ["budget", "used", "limit", "reason"];

/** The input of an agent's tool call. A budget's request needs only its reason; a tool may have the same name. */
export function AskedInput({ asked }: { asked: AskedAction }) {
  const names = Object.keys(asked.input ?? {});
  if (!asked.input || names.length === 0) return null;
  if (asked.tool === "budget" && names.every((name) => OF_BUDGET.includes(name)))
    return <p>{String(asked.input.reason ?? "")}</p>;
  return <ToolInput input={asked.input} />;
}

/** A command and the content of a file as text, a change of a file as a diff, and any other input as JSON. */
function ToolInput({ input }: { input: JsonObject }) {
  const { command, description, file_path: path, content, old_string: before, new_string: after } = input;
  if (typeof command === "string")
    return (
      <>
        <Text text={command} />
        {typeof description === "string" && <p className="dim">{description}</p>}
        <Others values={others(input, typeof description === "string" ? ["command", "description"] : ["command"])} />
      </>
    );
  if (typeof path === "string" && canCompare(before) && canCompare(after))
    return (
      <>
        <code className={`mono ${css.path}`}>{path}</code>
        <DiffLines scrolls label="Tool input" before={before} after={after} />
        <Others values={others(input, ["file_path", "old_string", "new_string"])} />
      </>
    );
  if (typeof path === "string" && typeof content === "string")
    return (
      <>
        <code className={`mono ${css.path}`}>{path}</code>
        <Text text={content} />
        <Others values={others(input, ["file_path", "content"])} />
      </>
    );
  return <JsonView value={input} label="Tool input" />;
}

/** Whether a diff shows the whole text: a person sees all of an input before they allow it. */
function canCompare(text: unknown): text is string {
  return typeof text === "string" && isComparable(text);
}

function others(input: JsonObject, shown: string[]): JsonObject {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !shown.includes(name)));
}

function Text({ text }: { text: string }) {
  return (
    <pre className="output" tabIndex={0} aria-label="Tool input">
      {text}
    </pre>
  );
}

function Others({ values }: { values: JsonObject }) {
  return Object.keys(values).length > 0 && <JsonView value={values} label="Other arguments" />;
}

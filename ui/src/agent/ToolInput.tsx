// The input of a tool that an agent wants to use.

import type { JsonObject } from "../api/types";
import { JsonView } from "../components/JsonView";

/** A command as text, and any other input as JSON. */
export function ToolInput({ input }: { input: JsonObject }) {
  const { command, description, ...rest } = input;
  if (typeof command !== "string") return <JsonView value={input} label="Tool input" />;
  return (
    <>
      <pre className="output" tabIndex={0} aria-label="Tool input">
        {command}
      </pre>
      {typeof description === "string" && <p className="dim">{description}</p>}
      {Object.keys(rest).length > 0 && <JsonView value={rest} label="Other arguments" />}
    </>
  );
}

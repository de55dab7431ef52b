import { useMemo } from "react";
import css from "./jsonView.module.css";

const TOKEN = /("(?:\\.|[^"\\])*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON with indentation and syntax colors. */
export function JsonView({ value, label }: { value: unknown; label?: string }) {
  const pieces = useMemo(() => highlight(JSON.stringify(value, null, 2) ?? "null"), [value]);
  return (
    <pre className={css.json} aria-label={label} tabIndex={label ? 0 : undefined}>
      {pieces}
    </pre>
  );
}

function highlight(text: string) {
  const pieces: React.ReactNode[] = [];
  let last = 0;
  for (const match of text.matchAll(TOKEN)) {
    const kind = match[1] ? (match[2] ? css.key : css.string) : match[3] ? css.word : css.number;
    pieces.push(
      text.slice(last, match.index),
      <span key={match.index} className={kind}>
        {match[1] ?? match[0]}
      </span>,
      match[2] ?? "",
    );
    last = match.index + match[0].length;
  }
  pieces.push(text.slice(last));
  return pieces;
}

/** Return the value of a JSON text, or undefined if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

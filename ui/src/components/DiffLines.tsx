import { compareLines } from "./diff";
import css from "./diffLines.module.css";

/** The lines of two texts, with the added and removed ones marked. */
export function DiffLines({ before, after, label }: { before: string; after: string; label: string }) {
  return (
    <pre className={css.lines} aria-label={label} tabIndex={0}>
      {compareLines(before, after).map((line, i) => (
        <span key={i} data-kind={line.kind}>
          <i aria-hidden>{line.kind === "added" ? "+" : line.kind === "removed" ? "−" : " "}</i>
          {line.text || " "}
        </span>
      ))}
    </pre>
  );
}

import { compareLines } from "./diff";
import css from "./diffLines.module.css";

interface DiffLinesProps {
  before: string;
  after: string;
  label: string;
  scrolls?: boolean; // whether a long diff scrolls in its own area
}

/** The lines of two texts, with the added and removed ones marked. */
export function DiffLines({ before, after, label, scrolls }: DiffLinesProps) {
  return (
    <pre className={css.lines} data-scrolls={scrolls} aria-label={label} tabIndex={0}>
      {compareLines(before, after).map((line, i) => (
        <span key={i} data-kind={line.kind}>
          <i aria-hidden>{line.kind === "added" ? "+" : line.kind === "removed" ? "−" : " "}</i>
          {line.text || " "}
        </span>
      ))}
    </pre>
  );
}

import { useState } from "react";
import { plural } from "../labels/format";
import { compareLines, foldUnchanged, isComparable, LINE_LIMIT } from "./diff";
import css from "./diffLines.module.css";

interface DiffLinesProps {
  before: string;
  after: string;
  label: string;
  scrolls?: boolean; // whether a long diff scrolls in its own area, with all of its lines
}

/** The lines of two texts, with the added and removed ones marked. Long parts without changes are folded. */
export function DiffLines({ before, after, label, scrolls }: DiffLinesProps) {
  const [whole, setWhole] = useState(false);
  const lines = compareLines(before, after);
  return (
    <>
      <pre className={css.lines} data-scrolls={scrolls} aria-label={label} tabIndex={0}>
        {(scrolls || whole ? lines : foldUnchanged(lines)).map((line, i) =>
          line.kind === "folded" ? (
            <button key={i} type="button" onClick={() => setWhole(true)}>
              Show {plural(line.count, "unchanged line")}
            </button>
          ) : (
            <span key={i} data-kind={line.kind}>
              <i aria-hidden>{line.kind === "added" ? "+" : line.kind === "removed" ? "−" : " "}</i>
              {line.text || " "}
            </span>
          ),
        )}
      </pre>
      {!(isComparable(before) && isComparable(after)) && (
        <p className="dim">Only the first {plural(LINE_LIMIT, "line")} of each text are compared.</p>
      )}
    </>
  );
}

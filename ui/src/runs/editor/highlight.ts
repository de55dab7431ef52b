// Highlighting of the query and of its error.

import { RangeSetBuilder, type Extension } from "@codemirror/state";
import { Decoration, EditorView, ViewPlugin, type DecorationSet, type ViewUpdate } from "@codemirror/view";
import type { QueryError } from "../../query/error";
import { FIELDS } from "../../api/queryFields";
import { lex } from "../../query/language";

const FIELD_SET: ReadonlySet<string> = new Set([...FIELDS, "has"]);
const mark = (name: string) => Decoration.mark({ class: `q-${name}` });
const MARKS = {
  field: mark("field"),
  key: mark("key"),
  sign: mark("sign"),
  value: mark("value"),
  word: mark("word"),
  not: mark("not"),
};

function decorate(text: string): DecorationSet {
  const found = lex(text);
  const pieces: [number, number, Decoration][] = [];
  for (const term of found.terms) {
    if (term.negated) pieces.push([term.from, term.from + 1, MARKS.not]);
    if (term.key === null) continue;
    pieces.push([term.keyFrom, term.signFrom, FIELD_SET.has(term.key) ? MARKS.field : MARKS.key]);
    pieces.push([term.signFrom, term.valueFrom, MARKS.sign]);
    if (term.to > term.valueFrom) pieces.push([term.valueFrom, term.to, MARKS.value]);
  }
  for (const { from, to } of found.words) pieces.push([from, to, MARKS.word]);
  for (const { from } of found.brackets) pieces.push([from, from + 1, MARKS.word]);
  pieces.sort((a, b) => a[0] - b[0]);
  const builder = new RangeSetBuilder<Decoration>();
  for (const [from, to, decoration] of pieces) builder.add(from, to, decoration);
  return builder.finish();
}

export const highlighter = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = decorate(view.state.doc.toString());
    }
    update(update: ViewUpdate) {
      if (update.docChanged) this.decorations = decorate(update.state.doc.toString());
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export function errorMark(problem: QueryError | null): Extension {
  if (!problem || problem.at === null) return [];
  const at = problem.at;
  return EditorView.decorations.of((view): DecorationSet => {
    const length = view.state.doc.length;
    if (!length) return Decoration.none;
    const from = Math.min(at, length - 1);
    const rest = /^\S+/.exec(view.state.doc.sliceString(from));
    const to = Math.max(from + 1, from + (rest?.[0].length ?? 1));
    return Decoration.set(Decoration.mark({ class: "q-bad" }).range(from, Math.min(to, length)));
  });
}

export const theme = EditorView.theme({
  "&": { fontSize: "0.8125rem", backgroundColor: "transparent", color: "var(--w-text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-scroller": {
    fontFamily: "var(--mantine-font-family-monospace)",
    lineHeight: "20px",
    overflowX: "auto",
    scrollbarWidth: "none",
  },
  ".cm-content": { padding: "7px 0", caretColor: "var(--w-text)" },
  ".cm-line": { padding: "0 2px" },
  ".cm-placeholder": { color: "var(--w-faint)" },
  ".cm-cursor": { borderLeftColor: "var(--w-text)" },
  ".q-field": { color: "var(--w-accent)", fontWeight: "600" },
  ".q-key": { color: "var(--w-accent)" },
  ".q-sign": { color: "var(--w-faint)" },
  ".q-word, .q-not": { color: "var(--s-failed)", fontWeight: "600" },
  ".q-bad": { textDecoration: "underline wavy var(--s-failed) 1px", textUnderlineOffset: "4px" },
  ".cm-tooltip": {
    zIndex: "var(--z-menu)",
    backgroundColor: "var(--w-surface)",
    border: "1px solid var(--w-line-strong)",
    borderRadius: "6px",
    boxShadow: "0 8px 24px rgb(0 0 0 / 14%)",
    overflow: "hidden",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": {
    fontFamily: "var(--mantine-font-family)",
    maxHeight: "320px",
    minWidth: "280px",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > li": {
    display: "flex",
    gap: "16px",
    padding: "4px 10px",
    lineHeight: "18px",
    color: "var(--w-text)",
  },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { background: "var(--w-accent-soft)", color: "var(--w-text)" },
  ".cm-tooltip.cm-tooltip-below": { marginTop: "11px" },
  ".cm-tooltip.cm-tooltip-autocomplete > ul > completion-section": {
    display: "block",
    opacity: "1",
    padding: "8px 10px 3px",
    fontSize: "0.6875rem",
    fontWeight: "600",
    color: "var(--w-dim)",
    border: "0",
    textTransform: "uppercase",
    letterSpacing: "0.04em",
  },
  ".cm-completionMatchedText": { textDecoration: "none", fontWeight: "650" },
  ".cm-completionDetail": {
    marginLeft: "auto",
    fontStyle: "normal",
    color: "var(--w-dim)",
    fontVariantNumeric: "tabular-nums",
  },
});

// The parts of the query language that the query bar needs: finding terms and changing them.
// The server defines what a query means. The grammar is in docs/reference/query-language.md.

import { FIELDS } from "../api/queryFields";

/** Fields that runs are grouped by. Any tag key works too. */
export const GROUP_FIELDS = ["status", "trigger", "trigger.name", "model", "agent", "executor", "error", "actor"];
const FIELD_SET: ReadonlySet<string> = new Set(FIELDS);

export interface Term {
  from: number;
  to: number;
  depth: number;
  negated: boolean;
  key: string | null; // null for full-text search
  keyFrom: number;
  sign: string;
  signFrom: number;
  value: string; // without quotes
  valueFrom: number;
}

export interface Lexed {
  terms: Term[];
  words: { from: number; to: number }[]; // AND OR NOT
  brackets: { from: number; open: boolean }[];
  hasOr: boolean;
  balanced: boolean;
}

const SIGN = /^([A-Za-z0-9._-]{1,70})(>=|<=|[:=<>])/;

/** Split a query into terms. Tolerates invalid queries. */
export function lex(text: string): Lexed {
  const found: Lexed = { terms: [], words: [], brackets: [], hasOr: false, balanced: true };
  let at = 0;
  let depth = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (/\s/.test(char)) {
      at += 1;
    } else if (char === "(" || char === ")") {
      found.brackets.push({ from: at, open: char === "(" });
      depth += char === "(" ? 1 : -1;
      if (depth < 0) found.balanced = false;
      at += 1;
    } else {
      const end = chunkEnd(text, at);
      if (end.openQuote) found.balanced = false;
      addChunk(found, text, at, end.at, Math.max(depth, 0));
      at = end.at;
    }
  }
  if (depth !== 0) found.balanced = false;
  return found;
}

function chunkEnd(text: string, from: number): { at: number; openQuote: boolean } {
  let at = from;
  if (text[at] === "-" && text[at + 1] === "(") return { at: at + 1, openQuote: false };
  while (at < text.length && !/[\s()]/.test(text[at]!)) {
    if (text[at] === '"') {
      const close = closingQuote(text, at);
      if (close < 0) return { at: text.length, openQuote: true };
      at = close;
    }
    at += 1;
  }
  return { at, openQuote: false };
}

function closingQuote(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return -1;
}

function addChunk(found: Lexed, text: string, from: number, to: number, depth: number): void {
  const chunk = text.slice(from, to);
  if (chunk === "AND" || chunk === "OR" || chunk === "NOT") {
    found.words.push({ from, to });
    if (chunk === "OR") found.hasOr = true;
    return;
  }
  const negated = chunk.startsWith("-");
  const keyFrom = from + (negated ? 1 : 0);
  const named = SIGN.exec(text.slice(keyFrom, to));
  const key = named ? named[1]! : null;
  const sign = named ? named[2]! : "";
  const signFrom = keyFrom + (key?.length ?? 0);
  const valueFrom = signFrom + sign.length;
  const value = unquote(text.slice(valueFrom, to));
  found.terms.push({ from, to, depth, negated, key, keyFrom, sign, signFrom, value, valueFrom });
}

function unquote(text: string): string {
  if (!text.startsWith('"')) return text;
  const close = closingQuote(text, 0);
  const inside = text.slice(1, close < 0 ? undefined : close);
  return inside.replace(/\\(["\\])/g, "$1");
}

/** Write a tag key. Prefix it with `tag.` if a field has the same name. */
export function keyText(key: string): string {
  const taken = FIELD_SET.has(key) || key === "has" || key.startsWith("tag.") || key.startsWith("-");
  return taken ? `tag.${key}` : key;
}

/** Write a value, quoted if necessary. */
export function valueText(value: string): string {
  if (value !== "" && !/[\s()"*\\]/.test(value)) return value;
  return `"${value.replace(/[\\"]/g, "\\$&")}"`;
}

export function termText(key: string, value: string): string {
  return `${key}:${valueText(value)}`;
}

/** Return the terms of a key that can be removed without changing the rest of the query. */
function topLevelTerms(text: string, key: string): Term[] {
  const { terms, hasOr } = lex(text);
  if (hasOr) return [];
  return terms.filter((term) => term.depth === 0 && term.key === key && !afterNot(text, term));
}

function afterNot(text: string, term: Term): boolean {
  return /\bNOT\s*$/.test(text.slice(0, term.from));
}

/** Return the value that a query requires for a key, or null. */
export function pickedValue(text: string, key: string): string | null {
  const term = topLevelTerms(text, key).find((one) => !one.negated && isEquals(one) && one.to > one.valueFrom);
  return term ? term.value : null;
}

/** Return the values that a query excludes for a key. */
export function excludedValues(text: string, key: string): string[] {
  return topLevelTerms(text, key)
    .filter((one) => one.negated && isEquals(one))
    .map((one) => one.value);
}

function isEquals(term: Term): boolean {
  return term.sign === ":" || term.sign === "=";
}

/** Remove the required value of a key. Facet values are counted with this query. */
export function withoutKey(text: string, key: string): string {
  return removeTerms(
    text,
    topLevelTerms(text, key).filter((one) => !one.negated && isEquals(one)),
  );
}

function removeTerms(text: string, terms: Term[]): string {
  let left = text;
  for (const term of [...terms].sort((a, b) => b.from - a.from)) {
    left = left.slice(0, term.from) + left.slice(term.to);
  }
  const tidy = left.replace(/\s+/g, (space, at: number) => (insideQuotes(left, at) ? space : " ")).trim();
  return tidy
    .replace(/^(AND\s+)+/, "")
    .replace(/(\s+AND)+$/, "")
    .replace(/\bAND(\s+AND)+\b/g, "AND");
}

function insideQuotes(text: string, at: number): boolean {
  let inside = false;
  for (let i = 0; i < at; i += 1) {
    if (text[i] === "\\" && inside) i += 1;
    else if (text[i] === '"') inside = !inside;
  }
  return inside;
}

/** Add a term. Put brackets around a query that contains OR. */
export function withTerm(text: string, term: string): string {
  const base = text.trim();
  if (!base) return term;
  return lex(base).hasOr ? `(${base}) ${term}` : `${base} ${term}`;
}

/** Return the query that requires both queries. */
export function joinQueries(first: string, second: string): string {
  const inner = second.trim();
  if (!inner) return first.trim();
  return withTerm(first, first.trim() && lex(inner).hasOr ? `(${inner})` : inner);
}

/** Require a value. Replaces the value that was required for the key. */
export function pick(text: string, key: string, value: string): string {
  const without = removeTerms(
    text,
    topLevelTerms(text, key).filter((one) => isEquals(one) && (!one.negated || one.value === value)),
  );
  return withTerm(without, termText(key, value));
}

/** Exclude a value. */
export function exclude(text: string, key: string, value: string): string {
  const without = removeTerms(
    text,
    topLevelTerms(text, key).filter((one) => isEquals(one) && one.value === value),
  );
  return withTerm(without, `-${termText(key, value)}`);
}

/** Require a value, or stop requiring it. */
export function toggle(text: string, key: string, value: string): string {
  return pickedValue(text, key) === value ? withoutKey(text, key) : pick(text, key, value);
}

/** Remove the exclusion of a value. */
export function include(text: string, key: string, value: string): string {
  return removeTerms(
    text,
    topLevelTerms(text, key).filter((one) => one.negated && isEquals(one) && one.value === value),
  );
}

/** Replace a key, or a word such as `or`, by the one that was meant. */
export function replaceWord(text: string, written: string, meant: string): string {
  let fixed = text;
  for (const term of [...lex(text).terms].reverse()) {
    if (term.key === written) fixed = fixed.slice(0, term.keyFrom) + meant + fixed.slice(term.signFrom);
    else if (term.key === null && text.slice(term.from, term.to) === written)
      fixed = fixed.slice(0, term.from) + meant + fixed.slice(term.to);
    else if (term.key === "has" && term.value === written)
      fixed = fixed.slice(0, term.valueFrom) + meant + fixed.slice(term.to);
  }
  return fixed;
}

export interface SentQuery {
  q: string;
  shift: number; // number of characters before the text that the user wrote
}

/** Combine the user's query with the time range. An invalid query is sent without it, so that the error is about the query. */
export function joinRange(text: string, range: string): SentQuery {
  const base = text.trim();
  const lead = text.length - text.trimStart().length;
  if (!base || !range) return { q: base || range, shift: 0 - lead };
  const { hasOr, balanced } = lex(base);
  if (!balanced) return { q: base, shift: 0 - lead };
  return hasOr ? { q: `(${base}) ${range}`, shift: 1 - lead } : { q: `${base} ${range}`, shift: 0 - lead };
}

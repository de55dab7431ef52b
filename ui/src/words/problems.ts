// What is wrong with a query, and where.

import type { ApiError } from "../api/client";

export interface QueryProblem {
  message: string;
  at: number | null; // where, counted from 0 in what the person wrote
}

/** The problem that the server names; `shift` is what stood before the person's own text. */
export function problemOf(error: ApiError, shift: number): QueryProblem | null {
  if (error.status !== 400) return null;
  const own = error.problems.find(({ field }) => field.replace("/", "") === "q") ?? error.problems[0];
  const text = own?.problem ?? error.message;
  const found = /column (\d+): ?/.exec(text);
  if (!found) return { message: text, at: null };
  const at = Math.max(0, Number(found[1]) - 1 - shift);
  return { message: `Column ${at + 1}: ${text.slice(found.index + found[0].length)}`, at };
}

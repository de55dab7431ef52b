// Errors in a query and their position.

import type { ApiError } from "../api/client";

export interface QueryError {
  message: string;
  at: number | null; // position in the user's text, from 0
}

/** Read the query error of a server response. `shift` is the number of characters before the user's text. */
export function readQueryError(error: ApiError, shift: number): QueryError | null {
  if (error.status !== 400) return null;
  const own = error.problems.find(({ field }) => field.replace("/", "") === "q") ?? error.problems[0];
  const text = own?.problem ?? error.message;
  const found = /column (\d+): ?/.exec(text);
  if (!found) return { message: text, at: null };
  const at = Math.max(0, Number(found[1]) - 1 - shift);
  return { message: `Column ${at + 1}: ${text.slice(found.index + found[0].length)}`, at };
}

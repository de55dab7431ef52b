// Errors in a query and their position.

import type { ApiError } from "../api/client";

export interface QueryError {
  message: string;
  at: number | null; // position in the user's text, from 0
  meant: string | null; // the suggested replacement of the word there
}

/** Read the query error of a server response. `shift` is the number of characters before the user's text. */
export function readQueryError(error: ApiError, shift: number): QueryError | null {
  if (error.status !== 400) return null;
  const own = error.problems.find(({ field }) => field.replace("/", "") === "q") ?? error.problems[0];
  const text = own?.problem ?? error.message;
  const found = /column (\d+): ?/.exec(text);
  if (!found) return { message: text, at: null, meant: null };
  const at = Math.max(0, Number(found[1]) - 1 - shift);
  const meant = /did you mean "([^"]+)"\?/.exec(text)?.[1] ?? null;
  return { message: `Column ${at + 1}: ${text.slice(found.index + found[0].length)}`, at, meant };
}

/** Replace the word at the error by the one that was probably meant. */
export function fixQuery(text: string, { at, meant }: QueryError): string | null {
  if (at === null || meant === null) return null;
  const word = /^[^\s()]*/.exec(text.slice(at))![0];
  return text.slice(0, at) + meant + text.slice(at + word.length);
}

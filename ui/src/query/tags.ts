// Tags in text fields.

import type { Tags } from "../api/values";

const TAG = /([A-Za-z0-9._-]+)[=:](?:"((?:\\.|[^"\\])*)"|(\S*))/g;

/** Parse `customer=acme note="two words"`. Text without `=` is ignored. */
export function readTags(text: string): Tags {
  const found: Tags = {};
  for (const match of text.matchAll(TAG)) {
    found[match[1]!] = match[2] !== undefined ? match[2].replace(/\\(.)/g, "$1") : (match[3] ?? "");
  }
  return found;
}

/** Return the error of a text that `readTags` would not read as a whole. */
export function tagsProblem(text: string): string | undefined {
  const [word] = text.replace(TAG, " ").trim().split(/\s+/);
  return word ? `Write "${word}" as key=value, such as customer=acme.` : undefined;
}

/** Write tags as `readTags` reads them. */
export function writeTags(tags: Tags): string {
  const quoted = (value: string) => (/^[^\s"]+$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`);
  return Object.entries(tags)
    .map(([key, value]) => `${key}=${quoted(value)}`)
    .join(" ");
}

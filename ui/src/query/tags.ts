// Tags in text fields.

import type { Tags } from "../api/values";

/** Parse `customer=acme note="two words"`. Text without `=` is ignored. */
export function readTags(text: string): Tags {
  const found: Tags = {};
  for (const match of text.matchAll(/([A-Za-z0-9._-]+)[=:](?:"((?:\\.|[^"\\])*)"|(\S*))/g)) {
    found[match[1]!] = match[2] !== undefined ? match[2].replace(/\\(.)/g, "$1") : (match[3] ?? "");
  }
  return found;
}

/** Write tags as `readTags` reads them. */
export function writeTags(tags: Tags): string {
  const quoted = (value: string) => (/^[^\s"]+$/.test(value) ? value : `"${value.replace(/["\\]/g, "\\$&")}"`);
  return Object.entries(tags)
    .map(([key, value]) => `${key}=${quoted(value)}`)
    .join(" ");
}

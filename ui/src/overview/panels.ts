// Panels: charts of a measure by a key under a query. The URL holds them as text:
// `p1=cost by customer where status:failed`.

import type { Search } from "../router";
import { type Measure, MEASURES, TEXTS } from "./measures";

export interface Panel {
  measure: Measure | "duration"; // duration: p50 and p95 together
  by: string | null;
  where: string; // its own query, in addition to that of the page
}

const PANEL = /^(\w+)(?: by (\S+))?(?: where (.+))?$/;
export const MAX_PANELS = 12;

export function panelText({ measure, by, where }: Panel): string {
  return [measure, by && `by ${by}`, where && `where ${where}`].filter(Boolean).join(" ");
}

export function readPanel(text: string): Panel | null {
  const found = PANEL.exec(text);
  const measure = [...MEASURES, "duration" as const].find((one) => one === found?.[1]);
  return found && measure ? { measure, by: found[2] ?? null, where: found[3] ?? "" } : null;
}

/** Return the panels of a URL, in order. Invalid text is ignored. */
export function readPanels(search: Search): Panel[] {
  const texts = Array.from({ length: MAX_PANELS }, (_, i) => search[`p${i + 1}`]);
  return texts.flatMap((text) => readPanel(text ?? "") ?? []);
}

/** Return the URL parameters of panels. Unused parameters are undefined. */
export function panelParams(panels: Panel[]): Search {
  const names = Array.from({ length: MAX_PANELS }, (_, i) => i);
  return Object.fromEntries(names.map((i) => [`p${i + 1}`, panels[i] && panelText(panels[i])]));
}

export function panelTitle({ measure, by }: Panel): string {
  const label = measure === "duration" ? "Duration, p50 and p95" : TEXTS[measure].label;
  return by ? `${label} by ${by}` : label;
}

/** Return the panels of an overview without chosen panels. */
export function defaultPanels(
  by: string | null,
  choice: { failures: "rate" | "failed"; slow: "p50" | "p95" },
): Panel[] {
  const panel = (measure: Panel["measure"], key = by): Panel => ({ measure, by: key, where: "" });
  return [
    panel("count", by ?? "status"),
    panel(choice.failures),
    panel(by ? choice.slow : "duration"),
    panel("cost"),
    panel("tokens"),
  ];
}

// Conditions, values and states of alerts as text.

import type { Alert, AlertEvent } from "../api/types";
import { dollars } from "../labels/cost";
import { count } from "../labels/format";
import type { Measure } from "./api";

interface MeasureText {
  label: string;
  unit: string; // of the threshold in the form
  isAge?: boolean; // compared with the window itself
}

export const MEASURES: Record<Measure, MeasureText> = {
  count: { label: "Runs", unit: "runs" },
  failed: { label: "Failed runs", unit: "runs" },
  failure_rate: { label: "Failure rate", unit: "percent" },
  p95: { label: "Duration (p95)", unit: "seconds" },
  cost: { label: "Cost", unit: "dollars" },
  absence: { label: "No run", unit: "", isAge: true },
  approval_age: { label: "Waiting approval", unit: "", isAge: true },
};

type Measured = Pick<Alert, "measure" | "comparison">;

/** Return a value with its unit: `12 runs`, `20 %`, `31 s`, `$3.20`, `2 times as many`. */
export function valueText({ measure, comparison }: Measured, value: number | null): string {
  if (value === null) return "too few runs";
  if (comparison === "previous") return `${round(value)} × the window before`;
  switch (measure) {
    case "count":
    case "failed":
      return `${count(value)} ${value === 1 ? "run" : "runs"}`;
    case "failure_rate":
      return `${round(value * 100)} %`;
    case "cost":
      return dollars(value);
    default:
      return windowText(value);
  }
}

/** Return the last value of an alert; empty while it is not evaluated. */
export function lastValueText(alert: Alert): string {
  if (!alert.enabled || alert.state === "broken") return "";
  return alert.measuredAt ? valueText(alert, alert.value) : "not measured yet";
}

const UNITS: [string, number][] = [
  ["d", 86_400],
  ["h", 3600],
  ["min", 60],
];

/** Return a length of time: `10 min`, `1 h`, `1.5 h`, `2 d`. */
export function windowText(seconds: number): string {
  const [unit, size] = UNITS.find(([, size]) => seconds >= size) ?? ["s", 1];
  return `${round(seconds / size)} ${unit}`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Return when an alert fires: `failure rate at least 20 % in 1 h`. */
export function conditionText(alert: Alert): string {
  const length = windowText(alert.windowSeconds);
  if (alert.schedule) return `no run within ${length} of a planned time`;
  if (alert.measure === "absence") return `no run for ${length}`;
  if (alert.measure === "approval_age") return `an approval waits for ${length}`;
  const side = alert.direction === "above" ? "at least" : "at most";
  const least = alert.minimum > 1 ? `, with at least ${alert.minimum} runs` : "";
  const name = MEASURES[alert.measure].label.toLowerCase();
  const limit = valueText(alert, alert.threshold).replace(/ runs?$/, ""); // the name says it
  return `${name} ${side} ${limit} in ${length}${least}`;
}

export type Shown = "firing" | "broken" | "silenced" | "off" | "ok";

/** Return the state that is shown: a silenced alert that fires is silenced. */
export function shownState(alert: Alert, now: number): Shown {
  if (!alert.enabled) return "off";
  if (alert.silencedUntil && Date.parse(alert.silencedUntil) > now) return "silenced";
  return alert.state;
}

export const STATES: Record<Shown, string> = {
  firing: "Firing",
  broken: "Broken",
  silenced: "Silenced",
  off: "Disabled",
  ok: "OK",
};

export const EVENTS: Record<AlertEvent["state"], string> = {
  firing: "Fired",
  ok: "Resolved",
  broken: "Could not be evaluated",
};

const RANKS: Shown[] = ["firing", "broken", "silenced", "ok", "off"];

/** Return the alerts with those that fire first. */
export function sortAlerts(alerts: readonly Alert[], now: number): Alert[] {
  const rank = (alert: Alert) => RANKS.indexOf(shownState(alert, now));
  return alerts.toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
}

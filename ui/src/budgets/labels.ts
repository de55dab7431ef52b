// Amounts, periods and actions of budgets as text.

import type { Budget, BudgetAction } from "../api/types";
import { dollars } from "../labels/cost";
import { count, fullTime } from "../labels/format";
import type { Measure, Period } from "./api";

export const MEASURES: Record<Measure, { label: string; unit: string }> = {
  cost: { label: "Cost", unit: "dollars" },
  tokens: { label: "Tokens", unit: "tokens" },
  runs: { label: "Runs", unit: "runs" },
  time: { label: "Run time", unit: "seconds" },
};

export const PERIODS: Record<Period, string> = {
  run: "each run",
  session: "each session",
  hour: "an hour",
  day: "a day",
  week: "a week",
  month: "a month",
  forever: "in total",
};

/** When the use starts again from zero, for periods without a time. */
export const RESETS: Partial<Record<Period, string>> = {
  run: "with each run",
  session: "with each session",
  forever: "never",
};

/** Whether a period begins at midnight in the time zone of its budget. */
export function beginsAtMidnight(period: Period): boolean {
  return period === "day" || period === "week" || period === "month";
}

/** Return the start of a period: its day in the time zone of the budget, else the time. */
export function startText({ period, timezone }: Budget, iso: string): string {
  if (!beginsAtMidnight(period)) return fullTime(iso);
  const day = { weekday: "short", day: "numeric", month: "short", timeZone: timezone } as const;
  try {
    return new Intl.DateTimeFormat(undefined, day).format(new Date(iso));
  } catch {
    return fullTime(iso); // the browser does not know the time zone
  }
}

export const ACTIONS: Record<BudgetAction["action"], { label: string; effect: string }> = {
  warn: { label: "Warn", effect: "Notify the inbox and the model" },
  ask: { label: "Ask", effect: "Further model calls need an approval" },
  stop: { label: "Stop", effect: "Runs end before their next model call" },
  refuse: { label: "Refuse", effect: "New runs are refused" },
};

/** Return an amount with its unit: `$3.20`, `12k tokens`, `4 runs`, `90 s`. */
export function amountText(measure: Measure, amount: number): string {
  if (measure === "cost") return dollars(amount);
  if (measure === "time") return durationText(amount);
  return `${count(amount)} ${amount === 1 ? measure.slice(0, -1) : measure}`;
}

function durationText(seconds: number): string {
  if (seconds >= 7200) return `${round(seconds / 3600)} h`;
  if (seconds >= 120) return `${round(seconds / 60)} min`;
  return `${round(seconds)} s`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** Return the actions of a budget: `warn at 80 %, stop`. */
export function actionsText(actions: readonly BudgetAction[]): string {
  return actions.map(({ action, percent }) => (percent === 100 ? action : `${action} at ${percent} %`)).join(", ");
}

/** Return the used share of a budget in percent, without reservations. */
export function usedPercent({ used, limit }: Pick<Budget, "used" | "limit">): number {
  return Math.round((used / limit) * 100);
}

/** Return the state of a budget for its color: from the actions that its usage has reached. */
export function stateOf(budget: Budget): "fine" | "warned" | "full" {
  const share = ((budget.used + budget.reserved) / budget.limit) * 100;
  const reached = budget.actions.filter(({ percent }) => share >= percent);
  if (reached.some(({ action }) => action !== "warn")) return "full";
  return reached.length > 0 ? "warned" : "fine";
}

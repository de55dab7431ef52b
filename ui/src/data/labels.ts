// Labels of erasures: counts, ages, modes and the typed confirmation.

import { count, plural } from "../labels/format";

export type Counts = Record<string, number>;

const LABELS: [name: string, one: string, many: string][] = [
  ["runs", "run", "runs"],
  ["sessions", "session", "sessions"],
  ["parts", "log part", "log parts"],
  ["events", "event", "events"],
  ["entries", "transcript entry", "transcript entries"],
  ["approvals", "approval", "approvals"],
  ["memories", "memory", "memories"],
  ["commands", "command", "commands"],
  ["timers", "timer", "timers"],
  ["received", "webhook received", "webhooks received"],
  ["sent", "webhook sent", "webhooks sent"],
];

/** Return the counts that are not zero, such as "1,204 runs" and "3.1 MB of text". */
export function countLabels(counts: Counts): { name: string; amount: string; label: string }[] {
  const found = LABELS.filter(([name]) => counts[name]).map(([name, one, many]) => ({
    name,
    amount: count(counts[name]!),
    label: counts[name] === 1 ? one : many,
  }));
  return counts.bytes ? [...found, { name: "bytes", amount: size(counts.bytes), label: "of text" }] : found;
}

export function addCounts(some: Counts, more: Counts): Counts {
  const sum = { ...some };
  for (const [name, number] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + number;
  return sum;
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, by] =
    bytes < 1_000_000 ? ["kB", 1000] : bytes < 1_000_000_000 ? ["MB", 1_000_000] : ["GB", 1_000_000_000];
  const amount = bytes / Number(by);
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

/** Return the text that the user types to confirm. */
export function confirmation(counts: Counts): string {
  const { runs = 0, sessions = 0 } = counts;
  return `erase ${runs ? plain(runs, "run") : plain(sessions, "session")}`;
}

function plain(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

export const UNITS = [
  { id: "hours", seconds: 3600 },
  { id: "days", seconds: 86_400 },
  { id: "weeks", seconds: 604_800 },
  { id: "years", seconds: 31_536_000 },
] as const;

export type Unit = (typeof UNITS)[number]["id"];

/** Split an age into a whole number and the largest possible unit. */
export function ageParts(seconds: number): { amount: number; unit: Unit } {
  const unit = [...UNITS].reverse().find((one) => seconds % one.seconds === 0 && seconds >= one.seconds) ?? UNITS[0];
  return { amount: Math.round(seconds / unit.seconds), unit: unit.id };
}

export function ageText(seconds: number): string {
  const { amount, unit } = ageParts(seconds);
  return plural(amount, unit.slice(0, -1));
}

export const MODES = {
  all: {
    label: "all data",
    title: "All data",
    description: "The runs and everything that belongs to them. They disappear from lists and counts.",
  },
  content: {
    label: "content",
    title: "Content only",
    description: "Prompts, answers, logs and commands. The runs keep their tags, origin, figures and times.",
  },
} as const;

/** Return the file name of a receipt. */
export function receiptFile(erasure: { id: string; finishedAt: string | null }): string {
  return `receipt-${(erasure.finishedAt ?? "").slice(0, 10)}-${erasure.id}.json`;
}

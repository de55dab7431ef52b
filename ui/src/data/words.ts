// Erasing in words: how much of what, how old, and what has to be typed.

import { count, plural } from "../words/format";

export type Counts = Record<string, number>;

const WORDS: [string, string][] = [
  ["runs", "runs"], ["sessions", "sessions"], ["parts", "parts of logs"], ["events", "events"], ["entries", "entries of coding agents"],
  ["approvals", "approvals"], ["memories", "memories"], ["commands", "commands"], ["timers", "timers"],
  ["received", "webhooks received"], ["sent", "webhooks sent"], ["bytes", "of text"],
];

/** "1,204 runs", "3.1 MB of text": what is not zero. */
export function countWords(counts: Counts): { name: string; amount: string; what: string }[] {
  return WORDS.filter(([name]) => counts[name]).map(([name, what]) => ({
    name, amount: name === "bytes" ? size(counts.bytes!) : count(counts[name]!), what: counts[name] === 1 && name !== "bytes" ? what.replace(/s( |$)/, "$1") : what,
  }));
}

export function adding(some: Counts, more: Counts): Counts {
  const sum = { ...some };
  for (const [name, number] of Object.entries(more)) sum[name] = (sum[name] ?? 0) + number;
  return sum;
}

export function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, by] = bytes < 1_000_000 ? ["kB", 1000] : bytes < 1_000_000_000 ? ["MB", 1_000_000] : ["GB", 1_000_000_000];
  const amount = bytes / Number(by);
  return `${amount < 10 ? amount.toFixed(1) : Math.round(amount)} ${unit}`;
}

/** What somebody types who means it. */
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

/** The age in the largest unit that gives a whole number. */
export function ageParts(seconds: number): { amount: number; unit: Unit } {
  const unit = [...UNITS].reverse().find((one) => seconds % one.seconds === 0 && seconds >= one.seconds) ?? UNITS[0];
  return { amount: Math.round(seconds / unit.seconds), unit: unit.id };
}

export function ageText(seconds: number): string {
  const { amount, unit } = ageParts(seconds);
  return plural(amount, unit.slice(0, -1));
}

export const MODES = {
  all: { short: "all of it", long: "All of it", says: "The runs themselves and all that belongs to them, also from lists and counts." },
  content: { short: "what was said", long: "What was said, tags stay", says: "Prompts, answers, logs and commands go. Runs stay with tags, origin, figures and times." },
} as const;

/** The file in which a receipt is kept. */
export function receiptFile(erasure: { id: string; finishedAt: string | null }): string {
  return `receipt-${(erasure.finishedAt ?? "").slice(0, 10)}-${erasure.id}.json`;
}

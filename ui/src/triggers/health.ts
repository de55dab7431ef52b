// The health of triggers: their states, and how late their runs started.

import type { HealthState, Occurrence, Trigger, TriggerHealth } from "../api/types";
import { duration, localTime, plural } from "../labels/format";

type RecentRun = TriggerHealth["recent"][number];

const MAX_STREAK = 20; // runs that a streak is counted in
export const LATE_MS = 60_000; // a run that starts later than this is late

/** The states in the order of trouble. */
export const STATES: HealthState[] = ["failing", "late", "paused", "ok", "idle"];

/** Return "12 triggers · 2 failing · 1 late". */
export function summaryText(triggers: Pick<Trigger, "health">[]): string {
  const troubles = STATES.slice(0, 3).map((state) => {
    const n = triggers.filter(({ health }) => health.state === state).length;
    return n ? `${n} ${state}` : "";
  });
  return [plural(triggers.length, "trigger"), ...troubles].filter(Boolean).join(" · ");
}

const AUTOMATIC = "paused automatically: "; // the server's note, with the number of failed runs

/** Return whether the server paused a trigger, and why it is paused. */
export function pauseText(note: string | null): { automatic: boolean; reason: string } {
  const automatic = note?.startsWith(AUTOMATIC) ?? false;
  return { automatic, reason: automatic ? note!.slice(AUTOMATIC.length) : (note ?? "") };
}

/** Return the problem of a trigger, or how its last run started. */
export function healthText({ health, note, enabled }: Trigger): string {
  const pause = pauseText(note);
  if (!enabled && pause.automatic) return `automatically: ${pause.reason}`;
  const texts = [
    !enabled ? note : null,
    health.startError ? `cannot start: ${health.startError}` : null,
    health.failureStreak && !health.startError ? streakText(health.failureStreak) : null,
    missedText(health),
    health.latenessMs !== null && (health.latenessMs > LATE_MS || health.state === "ok")
      ? latenessText(health.latenessMs)
      : null,
  ].filter(Boolean);
  if (texts.length) return texts.join(" · ");
  if (health.state === "late") return "the planned time has passed";
  return "";
}

function missedText({ missed, recent }: TriggerHealth): string | null {
  if (missed) return `${missed} missed since the last run`;
  const before = recent[0]?.missedBefore;
  return before ? `${before} missed before the last run` : null;
}

/** Return the newest runs whose dots, with the gaps between them, are at most `marks`. */
export function fitRuns({ recent, missed }: TriggerHealth, marks: number): RecentRun[] {
  let left = marks - (missed ? 1 : 0);
  const cut = recent.findIndex((run) => (left -= run.missedBefore ? 2 : 1) < 0);
  return cut < 0 ? recent : recent.slice(0, cut);
}

/** Join skips in a row that have the same reason; occurrences are newest first. */
export function foldSkips(occurrences: Occurrence[]): Occurrence[] {
  const folded: Occurrence[] = [];
  for (const one of occurrences) {
    const last = folded.at(-1);
    if (last?.status === "skipped" && one.status === "skipped" && last.reason === one.reason)
      folded[folded.length - 1] = {
        ...last,
        plannedAt: one.plannedAt,
        until: last.until ?? last.plannedAt,
        count: last.count + one.count,
      };
    else folded.push(one);
  }
  return folded;
}

export function streakText(streak: number): string {
  if (streak === 1) return "last run failed";
  return `${streak >= MAX_STREAK ? `${MAX_STREAK}+` : streak} failures in a row`;
}

export function latenessText(ms: number): string {
  return ms > LATE_MS ? `started ${duration(ms)} late` : `started +${duration(ms)}`;
}

/** Return the status, time and reason of a run. */
export function runText(run: RecentRun, now: number): string {
  return `${run.status}, ${localTime(run.at, now)}${run.reason ? `: ${run.reason}` : ""}`;
}

export interface Lateness {
  planned: number;
  ms: number;
}

/** Return how late the planned occurrences started, oldest first. */
export function latenessOver(occurrences: Occurrence[]): Lateness[] {
  return occurrences
    .flatMap(({ plannedAt, run }) =>
      plannedAt && run?.startedAt
        ? [{ planned: Date.parse(plannedAt), ms: Math.max(0, Date.parse(run.startedAt) - Date.parse(plannedAt)) }]
        : [],
    )
    .reverse();
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

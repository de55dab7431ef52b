// The health of triggers: what their states mean, and how late their runs started.

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

/** Return what is wrong with a trigger, or how its last run started. */
export function healthText({ health, note, enabled, kind }: Trigger): string {
  const texts = [
    !enabled ? note : null,
    health.failureStreak ? streakText(health.failureStreak) : null,
    health.missed ? `${health.missed} missed since the last run` : null,
    health.latenessMs !== null && (health.latenessMs > LATE_MS || health.state === "ok")
      ? latenessText(health.latenessMs)
      : null,
  ].filter(Boolean);
  if (texts.length) return texts.join(" · ");
  if (health.state === "late") return "the planned time has passed";
  if (health.state === "idle") return "no runs yet";
  return kind === "cron" || !health.recent.length ? "" : "last run did not fail";
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

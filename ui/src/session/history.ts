// The history of a session: the messages that the user sees, grouped by run.

import { useQuery } from "@tanstack/react-query";
import { allPages, load, unlessMissing } from "../api/load";
import { queryKeys } from "../api/queryKeys";
import type { History, HistoryItem, Run, Timer, TimerList } from "../api/types";

export interface Turn {
  runId: string;
  run: Run | null;
  messages: HistoryItem[];
  autonomous: boolean;
  note: string; // why the agent acted without a message from the user
  at: string;
}

export interface SessionHistory {
  messages: HistoryItem[];
  lastSeq: number; // position in the session's stream when the history was read
}

/** Load the history. It contains no synthetic prompts. */
export function useHistory(slug: string, id: string) {
  return useQuery({
    queryKey: queryKeys.history(slug, id),
    queryFn: async ({ signal }): Promise<SessionHistory> => {
      const messages: HistoryItem[] = [];
      let lastSeq: number | undefined;
      const path = `/agent-sessions/${id}/history`;
      for await (const page of allPages<History>(slug, path, { view: "user", limit: 200 }, signal)) {
        messages.push(...page.messages);
        lastSeq ??= page.lastSeq; // from the first page, so that no event is missed
      }
      return { messages, lastSeq: lastSeq ?? 0 };
    },
    staleTime: 0,
  });
}

/** Load the pending timers, and the newest blocked one. An old server does not have them. */
export function useTimers(slug: string, id: string) {
  return useQuery({
    queryKey: queryKeys.timers(slug, id),
    queryFn: async (context): Promise<Timer[]> => {
      const find = (query: Record<string, string>) =>
        unlessMissing(load<TimerList>(slug, `/agent-sessions/${id}/timers`, query)(context));
      const found = await Promise.all([find({ status: "pending" }), find({ status: "blocked", limit: "1" })]);
      return found.flatMap((list) => list?.timers ?? []);
    },
    retry: false,
  });
}

/** Return the timers without blocked ones that are older than the last run. */
export function currentTimers(timers: Timer[], runs: Run[]): Timer[] {
  const last = runs.reduce((latest, run) => (run.createdAt > latest ? run.createdAt : latest), "");
  return timers.filter((timer) => timer.status !== "blocked" || (timer.settledAt ?? "") >= last);
}

/** Return what a timer is for, or that it was blocked. */
export function timerText({ type, status, code }: Timer): string {
  if (code === "not_evaluated") return "evaluator not started";
  const text = type.replaceAll("_", " ");
  return status === "blocked" ? `${text} blocked` : text;
}

/** Group messages by run, oldest first. Includes runs without messages. */
export function groupTurns(messages: HistoryItem[], runs: Run[]): Turn[] {
  const byRun = new Map<string, HistoryItem[]>();
  for (const message of messages) {
    const group = byRun.get(message.runId);
    if (group) group.push(message);
    else byRun.set(message.runId, [message]);
  }
  const known = new Map(runs.map((run) => [run.id, run]));
  const ids = new Set([...byRun.keys(), ...known.keys()]);
  const turns = [...ids].map((id) => buildTurn(id, byRun.get(id) ?? [], known.get(id) ?? null));
  return turns.sort((a, b) => a.at.localeCompare(b.at) || a.runId.localeCompare(b.runId));
}

function buildTurn(runId: string, messages: HistoryItem[], run: Run | null): Turn {
  const damaged = messages.some((message) => message.damaged); // whether a person wrote them is lost
  const trigger = damaged ? undefined : (messages.find((message) => message.trigger)?.trigger ?? undefined);
  const hasUserMessage = messages.some((message) => message.role === "user");
  const autonomous = trigger !== undefined || (run !== null && !run.origin.attended && !hasUserMessage);
  const kind = trigger?.kind ?? run?.origin.trigger ?? "";
  const type = trigger?.type ?? String(run?.origin.facts.trigger_type ?? run?.origin.facts.timer_type ?? "");
  return {
    runId,
    run,
    messages,
    autonomous,
    note: autonomous ? autonomyNote(kind, type) : "",
    at: run?.createdAt ?? messages[0]!.at,
  };
}

const TIMER_NOTES: Record<string, string> = {
  check_in: "Checked in because you had not replied",
  question_unanswered: "Followed up on an unanswered question",
  task_incomplete: "Resumed an unfinished task",
  waiting_for_decision: "Asked again about a pending decision",
};

const TRIGGER_NOTES: Record<string, string> = {
  cron: "Started by a schedule",
  webhook: "Started by a webhook",
  daemon: "Started by the task queue",
};

/** Why an agent acted without a message from the user. */
export function autonomyNote(kind: string, type: string): string {
  if (kind === "timer") return TIMER_NOTES[type] ?? "Sent a scheduled follow-up";
  return TRIGGER_NOTES[kind] ?? "Started automatically";
}

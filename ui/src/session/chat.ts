// A conversation as a person may see it: what was said, by runs, and why the agent spoke by itself.

import { useQuery } from "@tanstack/react-query";
import { at, call, isMissing } from "../api/client";
import type { Run } from "../api/types";

export interface ChatMessage {
  seq: number;
  runId: string;
  role: "user" | "assistant";
  content: string;
  at: string;
  commands?: { blockId: string; cmd: string; exitCode: number | null }[]; // that went with it
  trigger?: { kind: string; type: string | null; runId: string };
}

export interface Turn {
  runId: string;
  run: Run | null;
  messages: ChatMessage[];
  autonomous: boolean;
  note: string; // why it spoke by itself
  at: string;
}

interface HistoryPage {
  messages: ChatMessage[];
  nextCursor: string | null;
  lastSeq?: number;
}

export interface Chat {
  messages: ChatMessage[];
  lastSeq: number; // of the session's stream, when this was read
}

/** What people may see, and nothing else: prompts that nobody wrote never reach this page. */
export function useChat(slug: string, id: string) {
  return useQuery({
    queryKey: [slug, "history", id],
    queryFn: async ({ signal }): Promise<Chat> => {
      const messages: ChatMessage[] = [];
      let lastSeq: number | undefined;
      let cursor: string | null = null;
      do {
        const page: HistoryPage = await call<HistoryPage>(at(slug, `/agent-sessions/${id}/history`, { view: "user", limit: 200, cursor }), { signal });
        messages.push(...page.messages);
        lastSeq ??= page.lastSeq ?? 0; // of the first page, so that nothing is missed
        cursor = page.nextCursor;
      } while (cursor);
      return { messages, lastSeq: lastSeq ?? 0 };
    },
    staleTime: 0,
  });
}

export interface Timer {
  id: string;
  type: string;
  reason: string | null;
  fireAt: string;
  status: string;
}

/** Follow-ups that wait; none where the server knows no timers. */
export function useTimers(slug: string, id: string) {
  return useQuery({
    queryKey: [slug, "timers", id],
    queryFn: async ({ signal }) => {
      try {
        return (await call<{ timers: Timer[] }>(at(slug, `/agent-sessions/${id}/timers`, { status: "pending" }), { signal })).timers;
      } catch (error) {
        if (isMissing(error)) return [];
        throw error;
      }
    },
    refetchInterval: 15_000,
    retry: false,
  });
}

/** Messages and runs, oldest first; a run that has said nothing yet has its place too. */
export function turnsOf(messages: ChatMessage[], runs: Run[]): Turn[] {
  const byRun = new Map<string, ChatMessage[]>();
  for (const message of messages) {
    const mine = byRun.get(message.runId);
    if (mine) mine.push(message);
    else byRun.set(message.runId, [message]);
  }
  const known = new Map(runs.map((run) => [run.id, run]));
  const ids = new Set([...byRun.keys(), ...known.keys()]);
  const turns = [...ids].map((id) => turn(id, byRun.get(id) ?? [], known.get(id) ?? null));
  return turns.sort((a, b) => a.at.localeCompare(b.at) || a.runId.localeCompare(b.runId));
}

function turn(runId: string, messages: ChatMessage[], run: Run | null): Turn {
  const trigger = messages.find((message) => message.trigger)?.trigger;
  const asked = messages.some((message) => message.role === "user");
  const autonomous = trigger !== undefined || (run !== null && !run.origin.attended && !asked);
  const kind = trigger?.kind ?? run?.origin.trigger ?? "";
  const type = trigger?.type ?? String(run?.origin.facts.trigger_type ?? run?.origin.facts.timer_type ?? "");
  return { runId, run, messages, autonomous, note: autonomous ? followUpNote(kind, type) : "", at: run?.createdAt ?? messages[0]!.at };
}

const NOTES: Record<string, string> = {
  check_in: "checked in because you had not answered",
  question_unanswered: "came back to a question that was left open",
  task_incomplete: "went on with a task that was not finished",
  waiting_for_decision: "came back for a decision that it waits for",
};

export function followUpNote(kind: string, type: string): string {
  if (kind === "timer") return NOTES[type] ?? "followed up by itself";
  return { cron: "ran because its schedule was due", webhook: "ran because a webhook came", daemon: "ran a task of the queue" }[kind] ?? "ran by itself";
}

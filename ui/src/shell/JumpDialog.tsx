// The Ctrl-K dialog: jump to a run, session, trigger, agent, saved view, page or action.

import {
  IconArrowsDiff,
  IconBookmark,
  IconCornerDownLeft,
  IconFileText,
  IconMessages,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlus,
  IconRobot,
  IconSearch,
  IconTimeline,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { request, workspacePath } from "../api/client";
import {
  ADMIN,
  isAllowed,
  type Permission,
  READ_AGENTS,
  READ_TRIGGERS,
  WRITE_AGENTS,
  WRITE_SESSIONS,
  WRITE_TRIGGERS,
} from "../api/permissions";
import { useAgents, useAllowed, useSignedIn, useViews } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Run, RunList, SessionList, TriggerList } from "../api/types";
import { Dialog } from "../components/Dialog";
import { TriggerIcon } from "../components/OriginLine";
import { visibleSections } from "../pages";
import { router, useSlug, writeSearch } from "../router";
import { oneLine, shortId } from "../labels/format";
import { originText } from "../labels/origin";
import css from "./shell.module.css";

interface Target {
  id: string;
  label: string;
  hint: string;
  icon: ReactNode;
  path: string;
}

const ICON = { size: 15, stroke: 1.6 };

export function JumpDialog({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const targets = useTargets(text.trim());
  useEffect(() => setActive(0), [text]);
  const go = (target: Target | undefined) => {
    if (!target) return;
    onClose();
    router.history.push(target.path);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : targets.length - 1;
      setActive((now) => (targets.length ? (now + step) % targets.length : 0));
    }
    if (event.key === "Enter") go(targets[active]);
  };
  return (
    <Dialog
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      yOffset="12vh"
      centered={false}
      size={560}
      attributes={{ content: { "aria-label": "Jump to" } }}
    >
      <div className={css.jumpBox}>
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <input
          autoFocus
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={targets[active] ? `${listId}-${active}` : undefined}
          aria-label="Jump to a run, session, trigger, agent, view, page or action"
          placeholder="Type an ID, page, action or text"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <ul id={listId} role="listbox" aria-label="Results" className={css.targets}>
        {targets.map((target, i) => (
          <li
            key={target.id}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === active}
            onMouseEnter={() => setActive(i)}
            onClick={() => go(target)}
          >
            {target.icon}
            <span className="ellipsis">{target.label}</span>
            <span className={css.hint}>
              {i === active ? <IconCornerDownLeft size={13} aria-hidden /> : target.hint}
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function useTargets(text: string): Target[] {
  const slug = useSlug();
  const base = `/w/${slug}`;
  const views = useViews(slug).data ?? [];
  const found = useSearchResults(slug, text);
  const [triggers, triggerActions] = useTriggerTargets(slug);
  const agents = useAgentTargets(slug);
  const creating = useCreateActions(base);
  const pages: Target[] = visibleSections(useSignedIn().data)
    .flatMap((section) => section.pages)
    .map(({ path, label }) => ({
      id: label,
      label,
      hint: "page",
      icon: <IconFileText {...ICON} />,
      path: `${base}/${path}`,
    }));
  const saved: Target[] = views.map((view) => ({
    id: view.id,
    label: view.name,
    hint: "view",
    icon: <IconBookmark {...ICON} />,
    path: `${base}/${view.page}?${view.params}`,
  }));
  const named = text ? [...triggers, ...agents, ...creating, ...triggerActions] : [];
  const known = [...named, ...saved, ...pages];
  const matching = known.filter((target) => target.label.toLowerCase().includes(text.toLowerCase()));
  const search: Target[] = text
    ? [
        {
          id: "search",
          label: `Search runs for “${text}”`,
          hint: "search",
          icon: <IconSearch {...ICON} />,
          path: `${base}/runs${writeSearch({ q: text, range: "all" })}`,
        },
      ]
    : [];
  return [...byId(base, text), ...useActions(base, text), ...matching, ...found, ...search];
}

/** Return the actions for the run on the page. */
function useActions(base: string, text: string): Target[] {
  const { runId } = useParams({ strict: false }) as { runId?: string };
  const compare = "Compare with…";
  if (!runId || !compare.toLowerCase().includes(text.toLowerCase())) return [];
  const path = `${base}/compare${writeSearch({ a: runId })}`;
  return [{ id: "compare", label: compare, hint: "action", icon: <IconArrowsDiff {...ICON} />, path }];
}

function byId(base: string, text: string): Target[] {
  const match = /^(run|ses)_[0-9a-z]{26}$/.exec(text);
  if (!match) return [];
  const run = match[1] === "run";
  const icon = run ? <IconTimeline {...ICON} /> : <IconMessages {...ICON} />;
  return [
    {
      id: text,
      label: text,
      hint: run ? "run" : "session",
      icon,
      path: `${base}/${run ? "runs" : "sessions"}/${text}`,
    },
  ];
}

const CREATE: { what: string; path: string; needs: Permission }[] = [
  { what: "key", path: "keys", needs: ADMIN },
  { what: "agent", path: "agents", needs: WRITE_AGENTS },
  { what: "session", path: "sessions", needs: WRITE_SESSIONS },
  { what: "trigger", path: "triggers", needs: WRITE_TRIGGERS },
  { what: "budget", path: "budgets", needs: ADMIN },
  { what: "alert", path: "alerts", needs: WRITE_TRIGGERS },
];

/** Return the objects that the caller can create. */
function useCreateActions(base: string): Target[] {
  const me = useSignedIn().data;
  return CREATE.filter(({ needs }) => isAllowed(me, needs)).map(({ what, path }) => ({
    id: `create ${what}`,
    label: `Create ${what}`,
    hint: "action",
    icon: <IconPlus {...ICON} />,
    path: `${base}/${path}${writeSearch({ create: "1" })}`,
  }));
}

function useAgentTargets(slug: string): Target[] {
  const agents = useAgents(slug, { enabled: useAllowed(READ_AGENTS) }).data ?? [];
  return agents.map(({ id, name }) => ({
    id,
    label: name,
    hint: "agent",
    icon: <IconRobot {...ICON} />,
    path: `/w/${slug}/agents/${id}`,
  }));
}

/** Return the triggers, and the actions to pause or resume each. */
function useTriggerTargets(slug: string): [Target[], Target[]] {
  const result = useQuery({
    queryKey: [...queryKeys.jump(slug, ""), "triggers"],
    queryFn: ({ signal }) => request<TriggerList>(workspacePath(slug, "/triggers"), { signal }),
    enabled: useAllowed(READ_TRIGGERS),
    staleTime: 5000,
  });
  const triggers = result.data?.triggers ?? [];
  const canWrite = useAllowed(WRITE_TRIGGERS);
  const pages = triggers.map(({ id, name, kind }) => ({
    id,
    label: name,
    hint: "trigger",
    icon: <TriggerIcon trigger={kind} />,
    path: `/w/${slug}/triggers/${id}`,
  }));
  const actions = triggers.map(({ id, name, enabled }) => ({
    id: `do ${id}`,
    label: `${enabled ? "Pause" : "Resume"} ${name}`,
    hint: "action",
    icon: enabled ? <IconPlayerPause {...ICON} /> : <IconPlayerPlay {...ICON} />,
    path: `/w/${slug}/triggers/${id}${writeSearch({ do: enabled ? "pause" : "resume" })}`,
  }));
  return [pages, canWrite ? actions : []];
}

function useSearchResults(slug: string, text: string): Target[] {
  const result = useQuery({
    queryKey: queryKeys.jump(slug, text),
    queryFn: async ({ signal }) => {
      const q = /^\w+_/.test(text) || !text ? "" : runQuery(text);
      const [runs, sessions] = await Promise.allSettled([
        request<RunList>(workspacePath(slug, "/agent-runs", { limit: 5, q }), { signal }),
        request<SessionList>(workspacePath(slug, "/agent-sessions", { limit: 4, q: q && text }), { signal }),
      ]);
      return {
        runs: runs.status === "fulfilled" ? runs.value.runs : [],
        sessions: sessions.status === "fulfilled" ? sessions.value.sessions : [],
      };
    },
    staleTime: 5000,
  });
  const { runs = [], sessions = [] } = result.data ?? {};
  return [
    ...runs.map((run) => ({
      id: run.id,
      label: runLabel(run),
      hint: shortId(run.id),
      icon: <IconTimeline {...ICON} />,
      path: `/w/${slug}/runs/${run.id}`,
    })),
    ...sessions.map((session) => ({
      id: session.sessionId,
      label: session.summary || "Untitled session",
      hint: "session",
      icon: <IconMessages {...ICON} />,
      path: `/w/${slug}/sessions/${session.sessionId}`,
    })),
  ];
}

/** Return the query for runs: by text, and if it is one word, also by the name of their trigger. */
function runQuery(text: string): string {
  return /^[\w.-]+$/.test(text) ? `${text} OR trigger:${text}*` : text;
}

/** Return the task of a run and its origin. */
function runLabel(run: Run): string {
  const name = run.spec.name === run.origin.triggerName ? "" : run.spec.name; // the origin has that name
  const asked = [name, run.task].filter((text) => typeof text === "string" && text).join(": ");
  return [oneLine(asked, 60), originText(run)].filter(Boolean).join(" · ");
}

// Ctrl-K: type where you want to go.


import { IconBookmark, IconCornerDownLeft, IconFileText, IconMessages, IconSearch, IconTimeline } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useState, type KeyboardEvent, type ReactNode } from "react";
import { at, call } from "../api/client";
import { useSignedIn, useViews } from "../api/queries";
import type { RunPage, SessionPage } from "../api/types";
import { Dialog } from "../parts/Dialog";
import { router, useSlug, writeSearch } from "../router";
import { SETTINGS } from "../settings/SettingsPages";
import { oneLine, shortId } from "../words/format";
import { whyText } from "../words/why";
import css from "./shell.module.css";

interface Place {
  id: string;
  label: string;
  hint: string;
  icon: ReactNode;
  path: string;
}

const ICON = { size: 15, stroke: 1.6 };
const PAGES = ["Runs", "Sessions", "Triggers", "Tags"].map((label) => ({ label, path: label.toLowerCase() }));

export function Jump({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState("");
  const [active, setActive] = useState(0);
  const listId = useId();
  const places = usePlaces(text.trim());
  useEffect(() => setActive(0), [text]);
  const go = (place: Place | undefined) => {
    if (!place) return;
    onClose();
    router.history.push(place.path);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : places.length - 1;
      setActive((now) => (places.length ? (now + step) % places.length : 0));
    }
    if (event.key === "Enter") go(places[active]);
  };
  return (
    <Dialog onClose={onClose} withCloseButton={false} padding={0} yOffset="12vh" centered={false} size={560} attributes={{ content: { "aria-label": "Jump" } }}>
      <div className={css.jumpBox}>
        <IconSearch size={16} stroke={1.7} aria-hidden />
        <input
          autoFocus
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={places[active] ? `${listId}-${active}` : undefined}
          aria-label="Jump to a run, a session, a view or a page"
          placeholder="An id, words, or a page"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </div>
      <ul id={listId} role="listbox" aria-label="Places" className={css.places}>
        {places.map((place, i) => (
          <li
            key={place.id}
            id={`${listId}-${i}`}
            role="option"
            aria-selected={i === active}
            onMouseEnter={() => setActive(i)}
            onClick={() => go(place)}
          >
            {place.icon}
            <span className="ellipsis">{place.label}</span>
            <span className={css.hint}>{i === active ? <IconCornerDownLeft size={13} aria-hidden /> : place.hint}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function usePlaces(text: string): Place[] {
  const slug = useSlug();
  const base = `/w/${slug}`;
  const views = useViews(slug).data ?? [];
  const found = useFound(slug, text);
  const admin = useSignedIn().data?.scopes.includes("admin");
  const pages: Place[] = [...PAGES, ...(admin ? SETTINGS : [])].map(({ path, label }) => ({
    id: label, label, hint: "page", icon: <IconFileText {...ICON} />, path: `${base}/${path}`,
  }));
  const saved: Place[] = views.map((view) => ({
    id: view.id, label: view.name, hint: "view", icon: <IconBookmark {...ICON} />, path: `${base}/${view.page}?${view.params}`,
  }));
  const near = [...saved, ...pages].filter((place) => place.label.toLowerCase().includes(text.toLowerCase()));
  const search: Place[] = text
    ? [{ id: "search", label: `Search runs for “${text}”`, hint: "search", icon: <IconSearch {...ICON} />, path: `${base}/runs${writeSearch({ q: text, range: "all" })}` }]
    : [];
  return [...byId(base, text), ...near, ...found, ...search];
}

function byId(base: string, text: string): Place[] {
  const match = /^(run|ses)_[0-9a-z]{26}$/.exec(text);
  if (!match) return [];
  const run = match[1] === "run";
  const icon = run ? <IconTimeline {...ICON} /> : <IconMessages {...ICON} />;
  return [{ id: text, label: text, hint: run ? "run" : "session", icon, path: `${base}/${run ? "runs" : "sessions"}/${text}` }];
}

function useFound(slug: string, text: string): Place[] {
  const asked = useQuery({
    queryKey: [slug, "jump", text],
    queryFn: async ({ signal }) => {
      const q = /^\w+_/.test(text) || !text ? "" : text;
      const [runs, sessions] = await Promise.allSettled([
        call<RunPage>(at(slug, "/agent-runs", { limit: 5, q }), { signal }),
        call<SessionPage>(at(slug, "/agent-sessions", { limit: 4, q }), { signal }),
      ]);
      return {
        runs: runs.status === "fulfilled" ? runs.value.runs : [],
        sessions: sessions.status === "fulfilled" ? sessions.value.sessions : [],
      };
    },
    staleTime: 5000,
  });
  const { runs = [], sessions = [] } = asked.data ?? {};
  return [
    ...runs.map((run) => ({
      id: run.id, label: oneLine(`${whyText(run)} — ${run.finalText ?? run.failureReason ?? run.status}`, 90), hint: shortId(run.id),
      icon: <IconTimeline {...ICON} />, path: `/w/${slug}/runs/${run.id}`,
    })),
    ...sessions.map((session) => ({
      id: session.sessionId, label: session.summary || "Untitled session", hint: "session",
      icon: <IconMessages {...ICON} />, path: `/w/${slug}/sessions/${session.sessionId}`,
    })),
  ];
}

// The pages of a workspace and their places in the navigation. To add a page, add a line to its section.

import {
  IconBolt,
  IconInbox,
  IconLayoutDashboard,
  IconMessages,
  IconSettings,
  IconTimeline,
  IconRobot,
} from "@tabler/icons-react";
import type { RouteComponent } from "@tanstack/react-router";
import type { ComponentType } from "react";
import {
  ADMIN,
  isAllowed,
  type Permission,
  READ_RUNS,
  READ_SESSIONS,
  READ_TRIGGERS,
  READ_AGENTS,
  READ_MODELS,
} from "./api/permissions";
import type { SignedIn } from "./api/types";
import { InboxBadge } from "./shell/InboxBadge";

export type Load = () => Promise<RouteComponent>;

/** A page of the navigation: its path has one part. */
export interface Page<Path extends string = string> {
  path: Path;
  label: string;
  needs: Permission;
  load: Load;
}

/** An entry of the main navigation. Two or more pages are shown as tabs. */
export interface Section {
  label: string;
  icon: typeof IconTimeline;
  phone?: number; // its place in the bar of a phone; the others are below "More"
  badge?: ComponentType; // follows the label, such as a count
  also?: string[]; // first parts of other paths that belong here
  pages: Page[];
}

function page<Path extends string>(path: Path, label: string, needs: Permission, load: Load): Page<Path> {
  return { path, label, needs, load };
}

export const loadOverview: Load = () => import("./overview/OverviewPage").then((m) => m.OverviewPage);

export const SECTIONS = [
  {
    label: "Overview",
    icon: IconLayoutDashboard,
    phone: 1,
    also: [""],
    pages: [page("overview", "Overview", READ_RUNS, loadOverview)],
  },
  {
    label: "Runs",
    icon: IconTimeline,
    phone: 2,
    also: ["compare"],
    pages: [page("runs", "Runs", READ_RUNS, () => import("./runs/RunsPage").then((m) => m.RunsPage))],
  },
  {
    label: "Sessions",
    icon: IconMessages,
    phone: 4,
    pages: [
      page("sessions", "Sessions", READ_SESSIONS, () => import("./sessions/SessionsPage").then((m) => m.SessionsPage)),
    ],
  },
  {
    label: "Triggers",
    icon: IconBolt,
    also: ["subscriptions"],
    pages: [
      page("triggers", "Triggers", READ_TRIGGERS, () => import("./triggers/TriggersPage").then((m) => m.TriggersPage)),
    ],
  },
  {
    label: "Inbox",
    icon: IconInbox,
    phone: 3,
    badge: InboxBadge,
    pages: [page("inbox", "Inbox", READ_RUNS, () => import("./inbox/InboxPage").then((m) => m.InboxPage))],
  },
  {
    label: "Agents",
    icon: IconRobot,
    pages: [
      page("agents", "Agents", READ_AGENTS, () => import("./agents/AgentsPage").then((m) => m.AgentsPage)),
      page("memories", "Memories", READ_AGENTS, () => import("./memories/MemoriesPage").then((m) => m.MemoriesPage)),
      page("models", "Models", READ_MODELS, () => import("./models/ModelsPage").then((m) => m.ModelsPage)),
      page("queue", "Queue", READ_RUNS, () => import("./queue/QueuePage").then((m) => m.QueuePage)),
    ],
  },
  {
    label: "Settings",
    icon: IconSettings,
    pages: [
      page("keys", "API keys", ADMIN, () => import("./keys/KeysPage").then((m) => m.KeysPage)),
      page("budgets", "Budgets", READ_RUNS, () => import("./budgets/BudgetsPage").then((m) => m.BudgetsPage)),
      page("alerts", "Alerts", READ_RUNS, () => import("./alerts/AlertsPage").then((m) => m.AlertsPage)),
      page("audit", "Audit log", ADMIN, () => import("./audit/AuditPage").then((m) => m.AuditPage)),
      page("data", "Data", ADMIN, () => import("./data/DataPage").then((m) => m.DataPage)),
      page("tags", "Tags", READ_RUNS, () => import("./tags/TagsPage").then((m) => m.TagsPage)),
    ],
  },
] satisfies Section[];

/** The paths of all pages of the navigation, for typed links. */
export type PagePath = (typeof SECTIONS)[number]["pages"][number]["path"];

/** Return the sections with the pages that the caller can use. A section with one page has its name. */
export function visibleSections(caller: Pick<SignedIn, "scopes" | "tags"> | undefined): Section[] {
  return SECTIONS.map((section: Section) => {
    const pages = section.pages.filter((one) => isAllowed(caller, one.needs));
    const label = pages.length === 1 ? pages[0]!.label : section.label;
    return { ...section, label, pages };
  }).filter(({ pages }) => pages.length > 0);
}

/** Return the page that a path is below. `part` is the part of the URL after the workspace. */
export function pageOf(part: string): Page | undefined {
  const section: Section | undefined = SECTIONS.find((one) => isBelow(one, part));
  return section?.pages.find(({ path }) => path === part) ?? section?.pages[0];
}

/** Whether a path is below a section. `part` is the part of the URL after the workspace. */
export function isBelow(section: Section, part: string): boolean {
  return (section.also ?? []).includes(part) || section.pages.some(({ path }) => path === part);
}

// The routes of the dashboard. The URL holds the whole state of a page.

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent as lazyRoute,
  Outlet,
  useNavigate,
  useParams,
  useSearch,
} from "@tanstack/react-router";
import { useCallback } from "react";
import { loadOrReload } from "./components/lazy";
import { HomePage, NotFoundPage } from "./home/HomePage";
import { CrashPage } from "./components/ErrorState";
import { Shell } from "./shell/Shell";

export type Search = Record<string, string | undefined>;

const lazyRouteComponent: typeof lazyRoute = (load, name) => lazyRoute(() => loadOrReload(load), name);

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error }) => <CrashPage error={error} />,
});
const home = createRoute({ getParentRoute: () => root, path: "/", component: HomePage });
const signin = createRoute({
  getParentRoute: () => root,
  path: "/signin",
  component: lazyRouteComponent(() => import("./signin/SignInPage"), "SignInPage"),
});
const workspace = createRoute({ getParentRoute: () => root, path: "/w/$slug", component: Shell });

const page = <P extends string>(path: P, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => workspace, path, component, validateSearch: (search) => search as Search });

const routeTree = root.addChildren([
  home,
  signin,
  workspace.addChildren([
    page(
      "/",
      lazyRouteComponent(() => import("./overview/OverviewPage"), "OverviewPage"),
    ),
    page(
      "overview",
      lazyRouteComponent(() => import("./overview/OverviewPage"), "OverviewPage"),
    ),
    page(
      "runs",
      lazyRouteComponent(() => import("./runs/RunsPage"), "RunsPage"),
    ),
    page(
      "runs/$runId",
      lazyRouteComponent(() => import("./run/RunPage"), "RunPage"),
    ),
    page(
      "compare",
      lazyRouteComponent(() => import("./run/ComparePage"), "ComparePage"),
    ),
    page(
      "sessions",
      lazyRouteComponent(() => import("./sessions/SessionsPage"), "SessionsPage"),
    ),
    page(
      "sessions/$sessionId",
      lazyRouteComponent(() => import("./session/SessionPage"), "SessionPage"),
    ),
    page(
      "triggers",
      lazyRouteComponent(() => import("./triggers/TriggersPage"), "TriggersPage"),
    ),
    page(
      "triggers/$triggerId",
      lazyRouteComponent(() => import("./triggers/TriggerPage"), "TriggerPage"),
    ),
    page(
      "subscriptions/$subscriptionId",
      lazyRouteComponent(() => import("./subscriptions/SubscriptionPage"), "SubscriptionPage"),
    ),
    page(
      "tags",
      lazyRouteComponent(() => import("./tags/TagsPage"), "TagsPage"),
    ),
    page(
      "keys",
      lazyRouteComponent(() => import("./keys/KeysPage"), "KeysPage"),
    ),
    page(
      "audit",
      lazyRouteComponent(() => import("./audit/AuditPage"), "AuditPage"),
    ),
    page(
      "data",
      lazyRouteComponent(() => import("./data/DataPage"), "DataPage"),
    ),
  ]),
]);

/** Write a query string that people can read and edit: `?q=customer:acme&range=24h`. */
export function writeSearch(search: Search): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) {
    if (value !== undefined && value !== "") params.set(key, String(value));
  }
  const text = params
    .toString()
    .replaceAll("%3A", ":")
    .replaceAll("%2C", ",")
    .replaceAll("%2F", "/")
    .replaceAll("%3E", ">");
  return text ? `?${text}` : "";
}

export function readSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

export const router = createRouter({
  routeTree,
  parseSearch: readSearch,
  stringifySearch: writeSearch as (search: Record<string, unknown>) => string,
  scrollRestoration: true,
  defaultPendingMs: 300,
  defaultPreload: "intent",
});

const lists = new Map<string, string>(); // the last URL of each page, with its search parameters
router.subscribe("onResolved", ({ toLocation }) => lists.set(toLocation.pathname, toLocation.href));

/** Return the URL of a list as the user last saw it. */
export function listUrl(slug: string, path: string): string {
  return lists.get(`/w/${slug}/${path}`) ?? `/w/${slug}/${path}`;
}

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}

export function useSlug(): string {
  return (useParams({ strict: false }) as { slug?: string }).slug ?? "default";
}

/** Return the search parameters of the URL, and a function that changes some of them. */
export function useSearchParams(): [Search, (change: Search, how?: { replace?: boolean }) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = useCallback(
    (some: Search, { replace = false } = {}) => {
      void navigate({
        to: ".",
        search: ((before: Search) => ({ ...before, ...some })) as never,
        replace,
        resetScroll: false,
      });
    },
    [navigate],
  );
  return [search, change];
}

/** Go back in the history. Without a history, go to the parent page. */
export function useBack(above: string, search: Search = {}): () => void {
  const go = useNavigateTo();
  return () => (router.history.canGoBack() ? router.history.back() : go(above, search));
}

export function useNavigateTo(): (path: string, search?: Search) => void {
  const slug = useSlug();
  return useCallback((path, search = {}) => router.history.push(`/w/${slug}/${path}${writeSearch(search)}`), [slug]);
}

// The routes of the dashboard. The URL holds the whole state of a page.

import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  useNavigate,
  useParams,
  useSearch,
} from "@tanstack/react-router";
import { useCallback } from "react";
import { queryClient } from "./api/queries";
import { queryKeys } from "./api/queryKeys";
import type { SignedIn } from "./api/types";
import { loadOrReload } from "./components/lazy";
import { HomePage, NotFoundPage } from "./home/HomePage";
import { CrashPage } from "./components/ErrorState";
import { type Load, loadOverview, type Page, type PagePath, SECTIONS } from "./pages";
import { Shell } from "./shell/Shell";

export type Search = Record<string, string | undefined>;

/** Pages below those of the navigation. */
const DETAILS = {
  "runs/$runId": () => import("./run/RunPage").then((m) => m.RunPage),
  compare: () => import("./run/ComparePage").then((m) => m.ComparePage),
  "sessions/$sessionId": () => import("./session/SessionPage").then((m) => m.SessionPage),
  "triggers/$triggerId": () => import("./triggers/TriggerPage").then((m) => m.TriggerPage),
  "budgets/$budgetId": () => import("./budgets/BudgetPage").then((m) => m.BudgetPage),
  "alerts/$alertId": () => import("./alerts/AlertPage").then((m) => m.AlertPage),
  "agents/$agentId": () => import("./agents/AgentPage").then((m) => m.AgentPage),
  "subscriptions/$subscriptionId": () => import("./subscriptions/SubscriptionPage").then((m) => m.SubscriptionPage),
} satisfies Record<string, Load>;

const lazyPage = (load: Load) =>
  lazyRouteComponent(() => loadOrReload(async () => ({ default: await load() })), "default");

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: () => (
    <Shell>
      <NotFoundPage />
    </Shell>
  ),
  errorComponent: ({ error }) => <CrashPage error={error} />,
});
const home = createRoute({ getParentRoute: () => root, path: "/", component: HomePage });
const signin = createRoute({
  getParentRoute: () => root,
  path: "/signin",
  component: lazyPage(() => import("./signin/SignInPage").then((m) => m.SignInPage)),
});
const workspace = createRoute({
  getParentRoute: () => root,
  path: "/w/$slug",
  component: () => <Shell />,
  notFoundComponent: NotFoundPage,
});

const page = <Path extends string>(path: Path, load: Load) =>
  createRoute({
    getParentRoute: () => workspace,
    path,
    component: lazyPage(load),
    validateSearch: (search) => search as Search,
  });

type PageRoute<Path> = Path extends string ? ReturnType<typeof page<Path>> : never;

const pages: unknown = [
  ...SECTIONS.flatMap((section) => section.pages.map(({ path, load }: Page) => page(path, load))),
  ...Object.entries(DETAILS).map(([path, load]) => page(path, load)),
];

const routeTree = root.addChildren([
  home,
  signin,
  workspace.addChildren([page("/", loadOverview), ...(pages as PageRoute<PagePath | keyof typeof DETAILS>[])]),
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
  const { slug } = useParams({ strict: false }) as { slug?: string };
  const missing = useMissingSlug();
  const own = queryClient.getQueryData<SignedIn>(queryKeys.signedIn())?.workspace.slug ?? "default";
  return slug && slug !== missing ? slug : own;
}

/** Return the workspace of the URL if it does not exist, or if the key cannot use it. */
export function useMissingSlug(): string | undefined {
  const { slug } = useParams({ strict: false }) as { slug?: string };
  const known = queryClient.getQueryData<SignedIn>(queryKeys.signedIn())?.workspaces;
  return known?.some((one) => one.slug === slug) ? undefined : known && slug;
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

export function useNavigateTo({ replace = false } = {}): (path: string, search?: Search) => void {
  const slug = useSlug();
  return useCallback(
    (path, search = {}) => {
      const url = `/w/${slug}/${path}${writeSearch(search)}`;
      if (replace) router.history.replace(url);
      else router.history.push(url);
    },
    [slug, replace],
  );
}

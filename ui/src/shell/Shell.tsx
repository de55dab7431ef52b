// The frame of every page: header, navigation and connection state.

import { ActionIcon, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from "@mantine/core";
import { IconDotsVertical, IconKeyboard, IconLogout, IconMoon, IconSearch, IconSun } from "@tabler/icons-react";
import { Link, Outlet } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect, useState } from "react";
import { isUnauthorized, request } from "../api/client";
import { queryClient, useSignedIn } from "../api/queries";
import { CONTROL, useKeyboard } from "../components/keyboard";
import { DeniedPage, MissingWorkspacePage } from "../home/HomePage";
import { pageOf } from "../pages";
import { router, useMissingSlug, useSlug, writeSearch } from "../router";
import { lazyComponent } from "../components/lazy";
import { tagText } from "../labels/format";
import { Logo } from "../components/Logo";
import { isAllowed, READ_RUNS } from "../api/permissions";
import { ConnectionBanner } from "./ConnectionBanner";
import { JumpDialog } from "./JumpDialog";
import { MainNavigation, PhoneNavigation, SectionTabs, useHere } from "./Navigation";
import css from "./shell.module.css";
import { useWorkspaceStream } from "./workspaceStream";

const KeyboardHelp = lazyComponent(() => import("./KeyboardHelp").then((m) => ({ default: m.KeyboardHelp })));

export function Shell({ children }: { children?: ReactNode }) {
  const me = useSignedIn();
  const [jumping, setJumping] = useState(false);
  const [helping, setHelping] = useState(false);
  const signedOut = isUnauthorized(me.error);
  useEffect(() => {
    if (signedOut) router.history.replace(`/signin${writeSearch({ next: router.history.location.href })}`);
  }, [signedOut]);
  useKeyboard({
    "?": () => setHelping(true),
    "Ctrl-k": (event) => {
      event.preventDefault();
      setJumping((open) => !open);
    },
  });
  useWorkspaceStream(useSlug(), isAllowed(me.data, READ_RUNS));
  if (signedOut) return null;
  return (
    <div className={css.shell}>
      <a href="#main" className={css.skip}>
        Skip to content
      </a>
      <header className={css.head}>
        <Brand />
        <MainNavigation />
        <div className={css.right}>
          <button
            type="button"
            className={css.jump}
            onClick={() => setJumping(true)}
            title="Jump to a run, session, trigger, view or page"
          >
            <IconSearch size={14} stroke={1.8} aria-hidden />
            <span>Jump to…</span>
            <kbd>{CONTROL} K</kbd>
          </button>
          <ThemeSwitch />
          <MoreMenu onKeys={() => setHelping(true)} />
        </div>
      </header>
      <ConnectionBanner />
      <main id="main" className={css.main} tabIndex={-1}>
        <SectionTabs />
        {children ?? <PermittedPage />}
      </main>
      <PhoneNavigation />
      {jumping && <JumpDialog onClose={() => setJumping(false)} />}
      <Suspense>{helping && <KeyboardHelp onClose={() => setHelping(false)} />}</Suspense>
    </div>
  );
}

/** The page of the URL, unless the key cannot use it. */
function PermittedPage() {
  const { data: me, error } = useSignedIn();
  const page = pageOf(useHere());
  const missing = useMissingSlug();
  if (!me && !error) return null; // its requests could be denied
  if (me && missing) return <MissingWorkspacePage slug={missing} me={me} />;
  return me && page && !isAllowed(me, page.needs) ? <DeniedPage page={page} me={me} /> : <Outlet />;
}

function Brand() {
  const slug = useSlug();
  const { data: me } = useSignedIn();
  const others = me?.workspaces ?? [];
  return (
    <div className={css.brand}>
      <Link to="/w/$slug/overview" params={{ slug }} className={css.logo} aria-label="Runwhy home">
        <Logo />
        <span>runwhy</span>
      </Link>
      {others.length > 1 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <button type="button" className={css.workspace} aria-label={`Switch workspace, current ${slug}`}>
              {slug}
            </button>
          </Menu.Target>
          <Menu.Dropdown>
            {others.map((one) => (
              <Menu.Item key={one.slug} onClick={() => router.history.push(`/w/${one.slug}/overview`)}>
                {one.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </div>
  );
}

function ThemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const dark = useComputedColorScheme("light") === "dark";
  return (
    <Tooltip label={dark ? "Light theme" : "Dark theme"}>
      <ActionIcon
        aria-label={dark ? "Switch to light theme" : "Switch to dark theme"}
        onClick={() => setColorScheme(dark ? "light" : "dark")}
      >
        {dark ? <IconSun size={17} stroke={1.6} /> : <IconMoon size={17} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  );
}

function MoreMenu({ onKeys }: { onKeys: () => void }) {
  const { data: me } = useSignedIn();
  const signOut = async () => {
    await request("/api/v1/session", { method: "DELETE" });
    queryClient.clear();
    router.history.push("/signin");
  };
  return (
    <Menu>
      <Menu.Target>
        <ActionIcon aria-label="More options">
          <IconDotsVertical size={17} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {me && (
          <Menu.Label>{me.local ? "Local mode: no sign-in required" : `Signed in as ${me.actor.name}`}</Menu.Label>
        )}
        {me && Object.keys(me.tags).length > 0 && <Menu.Label>Limited to {tagText(me.tags)}</Menu.Label>}
        <Menu.Item
          leftSection={<IconKeyboard size={15} />}
          onClick={onKeys}
          rightSection={<kbd className={css.kbd}>?</kbd>}
        >
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item component="a" href="/openapi.json" leftSection={<span className={css.blank} />}>
          OpenAPI schema
        </Menu.Item>
        {me && !me.local && (
          <Menu.Item leftSection={<IconLogout size={15} />} onClick={() => void signOut()}>
            Sign out
          </Menu.Item>
        )}
        {me && <Menu.Label>Runwhy {me.version}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  );
}

import { Button } from "@mantine/core";
import { IconLock, IconMapOff } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { isUnauthorized } from "../api/client";
import { neededKey } from "../api/permissions";
import { useSignedIn } from "../api/queries";
import type { SignedIn } from "../api/types";
import { useDocumentTitle } from "../components/documentTitle";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { type Page, visibleSections } from "../pages";

/** `/` redirects to the first page of the workspace that the user's key can use. */
export function HomePage() {
  const me = useSignedIn();
  if (me.data) return <Navigate to={firstPage(me.data)?.url ?? `/w/${me.data.workspace.slug}/overview`} replace />;
  if (isUnauthorized(me.error)) return <Navigate to="/signin" replace />;
  return me.error ? <ErrorState error={me.error} retry={() => void me.refetch()} /> : null;
}

export function NotFoundPage() {
  useDocumentTitle("Page not found");
  return (
    <EmptyState page title="Page not found" icon={<IconMapOff size={28} stroke={1.3} />}>
      <p>
        There is no page at <code className="mono message-text">{window.location.pathname}</code>.
      </p>
      <Button component="a" href="/">
        Go to overview
      </Button>
    </EmptyState>
  );
}

/** Shown at the URL of a workspace that does not exist, or that the key cannot use. */
export function MissingWorkspacePage({ slug, me }: { slug: string; me: SignedIn }) {
  useDocumentTitle("Workspace not found");
  return (
    <EmptyState page title="Workspace not found" icon={<IconMapOff size={28} stroke={1.3} />}>
      <p>
        There is no workspace <code className="mono message-text">{slug}</code> that {me.actor.name} can use.
      </p>
      <Button component="a" href="/">
        Go to workspace {me.workspace.slug}
      </Button>
    </EmptyState>
  );
}

/** Shown to a key at the URL of a page that it cannot use. */
export function DeniedPage({ page, me }: { page: Page; me: SignedIn }) {
  const first = firstPage(me);
  useDocumentTitle(page.label);
  return (
    <EmptyState page title="Permission denied" icon={<IconLock size={28} stroke={1.3} />}>
      <p>
        The page {page.label} needs a key {neededKey(me, page.needs)}. You are signed in as {me.actor.name}.
      </p>
      {first && (
        <Button component="a" href={first.url}>
          Go to {first.label.toLowerCase()}
        </Button>
      )}
    </EmptyState>
  );
}

function firstPage(me: SignedIn): { url: string; label: string } | undefined {
  const page = visibleSections(me)[0]?.pages[0];
  return page && { url: `/w/${me.workspace.slug}/${page.path}`, label: page.label };
}

import { Button } from "@mantine/core";
import { IconMapOff } from "@tabler/icons-react";
import { Navigate } from "@tanstack/react-router";
import { isUnauthorized } from "../api/client";
import { useSignedIn } from "../api/queries";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";

/** `/` redirects to the overview of the user's workspace. */
export function HomePage() {
  const me = useSignedIn();
  if (me.data) return <Navigate to="/w/$slug/overview" params={{ slug: me.data.workspace.slug }} replace />;
  if (isUnauthorized(me.error)) return <Navigate to="/signin" replace />;
  return me.error ? <ErrorState error={me.error} retry={() => void me.refetch()} /> : null;
}

export function NotFoundPage() {
  return (
    <EmptyState title="Page not found" icon={<IconMapOff size={28} stroke={1.3} />}>
      <p>
        There is no page at <code className="mono message-text">{window.location.pathname}</code>.
      </p>
      <Button component="a" href="/">
        Go to overview
      </Button>
    </EmptyState>
  );
}

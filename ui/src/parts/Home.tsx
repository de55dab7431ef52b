import { Button } from "@mantine/core";
import { Navigate } from "@tanstack/react-router";
import { isUnauthorized } from "../api/client";
import { useSignedIn } from "../api/queries";
import { Empty, Failed } from "./States";

/** `/`: the runs of one's own workspace. */
export function Home() {
  const me = useSignedIn();
  if (me.data) return <Navigate to={`/w/${me.data.workspace.slug}/runs` as "/"} replace />;
  if (isUnauthorized(me.error)) return <Navigate to="/signin" replace />;
  return me.error ? <Failed error={me.error} retry={() => void me.refetch()} /> : null;
}

export function NotFound() {
  return (
    <Empty title="There is no such page">
      <Button mt={12} component="a" href="/">
        Go to the runs
      </Button>
    </Empty>
  );
}

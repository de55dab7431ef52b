// The page of an empty workspace: three ways to make the first run, and demo data.

import { Button } from "@mantine/core";
import { IconTimeline } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { INTERVALS } from "../api/intervals";
import { request, workspacePath } from "../api/client";
import { load } from "../api/load";
import { mutationHook } from "../api/mutations";
import { useSignedIn } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import { useCommand } from "../components/command";
import { CopyButton } from "../components/CopyButton";
import { EmptyState } from "../components/EmptyState";
import { ErrorMessage } from "../components/ErrorState";
import { count } from "../labels/format";
import { useSlug } from "../router";
import css from "./overview.module.css";

export function FirstRun() {
  const slug = useSlug();
  const command = useCommand();
  const admin = useSignedIn().data?.scopes.includes("admin");
  const commands = [
    { label: "On the command line", text: command(`run --tag customer=acme "Hello"`) },
    {
      label: "From any program",
      text: `curl ${window.location.origin}/api/v1/workspaces/${slug}/agent-runs \\
  -H 'content-type: application/json' \\
  -d '{"systemPrompt": "Be brief.", "prompt": "Hello", "metadata": {"customer": "acme"}}'`,
    },
    {
      label: "Every night",
      text: command(`triggers add cron nightly --schedule "0 2 * * *" "Summarize the day"`),
    },
  ];
  return (
    <EmptyState icon={<IconTimeline size={28} stroke={1.3} />} title="No runs yet">
      Start a run, and it appears here.
      <dl className={css.commands}>
        {commands.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <pre tabIndex={0} aria-label={label}>
                {text}
              </pre>
              <CopyButton text={text} label={`Copy the command: ${label.toLowerCase()}`} />
            </dd>
          </div>
        ))}
      </dl>
      {admin && <DemoData />}
    </EmptyState>
  );
}

interface DemoProgress {
  ended: boolean;
  done: number;
  total: number;
  failed: string | null;
}

const useDemoMutation = mutationHook(queryKeys.demo);
const loadDemo = (slug: string) =>
  request<DemoProgress>(workspacePath(slug, "/demo"), { method: "POST", body: { wait: false } });

/** A button that loads demo data, and its progress. */
function DemoData() {
  const slug = useSlug();
  const command = useCommand();
  const client = useQueryClient();
  const [started, setStarted] = useState(false);
  const loading = useDemoMutation(loadDemo, () => setStarted(true));
  const progress = useQuery({
    queryKey: queryKeys.demo(slug),
    queryFn: load<DemoProgress>(slug, "/demo"),
    enabled: started,
    refetchInterval: ({ state }) => (state.data?.ended ? false : INTERVALS.demo),
  }).data;
  const busy = loading.isPending || (started && !progress?.ended);
  const done = started && Boolean(progress?.ended);
  useEffect(() => {
    if (done) void client.invalidateQueries({ queryKey: queryKeys.workspace(slug) });
  }, [done, client, slug]);
  return (
    <div className={css.demo}>
      <Button loading={busy} onClick={() => loading.mutate(undefined)}>
        Load demo data
      </Button>
      <span role="status">
        {busy && progress?.total ? `${count(progress.done)} of ${count(progress.total)} runs` : ""}
      </span>
      <ErrorMessage error={loading.error ?? (progress?.failed ? new Error(progress.failed) : null)} />
      <p className="dim">
        Demo runs have the tag <code className="mono">demo</code>. Remove them with{" "}
        <code className="mono">{command("demo --remove")}</code>.
      </p>
    </div>
  );
}

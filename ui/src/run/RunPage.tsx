// A run: its origin, result and cost, its conversation, and its model requests.

import { Tabs } from "@mantine/core";
import { useParams } from "@tanstack/react-router";
import { ApprovalBar, Approvals } from "../agent/Approvals";
import { useRun } from "../api/queries";
import type { Run } from "../api/types";
import { CopyButton } from "../components/CopyButton";
import { JsonView } from "../components/JsonView";
import { useKeyboard } from "../components/keyboard";
import { PageState } from "../components/QueryState";
import { useCurrentTab } from "../components/currentTab";
import { useDocumentTitle } from "../components/documentTitle";
import { useBack, useNavigateTo, useSearchParams, useSlug } from "../router";
import { Conversation } from "./Conversation";
import { EnvelopeTab } from "./EnvelopeTab";
import { EventsTab } from "./EventsTab";
import { ModelTab } from "./ModelTab";
import { RunHeader } from "./RunHeader";
import { askedLabel } from "../runs/rowText";
import css from "./run.module.css";
import { useLiveRun } from "./liveRun";
import { useNeighbours } from "./neighbours";

const TABS = {
  conversation: "Conversation",
  model: "What the model saw",
  envelope: "Envelope",
  events: "Events",
  request: "Request",
};

export function RunPage() {
  const slug = useSlug();
  const { runId } = useParams({ strict: false }) as { runId: string };
  const result = useRun(slug, runId);
  const liveText = useLiveRun(slug, result.data);
  const [search, change] = useSearchParams();
  const tab = search.tab && search.tab in TABS ? search.tab : "conversation";
  useDocumentTitle(result.data ? askedLabel(result.data) : "Run");
  const tabs = useCurrentTab<HTMLDivElement>(result.data && tab);
  useRunKeys(runId);
  if (!result.data) return <PageState query={result} />;
  const run = result.data;
  const select = (next: string | null) =>
    change({ tab: !next || next === "conversation" ? undefined : next }, { replace: true });
  return (
    <div className="page">
      <RunHeader run={run} />
      <Tabs value={tab} onChange={select} keepMounted={false}>
        <Tabs.List ref={tabs} className={css.tabs}>
          {Object.entries(TABS).map(([name, label]) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="conversation" pt="md">
          {run.executor === "builtin" && run.budgets.length > 0 && <Approvals run={run} />}
          <Conversation key={run.id} run={run} liveText={liveText} />
        </Tabs.Panel>
        <Tabs.Panel value="model" pt="md">
          <ModelTab key={run.id} run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="envelope" pt="md">
          <EnvelopeTab run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="events" pt="md">
          <EventsTab run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="request" pt="md">
          <RequestTab run={run} />
        </Tabs.Panel>
      </Tabs>
      <ApprovalBar run={run} />
    </div>
  );
}

/** Go to the next and previous run of the list with j and k. */
function useRunKeys(id: string): void {
  const go = useNavigateTo({ replace: true }); // so that Escape returns to the list
  const [search] = useSearchParams();
  const near = useNeighbours(useSlug(), id);
  const open = (to: string | null | undefined) => to && go(`runs/${to}`, { tab: search.tab });
  useKeyboard({ Escape: useBack("runs"), j: () => open(near?.next), k: () => open(near?.previous) });
}

/** The spec of the run and its origin. */
function RequestTab({ run }: { run: Run }) {
  return (
    <div className={css.tabBody}>
      <div className={css.specHead}>
        <h2 className="h2">Spec</h2>
        <CopyButton text={JSON.stringify(run.spec, null, 2)} label="Copy spec" />
      </div>
      <div className={`panel ${css.code}`}>
        <JsonView value={run.spec} label="Spec" />
      </div>
      <div className={css.specHead}>
        <h2 className="h2">Origin</h2>
      </div>
      <div className={`panel ${css.code}`}>
        <JsonView value={run.origin} label="Origin" />
      </div>
    </div>
  );
}

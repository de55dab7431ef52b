// A run: origin, status, transcript, envelope, timeline, events and spec.

import { Button, Tabs } from "@mantine/core";
import { IconArrowsDiff, IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useRun } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Run } from "../api/types";
import { ENDED } from "../api/values";
import { DeliveryStatus } from "../components/DeliveryStatus";
import { Fact } from "../components/Fact";
import { OriginLine } from "../components/OriginLine";
import { RunLink, SessionLink } from "../components/RunLink";
import { StatusBadge } from "../components/StatusBadge";
import { TagList } from "../components/TagList";
import { RunDuration, Timestamp } from "../components/Time";
import { CopyButton } from "../components/CopyButton";
import { Breadcrumb } from "../components/Breadcrumb";
import { JsonView } from "../components/JsonView";
import { useKeyboard } from "../components/keyboard";
import { ErrorMessage } from "../components/ErrorState";
import { PageState } from "../components/QueryState";
import { useDocumentTitle } from "../components/documentTitle";
import { useBack, useNavigateTo, useSearchParams, useSlug, writeSearch } from "../router";
import { canCancel, cancelRun, rerun } from "../runs/actions";
import { count } from "../labels/format";
import { keyText, termText } from "../query/language";
import { originText } from "../labels/origin";
import { CopyMenu } from "./CopyMenu";
import { EnvelopeTab } from "./EnvelopeTab";
import { EventsTab } from "./EventsTab";
import css from "./run.module.css";
import { TimelineTab } from "./TimelineTab";
import { Transcript } from "./Transcript";
import { useLiveRun } from "./liveRun";

const TABS = ["transcript", "envelope", "timeline", "events", "spec"];

export function RunPage() {
  const slug = useSlug();
  const { runId } = useParams({ strict: false }) as { runId: string };
  const result = useRun(slug, runId);
  const liveText = useLiveRun(slug, result.data);
  const [search, change] = useSearchParams();
  const tab = TABS.includes(search.tab ?? "") ? search.tab! : "transcript";
  useDocumentTitle(result.data ? originText(result.data) : "Run");
  useKeyboard({ Escape: useBack("runs") });
  if (!result.data) return <PageState query={result} />;
  const run = result.data;
  return (
    <div className="page">
      <Header run={run} />
      <Tabs
        value={tab}
        onChange={(next) => change({ tab: next === "transcript" ? undefined : (next ?? undefined) }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List className={css.tabs}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name[0]!.toUpperCase() + name.slice(1)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="transcript" pt="md">
          <Transcript run={run} liveText={liveText} />
        </Tabs.Panel>
        <Tabs.Panel value="envelope" pt="md">
          <EnvelopeTab run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline" pt="md">
          <TimelineTab run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="events" pt="md">
          <EventsTab run={run} />
        </Tabs.Panel>
        <Tabs.Panel value="spec" pt="md">
          <Spec run={run} />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Header({ run }: { run: Run }) {
  const go = useNavigateTo();
  return (
    <header className={css.header}>
      <Breadcrumb to="runs">Runs</Breadcrumb>
      <div className={css.headTop}>
        <h1 className={css.title}>
          <OriginLine run={run} />
        </h1>
        <Actions run={run} />
      </div>
      <dl className={css.facts}>
        <Fact label="Status">
          <StatusBadge status={run.status} />
        </Fact>
        <Fact label="Created">
          <Timestamp iso={run.createdAt} />
        </Fact>
        <Fact label={ENDED.has(run.status) ? "Duration" : "Elapsed"}>
          <RunDuration run={run} />
        </Fact>
        <Fact label="Tokens">
          {run.tokens.inputTokens + run.tokens.outputTokens === 0 ? (
            <span className="dim">–</span>
          ) : (
            <span className="num">
              {count(run.tokens.inputTokens)} in · {count(run.tokens.outputTokens)} out
              {run.tokens.cachedTokens > 0 && <span className="dim"> · {count(run.tokens.cachedTokens)} cached</span>}
            </span>
          )}
        </Fact>
        <Fact label="Model">
          {run.model?.id ?? String(run.spec.modelId ?? "–")}
          {run.executor !== "builtin" && <span className="dim"> · {run.executor}</span>}
        </Fact>
        <Fact label="Turns">
          <span className="num">
            {run.turns}
            {run.attempt > 1 && <span className="dim"> · attempt {run.attempt}</span>}
          </span>
        </Fact>
        {run.sessionId && (
          <Fact label="Session">
            <SessionLink id={run.sessionId} />
          </Fact>
        )}
        {run.parentRunId && (
          <Fact label="Parent">
            <RunLink id={run.parentRunId} />
          </Fact>
        )}
        <Fact label="ID">
          <span className={css.id}>
            <span className="mono">{run.id}</span> <CopyButton text={run.id} label="Copy ID" />
          </span>
        </Fact>
        {run.delivery && (
          <Fact label="Delivery">
            <DeliveryStatus delivery={run.delivery} />
          </Fact>
        )}
      </dl>
      {Object.keys(run.metadata).length > 0 && (
        <div className={css.tagLine}>
          <span className="sr-only">Tags and their sources</span>
          <TagList
            tags={run.metadata}
            sources={run.metadataSources}
            onPick={(key, value) => go("runs", { q: termText(keyText(key), value), range: "7d" })}
          />
        </div>
      )}
    </header>
  );
}

function Actions({ run }: { run: Run }) {
  const slug = useSlug();
  const go = useNavigateTo();
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelRun(slug, run.id),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.run(slug, run.id) }),
  });
  const rerunning = useMutation({ mutationFn: () => rerun(slug, run), onSuccess: (id) => go(`runs/${id}`) });
  const error = cancel.error ?? rerunning.error;
  return (
    <div className={css.actions}>
      <ErrorMessage error={error} />
      {canCancel(run) && (
        <Button leftSection={<IconPlayerStop size={14} />} loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel run
        </Button>
      )}
      <Button
        leftSection={<IconRefresh size={14} />}
        loading={rerunning.isPending}
        onClick={() => rerunning.mutate()}
        title={run.sessionId ? "Send the same message to the session again" : undefined}
      >
        Rerun
      </Button>
      <Button
        component="a"
        href={`/w/${slug}/compare${writeSearch({ a: run.id })}`}
        leftSection={<IconArrowsDiff size={14} />}
        onClick={(event: React.MouseEvent) => {
          event.preventDefault();
          go("compare", { a: run.id });
        }}
      >
        Compare
      </Button>
      <CopyMenu run={run} />
    </div>
  );
}

function Spec({ run }: { run: Run }) {
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

// A run: why it exists, how it stands, and everything that was said and done in it.

import { Button, Tabs } from "@mantine/core";
import { IconArrowsDiff, IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useRun } from "../api/queries";
import type { Run } from "../api/types";
import { ENDED } from "../api/types";
import { StatusMark, TagList, Took, When, WhyLine } from "../parts/Bits";
import { CopyIcon } from "../parts/CopyIcon";
import { Crumb } from "../parts/Crumb";
import { JsonView } from "../parts/JsonView";
import { useKeyboard } from "../parts/keyboard";
import { Failed, LoadingRows, Wrong } from "../parts/States";
import { useTitle } from "../parts/title";
import { useAddress, useGo, useLeave, useSlug, writeSearch } from "../router";
import { canCancel, cancelRun, runAgain } from "../runs/actions";
import { count, shortId } from "../words/format";
import { keyText, termText } from "../words/query";
import { whyText } from "../words/why";
import { CopyAs } from "./CopyAs";
import { EnvelopeTab } from "./EnvelopeTab";
import { EventsTab } from "./EventsTab";
import css from "./run.module.css";
import { TimelineTab } from "./TimelineTab";
import { Transcript } from "./Transcript";
import { useLiveRun } from "./useLiveRun";

const TABS = ["transcript", "envelope", "timeline", "events", "spec"];

export function RunPage() {
  const slug = useSlug();
  const { runId } = useParams({ strict: false }) as { runId: string };
  const asked = useRun(slug, runId);
  const growing = useLiveRun(slug, asked.data);
  const [search, change] = useAddress();
  const tab = TABS.includes(search.tab ?? "") ? search.tab! : "transcript";
  useTitle(asked.data ? whyText(asked.data) : "Run");
  useKeyboard({ Escape: useLeave("runs") });
  if (asked.error && !asked.data) return <Failed error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <div className="page"><LoadingRows rows={6} /></div>;
  const run = asked.data;
  return (
    <div className="page">
      <Header run={run} />
      <Tabs value={tab} onChange={(next) => change({ tab: next === "transcript" ? undefined : (next ?? undefined) }, { replace: true })} keepMounted={false}>
        <Tabs.List className={css.tabs}>
          {TABS.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name[0]!.toUpperCase() + name.slice(1)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value="transcript" pt="md"><Transcript run={run} growing={growing} /></Tabs.Panel>
        <Tabs.Panel value="envelope" pt="md"><EnvelopeTab run={run} /></Tabs.Panel>
        <Tabs.Panel value="timeline" pt="md"><TimelineTab run={run} /></Tabs.Panel>
        <Tabs.Panel value="events" pt="md"><EventsTab run={run} /></Tabs.Panel>
        <Tabs.Panel value="spec" pt="md"><Spec run={run} /></Tabs.Panel>
      </Tabs>
    </div>
  );
}

function Header({ run }: { run: Run }) {
  const slug = useSlug();
  const go = useGo();
  return (
    <header className={css.header}>
      <Crumb to="runs">Runs</Crumb>
      <div className={css.headTop}>
        <h1 className={css.title}>
          <WhyLine run={run} />
        </h1>
        <Actions run={run} />
      </div>
      <dl className={css.facts}>
        <Fact label="Status"><StatusMark status={run.status} /></Fact>
        <Fact label="Created"><When iso={run.createdAt} /></Fact>
        <Fact label={ENDED.has(run.status) ? "Took" : "So far"}><Took run={run} /></Fact>
        <Fact label="Tokens">
          {run.tokens.inputTokens + run.tokens.outputTokens === 0 ? <span className="dim">–</span> : <span className="num">{count(run.tokens.inputTokens)} in · {count(run.tokens.outputTokens)} out{run.tokens.cachedTokens > 0 && <span className="dim"> · {count(run.tokens.cachedTokens)} cached</span>}</span>}
        </Fact>
        <Fact label="Model">{run.model?.id ?? String(run.spec.modelId ?? "–")}{run.executor !== "builtin" && <span className="dim"> · {run.executor}</span>}</Fact>
        <Fact label="Turns"><span className="num">{run.turns}{run.attempt > 1 && <span className="dim"> · attempt {run.attempt}</span>}</span></Fact>
        {run.sessionId && (
          <Fact label="Session">
            <Link className="link" to={`/w/${slug}/sessions/${run.sessionId}` as "/"}>{shortId(run.sessionId)}</Link>
          </Fact>
        )}
        {run.parentRunId && (
          <Fact label="Parent">
            <Link className="link" to={`/w/${slug}/runs/${run.parentRunId}` as "/"}>{shortId(run.parentRunId)}</Link>
          </Fact>
        )}
        <Fact label="Id"><span className={css.id}><span className="mono">{run.id}</span> <CopyIcon text={run.id} label="Copy the id" /></span></Fact>
      </dl>
      {Object.keys(run.metadata).length > 0 && (
        <div className={css.tagLine}>
          <span className="sr-only">Tags, each with where it came from</span>
          <TagList tags={run.metadata} sources={run.metadataSources} onPick={(key, value) => go("runs", { q: termText(keyText(key), value), range: "7d" })} />
        </div>
      )}
    </header>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Actions({ run }: { run: Run }) {
  const slug = useSlug();
  const go = useGo();
  const client = useQueryClient();
  const cancel = useMutation({ mutationFn: () => cancelRun(slug, run.id), onSuccess: () => client.invalidateQueries({ queryKey: [slug, "run", run.id] }) });
  const again = useMutation({ mutationFn: () => runAgain(slug, run), onSuccess: (id) => go(`runs/${id}`) });
  const error = cancel.error ?? again.error;
  return (
    <div className={css.actions}>
      <Wrong error={error} />
      {canCancel(run) && <Button leftSection={<IconPlayerStop size={14} />} loading={cancel.isPending} onClick={() => cancel.mutate()}>Cancel</Button>}
      <Button leftSection={<IconRefresh size={14} />} loading={again.isPending} onClick={() => again.mutate()} title={run.sessionId ? "Send the same message in its session again" : undefined}>Run again</Button>
      <Button component="a" href={`/w/${slug}/compare${writeSearch({ a: run.id })}`} leftSection={<IconArrowsDiff size={14} />} onClick={(event: React.MouseEvent) => { event.preventDefault(); go("compare", { a: run.id }); }}>Compare</Button>
      <CopyAs run={run} />
    </div>
  );
}

function Spec({ run }: { run: Run }) {
  return (
    <div className={css.tabBody}>
      <div className={css.specHead}><h2 className="h2">Spec</h2><CopyIcon text={JSON.stringify(run.spec, null, 2)} label="Copy the spec" /></div>
      <div className={`panel ${css.code}`}><JsonView value={run.spec} label="Spec" /></div>
      <div className={css.specHead}><h2 className="h2">Origin</h2></div>
      <div className={`panel ${css.code}`}><JsonView value={run.origin} label="Origin" /></div>
    </div>
  );
}

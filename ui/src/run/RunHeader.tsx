// The header of a run page: task, origin, error, facts and actions.

import { ActionIcon } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Run } from "../api/types";
import { ENDED } from "../api/values";
import { AgentLink } from "../components/AgentLink";
import { Breadcrumb } from "../components/Breadcrumb";
import { CopyButton } from "../components/CopyButton";
import { DeliveryStatus } from "../components/DeliveryStatus";
import { Fact } from "../components/Fact";
import { OriginLine } from "../components/OriginLine";
import { RunLink, SessionLink } from "../components/RunLink";
import { StatusBadge } from "../components/StatusBadge";
import { TagList } from "../components/TagList";
import { RunDuration, Timestamp } from "../components/Time";
import { count, duration, plural } from "../labels/format";
import { keyText, termText } from "../query/language";
import { useNavigateTo, useSearchParams, useSlug } from "../router";
import { useContinuations, useRunsLike } from "./api";
import { askedLabel } from "../runs/rowText";
import { FailureNote } from "./FailureNote";
import { useNeighbours } from "./neighbours";
import { RunActions } from "./RunActions";
import css from "./run.module.css";
import { Cost, TokenCount } from "./Usage";
import { WaitNote } from "./WaitNote";

const SHOWN_RERUNS = 5;

export function RunHeader({ run }: { run: Run }) {
  const go = useNavigateTo();
  return (
    <header className={css.header}>
      <div className={css.path}>
        <Breadcrumb to="runs">Runs</Breadcrumb>
        <Neighbours run={run} />
      </div>
      <div className={css.headTop}>
        <div className={css.titles}>
          <h1 className={css.title}>{askedLabel(run)}</h1>
          <div className={css.why}>
            <OriginLine run={run} ownName={false} />
          </div>
        </div>
        <RunActions run={run} />
      </div>
      {run.status === "failed" && <FailureNote run={run} />}
      <WaitNote run={run} />
      <FactsLine run={run} />
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
      <Details run={run} />
    </header>
  );
}

/** Duration, tokens, cost and model of the run. */
function FactsLine({ run }: { run: Run }) {
  const model = run.model?.id ?? (typeof run.spec.modelId === "string" ? run.spec.modelId : null);
  return (
    <ul className={css.facts} aria-label="Facts">
      <li>
        <StatusBadge status={run.status} />
      </li>
      {run.startedAt && (
        <li title={ENDED.has(run.status) ? "Time from start to end" : "Time since the start"}>
          <RunDuration run={run} />
        </li>
      )}
      {run.tokens.inputTokens + run.tokens.outputTokens > 0 && (
        <li>
          <TokenCount tokens={run.tokens} />
        </li>
      )}
      <Cost cost={run.cost} unpricedCalls={run.unpricedCalls} as="li" />
      {run.firstTokenMs !== null && <li className="num">first token {duration(run.firstTokenMs)}</li>}
      {model && <li>{model}</li>}
      {run.executor !== "builtin" && <li>{run.executor}</li>}
      {run.turns > 0 && (
        <li className="num" title="Replies of the model. The conversation also has its summaries and failed calls.">
          {plural(run.turns, "turn")}
        </li>
      )}
      {run.attempt > 1 && <li className="num">attempt {run.attempt}</li>}
    </ul>
  );
}

function Details({ run }: { run: Run }) {
  const slug = useSlug();
  const reruns = useRunsLike(slug, termText("rerun_of", run.id), SHOWN_RERUNS).data;
  const continuations = useContinuations(slug, run).data?.runs ?? [];
  const continued = run.origin.facts.continues_run_id;
  return (
    <dl className={css.details}>
      <Fact label="Created">
        <Timestamp iso={run.createdAt} />
      </Fact>
      {typeof run.spec.agentId === "string" && <AgentFact id={run.spec.agentId} version={run.spec.agentVersion} />}
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
      {typeof continued === "string" && (
        <Fact label="Continues">
          <RunLink id={continued} />
        </Fact>
      )}
      {continuations.length > 0 && (
        <Fact label="Continued by" className={css.reruns}>
          <RunLinks runs={continuations} />
        </Fact>
      )}
      {reruns && reruns.runs.length > 0 && (
        <Fact label="Reruns" className={css.reruns}>
          <RunLinks runs={reruns.runs} />
          {reruns.nextCursor && <RerunsLink id={run.id} />}
        </Fact>
      )}
      {run.delivery && (
        <Fact label="Delivery">
          <DeliveryStatus delivery={run.delivery} />
        </Fact>
      )}
      {run.budgets.length > 0 && (
        <Fact label="Budgets">
          <BudgetLinks budgets={run.budgets} />
        </Fact>
      )}
      <Fact label="ID">
        <span className={css.id}>
          <span className="mono">{run.id}</span> <CopyButton text={run.id} label="Copy ID" />
        </span>
      </Fact>
    </dl>
  );
}

function RunLinks({ runs }: { runs: Pick<Run, "id" | "status">[] }) {
  return runs.map(({ id, status }) => (
    <span key={id}>
      <StatusBadge status={status} label={false} /> <RunLink id={id} />
    </span>
  ));
}

/** The agent of a run, and the version that the run used. */
function AgentFact({ id, version }: { id: string; version: unknown }) {
  return (
    <Fact label="Agent">
      <AgentLink id={id} />
      {typeof version === "number" && <span className="dim num"> version {version}</span>}
    </Fact>
  );
}

function RerunsLink({ id }: { id: string }) {
  const go = useNavigateTo();
  return (
    <button type="button" className="link" onClick={() => go("runs", { q: termText("rerun_of", id), range: "all" })}>
      Show all reruns
    </button>
  );
}

/** The place of the run in the list it was opened from. */
function Neighbours({ run }: { run: Run }) {
  const go = useNavigateTo({ replace: true });
  const [search] = useSearchParams();
  const near = useNeighbours(useSlug(), run.id);
  if (!near) return null;
  const open = (id: string | null) => id && go(`runs/${id}`, { tab: search.tab });
  return (
    <nav className={css.near} aria-label="Runs of the list">
      <ActionIcon
        size="sm"
        aria-label="Previous run"
        title="Previous run (k)"
        disabled={!near.previous}
        onClick={() => open(near.previous)}
      >
        <IconChevronLeft size={15} />
      </ActionIcon>
      <span className="num">
        {count(near.position)} of {count(near.count)}
      </span>
      <ActionIcon
        size="sm"
        aria-label="Next run"
        title="Next run (j)"
        disabled={!near.next}
        onClick={() => open(near.next)}
      >
        <IconChevronRight size={15} />
      </ActionIcon>
    </nav>
  );
}

function BudgetLinks({ budgets }: { budgets: Run["budgets"] }) {
  const slug = useSlug();
  return budgets.map((budget, i) => (
    <span key={budget.id}>
      {i > 0 && ", "}
      <Link className="link" to="/w/$slug/budgets/$budgetId" params={{ slug, budgetId: budget.id }}>
        {budget.name}
      </Link>
    </span>
  ));
}

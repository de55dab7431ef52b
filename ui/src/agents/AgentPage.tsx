// One agent: its spec, its runs of the last week, and its versions with their changes.

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useParams } from "@tanstack/react-router";
import { useState } from "react";
import { READ_RUNS, WRITE_AGENTS } from "../api/permissions";
import { useAllowed } from "../api/queries";
import { Breadcrumb } from "../components/Breadcrumb";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { CopyableText } from "../components/CopyableText";
import { DiffLines } from "../components/DiffLines";
import { ErrorMessage } from "../components/ErrorState";
import { Fact } from "../components/Fact";
import { JsonView } from "../components/JsonView";
import { PageState, QueryState } from "../components/QueryState";
import { RelativeTime, Timestamp } from "../components/Time";
import { useCommand } from "../components/command";
import { useDocumentTitle } from "../components/documentTitle";
import { costText, unpricedText } from "../labels/cost";
import { count } from "../labels/format";
import { termText } from "../query/language";
import { AgentRunsLink } from "./AgentRunsLink";
import { useNavigateTo } from "../router";
import { AgentForm } from "./AgentForm";
import css from "./agents.module.css";
import { type AgentWithSpec, removeAgent, useAgent, useAgentMutation, useVersions, useWeek } from "./api";
import type { VersionWithSpec } from "./api";
import { otherFields, specText, toolNames } from "./spec";

export function AgentPage() {
  const { agentId } = useParams({ strict: false }) as { agentId: string };
  const result = useAgent(agentId);
  useDocumentTitle(result.data?.name ?? "Agent");
  if (!result.data) return <PageState query={result} />;
  return <Shown agent={result.data} />;
}

function Shown({ agent }: { agent: AgentWithSpec }) {
  const others = otherFields(agent);
  const command = useCommand();
  const run = command(`run --agent ${/^[\w.-]+$/.test(agent.name) ? agent.name : agent.id} "Hello"`);
  return (
    <div className="page">
      <Breadcrumb to="agents">Agents</Breadcrumb>
      <div className="page-head">
        <h1 className="h1">{agent.name}</h1>
        <span className="dim num">version {agent.version}</span>
        <AgentActions agent={agent} />
      </div>
      <dl className={css.facts}>
        <Fact label="Model" className="mono">
          {agent.modelId ?? "default"}
        </Fact>
        <Fact label="Tools">{toolNames(agent).join(", ") || "none"}</Fact>
        <WeekFacts agent={agent} />
        <Fact label="Changed">
          <Timestamp iso={agent.updatedAt} />
        </Fact>
        <Fact label="ID" className="mono">
          {agent.id}
        </Fact>
      </dl>
      <CopyableText text={run} label="command" />
      <section className={css.section} aria-labelledby="prompt">
        <h2 className="h2" id="prompt">
          System prompt
        </h2>
        <pre className={`panel ${css.prompt}`}>{String(agent.systemPrompt ?? "")}</pre>
      </section>
      {Object.keys(others).length > 0 && (
        <section className={css.section} aria-labelledby="others">
          <h2 className="h2" id="others">
            Other fields
          </h2>
          <div className={`panel ${css.json}`}>
            <JsonView value={others} label="Other fields" />
          </div>
        </section>
      )}
      <Versions id={agent.id} />
    </div>
  );
}

function WeekFacts({ agent }: { agent: AgentWithSpec }) {
  const week = useWeek()?.get(agent.id);
  const q = termText("agent", agent.name);
  if (!useAllowed(READ_RUNS)) return null;
  return (
    <>
      <Fact label="Runs, last 7 days" className="num">
        <AgentRunsLink q={q}>{count(week?.runs ?? 0)}</AgentRunsLink>
        {week?.failed ? (
          <>
            {", "}
            <AgentRunsLink q={`${q} status:failed`}>{count(week.failed)} failed</AgentRunsLink>
          </>
        ) : null}
      </Fact>
      <Fact label="Cost, last 7 days" className="num">
        <span title={week && unpricedText(week.unpricedCalls)}>{week ? costText(week) : "–"}</span>
      </Fact>
    </>
  );
}

function AgentActions({ agent }: { agent: AgentWithSpec }) {
  const go = useNavigateTo();
  const [open, setOpen] = useState<"edit" | "remove" | null>(null);
  const removing = useAgentMutation(removeAgent, () => go("agents"));
  if (!useAllowed(WRITE_AGENTS)) return null;
  return (
    <div className={css.actions}>
      <ErrorMessage error={removing.error} />
      <Button leftSection={<IconPencil size={14} />} onClick={() => setOpen("edit")}>
        Edit agent
      </Button>
      <Button color="red" variant="subtle" onClick={() => setOpen("remove")}>
        Delete agent
      </Button>
      {open === "edit" && <AgentForm agent={agent} onClose={() => setOpen(null)} />}
      {open === "remove" && (
        <ConfirmDialog
          danger
          title={`Delete agent “${agent.name}”?`}
          message="Its runs keep the spec they were started with. Its versions are deleted. Triggers and sessions that use it fail until they get another agent."
          confirmLabel="Delete agent"
          onConfirm={() => removing.mutate(agent.id)}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

function Versions({ id }: { id: string }) {
  const result = useVersions(id);
  const versions = result.data ?? [];
  return (
    <section className={css.section} aria-labelledby="versions">
      <h2 className="h2" id="versions">
        Versions
      </h2>
      {!result.data && <QueryState query={result} rows={2} />}
      <ul className={`panel list ${css.versions}`} aria-label="Versions">
        {versions.map((version, i) => (
          <Version key={version.version} version={version} before={versions[i + 1]} open={i === 0} />
        ))}
      </ul>
    </section>
  );
}

interface VersionProps {
  version: VersionWithSpec;
  before: VersionWithSpec | undefined;
  open: boolean;
}

function Version({ version, before, open }: VersionProps) {
  const by = version.actor ? (version.actor.name ?? version.actor.kind) : null;
  return (
    <li>
      <details open={open && before !== undefined}>
        <summary>
          <b className="num">Version {version.version}</b>
          <span className="dim">
            {before ? "changed" : version.version === 1 ? "created" : "first kept version"}{" "}
            <RelativeTime iso={version.createdAt} />
            {by && ` by ${by}`}
          </span>
        </summary>
        {before ? (
          <DiffLines
            before={specText(before)}
            after={specText(version)}
            label={`Changes from version ${before.version} to ${version.version}`}
          />
        ) : (
          <pre className={css.prompt}>{specText(version)}</pre>
        )}
      </details>
    </li>
  );
}

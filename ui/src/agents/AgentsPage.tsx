// The agents of a workspace, with their runs and costs of the last week.

import { Button } from "@mantine/core";
import { IconPlus, IconRobot } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { WRITE_AGENTS } from "../api/permissions";
import { useAgents, useAllowed } from "../api/queries";
import { EmptyState } from "../components/EmptyState";
import { QueryState } from "../components/QueryState";
import { Table } from "../components/Table";
import { RelativeTime } from "../components/Time";
import { useCommand } from "../components/command";
import { useDocumentTitle } from "../components/documentTitle";
import { useRowKeys } from "../components/keyboard";
import { costText, unpricedText } from "../labels/cost";
import { count, plural } from "../labels/format";
import { termText } from "../query/language";
import { AgentRunsLink } from "./AgentRunsLink";
import { useNavigateTo, useSearchParams, useSlug } from "../router";
import { AgentForm } from "./AgentForm";
import css from "./agents.module.css";
import { type AgentWithSpec, useWeek, type Week } from "./api";
import { toolNames } from "./spec";

export function AgentsPage() {
  const slug = useSlug();
  const command = useCommand();
  const go = useNavigateTo();
  const result = useAgents(slug);
  const week = useWeek();
  const [search, change] = useSearchParams();
  const [creating, setCreating] = useState(false);
  const canWrite = useAllowed(WRITE_AGENTS);
  useDocumentTitle("Agents");
  useRowKeys();
  const agents = (result.data ?? []) as AgentWithSpec[];
  const close = () => {
    setCreating(false);
    if (search.create) change({ create: undefined }, { replace: true });
  };
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="h1">Agents</h1>
        <span className="dim num" role="status">
          {result.data ? plural(agents.length, "agent") : ""}
        </span>
        {canWrite && (
          <Button ml="auto" variant="filled" leftSection={<IconPlus size={14} />} onClick={() => setCreating(true)}>
            Create agent
          </Button>
        )}
      </div>
      {!result.data && <QueryState query={result} rows={5} />}
      {result.data && !agents.length && (
        <EmptyState title="No agents yet" icon={<IconRobot size={28} stroke={1.3} />}>
          An agent is a named system prompt with a model, tools and budgets. Runs, sessions and triggers use it by its
          name, and each change keeps the previous version.
          <pre>
            {command('agents add cook --system "You are a cook."')}
            {"\n"}
            {command('run --agent cook "What shall I eat?"')}
          </pre>
        </EmptyState>
      )}
      {agents.length > 0 && (
        <Table
          label="Agents"
          stacks
          className={css.table}
          columns={["Name", "Model", "Tools", "Runs, last 7 days", "Failed", "Cost", "Version", "Changed"]}
        >
          {agents.map((agent) => (
            <Row key={agent.id} agent={agent} week={week && (week.get(agent.id) ?? NOTHING)} />
          ))}
        </Table>
      )}
      {(creating || (search.create && canWrite)) && (
        <AgentForm onClose={close} onSaved={({ id }) => go(`agents/${id}`)} />
      )}
    </div>
  );
}

const NOTHING: Week = { runs: 0, failed: 0, cost: null, unpricedCalls: 0 };

function Row({ agent, week }: { agent: AgentWithSpec; week: Week | undefined }) {
  const slug = useSlug();
  const tools = toolNames(agent);
  const q = termText("agent", agent.name);
  return (
    <tr>
      <th scope="row">
        <Link className={css.name} data-row to="/w/$slug/agents/$agentId" params={{ slug, agentId: agent.id }}>
          {agent.name}
        </Link>
      </th>
      <td className={agent.modelId ? "mono" : "dim"}>{agent.modelId ?? "default"}</td>
      <td className={css.tools} title={tools.join(", ")}>
        {tools.length ? tools.join(", ") : <span className="dim">none</span>}
      </td>
      <td className="num">{week?.runs ? <AgentRunsLink q={q}>{count(week.runs)}</AgentRunsLink> : week ? "0" : "…"}</td>
      <td className="num">
        {week?.failed ? (
          <AgentRunsLink q={`${q} status:failed`}>{count(week.failed)}</AgentRunsLink>
        ) : (
          <span className="dim">{week ? "0" : "…"}</span>
        )}
      </td>
      <td className="num" title={week && unpricedText(week.unpricedCalls)}>
        {week ? costText(week) : "…"}
      </td>
      <td className="num">{agent.version}</td>
      <td className="dim">
        <RelativeTime iso={agent.updatedAt} />
      </td>
    </tr>
  );
}

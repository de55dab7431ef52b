// Approval requests of a coding agent.

import { Button, TextInput } from "@mantine/core";
import { IconShieldQuestion } from "@tabler/icons-react";
import { useState } from "react";
import type { Approval, JsonObject, Run } from "../api/types";
import { type AskedAction, ENDED } from "../api/values";
import { RelativeTime } from "../components/Time";
import { JsonView } from "../components/JsonView";
import { ErrorMessage } from "../components/ErrorState";
import css from "./agent.module.css";
import { type Decision, useApprovals, useDecision } from "./api";

const DECIDED: Record<Decision["decision"], string> = {
  approve: "Allowed once",
  approve_for_run: "Allowed for this run",
  deny: "Denied",
};

export function Approvals({ run }: { run: Run }) {
  const found = useApprovals(run.id).data ?? [];
  if (!found.length) return null;
  return (
    <ul className={css.approvals} aria-label="Approvals">
      {found.map((one) => (
        <li key={one.id}>
          <ApprovalCard run={run} one={one} />
        </li>
      ))}
    </ul>
  );
}

function ApprovalCard({ run, one }: { run: Run; one: Approval }) {
  const decide = useDecision(run.id, one.id);
  const asked: AskedAction = one.asked;
  const open = one.decision === null && !ENDED.has(run.status);
  return (
    <article className={css.approval} data-open={open || undefined}>
      <header>
        <IconShieldQuestion size={16} stroke={1.7} aria-hidden />
        <b>{open ? "Approval required" : one.decision === null ? "Not answered" : DECIDED[one.decision]}</b>
        <span>
          {open ? (
            <>
              The agent wants to use <b>{asked.tool}</b>
            </>
          ) : (
            asked.tool
          )}
        </span>
        <span className="dim">
          <RelativeTime iso={one.askedAt} />
          {one.decidedBy && ` · by ${one.decidedBy}`}
          {one.reason && ` · ${one.reason}`}
        </span>
      </header>
      {asked.description && <p>{asked.description}</p>}
      {asked.input && <ToolInput input={asked.input} />}
      <ErrorMessage error={decide.error} />
      {open && <DecisionButtons forRun={asked.forRun} pending={decide.isPending} decide={decide.mutate} />}
    </article>
  );
}

type DecisionProps = { forRun?: string; pending: boolean; decide: (decision: Decision) => void };

/** Buttons for the three decisions. The reason goes to the agent with a denial. */
function DecisionButtons({ forRun, pending, decide }: DecisionProps) {
  const [reason, setReason] = useState("");
  const given = reason.trim() ? { reason: reason.trim() } : {};
  return (
    <div className={css.decide}>
      <Button variant="filled" loading={pending} onClick={() => decide({ decision: "approve", ...given })}>
        Allow once
      </Button>
      <Button
        variant="default"
        loading={pending}
        title={forRun ? `Also allows: ${forRun}` : "Also allows the same request later in this run"}
        onClick={() => decide({ decision: "approve_for_run", ...given })}
      >
        Allow for this run
      </Button>
      <Button color="red" loading={pending} onClick={() => decide({ decision: "deny", ...given })}>
        Deny
      </Button>
      <TextInput
        aria-label="Reason"
        placeholder="Reason (sent to the agent if you deny)"
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </div>
  );
}

/** A command as text, and any other input as JSON. */
function ToolInput({ input }: { input: JsonObject }) {
  const { command, description, ...rest } = input;
  if (typeof command !== "string") return <JsonView value={input} label="Tool input" />;
  return (
    <>
      <pre className="output" tabIndex={0} aria-label="Tool input">
        {command}
      </pre>
      {typeof description === "string" && <p className="dim">{description}</p>}
      {Object.keys(rest).length > 0 && <JsonView value={rest} label="Other arguments" />}
    </>
  );
}

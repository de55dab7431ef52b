// Approval requests of a coding agent.

import { IconShieldQuestion } from "@tabler/icons-react";
import type { Approval, Run } from "../api/types";
import { type AskedAction, ENDED } from "../api/values";
import { RelativeTime } from "../components/Time";
import { ActionBar } from "../components/ActionBar";
import { ErrorMessage } from "../components/ErrorState";
import { useNarrowScreen } from "../components/viewport";
import css from "./agent.module.css";
import { type Decision, useApprovals, useDecision } from "./api";
import { DecisionButtons } from "./Decision";
import { AskedInput } from "./ToolInput";

const DECIDED: Record<Decision["decision"], string> = {
  approve: "Allowed once",
  approve_for_run: "Allowed for this run",
  deny: "Denied",
};

export function Approvals({ run }: { run: Run }) {
  const found = useApprovals(run.id).data ?? [];
  const narrow = useNarrowScreen();
  if (!found.length) return null;
  return (
    <ul className={css.approvals} aria-label="Approvals">
      {found.map((one) => (
        <li key={one.id}>
          <ApprovalCard run={run} one={one} buttons={!narrow} />
        </li>
      ))}
    </ul>
  );
}

/** On a phone, the first open request of a run with its buttons at the bottom of the screen. */
export function ApprovalBar({ run }: { run: Run }) {
  const asks = run.executor !== "builtin" || run.budgets.length > 0;
  const waiting = asks && !ENDED.has(run.status);
  const first = useApprovals(run.id, { enabled: waiting }).data?.find((one) => one.decision === null);
  if (!useNarrowScreen() || !waiting || !first) return null;
  return <OpenApproval run={run} one={first} />;
}

function OpenApproval({ run, one }: { run: Run; one: Approval }) {
  const decide = useDecision(run.id, one.id);
  const asked: AskedAction = one.asked;
  return (
    <ActionBar label="Approval">
      <div className={css.question}>
        <p>
          The agent wants to use <b>{asked.tool === "budget" ? "more of a budget" : asked.tool}</b>
          <span className="dim">
            <Deadline one={one} />
          </span>
        </p>
        <AskedInput asked={asked} />
      </div>
      <ErrorMessage error={decide.error} />
      <DecisionButtons request={one.id} forRun={asked.forRun} pending={decide.isPending} decide={decide.mutate} />
    </ActionBar>
  );
}

function Deadline({ one }: { one: Approval }) {
  const { timeoutSeconds }: AskedAction = one.asked;
  if (timeoutSeconds === undefined) return null;
  const at = new Date(Date.parse(one.askedAt) + 1000 * timeoutSeconds).toISOString();
  return (
    <>
      {" "}
      · denied <RelativeTime iso={at} /> without an answer
    </>
  );
}

function ApprovalCard({ run, one, buttons }: { run: Run; one: Approval; buttons: boolean }) {
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
              The agent wants to use <b>{asked.tool === "budget" ? "more of a budget" : asked.tool}</b>
            </>
          ) : (
            asked.tool
          )}
        </span>
        <span className="dim">
          <RelativeTime iso={one.askedAt} />
          {one.decidedBy && ` · by ${one.decidedBy}`}
          {one.reason && ` · ${one.reason}`}
          {open && <Deadline one={one} />}
        </span>
      </header>
      {asked.description && asked.description !== asked.input?.description && <p>{asked.description}</p>}
      <AskedInput asked={asked} />
      <ErrorMessage error={decide.error} />
      {open && buttons && (
        <DecisionButtons request={one.id} forRun={asked.forRun} pending={decide.isPending} decide={decide.mutate} />
      )}
    </article>
  );
}

// Approval requests of a coding agent.

import { Button } from "@mantine/core";
import { IconShieldQuestion } from "@tabler/icons-react";
import type { Approval, JsonObject, Run } from "../api/types";
import { type AskedAction, ENDED } from "../api/values";
import { RelativeTime } from "../components/Time";
import { JsonView } from "../components/JsonView";
import { ErrorMessage } from "../components/ErrorState";
import css from "./agent.module.css";
import { useApprovals, useDecision } from "./api";

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
        <b>
          {open
            ? "Approval required"
            : one.decision === "approve"
              ? "Allowed"
              : one.decision === "deny"
                ? "Denied"
                : "Not answered"}
        </b>
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
      {open && (
        <div className={css.decide}>
          <Button variant="filled" loading={decide.isPending} onClick={() => decide.mutate("approve")}>
            Allow
          </Button>
          <Button color="red" loading={decide.isPending} onClick={() => decide.mutate("deny")}>
            Deny
          </Button>
        </div>
      )}
    </article>
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

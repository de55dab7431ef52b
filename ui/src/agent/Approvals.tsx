// What an agent wants to do and may not without a person's word.

import { Button } from "@mantine/core";
import { IconShieldQuestion } from "@tabler/icons-react";
import type { JsonObject, Run } from "../api/types";
import { ENDED } from "../api/types";
import { Ago } from "../parts/Bits";
import { JsonView } from "../parts/JsonView";
import { Wrong } from "../parts/States";
import css from "./agent.module.css";
import { useApprovals, useDecision, type Approval } from "./asking";

export function Approvals({ run }: { run: Run }) {
  const found = useApprovals(run.id, { open: !ENDED.has(run.status) }).data ?? [];
  if (!found.length) return null;
  return <ul className={css.approvals} aria-label="Approvals">{found.map((one) => <li key={one.id}><Card run={run} one={one} /></li>)}</ul>;
}

function Card({ run, one }: { run: Run; one: Approval }) {
  const decide = useDecision(run.id, one.id);
  const open = one.decision === null && !ENDED.has(run.status);
  return (
    <article className={css.approval} data-open={open || undefined}>
      <header>
        <IconShieldQuestion size={16} stroke={1.7} aria-hidden />
        <b>{open ? "May it?" : one.decision === "approve" ? "allowed" : one.decision === "deny" ? "denied" : "not answered"}</b>
        <span>{open ? <>It wants to use <b>{one.asked.tool}</b></> : one.asked.tool}</span>
        <span className="dim"><Ago iso={one.askedAt} />{one.decidedBy && ` · by ${one.decidedBy}`}{one.reason && ` · ${one.reason}`}</span>
      </header>
      {one.asked.description && <p>{one.asked.description}</p>}
      {one.asked.input && <Input input={one.asked.input} />}
      <Wrong error={decide.error} />
      {open && (
        <div className={css.decide}>
          <Button variant="filled" loading={decide.isPending} onClick={() => decide.mutate("approve")}>Allow</Button>
          <Button color="red" loading={decide.isPending} onClick={() => decide.mutate("deny")}>Deny</Button>
        </div>
      )}
    </article>
  );
}

/** A command as it would be run; everything else as it is. */
function Input({ input }: { input: JsonObject }) {
  const { command, description, ...rest } = input;
  if (typeof command !== "string") return <JsonView value={input} label="What it would do" />;
  return (
    <>
      <pre className="output" tabIndex={0} aria-label="What it would do">{command}</pre>
      {typeof description === "string" && <p className="dim">{description}</p>}
      {Object.keys(rest).length > 0 && <JsonView value={rest} label="With" />}
    </>
  );
}

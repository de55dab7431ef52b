// The transcript of a coding agent: what it said, what it did, and what it asks leave for.

import { Button } from "@mantine/core";
import { useState } from "react";
import type { Run } from "../api/types";
import { ENDED } from "../api/types";
import { CopyIcon } from "../parts/CopyIcon";
import { Empty } from "../parts/States";
import { plural } from "../words/format";
import css from "./agent.module.css";
import { Approvals } from "./Approvals";
import type { Transcript } from "./asking";
import { Entries } from "./Entries";
import { nested, usageOf, usedText } from "./telling";

const DETAILS = new Set(["system_message", "unrecognized"]);

export function AgentTranscript({ run, told }: { run: Run; told: Transcript }) {
  const [all, setAll] = useState(false);
  const details = told.entries.filter((entry) => DETAILS.has(entry.type)).length;
  const shown = all ? told.entries : told.entries.filter((entry) => !DETAILS.has(entry.type));
  return (
    <section aria-label="What the agent did">
      <Facts run={run} told={told} />
      <div className={css.tools}>
        {details > 0 && <Button variant="subtle" color="gray" aria-pressed={all} onClick={() => setAll(!all)}>{all ? "Hide details" : `Show ${plural(details, "detail")}`}</Button>}
      </div>
      {shown.length ? <Entries tree={nested(shown)} /> : <Empty title={ENDED.has(run.status) ? "The agent did nothing that was recorded" : "Nothing yet"} />}
      <Approvals run={run} />
    </section>
  );
}

function Facts({ run, told }: { run: Run; told: Transcript }) {
  const { agent } = told;
  const used = usageOf(told.entries);
  return (
    <dl className={css.facts}>
      <div><dt>Agent</dt><dd>{agent?.name ?? run.executor}{agent?.model && <span className="dim"> · {agent.model}</span>}</dd></div>
      {agent?.cwd && <div><dt>Directory</dt><dd className="mono">{agent.cwd}{agent.branch && <span className="dim"> · {agent.branch}</span>}</dd></div>}
      {used.length > 0 && <div><dt>Used</dt><dd className="num">{used.map(usedText).join(" · ")}</dd></div>}
      {agent?.resumeCommand && (
        <div><dt>Resume in a terminal</dt><dd className={css.command}><code className="mono">{agent.resumeCommand}</code><CopyIcon text={agent.resumeCommand} label="Copy the command" /></dd></div>
      )}
    </dl>
  );
}

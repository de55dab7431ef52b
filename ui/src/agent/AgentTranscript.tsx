// The transcript of a coding agent, with its approval requests.

import { Button } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import type { Run } from "../api/types";
import { ENDED } from "../api/values";
import { CopyButton } from "../components/CopyButton";
import { Fact } from "../components/Fact";
import { EmptyState } from "../components/EmptyState";
import { plural } from "../labels/format";
import css from "./agent.module.css";
import { Approvals } from "./Approvals";
import type { Transcript } from "./api";
import { EntryList } from "./EntryList";
import { buildTree, readUsage, usageText } from "./labels";

const FIRST = 30; // entries that are rendered first; the others follow without blocking the page
const SYSTEM_TYPES = new Set(["system_message", "unrecognized"]);

export function AgentTranscript({ run, transcript }: { run: Run; transcript: Transcript }) {
  const [all, setAll] = useState(false);
  const systemEntries = transcript.entries.filter((entry) => SYSTEM_TYPES.has(entry.type)).length;
  const entries = useDeferredValue(transcript.entries, transcript.entries.slice(0, FIRST));
  const tree = useMemo(
    () => buildTree(all ? entries : entries.filter((entry) => !SYSTEM_TYPES.has(entry.type))),
    [all, entries],
  );
  return (
    <section aria-label="Agent transcript">
      <AgentFacts run={run} transcript={transcript} />
      <div className={css.tools}>
        {systemEntries > 0 && (
          <Button variant="subtle" color="gray" aria-pressed={all} onClick={() => setAll(!all)}>
            {all ? "Hide system entries" : `Show ${plural(systemEntries, "system entry", "system entries")}`}
          </Button>
        )}
      </div>
      {tree.length ? (
        <EntryList tree={tree} />
      ) : (
        <EmptyState title={ENDED.has(run.status) ? "No entries were recorded" : "No entries yet"} />
      )}
      <Approvals run={run} />
    </section>
  );
}

function AgentFacts({ run, transcript }: { run: Run; transcript: Transcript }) {
  const { agent } = transcript;
  const used = readUsage(transcript.entries);
  return (
    <dl className={css.facts}>
      <Fact label="Agent">
        {agent?.name ?? run.executor}
        {agent?.model && <span className="dim"> · {agent.model}</span>}
      </Fact>
      {agent?.cwd && (
        <Fact label="Directory" className="mono">
          {agent.cwd}
          {agent.branch && <span className="dim"> · {agent.branch}</span>}
        </Fact>
      )}
      {used.length > 0 && (
        <Fact label="Usage" className="num">
          {used.map(usageText).join(" · ")}
        </Fact>
      )}
      {agent?.resumeCommand && (
        <Fact label="Resume in a terminal" className={css.command}>
          <code className="mono">{agent.resumeCommand}</code>
          <CopyButton text={agent.resumeCommand} label="Copy command" />
        </Fact>
      )}
    </dl>
  );
}

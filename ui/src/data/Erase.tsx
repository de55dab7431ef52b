// Erase what a query finds: first what would go, then the word that means it.

import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../api/client";
import { Ago, StatusMark, TagList, WhyLine } from "../parts/Bits";
import { Failed, Wrong } from "../parts/States";
import { useAddress, useSlug } from "../router";
import { QueryBar } from "../runs/QueryBar";
import { count, plural } from "../words/format";
import { problemOf } from "../words/problems";
import { erase, useDoing, useDryRun, useExamples, type DryRun, type Mode } from "./asking";
import { Counted } from "./Counted";
import css from "./data.module.css";
import { ModeChoice } from "./ModeChoice";
import { Progress } from "./Progress";
import { confirmation } from "./words";

export function Erase() {
  const [search, change] = useAddress();
  const q = search.q ?? "";
  const mode: Mode = search.mode === "content" ? "content" : "all";
  const asked = useDryRun(q, mode);
  const problem = asked.error instanceof ApiError ? problemOf(asked.error, 0) : null;
  return (
    <div className={`panel ${css.erase}`}>
      <QueryBar value={q} range="" problem={problem} placeholder="Which runs? customer:acme, then Enter" onApply={(query) => change({ q: query.trim() || undefined })} />
      <ModeChoice value={mode} onChange={(next) => change({ mode: next === "all" ? undefined : next }, { replace: true })} />
      {asked.error && !problem && <Failed error={asked.error} retry={() => void asked.refetch()} />}
      {q && asked.isPending && !asked.error && <p className="dim" role="status">Counting…</p>}
      {asked.data && !asked.error && <WouldGo key={`${q} ${mode}`} query={q} mode={mode} found={asked.data} />}
    </div>
  );
}

function WouldGo({ query, mode, found }: { query: string; mode: Mode; found: DryRun }) {
  const { counts, total, complete } = found;
  const { runs = 0, sessions = 0, skipped = 0 } = counts;
  if (!complete) return <Progress done={runs + skipped} total={total} says={`Counting, ${count(runs + skipped)} of ${plural(total, "run")}`} />;
  return (
    <div className={css.would}>
      {runs || sessions ? (
        <>
          <h3 className="h2">This would go</h3>
          <Counted counts={counts} />
          <Examples query={query} total={total} />
        </>
      ) : <p role="status"><b>Nothing would go.</b> {total ? (skipped ? "" : "What was said in these runs is gone already.") : "No run is found by this."}</p>}
      {skipped > 0 && <p className={css.left}><b>{plural(skipped, "run")} left out</b>, because {skipped === 1 ? "it has" : "they have"} not ended, or another one in the same session has not. Cancel that first, or erase again later.</p>}
      {(runs > 0 || sessions > 0) && <Confirm query={query} mode={mode} found={found} />}
    </div>
  );
}

function Examples({ query, total }: { query: string; total: number }) {
  const slug = useSlug();
  const runs = useExamples(query, { enabled: total > 0 }).data ?? [];
  if (!runs.length) return null;
  return (
    <>
      <h3 className="h2">{total > runs.length ? `The newest ${runs.length} of ${plural(total, "run")}` : "The runs"}</h3>
      <ul className={css.examples} aria-label="Examples of what would go">
        {runs.map((run) => (
          <li key={run.id}>
            <StatusMark status={run.status} label={false} />
            <Link to={`/w/${slug}/runs/${run.id}` as "/"}><WhyLine run={run} /></Link>
            <span className={css.exampleTags}><TagList tags={run.metadata} /></span>
            <span className="dim"><Ago iso={run.createdAt} /></span>
          </li>
        ))}
      </ul>
      {total > runs.length && <Link className="link" to={`/w/${slug}/runs` as "/"} search={{ q: query, range: "all" } as never}>All of them</Link>}
    </>
  );
}

function Confirm({ query, mode, found }: { query: string; mode: Mode; found: DryRun }) {
  const [, change] = useAddress();
  const [typed, setTyped] = useState("");
  const [hide, setHide] = useState(false);
  const erasing = useDoing(erase, ({ id }) => change({ erasure: id, q: undefined, mode: undefined }));
  const wanted = confirmation(found.counts);
  const meant = typed.trim().toLowerCase() === wanted;
  return (
    <form className={css.confirm} onSubmit={(event) => { event.preventDefault(); if (meant) erasing.mutate({ query, mode, hideQuery: hide }); }}>
      <p><b>It cannot be undone.</b> Backups and exports hold what was there when they were made.</p>
      <Checkbox label="Leave the query out of the receipt and the audit log, because it says too much" checked={hide} onChange={(event) => setHide(event.target.checked)} />
      <div className={css.typed}>
        <TextInput label={<>Type <code className="mono">{wanted}</code> to go on</>} size="sm" autoComplete="off" spellCheck={false} value={typed} onChange={(event) => setTyped(event.target.value)} />
        <Button type="submit" size="sm" variant="filled" color="red" leftSection={<IconTrash size={15} stroke={1.7} />} loading={erasing.isPending} disabled={!meant}>Erase</Button>
      </div>
      <Wrong error={erasing.error} />
    </form>
  );
}

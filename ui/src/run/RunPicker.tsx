// The choice of the run to compare another one with.

import { TextInput } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { useRun } from "../api/queries";
import type { Run } from "../api/types";
import { Breadcrumb } from "../components/Breadcrumb";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { useRowKeys } from "../components/keyboard";
import { PageState, QueryState } from "../components/QueryState";
import { RunLink } from "../components/RunLink";
import { StatusBadge } from "../components/StatusBadge";
import { RelativeTime } from "../components/Time";
import { oneLine } from "../labels/format";
import { originText } from "../labels/origin";
import { termText } from "../query/language";
import { useSlug } from "../router";
import { useRunsLike } from "./api";
import { askedLabel } from "../runs/rowText";
import css from "./compare.module.css";
import { sameTaskFirst, similarRuns } from "./similar";

const SHOWN = 20;

export function RunPicker({ id }: { id: string }) {
  const result = useRun(useSlug(), id);
  if (!result.data) return <PageState query={result} />;
  return (
    <div className="page">
      <Breadcrumb to="runs">Runs</Breadcrumb>
      <h1 className="h1">Compare with another run</h1>
      <p>
        <RunLink id={id}>{askedLabel(result.data)}</RunLink>{" "}
        <span className="dim">
          {originText(result.data)} · <RelativeTime iso={result.data.createdAt} />
        </span>
      </p>
      <Choices run={result.data} />
    </div>
  );
}

function Choices({ run }: { run: Run }) {
  const slug = useSlug();
  const [text, setText] = useState("");
  const typed = useDeferredValue(text.trim());
  const origin = run.origin.rerunOf;
  const original = useRun(slug, origin ?? run.id).data;
  const reruns = useRunsLike(slug, termText("rerun_of", origin ?? run.id), SHOWN).data?.runs ?? [];
  const found = useRunsLike(slug, typed || similarRuns(run), SHOWN);
  useRowKeys();
  const related = typed ? [] : [...(original ? [original] : []), ...reruns].filter(({ id }) => id !== run.id);
  const known = new Set([run.id, ...related.map(({ id }) => id)]);
  const others = sameTaskFirst(
    run,
    (found.data?.runs ?? []).filter(({ id }) => !known.has(id)),
  );
  return (
    <>
      <TextInput
        label="Find a run"
        description="Words of the answer, or a query such as customer:acme status:failed"
        value={text}
        onChange={(event) => setText(event.target.value)}
        size="sm"
        maw={480}
        mb="md"
      />
      {found.error ? <ErrorState error={found.error} /> : !found.data && <QueryState query={found} rows={4} />}
      <RunChoices title="Its original and reruns" a={run.id} runs={related} />
      <RunChoices title={typed ? "Matches" : "Recent similar runs"} a={run.id} runs={others} />
      {found.data && !others.length && !related.length && (
        <EmptyState title={typed ? "No runs match" : "No similar runs"}>
          {typed ? "Change the query." : "Enter a query to find other runs."}
        </EmptyState>
      )}
    </>
  );
}

function RunChoices({ title, a, runs }: { title: string; a: string; runs: Run[] }) {
  const slug = useSlug();
  if (!runs.length) return null;
  return (
    <section className={css.compareSection}>
      <h2 className="h2">{title}</h2>
      <ul className={`panel list ${css.choices}`}>
        {runs.map((run) => (
          <li key={run.id}>
            <Link to="/w/$slug/compare" params={{ slug }} search={{ a, b: run.id }} data-row>
              <span className={css.choice}>
                <b className="ellipsis">{askedLabel(run)}</b>
                <span className="ellipsis dim">
                  <StatusBadge status={run.status} />{" "}
                  {[originText(run), oneLine(run.error?.message ?? run.finalText ?? "", 120)]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </span>
              <RelativeTime iso={run.createdAt} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

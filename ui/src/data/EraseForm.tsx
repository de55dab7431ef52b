// Erases the runs that match a query, after a preview and a typed confirmation.

import { Button, Checkbox, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../api/client";
import { OriginLine } from "../components/OriginLine";
import { StatusBadge } from "../components/StatusBadge";
import { TagList } from "../components/TagList";
import { RelativeTime } from "../components/Time";
import { ErrorMessage, ErrorState } from "../components/ErrorState";
import { useSearchParams, useSlug } from "../router";
import { QueryBar } from "../runs/QueryBar";
import { askedLabel } from "../runs/rowText";
import { count, plural } from "../labels/format";
import { readQueryError } from "../query/error";
import { type DryRun, erase, type Mode, useDataMutation, useDryRun, useExamples } from "./api";
import { CountList } from "./CountList";
import css from "./data.module.css";
import { ModeField } from "./ModeField";
import { ProgressBar } from "./ProgressBar";
import { confirmation } from "./labels";

export function EraseForm() {
  const [search, change] = useSearchParams();
  const q = search.q ?? "";
  const mode: Mode = search.mode === "content" ? "content" : "all";
  const result = useDryRun(q, mode);
  const problem = result.error instanceof ApiError ? readQueryError(result.error, 0) : null;
  return (
    <div className={`panel ${css.erase}`}>
      <QueryBar
        value={q}
        range=""
        problem={problem}
        placeholder="customer:acme"
        onApply={(query) => change({ q: query.trim() || undefined })}
      />
      <ModeField
        value={mode}
        onChange={(next) => change({ mode: next === "all" ? undefined : next }, { replace: true })}
      />
      {result.error && !problem && <ErrorState error={result.error} retry={() => void result.refetch()} />}
      {q && result.isPending && !result.error && (
        <p className="dim" role="status">
          Counting…
        </p>
      )}
      {result.data && !result.error && <ErasePreview key={`${q} ${mode}`} query={q} mode={mode} found={result.data} />}
    </div>
  );
}

function ErasePreview({ query, mode, found }: { query: string; mode: Mode; found: DryRun }) {
  const { counts, total, complete } = found;
  const { runs = 0, sessions = 0, skipped = 0 } = counts;
  if (!complete)
    return (
      <ProgressBar
        done={runs + skipped}
        total={total}
        label={`Counted ${count(runs + skipped)} of ${plural(total, "run")}`}
      />
    );
  return (
    <div className={css.would}>
      {runs || sessions ? (
        <>
          <h3 className="h2">To be erased</h3>
          <CountList counts={counts} />
          <RunExamples query={query} total={total} />
        </>
      ) : (
        <p role="status">
          <b>Nothing to erase.</b>{" "}
          {total ? (skipped ? "" : "The content of these runs is already erased.") : "No run matches this query."}
        </p>
      )}
      {skipped > 0 && (
        <p className={css.left}>
          <b>{plural(skipped, "run")} skipped</b>, because {skipped === 1 ? "it" : "they"} or another run in the same
          session {skipped === 1 ? "has" : "have"} not ended. Cancel the active runs, or erase again later.
        </p>
      )}
      {found.triggerCount > 0 && <CreatingTriggers found={found} />}
      {(runs > 0 || sessions > 0) && <ConfirmForm query={query} mode={mode} found={found} />}
    </div>
  );
}

/** The enabled triggers that may create more matching runs. The erasure does not change them. */
function CreatingTriggers({ found: { triggers, triggerCount } }: { found: DryRun }) {
  const slug = useSlug();
  const more = triggerCount - triggers.length;
  return (
    <div className={css.left}>
      <p>
        <b>{plural(triggerCount, "enabled trigger")}</b> may create more matching runs. Pause or delete{" "}
        {triggerCount === 1 ? "this trigger, or it" : "these triggers, or they"} will create new data.
      </p>
      <ul className={css.triggers} aria-label="Triggers that may create more matching runs">
        {triggers.map(({ id, name }) => (
          <li key={id}>
            <Link className="link" to="/w/$slug/triggers/$triggerId" params={{ slug, triggerId: id }}>
              {name}
            </Link>
          </li>
        ))}
        {more > 0 && <li className="dim">and {more} more</li>}
      </ul>
    </div>
  );
}

function RunExamples({ query, total }: { query: string; total: number }) {
  const slug = useSlug();
  const runs = useExamples(query, { enabled: total > 0 }).data ?? [];
  if (!runs.length) return null;
  return (
    <>
      <h3 className="h2">
        {total > runs.length ? `Newest ${runs.length} of ${plural(total, "matching run")}` : "Runs"}
      </h3>
      <ul className={css.examples} aria-label="Runs to be erased">
        {runs.map((run) => (
          <li key={run.id}>
            <StatusBadge status={run.status} label={false} />
            <Link to="/w/$slug/runs/$runId" params={{ slug, runId: run.id }}>
              {askedLabel(run)}
            </Link>
            <span className={css.exampleOrigin}>
              <OriginLine run={run} links={false} ownName={false} />
            </span>
            <span className={css.exampleTags}>
              <TagList tags={run.metadata} />
            </span>
            <span className="dim">
              <RelativeTime iso={run.createdAt} />
            </span>
          </li>
        ))}
      </ul>
      {total > runs.length && (
        <Link className="link" to="/w/$slug/runs" params={{ slug }} search={{ q: query, range: "all" }}>
          Show all
        </Link>
      )}
    </>
  );
}

function ConfirmForm({ query, mode, found }: { query: string; mode: Mode; found: DryRun }) {
  const [, change] = useSearchParams();
  const [typed, setTyped] = useState("");
  const [hide, setHide] = useState(false);
  const erasing = useDataMutation(erase, ({ id }) => change({ erasure: id, q: undefined, mode: undefined }));
  const wanted = confirmation(found.counts);
  const confirmed = typed.trim().toLowerCase() === wanted;
  return (
    <form
      className={css.confirm}
      onSubmit={(event) => {
        event.preventDefault();
        if (confirmed) erasing.mutate({ query, mode, hideQuery: hide });
      }}
    >
      <p>
        <b>This cannot be undone.</b> Existing backups and exports still contain the data.
      </p>
      <Checkbox
        label="Omit the query from the receipt and the audit log, for example because it contains personal data"
        checked={hide}
        onChange={(event) => setHide(event.target.checked)}
      />
      <div className={css.typed}>
        <TextInput
          label={
            <>
              Type <code className="mono">{wanted}</code> to confirm
            </>
          }
          size="sm"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          type="submit"
          size="sm"
          variant="filled"
          color="red"
          leftSection={<IconTrash size={15} stroke={1.7} />}
          loading={erasing.isPending}
          disabled={!confirmed}
        >
          Erase data
        </Button>
      </div>
      <ErrorMessage error={erasing.error} />
    </form>
  );
}

// The last runs of a trigger as dots, and its state.

import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import type { Trigger } from "../api/types";
import { useNow } from "../components/clock";
import { StatusBadge } from "../components/StatusBadge";
import { fullTime, plural } from "../labels/format";
import { useSlug } from "../router";
import { fitRuns, healthText, runText } from "./health";
import css from "./health.module.css";

/** The last runs, newest on the right. A dashed circle stands for planned times that were missed in between. */
export function RunDots({ trigger, marks = Infinity }: { trigger: Trigger; marks?: number }) {
  const slug = useSlug();
  const now = useNow(60_000);
  const { missed } = trigger.health;
  const recent = fitRuns(trigger.health, marks);
  if (!recent.length && !missed) return <span className="dim">no runs yet</span>;
  return (
    <ol className={css.dots} aria-label={`Last runs of ${trigger.name}, newest last`}>
      {[...recent].reverse().map((run) => (
        <Fragment key={run.runId}>
          <Missed count={run.missedBefore ?? 0} />
          <li>
            <Link
              className={css.dot}
              to="/w/$slug/runs/$runId"
              params={{ slug, runId: run.runId }}
              preload={false}
              title={`${run.status}, ${fullTime(run.at)}${run.reason ? `\n${run.reason}` : ""}`}
              aria-label={runText(run, now)}
              tabIndex={run === recent[0] ? undefined : -1} // the table of occurrences links to the others
            >
              <StatusBadge status={run.status} label={false} />
            </Link>
          </li>
        </Fragment>
      ))}
      <Missed count={missed} />
    </ol>
  );
}

function Missed({ count }: { count: number }) {
  if (!count) return null;
  const text = `${plural(count, "planned time")} missed`;
  return (
    <li className={css.missed} title={text}>
      <span className="sr-only">{text}</span>
    </li>
  );
}

/** The state of a trigger as a word with a shape, and its problems. */
export function HealthLine({ trigger }: { trigger: Trigger }) {
  const text = healthText(trigger);
  return (
    <span className={css.health} data-state={trigger.health.state}>
      <b className={css.state}>{trigger.health.state}</b>{" "}
      {text && (
        <span className={css.detail} title={text}>
          {text}
        </span>
      )}
    </span>
  );
}

// The last runs of a trigger as dots, and its state.

import { Link } from "@tanstack/react-router";
import type { Trigger } from "../api/types";
import { useNow } from "../components/clock";
import { StatusBadge } from "../components/StatusBadge";
import { fullTime, plural } from "../labels/format";
import { useSlug } from "../router";
import { healthText, runText } from "./health";
import css from "./health.module.css";

const MAX_MISSED = 5; // dots for missed occurrences

/** The last runs, newest on the right, followed by what was missed since. */
export function RunDots({ trigger, missedReason }: { trigger: Trigger; missedReason?: string | null }) {
  const slug = useSlug();
  const now = useNow(60_000);
  const { recent, missed } = trigger.health;
  if (!recent.length && !missed) return <span className="dim">no runs yet</span>;
  return (
    <ol className={css.dots} aria-label={`Last runs of ${trigger.name}, newest last`}>
      {[...recent].reverse().map((run) => (
        <li key={run.runId}>
          <Link
            className={css.dot}
            to="/w/$slug/runs/$runId"
            params={{ slug, runId: run.runId }}
            preload={false}
            title={`${run.status}, ${fullTime(run.at)}${run.reason ? `\n${run.reason}` : ""}`}
            aria-label={runText(run, now)}
            tabIndex={run === recent[0] ? undefined : -1} // the others are on the trigger's page
          >
            <StatusBadge status={run.status} label={false} />
          </Link>
        </li>
      ))}
      {missed > 0 && (
        <li className={css.missed} title={missedReason ?? undefined}>
          {Array.from({ length: Math.min(missed, MAX_MISSED) }, (_, i) => (
            <i key={i} aria-hidden />
          ))}
          <span className={missed > MAX_MISSED ? "num" : "sr-only"}>
            {missed > MAX_MISSED ? `+${missed - MAX_MISSED}` : `${plural(missed, "time")} missed since`}
          </span>
        </li>
      )}
    </ol>
  );
}

/** The state of a trigger as a word with a shape, and what is wrong. */
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

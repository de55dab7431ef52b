// Triggers whose runs fail, or which are late.

import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { INTERVALS } from "../api/intervals";
import { load } from "../api/load";
import { queryKeys } from "../api/queryKeys";
import type { TriggerList } from "../api/types";
import { TriggerIcon } from "../components/OriginLine";
import { count, duration, plural } from "../labels/format";
import { useSlug } from "../router";
import css from "./overview.module.css";

const SHOWN = 10;

interface Health {
  failureStreak: number;
  missed: number;
  latenessMs: number | null;
  state: "ok" | "failing" | "late" | "paused" | "idle";
}
type ListedTrigger = TriggerList["triggers"][number] & { health?: Health };

/** The list, or nothing in a workspace without triggers. */
export function TroubledTriggers() {
  const slug = useSlug();
  const { data } = useQuery({
    queryKey: queryKeys.troubledTriggers(slug),
    queryFn: load<TriggerList>(slug, "/triggers", { sort: "trouble" }),
    refetchInterval: INTERVALS.aggregate,
  });
  const triggers: ListedTrigger[] = data?.triggers ?? [];
  const troubled = triggers.filter((trigger) => troubleText(trigger) !== "").slice(0, SHOWN);
  if (!triggers.length) return null;
  return (
    <section className={`panel ${css.top}`} aria-label="Triggers in trouble">
      <h2 className={css.panelTitle}>Triggers in trouble</h2>
      {!troubled.length && <p className="dim">{plural(triggers.length, "trigger")}, none in trouble.</p>}
      <ol>
        {troubled.map((trigger) => (
          <li key={trigger.id}>
            <TriggerIcon trigger={trigger.kind} />
            <span className="ellipsis">
              <Link className="link" to="/w/$slug/triggers/$triggerId" params={{ slug, triggerId: trigger.id }}>
                {trigger.name}
              </Link>
            </span>
            <span className={css.trouble}>{troubleText(trigger)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Return what is wrong with a trigger, or an empty string. */
export function troubleText({ health }: Pick<ListedTrigger, "health">): string {
  if (!health) return "";
  const { state, failureStreak, missed, latenessMs } = health;
  const parts = [
    failureStreak > 1 ? `${failureStreak} failures in a row` : state === "failing" ? "last run failed" : "",
    missed ? `${count(missed)} missed` : "",
    state === "late" && latenessMs !== null ? `late by ${duration(latenessMs)}` : "",
  ];
  return state === "paused" ? "" : parts.filter(Boolean).join(", ");
}

// Triggers whose runs fail, or which are late.

import { Link } from "@tanstack/react-router";
import type { HealthState, Trigger } from "../api/types";
import { TriggerIcon } from "../components/OriginLine";
import { plural } from "../labels/format";
import { useSlug } from "../router";
import { useTriggers } from "../triggers/api";
import { healthText } from "../triggers/health";
import css from "./overview.module.css";

const SHOWN = 10;
const TROUBLED: ReadonlySet<HealthState> = new Set(["failing", "late"]);

/** Whether a trigger fails, is late, or was paused after failures. */
function isTroubled({ health }: Trigger): boolean {
  return TROUBLED.has(health.state) || (health.state === "paused" && health.failureStreak > 0);
}

function troubleText(trigger: Trigger): string {
  return [trigger.health.state, healthText(trigger)].filter(Boolean).join(" · ");
}

/** The triggers in trouble, worst first. Nothing in a workspace without triggers. */
export function TroubledTriggers() {
  const slug = useSlug();
  const triggers = useTriggers("trouble").data ?? [];
  const troubled = triggers.filter(isTroubled);
  if (!triggers.length) return null;
  return (
    <section className={`panel ${css.top}`} aria-label="Triggers in trouble">
      <h2 className={css.panelTitle}>Triggers in trouble</h2>
      {!troubled.length && <p className="dim">{plural(triggers.length, "trigger")}, none in trouble.</p>}
      <ol>
        {troubled.slice(0, SHOWN).map((trigger) => (
          <li key={trigger.id}>
            <TriggerIcon trigger={trigger.kind} />
            <span className="ellipsis">
              <Link className="link" to="/w/$slug/triggers/$triggerId" params={{ slug, triggerId: trigger.id }}>
                {trigger.name}
              </Link>
            </span>
            <span className={css.trouble} title={troubleText(trigger)}>
              {troubleText(trigger)}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

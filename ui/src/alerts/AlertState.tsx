import type { Alert } from "../api/types";
import { useNow } from "../components/clock";
import { Elapsed, RelativeTime } from "../components/Time";
import css from "./alerts.module.css";
import { shownState, STATES } from "./labels";

/** The state of an alert, and for how long or until when. */
export function AlertState({ alert }: { alert: Alert }) {
  const state = shownState(alert, useNow());
  return (
    <span className={css.state} data-state={state}>
      <i aria-hidden />
      <b>{STATES[state]}</b>
      <span className="dim">
        {state === "silenced" ? (
          <>
            ends <RelativeTime iso={alert.silencedUntil!} />
          </>
        ) : (
          state !== "off" && (
            <>
              for <Elapsed since={alert.since} />
            </>
          )
        )}
      </span>
    </span>
  );
}

import { useDebouncedValue } from "@mantine/hooks";
import { ApiError } from "../api/client";
import { RelativeTime } from "../components/Time";
import { CLOCK, errorText } from "../labels/format";
import { usePreview } from "./api";
import css from "./triggerForm.module.css";

/** A description of the schedule and its next five times, updated while the user types. */
export function SchedulePreview({ schedule, timezone }: { schedule: string; timezone: string }) {
  const [[typed, zone]] = useDebouncedValue<[string, string]>([schedule, timezone], 150);
  const result = usePreview(typed, zone);
  if (!schedule.trim())
    return (
      <p className={css.preview}>
        Minute, hour, day of month, month, day of week. <code className="mono">0 2 * * *</code> runs every night at
        02:00.
      </p>
    );
  if (result.error) {
    const message =
      result.error instanceof ApiError && result.error.problems.length
        ? result.error.problems.map(({ problem }) => problem).join("; ")
        : errorText(result.error);
    return (
      <p className={css.preview} role="status">
        <span className="error">{message}</span>
      </p>
    );
  }
  if (!result.data)
    return (
      <p className={css.preview} role="status">
        Loading…
      </p>
    );
  return (
    <div
      className={css.preview}
      role="status"
      aria-label="Schedule preview"
      data-stale={result.isPlaceholderData || undefined}
    >
      <b>{result.data.inWords}</b>
      <TimeList times={result.data.nextTimes} zone={zone} />
      {!result.data.nextTimes.length && <p>This schedule never fires.</p>}
    </div>
  );
}

/** Times in a time zone, with their distance from now. */
export function TimeList({ times, zone }: { times: string[]; zone: string }) {
  return (
    <ol className={css.times}>
      {times.map((at) => (
        <li key={at}>
          <span className="num">{formatInZone(at, zone)}</span>{" "}
          <span className="dim">
            <RelativeTime iso={at} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function formatInZone(iso: string, zone: string): string {
  const second = iso.slice(17, 19) === "00" ? undefined : ("2-digit" as const);
  const parts = {
    weekday: "short",
    day: "numeric",
    month: "short",
    ...CLOCK,
    second,
    timeZoneName: "short",
  } as const;
  try {
    return new Intl.DateTimeFormat(undefined, { ...parts, timeZone: zone }).format(new Date(iso));
  } catch {
    return new Intl.DateTimeFormat(undefined, parts).format(new Date(iso)); // the browser does not know the zone
  }
}

import { useDebouncedValue } from "@mantine/hooks";
import { ApiError } from "../api/client";
import { Ago } from "../parts/Bits";
import { errorText } from "../words/format";
import { usePreview } from "./asking";
import css from "./form.module.css";

/** What a schedule means in words, and the next five times, while it is typed. */
export function SchedulePreview({ schedule, timezone }: { schedule: string; timezone: string }) {
  const [[typed, zone]] = useDebouncedValue<[string, string]>([schedule, timezone], 150);
  const asked = usePreview(typed, zone);
  if (!schedule.trim()) return <p className={css.preview}>Minute, hour, day of the month, month, day of the week: <code className="mono">0 2 * * *</code> is every night at two.</p>;
  if (asked.error) {
    const said = asked.error instanceof ApiError && asked.error.problems.length ? asked.error.problems.map(({ problem }) => problem).join("; ") : errorText(asked.error);
    return <p className={css.preview} role="status"><span className="wrong">{said}</span></p>;
  }
  if (!asked.data) return <p className={css.preview} role="status">…</p>;
  return (
    <div className={css.preview} role="status" aria-label="What it means" data-stale={asked.isPlaceholderData || undefined}>
      <b>{asked.data.inWords}</b>
      <Times times={asked.data.nextTimes} zone={zone} />
      {!asked.data.nextTimes.length && <p>It is never due.</p>}
    </div>
  );
}

/** Times as the clock of a zone shows them, and how far away they are. */
export function Times({ times, zone }: { times: string[]; zone: string }) {
  return (
    <ol className={css.times}>
      {times.map((at) => (
        <li key={at}><span className="num">{inZone(at, zone)}</span> <span className="dim"><Ago iso={at} /></span></li>
      ))}
    </ol>
  );
}

function inZone(iso: string, zone: string): string {
  const second = iso.slice(17, 19) === "00" ? undefined : ("2-digit" as const);
  const parts = { weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second, timeZoneName: "short" } as const;
  try {
    return new Intl.DateTimeFormat(undefined, { ...parts, timeZone: zone }).format(new Date(iso));
  } catch {
    return new Intl.DateTimeFormat(undefined, parts).format(new Date(iso)); // a zone that this browser does not know
  }
}

// Times and durations, updated while the page is open.

import type { Run } from "../api/types";
import { ENDED } from "../api/values";
import { duration, elapsedTime, fullTime, localTime, relativeTime } from "../labels/format";
import { useNow } from "./clock";

/** The relative time. The full local time is in the tooltip. */
export function RelativeTime({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={fullTime(iso)} className="num">
      {relativeTime(Date.parse(iso), now)}
    </time>
  );
}

/** How long something has lasted. The full local time of its start is in the tooltip. */
export function Elapsed({ since }: { since: string }) {
  const now = useNow();
  return (
    <time dateTime={since} title={fullTime(since)} className="num">
      {elapsedTime(Math.max(0, now - Date.parse(since)))}
    </time>
  );
}

/** The local time followed by the relative time. */
export function Timestamp({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={fullTime(iso)} className="num">
      {localTime(iso, now)} <span className="dim">· {relativeTime(Date.parse(iso), now)}</span>
    </time>
  );
}

/** How long a run took, or has taken so far. */
export function RunDuration({ run }: { run: Pick<Run, "startedAt" | "finishedAt" | "status" | "createdAt"> }) {
  const now = useNow(1000);
  if (!run.startedAt) return <span className="dim">–</span>;
  const end = run.finishedAt ? Date.parse(run.finishedAt) : ENDED.has(run.status) ? null : now;
  if (end === null) return <span className="dim">–</span>;
  return <span className="num">{duration(end - Date.parse(run.startedAt))}</span>;
}

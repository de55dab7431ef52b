import { Checkbox } from "@mantine/core";
import { memo, useEffect, useState } from "react";
import { workspacePath } from "../api/client";
import { followStream } from "../api/stream";
import type { Run } from "../api/types";
import type { StreamEvent } from "../api/values";
import { JsonView } from "../components/JsonView";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { useSlug } from "../router";
import { oneLine, plural } from "../labels/format";
import page from "./run.module.css";
import css from "./events.module.css";

const EVENT_LIMIT = 2000;

/** The events of the run's stream. */
export function EventsTab({ run }: { run: Run }) {
  const slug = useSlug();
  const [events, setEvents] = useState<StreamEvent[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [deltas, setDeltas] = useState(false);
  useEffect(() => {
    setEvents(null);
    const stop = new AbortController();
    const onEvents = (some: StreamEvent[]) => setEvents((before) => [...(before ?? []), ...some].slice(-EVENT_LIMIT));
    void followStream(workspacePath(slug, `/agent-runs/${run.id}/stream`), onEvents, { signal: stop.signal }).catch(
      setError,
    );
    return () => stop.abort();
  }, [slug, run.id]);
  if (error) return <ErrorState error={error} />;
  if (!events) return <LoadingRows rows={5} height={30} />;
  const shown = deltas ? events : events.filter((event) => !event.type.endsWith("_delta"));
  const hidden = events.length - shown.length;
  return (
    <div className={page.tabBody}>
      <Checkbox
        checked={deltas}
        onChange={() => setDeltas(!deltas)}
        label={hidden ? `Show ${plural(hidden, "delta event")}` : "Show delta events"}
      />
      <ol className={css.events}>
        {shown.map((event) => (
          <EventRow key={event.seq} event={event} />
        ))}
      </ol>
    </div>
  );
}

/** One event. Its data is rendered when it is opened, because a run can have thousands of events. */
const EventRow = memo(function EventRow({ event }: { event: StreamEvent }) {
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>
          <span className="num dim">{event.seq}</span>
          <b className="mono">
            {event.type}
            {event.type === "entry" && <span className={css.kind}> {String(event.data.type)}</span>}
          </b>
          <span className="ellipsis dim mono">{oneLine(JSON.stringify(event.data), 180)}</span>
        </summary>
        {open && <JsonView value={event.data} />}
      </details>
    </li>
  );
});

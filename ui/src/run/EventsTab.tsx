import { Checkbox } from "@mantine/core";
import { useEffect, useState } from "react";
import { at } from "../api/client";
import { follow } from "../api/stream";
import type { Run, StreamEvent } from "../api/types";
import { JsonView } from "../parts/JsonView";
import { Failed, LoadingRows } from "../parts/States";
import { useSlug } from "../router";
import { count, oneLine } from "../words/format";
import page from "./run.module.css";
import css from "./timeline.module.css";

const MOST = 2000;

/** What a client of the stream gets, as it gets it. */
export function EventsTab({ run }: { run: Run }) {
  const slug = useSlug();
  const [events, setEvents] = useState<StreamEvent[] | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [deltas, setDeltas] = useState(false);
  useEffect(() => {
    setEvents(null);
    const stop = new AbortController();
    const tell = (some: StreamEvent[]) => setEvents((before) => [...(before ?? []), ...some].slice(-MOST));
    void follow(at(slug, `/agent-runs/${run.id}/stream`), tell, { signal: stop.signal }).catch(setError);
    return () => stop.abort();
  }, [slug, run.id]);
  if (error) return <Failed error={error} />;
  if (!events) return <LoadingRows rows={5} height={30} />;
  const shown = deltas ? events : events.filter((event) => !event.type.endsWith("_delta"));
  const hidden = events.length - shown.length;
  return (
    <div className={page.tabBody}>
      <Checkbox checked={deltas} onChange={() => setDeltas(!deltas)} label={hidden ? `Show ${count(hidden)} deltas too` : "Show deltas too"} />
      <ol className={css.events}>
        {shown.map((event) => (
          <li key={event.seq}>
            <details>
              <summary>
                <span className="num dim">{event.seq}</span>
                <b className="mono">{event.type}</b>
                <span className="ellipsis dim mono">{oneLine(JSON.stringify(event.data), 180)}</span>
              </summary>
              <JsonView value={event.data} />
            </details>
          </li>
        ))}
      </ol>
    </div>
  );
}

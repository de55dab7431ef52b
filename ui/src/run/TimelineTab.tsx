import { useRunLog } from "../api/queries";
import type { Run } from "../api/types";
import { useNow } from "../components/clock";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { useSlug } from "../router";
import { duration } from "../labels/format";
import { buildBars } from "./timeline";
import css from "./timeline.module.css";

/** Model calls and tools as bars over time. */
export function TimelineTab({ run }: { run: Run }) {
  const log = useRunLog(useSlug(), run.id);
  const now = useNow(1000);
  if (log.error) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  if (!log.data) return <LoadingRows rows={5} />;
  const found = buildBars(run, log.data.parts, now);
  const from = Math.min(...found.map((bar) => bar.from));
  const to = Math.max(...found.map((bar) => bar.to), from + 1);
  const share = (at: number) => ((at - from) / (to - from)) * 100;
  return (
    <ol className={css.timeline} aria-label={`Timeline, ${duration(to - from)} in total`}>
      {found.map((bar, i) => (
        <li key={i} data-kind={bar.kind} data-bad={!bar.ok || undefined}>
          <span className={css.barLabel}>{bar.label}</span>
          <span className={css.track} aria-hidden>
            <span style={{ left: `${share(bar.from)}%`, width: `max(2px, ${share(bar.to) - share(bar.from)}%)` }} />
          </span>
          <span className="num">{duration(bar.to - bar.from)}</span>
        </li>
      ))}
      <li aria-hidden>
        <span />
        <span className={css.scaleLine}>
          <span>0</span>
          <span>{duration((to - from) / 2)}</span>
          <span>{duration(to - from)}</span>
        </span>
        <span />
      </li>
    </ol>
  );
}

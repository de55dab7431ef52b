import { useRunLog } from "../api/queries";
import type { Run } from "../api/types";
import { CopyButton } from "../components/CopyButton";
import { EmptyState } from "../components/EmptyState";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { Table } from "../components/Table";
import { useSlug } from "../router";
import { LIMIT, parseEnvelope } from "./envelope";
import { count } from "../labels/format";
import css from "./envelope.module.css";
import page from "./run.module.css";

/** The envelope of a run: its size, its fields, and their sources. */
export function EnvelopeTab({ run }: { run: Run }) {
  const log = useRunLog(useSlug(), run.id);
  if (log.error) return <ErrorState error={log.error} retry={() => void log.refetch()} />;
  if (!log.data) return <LoadingRows rows={5} />;
  const opened = parseEnvelope(run, log.data.parts);
  if (!opened)
    return (
      <EmptyState title="No envelope">
        {run.executor === "builtin"
          ? "The envelope is written when the run starts."
          : `The log of this run has no envelope (executor: ${run.executor}).`}
      </EmptyState>
    );
  const dropped = run.envelope?.dropped ?? [];
  return (
    <div className={page.tabBody}>
      <div className={css.bytes}>
        <div role="img" aria-label={`${opened.bytes} of ${LIMIT} bytes`} className={css.gauge}>
          {opened.sections.map(({ name, bytes }) => (
            <span key={name} data-section={name} style={{ width: `${(bytes / LIMIT) * 100}%` }} />
          ))}
        </div>
        <p className="num">
          <b>{count(opened.bytes)}</b> of {count(LIMIT)} bytes
          {opened.sections.map(({ name, bytes }) => (
            <span key={name} className={css.legend}>
              <i data-section={name} /> {name} {count(bytes)}
            </span>
          ))}
        </p>
      </div>
      {dropped.length > 0 && (
        <div className={css.dropped} role="note">
          <b>Dropped because of the size limit:</b>{" "}
          {dropped.map((name) => (
            <code key={name} className="mono">
              {name}
            </code>
          ))}
          <span className="dim"> The run stores the full values. The model sees only these names.</span>
        </div>
      )}
      <Table columns={["Key", "Value", "Source", "Bytes"]} className={css.fields}>
        {opened.fields.map((one) => (
          <tr key={`${one.section} ${one.key}`}>
            <td className="mono">
              {one.section === "tags" || one.section === "context" ? (
                <>
                  <span className="dim">{one.section}.</span>
                  {one.key}
                </>
              ) : (
                one.key
              )}
            </td>
            <td className="mono">{typeof one.value === "string" ? one.value : JSON.stringify(one.value)}</td>
            <td className="dim">{one.source}</td>
            <td className="num">{one.bytes}</td>
          </tr>
        ))}
      </Table>
      <details className={css.raw}>
        <summary>Raw envelope</summary>
        <code className="mono">{opened.raw}</code>
        <CopyButton text={opened.raw} label="Copy envelope" />
      </details>
    </div>
  );
}

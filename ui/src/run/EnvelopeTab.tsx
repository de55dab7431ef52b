import { useRunLog } from "../api/queries";
import type { Run } from "../api/types";
import { CopyIcon } from "../parts/CopyIcon";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { Table } from "../parts/Table";
import { useSlug } from "../router";
import { LIMIT, openEnvelope } from "../words/envelope";
import { count } from "../words/format";
import css from "./envelope.module.css";
import page from "./run.module.css";

/** What the model was told about its run: how much of the room it took, and who said what. */
export function EnvelopeTab({ run }: { run: Run }) {
  const log = useRunLog(useSlug(), run.id);
  if (log.error) return <Failed error={log.error} retry={() => void log.refetch()} />;
  if (!log.data) return <LoadingRows rows={5} />;
  const opened = openEnvelope(run, log.data.parts);
  if (!opened) return <Empty title="No envelope">{run.executor === "builtin" ? "It is written when the run starts." : `The executor ${run.executor} was given none, or it is not in the log.`}</Empty>;
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
          <b>Did not fit:</b>{" "}
          {dropped.map((name) => (
            <code key={name} className="mono">
              {name}
            </code>
          ))}
          <span className="dim"> The run has them whole; the model was told their names.</span>
        </div>
      )}
      <Table columns={["Key", "Value", "Origin", "Bytes"]} className={css.told}>
        {opened.told.map((one) => (
          <tr key={`${one.section} ${one.key}`}>
            <td className="mono">{one.section === "tags" || one.section === "context" ? <><span className="dim">{one.section}.</span>{one.key}</> : one.key}</td>
            <td className="mono">{typeof one.value === "string" ? one.value : JSON.stringify(one.value)}</td>
            <td className="dim">{one.origin}</td>
            <td className="num">{one.bytes}</td>
          </tr>
        ))}
      </Table>
      <details className={css.raw}>
        <summary>As it was sent</summary>
        <code className="mono">{opened.raw}</code>
        <CopyIcon text={opened.raw} label="Copy the envelope" />
      </details>
    </div>
  );
}

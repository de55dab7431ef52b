// Every firing and every skip of a trigger, with its reason and its run.

import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { Run } from "../api/types";
import { StatusMark, Took, When } from "../parts/Bits";
import { Mark } from "../parts/Mark";
import { Empty, Failed, LoadingRows } from "../parts/States";
import { Table } from "../parts/Table";
import { useSlug } from "../router";
import { fullTime, shortId } from "../words/format";
import { useOccurrences, useRunsOf, type Occurrence } from "./asking";
import css from "./triggers.module.css";
import { reasonText } from "./words";

const ON_TIME = 60_000;

export function Occurrences({ id }: { id: string }) {
  const asked = useOccurrences(id);
  const runs = useRunsOf(id).data;
  if (asked.error && !asked.data) return <Failed error={asked.error} retry={() => void asked.refetch()} />;
  if (!asked.data) return <LoadingRows rows={14} height={34} />;
  const found = asked.data.pages.flatMap((page) => page.occurrences);
  if (!found.length) return <Empty title="Nothing has happened yet">Firings and skips appear here, each with its reason.</Empty>;
  return (
    <>
      <Table label="Occurrences" columns={["What", "When", "Planned for", "Why", "Run", "Took"]} className={css.table}>
        {found.map((one) => <Row key={one.key} one={one} run={runs?.get(one.runId ?? "")} />)}
      </Table>
      {asked.hasNextPage && <Button mt="sm" loading={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>Show older</Button>}
    </>
  );
}

function Row({ one, run }: { one: Occurrence; run: Run | undefined }) {
  const slug = useSlug();
  return (
    <tr>
      <td><Mark is={one.status} /></td>
      <td><When iso={one.at} /></td>
      <td><Planned one={one} /></td>
      <td className={css.reason}>{reasonText(one)}</td>
      <td>
        {one.runId ? (
          <Link className={css.runLink} to={`/w/${slug}/runs/${one.runId}` as "/"}>
            {run && <StatusMark status={run.status} />}
            <span className="mono dim">{shortId(one.runId)}</span>
          </Link>
        ) : <span className="dim">none</span>}
      </td>
      <td>{run ? <Took run={run} /> : <span className="dim">–</span>}</td>
    </tr>
  );
}

function Planned({ one }: { one: Occurrence }) {
  if (!one.plannedAt) return <span className="dim">not planned</span>;
  if (one.until) return <><When iso={one.plannedAt} /> to <When iso={one.until} /></>;
  const late = Math.abs(Date.parse(one.at) - Date.parse(one.plannedAt));
  return late < ON_TIME ? <span className="dim" title={fullTime(one.plannedAt)}>on time</span> : <When iso={one.plannedAt} />;
}

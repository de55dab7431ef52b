import { Button } from "@mantine/core";
import { actorName } from "../audit/words";
import { When } from "../parts/Bits";
import { Mark } from "../parts/Mark";
import { Failed, LoadingRows } from "../parts/States";
import { Table } from "../parts/Table";
import { useAddress } from "../router";
import { count } from "../words/format";
import { useErasures, type Erasure } from "./asking";
import css from "./data.module.css";
import { MODES } from "./words";

/** What was erased and is being, newest first. */
export function Receipts() {
  const asked = useErasures();
  const found = asked.data?.pages.flatMap((page) => page.erasures) ?? [];
  if (asked.error && !asked.data) return <Failed error={asked.error} retry={() => void asked.refetch()} />;
  if (asked.isPending) return <LoadingRows rows={2} />;
  if (!found.length) return <div className="panel"><p className={css.none}>Nothing was erased yet.</p></div>;
  return (
    <>
      <Table label="Receipts" columns={["When", "Query", "What went", "Runs", "By", "State", <span className="sr-only">Open</span>]} className={css.table}>
        {found.map((one) => <Row key={one.id} one={one} />)}
      </Table>
      {asked.hasNextPage && <Button mt="sm" loading={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>Show older</Button>}
    </>
  );
}

function Row({ one }: { one: Erasure }) {
  const [, change] = useAddress();
  return (
    <tr data-erasure={one.id}>
      <td><When iso={one.createdAt} /></td>
      <td className={css.query}>{one.query === null ? <span className="dim">not kept</span> : <code className="mono" title={one.query}>{one.query}</code>}</td>
      <td>{MODES[one.mode].short}</td>
      <td className="num">{count(one.counts.runs ?? 0)}</td>
      <td>{actorName(one.actor)}</td>
      <td><Mark is={one.status === "done" ? "delivered" : "pending"}>{one.status === "done" ? "done" : "erasing"}</Mark></td>
      <td><Button variant="subtle" aria-label={`Receipt ${one.id}`} onClick={() => change({ erasure: one.id })}>Receipt</Button></td>
    </tr>
  );
}

import type { Erasure } from "../api/types";
import { Button } from "@mantine/core";
import { actorName } from "../audit/labels";
import { Timestamp } from "../components/Time";
import { OutcomeBadge } from "../components/OutcomeBadge";
import { QueryState } from "../components/QueryState";
import { LoadMore } from "../components/LoadMore";
import { Table } from "../components/Table";
import { useSearchParams } from "../router";
import { count } from "../labels/format";
import { useErasures } from "./api";
import css from "./data.module.css";
import { MODES } from "./labels";

/** All erasures, newest first. */
export function ReceiptTable() {
  const result = useErasures();
  if (!result.data) return <QueryState query={result} rows={2} />;
  const found = result.data.pages.flatMap((page) => page.erasures);
  if (!found.length)
    return (
      <div className="panel">
        <p className={css.none}>No erasures yet.</p>
      </div>
    );
  return (
    <>
      <Table
        label="Receipts"
        stacks
        columns={["Started", "Query", "Data", "Runs", "Actor", "Status"]}
        actions
        className={css.table}
      >
        {found.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </Table>
      <LoadMore query={result}>Load older receipts</LoadMore>
    </>
  );
}

function Row({ one }: { one: Erasure }) {
  const [, change] = useSearchParams();
  return (
    <tr data-erasure={one.id}>
      <td>
        <Timestamp iso={one.createdAt} />
      </td>
      <td className={css.query}>
        {one.query === null ? (
          <span className="dim">omitted</span>
        ) : (
          <code className="mono" title={one.query}>
            {one.query}
          </code>
        )}
      </td>
      <td>{MODES[one.mode].label}</td>
      <td className="num">{count(one.counts.runs ?? 0)}</td>
      <td>{actorName(one.actor)}</td>
      <td>
        <OutcomeBadge outcome={one.status === "done" ? "delivered" : "pending"}>
          {one.status === "done" ? "done" : "running"}
        </OutcomeBadge>
      </td>
      <td>
        <Button variant="subtle" aria-label={`Show receipt ${one.id}`} onClick={() => change({ erasure: one.id })}>
          Show receipt
        </Button>
      </td>
    </tr>
  );
}

import type { Erasure } from "../api/types";
import { Button } from "@mantine/core";
import { actorName } from "../audit/labels";
import { Timestamp } from "../components/Time";
import { OutcomeBadge } from "../components/OutcomeBadge";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { Table } from "../components/Table";
import { useSearchParams } from "../router";
import { count } from "../labels/format";
import { useErasures } from "./api";
import css from "./data.module.css";
import { MODES } from "./labels";

/** All erasures, newest first. */
export function ReceiptTable() {
  const result = useErasures();
  const found = result.data?.pages.flatMap((page) => page.erasures) ?? [];
  if (result.error && !result.data) return <ErrorState error={result.error} retry={() => void result.refetch()} />;
  if (result.isPending) return <LoadingRows rows={2} />;
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
        columns={[
          "Started",
          "Query",
          "Data",
          "Runs",
          "Actor",
          "Status",
          <span key="actions" className="sr-only">
            Actions
          </span>,
        ]}
        className={css.table}
      >
        {found.map((one) => (
          <Row key={one.id} one={one} />
        ))}
      </Table>
      {result.hasNextPage && (
        <Button mt="sm" loading={result.isFetchingNextPage} onClick={() => void result.fetchNextPage()}>
          Load older receipts
        </Button>
      )}
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

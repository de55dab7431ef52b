import type { Delivery } from "../api/types";
import { plural } from "../labels/format";
import { OutcomeBadge } from "./OutcomeBadge";
import { Timestamp } from "./Time";

const LABELS = {
  pending: "Not delivered yet",
  delivered: "Delivered",
  failed: "Not delivered",
  skipped: "Not sent",
};

/** Whether a reply reached its chat: when, or why not. */
export function DeliveryStatus({ delivery }: { delivery: Delivery }) {
  const { status, at, attempts, error } = delivery;
  const retried = status === "pending" && attempts > 0;
  return (
    <span>
      <OutcomeBadge outcome={status}>{LABELS[status]}</OutcomeBadge>
      {at && (
        <>
          {" · "}
          <Timestamp iso={at} />
        </>
      )}
      {retried && <span className="dim"> · {plural(attempts, "failed attempt")}</span>}
      {error && <span className={status === "failed" ? "error" : "dim"}> · {error}</span>}
    </span>
  );
}

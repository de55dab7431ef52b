import type { Subscription } from "../api/types";

/** The content of a webhook: runs, inbox items, or alerts. */
export function SentEvents({ one: { events, query } }: { one: Subscription }) {
  if (events === "alerts") return "alerts that name it";
  const all = events === "inbox" ? "all inbox items" : "all runs";
  if (!query) return all;
  return (
    <>
      {events === "inbox" ? "inbox items of " : "runs "}
      <code className="mono">{query}</code>
    </>
  );
}

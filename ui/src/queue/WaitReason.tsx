import type { WaitsFor } from "../api/types";
import { InlineCode } from "../components/InlineCode";
import { RunLink } from "../components/RunLink";
import { RelativeTime } from "../components/Time";

/** The reason for which a queued run waits, with links to the named objects. */
export function WaitReason({ reason }: { reason: WaitsFor }) {
  return (
    <>
      <InlineCode text={reason.text} />
      {reason.runId && (
        <>
          , first <RunLink id={reason.runId} />
        </>
      )}
      {reason.until && (
        <>
          , <RelativeTime iso={reason.until} />
        </>
      )}
    </>
  );
}

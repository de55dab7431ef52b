// The reason why an unfinished run waits: a place in the queue, an approval, or the result of a client's tool.

import { IconHourglassEmpty } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useApprovals } from "../agent/api";
import { useRunLog } from "../api/queries";
import type { Run } from "../api/types";
import { InlineCode } from "../components/InlineCode";
import { RelativeTime } from "../components/Time";
import { useQueuedRun } from "../queue/api";
import { WaitReason } from "../queue/WaitReason";
import { useSlug } from "../router";
import { approvalText, resultText } from "../runs/rowText";
import { unansweredCalls } from "./messages";
import css from "./run.module.css";

export function WaitNote({ run }: { run: Run }) {
  if (run.status === "queued") return <QueueWait run={run} />;
  if (run.status === "waiting") return <ClientWait run={run} />;
  return null;
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={css.wait} role="status">
      <IconHourglassEmpty size={15} stroke={1.7} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

function QueueWait({ run }: { run: Run }) {
  const slug = useSlug();
  const found = useQueuedRun(run.id).data;
  return (
    <Note>
      {found ? (
        <>
          Waits: <WaitReason reason={found.waitsFor} />
          <span className="dim">
            {" "}
            · since <RelativeTime iso={found.since} />
          </span>
        </>
      ) : (
        resultText(run)
      )}
      {" · "}
      <Link className="link" to="/w/$slug/queue" params={{ slug }}>
        Open queue
      </Link>
    </Note>
  );
}

function ClientWait({ run }: { run: Run }) {
  const approvals = useApprovals(run.id).data ?? [];
  const log = useRunLog(useSlug(), run.id, { enabled: run.executor === "builtin" }).data;
  const approval = approvalText(approvals);
  const asked = approvals.find(({ decision }) => decision === null)?.askedAt;
  const calls = log ? unansweredCalls(log.parts) : [];
  if (approval)
    return (
      <Note>
        {approval}
        {asked && (
          <span className="dim">
            {" "}
            · since <RelativeTime iso={asked} />
          </span>
        )}
      </Note>
    );
  if (!calls.length) return <Note>{resultText(run)}</Note>;
  const names = [...new Set(calls.map(({ name }) => `\`${name}\``))].join(", ");
  return (
    <Note>
      <InlineCode text={`Waits for a client to return the result of ${names}`} />
      <span className="dim">
        {" "}
        · since <RelativeTime iso={calls[0]!.at} />
      </span>
    </Note>
  );
}

// The progress of an erasure, and its receipt.

import type { Erasure } from "../api/types";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { actorName } from "../audit/labels";
import { Timestamp } from "../components/Time";
import { Dialog } from "../components/Dialog";
import { ErrorState } from "../components/ErrorState";
import { LoadingRows } from "../components/LoadingRows";
import { download } from "../runs/actions";
import { count, plural } from "../labels/format";
import { useErasure, useRules } from "./api";
import { CountList } from "./CountList";
import css from "./data.module.css";
import { ProgressBar } from "./ProgressBar";
import { MODES, receiptFile } from "./labels";

export function ReceiptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const result = useErasure(id);
  return (
    <Dialog
      onClose={onClose}
      size={600}
      title={result.data?.status === "running" ? "Erasure in progress" : "Erasure receipt"}
    >
      {result.error && !result.data && <ErrorState error={result.error} retry={() => void result.refetch()} />}
      {result.isPending && <LoadingRows rows={3} />}
      {result.data && <ReceiptBody erasure={result.data} />}
    </Dialog>
  );
}

function ReceiptBody({ erasure }: { erasure: Erasure }) {
  const { runs = 0, skipped = 0 } = erasure.counts;
  const running = erasure.status === "running";
  return (
    <div className={css.receipt} data-status={erasure.status}>
      {running && (
        <>
          <ProgressBar
            done={runs + skipped}
            total={erasure.total}
            label={`${count(runs + skipped)} of ${plural(erasure.total, "run")}`}
          />
          <p className="dim">The erasure continues if you close this page or restart the server.</p>
        </>
      )}
      <Facts erasure={erasure} />
      <h3 className="h2">{running ? "Erased so far" : "Erased"}</h3>
      <CountList counts={erasure.counts} />
      {skipped > 0 && (
        <p className={css.left}>
          <b>{plural(skipped, "run")} skipped</b>, because the run or another run in the same session had not ended.
        </p>
      )}
      {!running && (
        <Button
          leftSection={<IconDownload size={14} />}
          onClick={() => download(receiptFile(erasure), JSON.stringify(erasure, null, 2), "application/json")}
        >
          Download receipt
        </Button>
      )}
    </div>
  );
}

function Facts({ erasure }: { erasure: Erasure }) {
  const rule = useRules().data?.find(({ id }) => id === erasure.ruleId);
  return (
    <dl className={css.facts}>
      <div>
        <dt>ID</dt>
        <dd className="mono">{erasure.id}</dd>
      </div>
      <div>
        <dt>Query</dt>
        <dd>
          {erasure.query === null ? (
            <span className="dim">omitted</span>
          ) : (
            <code className="mono">{erasure.query}</code>
          )}
        </dd>
      </div>
      <div>
        <dt>Data</dt>
        <dd>{MODES[erasure.mode].label}</dd>
      </div>
      <div>
        <dt>Requested by</dt>
        <dd>
          {actorName(erasure.actor)}
          {erasure.ruleId && <span className="dim"> · rule {rule?.name ?? erasure.ruleId}</span>}
        </dd>
      </div>
      <div>
        <dt>Started</dt>
        <dd>
          <Timestamp iso={erasure.createdAt} />
        </dd>
      </div>
      {erasure.finishedAt && (
        <div>
          <dt>Finished</dt>
          <dd>
            <Timestamp iso={erasure.finishedAt} />
          </dd>
        </div>
      )}
      {erasure.finishedAt && (
        <div>
          <dt title="Sum of the SHA-256 hashes of the erased IDs, modulo 2^256">Digest</dt>
          <dd className="mono">{erasure.digest}</dd>
        </div>
      )}
    </dl>
  );
}

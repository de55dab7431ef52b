// The progress of an erasure, and its receipt.

import type { Erasure } from "../api/types";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { actorName } from "../audit/labels";
import { Timestamp } from "../components/Time";
import { Fact } from "../components/Fact";
import { Dialog } from "../components/Dialog";
import { QueryState } from "../components/QueryState";
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
      {result.data ? <ReceiptBody erasure={result.data} /> : <QueryState query={result} rows={3} />}
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
      <Fact label="ID" className="mono">
        {erasure.id}
      </Fact>
      <Fact label="Query">
        {erasure.query === null ? <span className="dim">omitted</span> : <code className="mono">{erasure.query}</code>}
      </Fact>
      <Fact label="Data">{MODES[erasure.mode].label}</Fact>
      <Fact label="Requested by">
        {actorName(erasure.actor)}
        {erasure.ruleId && <span className="dim"> · rule {rule?.name ?? erasure.ruleId}</span>}
      </Fact>
      <Fact label="Started">
        <Timestamp iso={erasure.createdAt} />
      </Fact>
      {erasure.finishedAt && (
        <Fact label="Finished">
          <Timestamp iso={erasure.finishedAt} />
        </Fact>
      )}
      {erasure.finishedAt && (
        <Fact
          label={<span title="Sum of the SHA-256 hashes of the erased IDs, modulo 2^256">Digest</span>}
          className="mono"
        >
          {erasure.digest}
        </Fact>
      )}
    </dl>
  );
}

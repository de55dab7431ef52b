// One erasure: how far it is, and once it is done the receipt.

import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { actorName } from "../audit/words";
import { When } from "../parts/Bits";
import { Dialog } from "../parts/Dialog";
import { Failed, LoadingRows } from "../parts/States";
import { download } from "../runs/actions";
import { count, plural } from "../words/format";
import { useErasure, useRules, type Erasure } from "./asking";
import { Counted } from "./Counted";
import css from "./data.module.css";
import { Progress } from "./Progress";
import { MODES, receiptFile } from "./words";

export function ReceiptDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const asked = useErasure(id);
  return (
    <Dialog onClose={onClose} size={600} title={asked.data?.status === "running" ? "Erasing" : "Receipt"}>
      {asked.error && !asked.data && <Failed error={asked.error} retry={() => void asked.refetch()} />}
      {asked.isPending && <LoadingRows rows={3} />}
      {asked.data && <Told erasure={asked.data} />}
    </Dialog>
  );
}

function Told({ erasure }: { erasure: Erasure }) {
  const { runs = 0, skipped = 0 } = erasure.counts;
  const running = erasure.status === "running";
  return (
    <div className={css.receipt} data-status={erasure.status}>
      {running && (
        <>
          <Progress done={runs + skipped} total={erasure.total} says={`${count(runs + skipped)} of ${plural(erasure.total, "run")}`} />
          <p className="dim">It goes on by itself, also when this page is closed or the server starts again.</p>
        </>
      )}
      <Facts erasure={erasure} />
      <h3 className="h2">{running ? "Erased so far" : "Erased"}</h3>
      <Counted counts={erasure.counts} />
      {skipped > 0 && <p className={css.left}><b>{plural(skipped, "run")} left out</b>, because not ended, or in a session where one had not.</p>}
      {!running && <Button leftSection={<IconDownload size={14} />} onClick={() => download(receiptFile(erasure), JSON.stringify(erasure, null, 2), "application/json")}>Download the receipt</Button>}
    </div>
  );
}

function Facts({ erasure }: { erasure: Erasure }) {
  const rule = useRules().data?.find(({ id }) => id === erasure.ruleId);
  return (
    <dl className={css.facts}>
      <div><dt>Id</dt><dd className="mono">{erasure.id}</dd></div>
      <div><dt>Query</dt><dd>{erasure.query === null ? <span className="dim">not kept</span> : <code className="mono">{erasure.query}</code>}</dd></div>
      <div><dt>What went</dt><dd>{MODES[erasure.mode].short}</dd></div>
      <div><dt>Asked by</dt><dd>{actorName(erasure.actor)}{erasure.ruleId && <span className="dim"> · rule {rule?.name ?? erasure.ruleId}</span>}</dd></div>
      <div><dt>Began</dt><dd><When iso={erasure.createdAt} /></dd></div>
      {erasure.finishedAt && <div><dt>Done</dt><dd><When iso={erasure.finishedAt} /></dd></div>}
      {erasure.finishedAt && <div><dt title="The sum of the SHA-256 of each erased id, modulo 2^256">Digest</dt><dd className="mono">{erasure.digest}</dd></div>}
    </dl>
  );
}

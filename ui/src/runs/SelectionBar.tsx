import { Button } from "@mantine/core";
import { IconArrowsDiff, IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Run } from "../api/types";
import { Wrong } from "../parts/States";
import { useGo, useSlug } from "../router";
import { plural } from "../words/format";
import { canCancel, cancelRun, runAgain } from "./actions";
import css from "./runs.module.css";

/** What can be done with the selected runs. */
export function SelectionBar({ runs, onClear }: { runs: Run[]; onClear: () => void }) {
  const slug = useSlug();
  const go = useGo();
  const client = useQueryClient();
  const after = async () => {
    await client.invalidateQueries({ queryKey: [slug, "newest"] });
    onClear();
  };
  const open = runs.filter(canCancel);
  const cancel = useMutation({ mutationFn: () => Promise.all(open.map((run) => cancelRun(slug, run.id))), onSuccess: after });
  const again = useMutation({ mutationFn: () => Promise.all(runs.map((run) => runAgain(slug, run))), onSuccess: after });
  const error = cancel.error ?? again.error;
  if (!runs.length) return null;
  return (
    <div className={css.selected}>
      <div className={css.selection} role="region" aria-label="Selected runs">
        <span className="num">{plural(runs.length, "run")} selected</span>
        <Button leftSection={<IconArrowsDiff size={14} />} disabled={runs.length !== 2} onClick={() => go("compare", { a: runs[0]!.id, b: runs[1]!.id })} title={runs.length === 2 ? undefined : "Select two runs to compare them"}>
          Compare
        </Button>
        <Button leftSection={<IconPlayerStop size={14} />} disabled={!open.length} loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
        <Button leftSection={<IconRefresh size={14} />} loading={again.isPending} onClick={() => again.mutate()}>
          Run again
        </Button>
        <Button variant="subtle" onClick={onClear}>
          Clear
        </Button>
        <Wrong error={error} />
      </div>
    </div>
  );
}

import { Button } from "@mantine/core";
import { IconArrowsDiff, IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { WRITE_RUNS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import type { Run } from "../api/types";
import { ErrorMessage } from "../components/ErrorState";
import { useNavigateTo, useSlug } from "../router";
import { plural } from "../labels/format";
import { canCancel, cancelRun, rerun } from "./actions";
import css from "./runs.module.css";
import { queryKeys } from "../api/queryKeys";

/** Actions for the selected runs. */
export function SelectionBar({ runs, onClear }: { runs: Run[]; onClear: () => void }) {
  const slug = useSlug();
  const go = useNavigateTo();
  const client = useQueryClient();
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: queryKeys.newest(slug) });
    onClear();
  };
  const open = runs.filter(canCancel);
  const cancel = useMutation({
    mutationFn: () => Promise.all(open.map((run) => cancelRun(slug, run.id))),
    onSuccess: refresh,
  });
  const rerunning = useMutation({
    mutationFn: () => Promise.all(runs.map((run) => rerun(slug, run))),
    onSuccess: refresh,
  });
  const error = cancel.error ?? rerunning.error;
  if (!runs.length) return null;
  return (
    <div className={css.selected}>
      <div className={css.selection} role="region" aria-label="Selected runs">
        <span className="num">{plural(runs.length, "run")} selected</span>
        <Button
          leftSection={<IconArrowsDiff size={14} />}
          disabled={runs.length !== 2}
          onClick={() => go("compare", { a: runs[0]!.id, b: runs[1]!.id })}
          title={runs.length === 2 ? undefined : "Select two runs to compare them"}
        >
          Compare
        </Button>
        <Allowed to={WRITE_RUNS}>
          <Button
            leftSection={<IconPlayerStop size={14} />}
            disabled={!open.length}
            loading={cancel.isPending}
            onClick={() => cancel.mutate()}
          >
            Cancel runs
          </Button>
          <Button
            leftSection={<IconRefresh size={14} />}
            loading={rerunning.isPending}
            onClick={() => rerunning.mutate()}
          >
            Rerun
          </Button>
        </Allowed>
        <Button variant="subtle" onClick={onClear}>
          Clear selection
        </Button>
        <ErrorMessage error={error} />
      </div>
    </div>
  );
}

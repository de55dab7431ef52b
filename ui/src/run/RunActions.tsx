import { Button } from "@mantine/core";
import { IconArrowsDiff, IconPencil, IconPlayerStop, IconRefresh } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { WRITE_RUNS } from "../api/permissions";
import { useAllowed } from "../api/queries";
import { queryKeys } from "../api/queryKeys";
import type { Run } from "../api/types";
import { ErrorMessage } from "../components/ErrorState";
import { useNavigateTo, useSlug, writeSearch } from "../router";
import { canCancel, cancelRun, rerun } from "../runs/actions";
import { CopyMenu } from "./CopyMenu";
import { EditRerunDialog } from "./EditRerunDialog";
import css from "./run.module.css";

/** The actions of a run. */
export function RunActions({ run }: { run: Run }) {
  const slug = useSlug();
  const go = useNavigateTo();
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const canWrite = useAllowed(WRITE_RUNS);
  const cancel = useMutation({
    mutationFn: () => cancelRun(slug, run.id),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.run(slug, run.id) }),
  });
  const rerunning = useMutation({
    mutationFn: () => rerun(slug, run),
    onSuccess: (id) => go(`runs/${id}`),
  });
  return (
    <div className={css.actions}>
      {canWrite && canCancel(run) && (
        <Button leftSection={<IconPlayerStop size={14} />} loading={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel run
        </Button>
      )}
      {canWrite && (
        <>
          <Button
            leftSection={<IconRefresh size={14} />}
            loading={rerunning.isPending}
            onClick={() => rerunning.mutate()}
            title={run.sessionId ? "Send the same message to the session again" : "Start the same run again"}
          >
            Rerun
          </Button>
          <Button leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
            Edit and rerun
          </Button>
        </>
      )}
      <Button
        component="a"
        href={`/w/${slug}/compare${writeSearch({ a: run.id })}`}
        leftSection={<IconArrowsDiff size={14} />}
        onClick={(event: React.MouseEvent) => {
          event.preventDefault();
          go("compare", { a: run.id });
        }}
      >
        Compare
      </Button>
      <CopyMenu run={run} />
      <ErrorMessage error={cancel.error ?? rerunning.error} />
      {editing && <EditRerunDialog run={run} onClose={() => setEditing(false)} />}
    </div>
  );
}

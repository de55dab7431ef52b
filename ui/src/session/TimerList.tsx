import { WRITE_SESSIONS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { queryKeys } from "../api/queryKeys";
import { RelativeTime } from "../components/Time";
import { ErrorMessage } from "../components/ErrorState";
import { useSlug } from "../router";
import { useTimers } from "./history";
import css from "./session.module.css";

/** The pending timers of a session. */
export function TimerList({ sessionId }: { sessionId: string }) {
  const slug = useSlug();
  const client = useQueryClient();
  const timers = useTimers(slug, sessionId).data ?? [];
  const cancel = useMutation({
    mutationFn: (id: string) =>
      request(workspacePath(slug, `/agent-sessions/${sessionId}/timers/${id}`), { method: "DELETE" }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.timers(slug, sessionId) }),
  });
  if (!timers.length) return null;
  return (
    <section>
      <h2 className="h2">Timers</h2>
      <ErrorMessage error={cancel.error} />
      <ul className={css.timers} aria-label="Timers">
        {timers.map((timer) => (
          <li key={timer.id}>
            <span>
              {timer.type.replaceAll("_", " ")}{" "}
              <span className="dim">
                <RelativeTime iso={timer.fireAt} />
              </span>
              {timer.reason && <span className="dim"> · {timer.reason}</span>}
            </span>
            <Allowed to={WRITE_SESSIONS}>
              <ActionIcon
                size="xs"
                aria-label={`Cancel timer: ${timer.type.replaceAll("_", " ")}`}
                onClick={() => cancel.mutate(timer.id)}
              >
                <IconX size={12} />
              </ActionIcon>
            </Allowed>
          </li>
        ))}
      </ul>
    </section>
  );
}

import { WRITE_SESSIONS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request, workspacePath } from "../api/client";
import { queryKeys } from "../api/queryKeys";
import { useRunsOfSession } from "../api/queries";
import { RelativeTime } from "../components/Time";
import { ErrorMessage } from "../components/ErrorState";
import { useSlug } from "../router";
import { currentTimers, timerText, useTimers } from "./history";
import css from "./session.module.css";

/** The pending timers of a session, and why the last one was blocked. */
export function TimerList({ sessionId }: { sessionId: string }) {
  const slug = useSlug();
  const client = useQueryClient();
  const runs = useRunsOfSession(slug, sessionId).data ?? [];
  const timers = currentTimers(useTimers(slug, sessionId).data ?? [], runs);
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
              {timerText(timer)}{" "}
              <span className="dim">
                <RelativeTime iso={timer.fireAt} />
              </span>
              {timer.reason && <span className="dim"> · {timer.reason}</span>}
              {timer.status === "blocked" && <span> · {timer.note ?? timer.code}</span>}
            </span>
            {timer.status === "pending" && (
              <Allowed to={WRITE_SESSIONS}>
                <ActionIcon
                  size="xs"
                  aria-label={`Cancel timer: ${timerText(timer)}`}
                  onClick={() => cancel.mutate(timer.id)}
                >
                  <IconX size={12} />
                </ActionIcon>
              </Allowed>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { at, call } from "../api/client";
import { Ago } from "../parts/Bits";
import { Wrong } from "../parts/States";
import { useSlug } from "../router";
import { useTimers } from "./chat";
import css from "./session.module.css";

/** Follow-ups that wait for their time; each can be called off. */
export function Timers({ sessionId }: { sessionId: string }) {
  const slug = useSlug();
  const client = useQueryClient();
  const timers = useTimers(slug, sessionId).data ?? [];
  const cancel = useMutation({
    mutationFn: (id: string) => call(at(slug, `/agent-sessions/${sessionId}/timers/${id}`), { method: "DELETE" }),
    onSettled: () => client.invalidateQueries({ queryKey: [slug, "timers", sessionId] }),
  });
  if (!timers.length) return null;
  return (
    <section>
      <h2 className="h2">Follow-ups</h2>
      <Wrong error={cancel.error} />
      <ul className={css.timers} aria-label="Follow-ups">
        {timers.map((timer) => (
          <li key={timer.id}>
            <span>{timer.type.replaceAll("_", " ")} <span className="dim"><Ago iso={timer.fireAt} /></span>{timer.reason && <span className="dim"> · {timer.reason}</span>}</span>
            <ActionIcon size="xs" aria-label={`Call off: ${timer.type.replaceAll("_", " ")}`} onClick={() => cancel.mutate(timer.id)}><IconX size={12} /></ActionIcon>
          </li>
        ))}
      </ul>
    </section>
  );
}

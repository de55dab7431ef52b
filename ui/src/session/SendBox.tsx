import { Button, Textarea } from "@mantine/core";
import { IconPlayerStop, IconSend } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { at, call } from "../api/client";
import type { Accepted, Run, Session } from "../api/types";
import { Wrong } from "../parts/States";
import { useSlug } from "../router";
import { cancelRun } from "../runs/actions";
import css from "./session.module.css";

/** Sending, for the box and for another try; what hangs on it is read anew. */
export function useSend(sessionId: string) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (prompt: string) => call<Accepted>(at(slug, `/agent-sessions/${sessionId}/messages`), { method: "POST", body: { prompt } }),
    onSuccess: () => Promise.all(["history", "session-runs", "timers", "pending"].map((name) => client.invalidateQueries({ queryKey: [slug, name, sessionId] }))),
  });
}

/** Say something; the answer appears above as it is written. */
export function SendBox({ session, current, children }: { session: Session; current: Run | undefined; children?: ReactNode }) {
  const slug = useSlug();
  const [text, setText] = useState("");
  const send = useSend(session.id);
  const stop = useMutation({ mutationFn: (id: string) => cancelRun(slug, id) });
  const go = () => text.trim() && !send.isPending && send.mutate(text, { onSuccess: () => setText("") });
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go();
    }
  };
  if (session.status === "ended") return <p className={css.ended}>This session has ended. It can be read, but not be written in.</p>;
  const error = send.error ?? stop.error;
  return (
    <form className={css.box} onSubmit={(event) => { event.preventDefault(); go(); }}>
      <Wrong error={error} />
      {children}
      <div className={css.boxRow}>
        <Textarea aria-label="Message" placeholder={current ? "It is busy; your message waits for its turn" : "Say something. Enter sends, Shift-Enter makes a new line."} autosize minRows={1} maxRows={8} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={press} variant="unstyled" />
        {current && <Button size="sm" leftSection={<IconPlayerStop size={15} />} loading={stop.isPending} onClick={() => stop.mutate(current.id)}>Stop</Button>}
        <Button type="submit" variant="filled" size="sm" leftSection={<IconSend size={15} />} loading={send.isPending} disabled={!text.trim()}>Send</Button>
      </div>
    </form>
  );
}

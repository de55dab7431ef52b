import { Button, Textarea } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type KeyboardEvent } from "react";
import { at, call } from "../api/client";
import type { Accepted, Session } from "../api/types";
import { useSlug } from "../router";
import { errorText } from "../words/format";
import css from "./session.module.css";

/** Say something; the answer appears above as it is written. */
export function SendBox({ session, busy }: { session: Session; busy: boolean }) {
  const slug = useSlug();
  const [text, setText] = useState("");
  const client = useQueryClient();
  const send = useMutation({
    mutationFn: (prompt: string) => call<Accepted>(at(slug, `/agent-sessions/${session.id}/messages`), { method: "POST", body: { prompt } }),
    onSuccess: async () => {
      setText("");
      await Promise.all(["history", "session-runs"].map((name) => client.invalidateQueries({ queryKey: [slug, name, session.id] })));
    },
  });
  const go = () => text.trim() && !send.isPending && send.mutate(text);
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go();
    }
  };
  if (session.status === "ended") return <p className={css.ended}>This session has ended. It can be read, but not be written in.</p>;
  return (
    <form className={css.box} onSubmit={(event) => { event.preventDefault(); go(); }}>
      {send.error && <p role="alert" className={css.failed}>{errorText(send.error)}</p>}
      <div className={css.boxRow}>
        <Textarea aria-label="Message" placeholder={busy ? "It is busy; your message waits for its turn" : "Say something. Enter sends, Shift-Enter makes a new line."} autosize minRows={1} maxRows={8} value={text} onChange={(event) => setText(event.target.value)} onKeyDown={press} variant="unstyled" />
        <Button type="submit" variant="filled" size="sm" leftSection={<IconSend size={15} />} loading={send.isPending} disabled={!text.trim()}>Send</Button>
      </div>
    </form>
  );
}

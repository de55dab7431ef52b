import { Button, Textarea } from "@mantine/core";
import { IconPlayerStop, IconSend } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type KeyboardEvent, type ReactNode } from "react";
import { request, workspacePath } from "../api/client";
import { inOrder } from "../api/mutations";
import { liveSessionKeys } from "../api/queryKeys";
import type { RunAccepted, Run, Session } from "../api/types";
import { ErrorMessage } from "../components/ErrorState";
import { useSlug } from "../router";
import { cancelRun } from "../runs/actions";
import css from "./session.module.css";

/** Send a message and refresh the session. */
export function useSendMessage(sessionId: string) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    scope: inOrder(sessionId),
    mutationFn: (prompt: string) =>
      request<RunAccepted>(workspacePath(slug, `/agent-sessions/${sessionId}/messages`), {
        method: "POST",
        body: { prompt },
      }),
    onSuccess: () =>
      Promise.all(liveSessionKeys(slug, sessionId).map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}

/** The message field of a session. */
export function MessageForm({
  session,
  current,
  children,
}: {
  session: Session;
  current: Run | undefined;
  children?: ReactNode;
}) {
  const slug = useSlug();
  const [text, setText] = useState("");
  const send = useSendMessage(session.id);
  const stop = useMutation({ mutationFn: (id: string) => cancelRun(slug, id) });
  const submit = () => text.trim() && !send.isPending && send.mutate(text, { onSuccess: () => setText("") });
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
      event.preventDefault();
      submit();
    }
  };
  if (session.status === "ended") return <p className={css.ended}>This session has ended and is read-only.</p>;
  const error = send.error ?? stop.error;
  return (
    <form
      className={css.box}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ErrorMessage error={error} />
      {children}
      <div className={css.boxRow}>
        <Textarea
          aria-label="Message"
          placeholder={
            current
              ? "The agent is busy. Your message will be queued."
              : "Send a message. Enter sends, Shift-Enter adds a line."
          }
          autosize
          minRows={1}
          maxRows={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
          variant="unstyled"
        />
        {current && (
          <Button
            size="sm"
            leftSection={<IconPlayerStop size={15} />}
            loading={stop.isPending}
            onClick={() => stop.mutate(current.id)}
          >
            Stop run
          </Button>
        )}
        <Button
          type="submit"
          variant="filled"
          size="sm"
          leftSection={<IconSend size={15} />}
          loading={send.isPending}
          disabled={!text.trim()}
        >
          Send
        </Button>
      </div>
    </form>
  );
}

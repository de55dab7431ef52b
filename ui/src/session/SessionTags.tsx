import { useAllowed } from "../api/queries";
import { WRITE_SESSIONS } from "../api/permissions";
import { Allowed } from "../components/Allowed";
import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, request, workspacePath } from "../api/client";
import { queryKeys } from "../api/queryKeys";
import type { Session } from "../api/types";
import { useSlug } from "../router";
import { errorText } from "../labels/format";
import css from "./session.module.css";

/** The default tags of the session's runs. */
export function SessionTags({ session }: { session: Session }) {
  const [adding, setAdding] = useState(false);
  const patch = usePatch(session);
  const canWrite = useAllowed(WRITE_SESSIONS);
  const tags = Object.entries(session.metadata);
  return (
    <section>
      <h2 className="h2">Tags</h2>
      {canWrite && <p className="dim">Changes apply to future runs only.</p>}
      <ul className={css.tagRows}>
        {tags.map(([key, value]) => (
          <li key={key}>
            <span className="dim ellipsis">{key}</span>
            <span className="ellipsis">{value || "“”"}</span>
            <Allowed to={WRITE_SESSIONS}>
              <ActionIcon size="xs" aria-label={`Remove tag ${key}`} onClick={() => patch.mutate({ [key]: null })}>
                <IconX size={12} />
              </ActionIcon>
            </Allowed>
          </li>
        ))}
        {!tags.length && <li className="dim">No tags</li>}
      </ul>
      {patch.error && (
        <p role="alert" className="error">
          {patch.error instanceof ApiError && patch.error.status === 409
            ? "Someone else changed this session. Check its tags and try again."
            : errorText(patch.error)}
        </p>
      )}
      {canWrite &&
        (adding ? (
          <TagForm
            onAdd={(key, value) => patch.mutateAsync({ [key]: value }).then(() => setAdding(false))}
            onClose={() => setAdding(false)}
          />
        ) : (
          <Button variant="subtle" leftSection={<IconPlus size={13} />} onClick={() => setAdding(true)}>
            Add tag
          </Button>
        ))}
    </section>
  );
}

function usePatch(session: Session) {
  const slug = useSlug();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (metadata: Record<string, string | null>) =>
      request<Session>(workspacePath(slug, `/agent-sessions/${session.id}`), {
        method: "PATCH",
        body: { metadata },
        headers: { "If-Match": String(session.version) },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.session(slug, session.id) }),
  });
}

function TagForm({ onAdd, onClose }: { onAdd: (key: string, value: string) => Promise<unknown>; onClose: () => void }) {
  const [key, setKey] = useState("");
  const [value, setValue] = useState("");
  return (
    <form
      className={css.add}
      onSubmit={(event) => {
        event.preventDefault();
        if (key) void onAdd(key.trim(), value).catch(() => undefined);
      }}
      onKeyDown={(event) => event.key === "Escape" && onClose()}
    >
      <TextInput
        aria-label="Key"
        placeholder="key"
        value={key}
        onChange={(event) => setKey(event.target.value)}
        autoFocus
      />
      <TextInput
        aria-label="Value"
        placeholder="value"
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <Button type="submit" disabled={!key.trim()}>
        Add
      </Button>
    </form>
  );
}

import type { Subscription } from "../api/types";
import { Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldProblem } from "../api/client";
import { FormDialog } from "../components/FormDialog";
import { SecretDialog } from "../components/SecretDialog";
import { EVENTS } from "./labels";
import { add, change, useSubscriptionMutation } from "./api";

/** A form for an outgoing webhook. */
export function SubscriptionForm({
  old,
  onClose,
  onSaved,
}: {
  old?: Subscription;
  onClose: () => void;
  onSaved: (saved: Subscription) => void;
}) {
  const [name, setName] = useState(old?.name ?? "");
  const [url, setUrl] = useState(old?.url ?? "");
  const [query, setQuery] = useState(old?.query ?? "");
  const [events, setEvents] = useState<Subscription["events"]>(old?.events ?? "runs");
  const [shown, setShown] = useState<{ saved: Subscription; secret: string } | null>(null);
  const saved = (one: Subscription & { secret?: string | null }) => {
    if (one.secret) return setShown({ saved: one, secret: one.secret });
    onClose();
    onSaved(one);
  };
  const saving = useSubscriptionMutation(
    (slug, some: Pick<Subscription, "name" | "url" | "query" | "events">) =>
      old ? change(slug, { id: old.id, some }) : add(slug, some),
    saved,
  );
  if (shown)
    return (
      <NewSecret
        secret={shown.secret}
        onClose={() => {
          onClose();
          onSaved(shown.saved);
        }}
      />
    );
  const error = (name: string) => fieldProblem(saving.error, name);
  return (
    <FormDialog
      onClose={onClose}
      size={520}
      title={old ? "Edit outgoing webhook" : "Create outgoing webhook"}
      saving={saving}
      ready={Boolean(url.trim())}
      fields={["url", "events", "query", "name"]}
      submitLabel={old ? "Save webhook" : "Create webhook"}
      onSubmit={() => saving.mutate({ name: name.trim(), url: url.trim(), query: query.trim(), events })}
    >
      <TextInput
        label="URL"
        placeholder="https://example.com/hooks/runs"
        size="sm"
        data-autofocus
        inputMode="url"
        value={url}
        error={error("url")}
        onChange={(event) => setUrl(event.target.value)}
      />
      <Select
        label="Events"
        size="sm"
        allowDeselect={false}
        data={Object.entries(EVENTS).map(([value, { label }]) => ({ value, label }))}
        value={events}
        onChange={(value) => setEvents(value as Subscription["events"])}
      />
      <TextInput
        label="Query"
        description={EVENTS[events].query}
        placeholder="status:failed env:prod"
        size="sm"
        classNames={{ input: "mono" }}
        value={query}
        error={error("query")}
        onChange={(event) => setQuery(event.target.value)}
      />
      <TextInput
        label="Name"
        placeholder="on call"
        size="sm"
        value={name}
        error={error("name")}
        onChange={(event) => setName(event.target.value)}
      />
    </FormDialog>
  );
}

export function NewSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <SecretDialog
      title="Webhook secret"
      message="Deliveries are signed with this secret according to Standard Webhooks. Copy it now. It is not shown again."
      values={[{ label: "secret", text: secret }]}
      onClose={onClose}
    />
  );
}

// A form that creates or edits a trigger.

import type { Trigger } from "../api/types";
import { SegmentedControl, Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldProblem } from "../api/client";
import { useAgents, useModels } from "../api/queries";
import { FormDialog } from "../components/FormDialog";
import { TagsField } from "../components/TagsField";
import { tagsProblem } from "../query/tags";
import { SecretDialog } from "../components/SecretDialog";
import { useSlug } from "../router";
import { type SavedTrigger, type Kind, save, useTriggerMutation } from "./api";
import { buildBody, createDraft, type Draft } from "./draft";
import { CronFields, type Fields, TelegramFields, WebhookFields } from "./KindFields";
import css from "./triggerForm.module.css";
import { KINDS } from "./labels";

const KIND_FIELDS = { cron: CronFields, webhook: WebhookFields, telegram: TelegramFields };
const NAMES = { cron: "nightly", webhook: "code-review", telegram: "support-bot" };

export function TriggerForm({
  old,
  onClose,
  onSaved,
}: {
  old?: Trigger;
  onClose: () => void;
  onSaved: (trigger: Trigger) => void;
}) {
  const [draft, setDraft] = useState<Draft>(() => createDraft(old));
  const [made, setMade] = useState<SavedTrigger | null>(null);
  const saving = useTriggerMutation(save, (saved) => {
    if (saved.secret) return setMade(saved);
    onClose();
    onSaved(saved);
  });
  if (made)
    return (
      <WebhookSecret
        made={made}
        onClose={() => {
          onClose();
          onSaved(made);
        }}
      />
    );
  const set = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));
  const error = (...fields: string[]) => fieldProblem(saving.error, ...fields);
  const fields: Fields = { draft, set, error };
  const Fields = KIND_FIELDS[draft.kind];
  return (
    <FormDialog
      onClose={onClose}
      size={640}
      title={old ? `Edit trigger “${old.name}”` : "Create trigger"}
      saving={saving}
      ready={Boolean(draft.name.trim()) && !tagsProblem(draft.tags)}
      fields={SHOWN}
      submitLabel={old ? "Save trigger" : "Create trigger"}
      onSubmit={() => saving.mutate({ id: old?.id ?? null, body: buildBody(draft, old) })}
    >
      {!old && (
        <SegmentedControl
          aria-label="Kind"
          fullWidth
          data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
          value={draft.kind}
          onChange={(kind) => {
            saving.reset();
            set({ kind: kind as Kind });
          }}
        />
      )}
      <TextInput
        label="Name"
        placeholder={NAMES[draft.kind]}
        size="sm"
        data-autofocus
        value={draft.name}
        error={error("name")}
        onChange={(event) => set({ name: event.target.value })}
      />
      <Fields {...fields} />
      <RunFields {...fields} />
    </FormDialog>
  );
}

// The fields that show their errors, without those that are folded at first.
const SHOWN = [
  "name",
  "prompt",
  "agentId",
  "spec",
  "metadata",
  "sessionId",
  "schedule",
  "timezone",
  "verify",
  "secretEnv",
  "secret",
  "tokenHeader",
  "tagsFrom",
  "promptTemplate",
  "tokenEnv",
  "token",
  "allowedChatIds",
  "inboxChatId",
  "inboxUserIds",
];

/** Prompt, agent, model, tags and session of the runs. */
function RunFields({ draft, set, error }: Fields) {
  const slug = useSlug();
  const agents = useAgents(slug).data ?? [];
  const models = useModels(slug).data;
  return (
    <>
      {draft.kind !== "telegram" && (
        <Textarea
          label="Prompt"
          placeholder={
            draft.kind === "cron" ? "Summarize what happened today." : "Summarize this event and its impact."
          }
          autosize
          minRows={2}
          maxRows={10}
          value={draft.prompt}
          error={error("prompt")}
          onChange={(event) => set({ prompt: event.target.value })}
        />
      )}
      <div className={css.two}>
        {agents.length > 0 && (
          <Select
            label="Agent"
            placeholder="None"
            clearable
            size="sm"
            data={agents.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.agent}
            error={error("agentId")}
            onChange={(agent) => set({ agent })}
          />
        )}
        <Select
          label="Model"
          placeholder={models?.defaultModelId ?? "Default model"}
          clearable
          searchable
          size="sm"
          data={models?.models.map(({ id, label }) => ({ value: id, label })) ?? []}
          value={draft.model}
          error={error("spec")}
          onChange={(model) => set({ model })}
        />
        <TagsField value={draft.tags} error={error("metadata")} onChange={(tags) => set({ tags })} />
        {draft.kind !== "telegram" && (
          <TextInput
            label="Session ID"
            placeholder="None (independent runs)"
            size="sm"
            value={draft.session}
            error={error("sessionId")}
            onChange={(event) => set({ session: event.target.value })}
          />
        )}
      </div>
    </>
  );
}

function WebhookSecret({ made, onClose }: { made: SavedTrigger; onClose: () => void }) {
  const values = [
    { label: "URL", text: `${window.location.origin}${made.hookPath}` },
    { label: "secret", text: made.secret ?? "" },
  ];
  return (
    <SecretDialog
      title={`Webhook “${made.name}” created`}
      message="Configure the sender with this URL and secret. Copy the secret now. It is not shown again."
      values={values}
      onClose={onClose}
    />
  );
}

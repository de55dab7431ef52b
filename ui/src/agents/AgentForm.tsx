import { Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { READ_MODELS } from "../api/permissions";
import { useAllowed, useModels } from "../api/queries";
import { FormDialog } from "../components/FormDialog";
import { useSlug } from "../router";
import { type AgentWithSpec, saveAgent, useAgentMutation } from "./api";
import { bodyOf, draftOf } from "./spec";

interface AgentFormProps {
  agent?: AgentWithSpec;
  onClose: () => void;
  onSaved?: (agent: AgentWithSpec) => void;
}

/** A form that creates or changes an agent. Each change keeps the former version. */
export function AgentForm({ agent, onClose, onSaved }: AgentFormProps) {
  const [draft, setDraft] = useState(() => draftOf(agent ?? null));
  const [problem, setProblem] = useState<Error | null>(null);
  const slug = useSlug();
  const models = useModels(slug, { enabled: useAllowed(READ_MODELS) }).data;
  const saving = useAgentMutation(saveAgent, (saved) => {
    onClose();
    onSaved?.(saved);
  });
  const change = (some: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...some }));
  const submit = () => {
    saving.reset();
    try {
      setProblem(null);
      saving.mutate({ id: agent?.id ?? null, body: bodyOf(draft, agent ?? null) });
    } catch (error) {
      setProblem(error as Error);
    }
  };
  const listed = models?.models.map(({ id, label }) => ({ value: id, label: `${label} (${id})` })) ?? [];
  const known = listed.some(({ value }) => value === draft.modelId);
  return (
    <FormDialog
      onClose={onClose}
      size={620}
      title={agent ? `Edit agent “${agent.name}”` : "Create agent"}
      saving={saving}
      ready={Boolean(draft.name.trim() && draft.systemPrompt.trim())}
      submitLabel={agent ? "Save agent" : "Create agent"}
      onSubmit={submit}
    >
      <TextInput
        label="Name"
        description="Runs, sessions and triggers can use the agent by this name."
        placeholder="cook"
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
        data-autofocus
        size="sm"
      />
      <Textarea
        label="System prompt"
        placeholder="You are a cook. Suggest one dish."
        autosize
        minRows={4}
        maxRows={14}
        value={draft.systemPrompt}
        onChange={(event) => change({ systemPrompt: event.target.value })}
      />
      <Select
        label="Model"
        placeholder={models?.defaultModelId ? `Default: ${models.defaultModelId}` : "Default model"}
        data={draft.modelId && !known ? [...listed, { value: draft.modelId, label: draft.modelId }] : listed}
        value={draft.modelId}
        onChange={(modelId) => change({ modelId })}
        clearable
        searchable
        size="sm"
      />
      <Textarea
        label="Other fields"
        description="Tools, budgets, memory and so on, as JSON, as in the HTTP API."
        placeholder={'{"tools": [{"kind": "builtin", "name": "remember"}]}'}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: "0.75rem" } }}
        value={draft.others}
        error={problem?.message}
        onChange={(event) => change({ others: event.target.value })}
      />
    </FormDialog>
  );
}

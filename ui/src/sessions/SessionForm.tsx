import { Select, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { request, workspacePath } from "../api/client";
import { useAgents, useModels } from "../api/queries";
import type { SessionCreated } from "../api/types";
import { FormDialog } from "../components/FormDialog";
import { TagsField } from "../components/TagsField";
import { useNavigateTo, useSlug } from "../router";
import { readTags, tagsProblem } from "../query/tags";

/** A form that creates a session with an agent or a system prompt. */
export function SessionForm({ onClose }: { onClose: () => void }) {
  const slug = useSlug();
  const go = useNavigateTo();
  const agents = useAgents(slug).data ?? [];
  const models = useModels(slug).data;
  const [agent, setAgent] = useState<string | null>(null);
  const [model, setModel] = useState<string | null>(null);
  const [prompt, setPrompt] = useState("");
  const [name, setName] = useState("");
  const [tags, setTags] = useState("");
  const made = useMutation({
    mutationFn: () => {
      const body = {
        ...(name.trim() ? { name: name.trim() } : {}),
        ...(agent ? { agentId: agent } : { systemPrompt: prompt.trim() }),
        ...(model ? { modelId: model } : {}),
        metadata: readTags(tags),
      };
      return request<SessionCreated>(workspacePath(slug, "/agent-sessions"), { method: "POST", body });
    },
    onSuccess: ({ sessionId }) => go(`sessions/${sessionId}`),
  });
  const ready = (agent !== null || prompt.trim() !== "") && !tagsProblem(tags);
  return (
    <FormDialog
      onClose={onClose}
      title="Create session"
      saving={made}
      ready={ready}
      submitLabel="Create session"
      onSubmit={() => made.mutate()}
    >
      {agents.length > 0 && (
        <Select
          label="Agent"
          placeholder="None (write a system prompt below)"
          data={agents.map(({ id, name }) => ({ value: id, label: name }))}
          value={agent}
          onChange={setAgent}
          clearable
          size="sm"
        />
      )}
      {!agent && (
        <Textarea
          label="System prompt"
          placeholder="You answer questions about orders. Be brief."
          autosize
          minRows={2}
          data-autofocus
          value={prompt}
          onChange={(event) => setPrompt(event.target.value)}
        />
      )}
      <Select
        label="Model"
        placeholder={models?.defaultModelId ?? "Default model"}
        data={models?.models.map(({ id, label }) => ({ value: id, label })) ?? []}
        value={model}
        onChange={setModel}
        clearable
        searchable
        size="sm"
      />
      <TextInput label="Name" value={name} onChange={(event) => setName(event.target.value)} size="sm" />
      <TagsField description="Added to every run of this session." value={tags} onChange={setTags} />
    </FormDialog>
  );
}

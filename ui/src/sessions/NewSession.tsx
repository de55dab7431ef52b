import { Button, Select, Textarea, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { at, call } from "../api/client";
import { useAgents, useModels } from "../api/queries";
import { Dialog } from "../parts/Dialog";
import { Wrong } from "../parts/States";
import { useGo, useSlug } from "../router";
import { readTags } from "../words/tags";

/** Start a conversation with an agent, or with a prompt of one's own. */
export function NewSession({ onClose }: { onClose: () => void }) {
  const slug = useSlug();
  const go = useGo();
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
      return call<{ sessionId: string }>(at(slug, "/agent-sessions"), { method: "POST", body });
    },
    onSuccess: ({ sessionId }) => go(`sessions/${sessionId}`),
  });
  const ready = agent !== null || prompt.trim() !== "";
  return (
    <Dialog onClose={onClose} title="New session">
      <form className="form" onSubmit={(event) => { event.preventDefault(); if (ready) made.mutate(); }}>
        {agents.length > 0 && <Select label="Agent" placeholder="None: I say below what it is" data={agents.map(({ id, name }) => ({ value: id, label: name }))} value={agent} onChange={setAgent} clearable size="sm" />}
        {!agent && <Textarea label="What the agent is" placeholder="You answer questions about orders. Be brief." autosize minRows={2} data-autofocus value={prompt} onChange={(event) => setPrompt(event.target.value)} />}
        <Select label="Model" placeholder={models?.defaultModelId ?? "the default"} data={models?.models.map(({ id, label }) => ({ value: id, label })) ?? []} value={model} onChange={setModel} clearable searchable size="sm" />
        <TextInput label="Name" value={name} onChange={(event) => setName(event.target.value)} size="sm" />
        <TextInput label="Tags" placeholder="customer=acme env=prod" description="Each run in this session gets them." value={tags} onChange={(event) => setTags(event.target.value)} size="sm" />
        <Wrong error={made.error} />
        <Button type="submit" variant="filled" loading={made.isPending} disabled={!ready} size="sm">Start</Button>
      </form>
    </Dialog>
  );
}

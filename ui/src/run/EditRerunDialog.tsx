import { Autocomplete, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fieldProblem } from "../api/client";
import { useModels, useRunLog } from "../api/queries";
import type { Run } from "../api/types";
import { FormDialog } from "../components/FormDialog";
import { TagsField } from "../components/TagsField";
import { readTags, tagsProblem, writeTags } from "../query/tags";
import { useNavigateTo, useSlug } from "../router";
import { changesOf, taskOf } from "./api";
import { rerun } from "../runs/actions";

/** A form that repeats a run with another prompt, model or tags. */
export function EditRerunDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const slug = useSlug();
  const go = useNavigateTo();
  const log = useRunLog(slug, run.id).data;
  const models = useModels(slug).data?.models ?? [];
  const before = {
    prompt: log ? taskOf(log.parts) : "",
    model: typeof run.spec.modelId === "string" ? run.spec.modelId : (run.model?.id ?? ""),
  };
  const [typed, setTyped] = useState<string | null>(null);
  const [model, setModel] = useState(before.model);
  const [tags, setTags] = useState(writeTags(run.metadata));
  const prompt = typed ?? before.prompt;
  const made = useMutation({
    mutationFn: () => rerun(slug, run, changesOf(run, before, { prompt, model: model.trim(), tags: readTags(tags) })),
    onSuccess: (id) => {
      onClose();
      go(`runs/${id}`);
    },
  });
  return (
    <FormDialog
      onClose={onClose}
      title="Edit and rerun"
      size={560}
      saving={made}
      ready={log !== undefined && prompt.trim() !== "" && !tagsProblem(tags)}
      fields={["prompt", "modelId", "metadata"]}
      submitLabel="Start run"
      onSubmit={() => made.mutate()}
    >
      <Textarea
        label="Prompt"
        autosize
        minRows={4}
        maxRows={16}
        data-autofocus
        disabled={!log}
        value={prompt}
        onChange={(event) => setTyped(event.target.value)}
        error={fieldProblem(made.error, "prompt")}
      />
      <Autocomplete
        label="Model"
        placeholder="Default model"
        data={models.map(({ id }) => id)}
        value={model}
        onChange={setModel}
        limit={20}
        size="sm"
        error={fieldProblem(made.error, "modelId")}
      />
      <TagsField value={tags} onChange={setTags} error={fieldProblem(made.error, "metadata")} />
    </FormDialog>
  );
}

// The form of a trigger, for a new one and for a change.

import { Button, SegmentedControl, Select, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { ApiError } from "../api/client";
import { useAgents, useModels } from "../api/queries";
import { Dialog } from "../parts/Dialog";
import { ShownOnce } from "../parts/ShownOnce";
import { Wrong } from "../parts/States";
import { useSlug } from "../router";
import { save, useDoing, type Kind, type Trigger } from "./asking";
import { bodyOf, draftOf, type Draft } from "./draft";
import { CronFields, TelegramFields, WebhookFields, type Fields } from "./KindFields";
import css from "./form.module.css";
import { KINDS } from "./words";

const OWN = { cron: CronFields, webhook: WebhookFields, telegram: TelegramFields };

export function TriggerForm({ old, onClose, onSaved }: { old?: Trigger; onClose: () => void; onSaved: (trigger: Trigger) => void }) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(old));
  const [made, setMade] = useState<(Trigger & { secret?: string | null }) | null>(null);
  const saving = useDoing(save, (saved) => {
    if (saved.secret) return setMade(saved);
    onClose();
    onSaved(saved);
  });
  if (made) return <Secret made={made} onClose={() => { onClose(); onSaved(made); }} />;
  const set = (some: Partial<Draft>) => setDraft((before) => ({ ...before, ...some }));
  const problems = saving.error instanceof ApiError ? saving.error.problems : [];
  const error = (...fields: string[]) => problems.find(({ field }) => fields.some((one) => field === `/${one}` || field.startsWith(`/${one}/`)))?.problem;
  const fields: Fields = { draft, set, error };
  const Own = OWN[draft.kind];
  return (
    <Dialog onClose={onClose} size={640} title={old ? `Change “${old.name}”` : "New trigger"}>
      <form className="form" noValidate onSubmit={(event) => { event.preventDefault(); saving.mutate({ id: old?.id ?? null, body: bodyOf(draft, old) }); }}>
        {!old && <SegmentedControl aria-label="Kind" fullWidth data={Object.entries(KINDS).map(([value, label]) => ({ value, label }))} value={draft.kind} onChange={(kind) => set({ kind: kind as Kind })} />}
        <TextInput label="Name" placeholder="nightly" size="sm" data-autofocus value={draft.name} error={error("name")} onChange={(event) => set({ name: event.target.value })} />
        <Own {...fields} />
        <Asked {...fields} />
        <Wrong error={saving.error} />
        <Button type="submit" variant="filled" size="sm" loading={saving.isPending} disabled={!draft.name.trim()}>{old ? "Save" : "Set it up"}</Button>
      </form>
    </Dialog>
  );
}

/** What its runs are asked, and of whom. */
function Asked({ draft, set, error }: Fields) {
  const slug = useSlug();
  const agents = useAgents(slug).data ?? [];
  const models = useModels(slug).data;
  const label = draft.kind === "cron" ? "What to do" : "What to do with it";
  return (
    <>
      {draft.kind !== "telegram" && <Textarea label={label} placeholder={draft.kind === "cron" ? "Summarize what happened today." : "Look at this event and say what it means for us."} autosize minRows={2} maxRows={10} value={draft.prompt} error={error("prompt")} onChange={(event) => set({ prompt: event.target.value })} />}
      <div className={css.two}>
        {agents.length > 0 && <Select label="Agent" placeholder="none" clearable size="sm" data={agents.map(({ id, name }) => ({ value: id, label: name }))} value={draft.agent} error={error("agentId")} onChange={(agent) => set({ agent })} />}
        <Select label="Model" placeholder={models?.defaultModelId ?? "the default"} clearable searchable size="sm" data={models?.models.map(({ id, label }) => ({ value: id, label })) ?? []} value={draft.model} error={error("spec")} onChange={(model) => set({ model })} />
        <TextInput label="Tags" placeholder="env=prod customer=acme" size="sm" value={draft.tags} error={error("metadata")} onChange={(event) => set({ tags: event.target.value })} />
        {draft.kind !== "telegram" && <TextInput label="Session" placeholder="each run on its own" size="sm" value={draft.session} error={error("sessionId")} onChange={(event) => set({ session: event.target.value })} />}
      </div>
    </>
  );
}

function Secret({ made, onClose }: { made: Trigger & { secret?: string | null }; onClose: () => void }) {
  const values = [{ what: "address", text: `${window.location.origin}${made.hookPath}` }, { what: "secret", text: made.secret ?? "" }];
  return <ShownOnce title={`The webhook “${made.name}”`} says="Give the sender these two. The secret is not shown again." values={values} onClose={onClose} />;
}

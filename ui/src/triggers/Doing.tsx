// What can be done to a trigger: run it now, pause it with a note, resume it.

import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { IconBolt, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { Dialog } from "../parts/Dialog";
import { Wrong } from "../parts/States";
import { useGo } from "../router";
import { fire, pause, resume, useDoing, type Trigger } from "./asking";

export function Doing({ trigger, small = false }: { trigger: Trigger; small?: boolean }) {
  const go = useGo();
  const [pausing, setPausing] = useState(false);
  const firing = useDoing(fire, ({ runId }) => go(`runs/${runId}`));
  const resuming = useDoing(resume);
  const error = firing.error ?? resuming.error;
  const noPrompt = !trigger.prompt.trim();
  return (
    <>
      <Wrong error={error} />
      <Act small={small} label={`Run ${small ? trigger.name : "it"} now`} text="Run now" icon={<IconBolt size={15} stroke={1.7} />} disabled={noPrompt} why={noPrompt ? "It has no prompt of its own: it runs on what comes in" : undefined} busy={firing.isPending} onClick={() => firing.mutate(trigger.id)} />
      {trigger.enabled ? (
        <Act small={small} label={`Pause ${small ? trigger.name : "it"}`} text="Pause" icon={<IconPlayerPause size={15} stroke={1.7} />} onClick={() => setPausing(true)} />
      ) : (
        <Act small={small} label={`Resume ${small ? trigger.name : "it"}`} text="Resume" icon={<IconPlayerPlay size={15} stroke={1.7} />} busy={resuming.isPending} onClick={() => resuming.mutate(trigger.id)} />
      )}
      {pausing && <Pause trigger={trigger} onClose={() => setPausing(false)} />}
    </>
  );
}

interface Acting {
  small: boolean;
  label: string;
  text: string;
  icon: ReactNode;
  onClick: () => void;
  busy?: boolean;
  disabled?: boolean;
  why?: string;
}

function Act({ small, label, text, icon, onClick, busy = false, disabled = false, why }: Acting) {
  if (!small) return <Button leftSection={icon} loading={busy} disabled={disabled} title={why} onClick={onClick}>{text}</Button>;
  return (
    <Tooltip label={why ?? text}>
      <ActionIcon aria-label={label} loading={busy} disabled={disabled} onClick={onClick}>{icon}</ActionIcon>
    </Tooltip>
  );
}

function Pause({ trigger, onClose }: { trigger: Trigger; onClose: () => void }) {
  const [note, setNote] = useState("");
  const pausing = useDoing(pause, onClose);
  return (
    <Dialog onClose={onClose} title={`Pause “${trigger.name}”`}>
      <form className="form" onSubmit={(event) => { event.preventDefault(); pausing.mutate({ id: trigger.id, note: note.trim() }); }}>
        <TextInput label="Why" description="Shown beside it until it is resumed" placeholder="The database moves this weekend" maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} data-autofocus size="sm" />
        <Wrong error={pausing.error} />
        <Button type="submit" variant="filled" size="sm" loading={pausing.isPending}>Pause it</Button>
      </form>
    </Dialog>
  );
}

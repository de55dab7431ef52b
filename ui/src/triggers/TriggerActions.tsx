// The actions of a trigger: run now, pause and resume.

import type { Trigger } from "../api/types";
import { ActionIcon, Button, TextInput, Tooltip } from "@mantine/core";
import { IconBolt, IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { useState, type ReactNode } from "react";
import { ConfirmDialog } from "../components/ConfirmDialog";
import { FormDialog } from "../components/FormDialog";
import { ErrorMessage } from "../components/ErrorState";
import { useNavigateTo, useSearchParams } from "../router";
import { fire, pause, resume, useTriggerMutation } from "./api";

export function TriggerActions({ trigger, small = false }: { trigger: Trigger; small?: boolean }) {
  const go = useNavigateTo();
  const [search, change] = useSearchParams();
  const asked = !small && (search.do === "pause" || search.do === "resume") ? search.do : null; // by Ctrl-K
  const [pausing, setPausing] = useState(false);
  const firing = useTriggerMutation(fire, ({ runId }) => go(`runs/${runId}`));
  const resuming = useTriggerMutation(resume);
  const error = firing.error ?? resuming.error;
  const noPrompt = !trigger.prompt.trim();
  return (
    <>
      <ErrorMessage error={error} />
      <ActionButton
        small={small}
        label={`Run ${trigger.name} now`}
        text="Run now"
        icon={<IconBolt size={15} stroke={1.7} />}
        disabled={noPrompt}
        hint={noPrompt ? "This trigger has no prompt. It runs only on the messages it receives." : undefined}
        busy={firing.isPending}
        onClick={() => firing.mutate(trigger.id)}
      />
      {trigger.enabled ? (
        <ActionButton
          small={small}
          label={`Pause ${trigger.name}`}
          text="Pause trigger"
          icon={<IconPlayerPause size={15} stroke={1.7} />}
          onClick={() => setPausing(true)}
        />
      ) : (
        <ActionButton
          small={small}
          label={`Resume ${trigger.name}`}
          text="Resume trigger"
          icon={<IconPlayerPlay size={15} stroke={1.7} />}
          busy={resuming.isPending}
          onClick={() => resuming.mutate(trigger.id)}
        />
      )}
      {(pausing || (asked === "pause" && trigger.enabled)) && (
        <PauseDialog
          trigger={trigger}
          onClose={() => {
            setPausing(false);
            if (asked) change({ do: undefined }, { replace: true });
          }}
        />
      )}
      {asked === "resume" && !trigger.enabled && (
        <ConfirmDialog
          title={`Resume trigger “${trigger.name}”?`}
          message="It starts runs again, from its next planned time on."
          confirmLabel="Resume trigger"
          onConfirm={() => resuming.mutate(trigger.id)}
          onClose={() => change({ do: undefined }, { replace: true })}
        />
      )}
    </>
  );
}

interface ActionButtonProps {
  small: boolean;
  label: string;
  text: string;
  icon: ReactNode;
  onClick: () => void;
  busy?: boolean;
  disabled?: boolean;
  hint?: string;
}

function ActionButton({ small, label, text, icon, onClick, busy = false, disabled = false, hint }: ActionButtonProps) {
  if (!small)
    return (
      <Button leftSection={icon} loading={busy} disabled={disabled} title={hint} onClick={onClick}>
        {text}
      </Button>
    );
  return (
    <Tooltip label={hint ?? text}>
      <ActionIcon aria-label={label} loading={busy} disabled={disabled} onClick={onClick}>
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

function PauseDialog({ trigger, onClose }: { trigger: Trigger; onClose: () => void }) {
  const [note, setNote] = useState("");
  const pausing = useTriggerMutation(pause, onClose);
  return (
    <FormDialog
      onClose={onClose}
      title={`Pause trigger “${trigger.name}”`}
      saving={pausing}
      submitLabel="Pause trigger"
      onSubmit={() => pausing.mutate({ id: trigger.id, note: note.trim() })}
    >
      <TextInput
        label="Reason"
        description="Shown next to the trigger until it is resumed"
        placeholder="Database migration this weekend"
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        data-autofocus
        size="sm"
      />
    </FormDialog>
  );
}

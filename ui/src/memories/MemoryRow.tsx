import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import { fieldProblem } from "../api/client";
import { READ_RUNS, WRITE_SESSIONS } from "../api/permissions";
import { useAgentNames, useAllowed } from "../api/queries";
import type { FoundMemory, Memory } from "../api/types";
import { ConfirmButton } from "../components/ConfirmDialog";
import { ErrorMessage } from "../components/ErrorState";
import { FormDialog } from "../components/FormDialog";
import { QueryState } from "../components/QueryState";
import { RunLink } from "../components/RunLink";
import { StatusBadge } from "../components/StatusBadge";
import { RelativeTime } from "../components/Time";
import { changeMemory, removeMemory, useMemory, useMemoryMutation, useRecalls } from "./api";
import css from "./memories.module.css";

interface MemoryRowProps {
  memory: Memory | FoundMemory;
  open: boolean;
  onOpen: (search: { memory: string | undefined }, how?: { replace?: boolean }) => void;
}

/** A memory. Open, it shows where it came from and which runs recalled it. */
export function MemoryRow({ memory, open, onOpen }: MemoryRowProps) {
  const names = useAgentNames(true);
  return (
    <li className={css.row}>
      <button
        type="button"
        className={css.head}
        aria-expanded={open}
        data-row
        onClick={() => onOpen({ memory: open ? undefined : memory.id }, { replace: true })}
      >
        <span className={css.text}>{memory.text}</span>
        <span className={css.meta}>
          {"score" in memory && <span className="num">{memory.score.toFixed(2)}</span>}
          {"agentId" in memory && (
            <>
              <span>{memory.user !== null && `user ${memory.user}`}</span>
              <span>{memory.agentId !== null && `agent ${names[memory.agentId] ?? memory.agentId}`}</span>
            </>
          )}
          <span>{memory.source === "human" ? "stated by a person" : "concluded by an agent"}</span>
          <RelativeTime iso={memory.updatedAt} />
        </span>
      </button>
      {open && <Details memory={memory} />}
    </li>
  );
}

function Details({ memory }: { memory: Memory | FoundMemory }) {
  const whole = useMemory(memory.id, { enabled: !("agentId" in memory) });
  const shown = "agentId" in memory ? memory : whole.data;
  if (!shown) return <QueryState query={whole} rows={2} />;
  return <Whole memory={shown} />;
}

function Whole({ memory }: { memory: Memory }) {
  const names = useAgentNames(true);
  const [editing, setEditing] = useState(false);
  const removing = useMemoryMutation(removeMemory);
  const canWrite = useAllowed(WRITE_SESSIONS);
  return (
    <div className={css.details}>
      <p>
        Agent <b>{memory.agentId ? (names[memory.agentId] ?? memory.agentId) : "none"}</b>, user{" "}
        <b>{memory.user ?? "none"}</b>.{" "}
        {memory.runId ? (
          <>
            Stored by an agent in <RunLink id={memory.runId} />
          </>
        ) : (
          "Stored by a person"
        )}{" "}
        <RelativeTime iso={memory.createdAt} />.
      </p>
      <Recalls id={memory.id} />
      <ErrorMessage error={removing.error} />
      {canWrite && (
        <div className={css.actions}>
          <Button onClick={() => setEditing(true)}>Edit memory</Button>
          <ConfirmButton
            color="red"
            variant="subtle"
            title="Delete this memory?"
            message={`“${memory.text}” is deleted. Runs that recalled it keep a copy.`}
            confirmLabel="Delete memory"
            onConfirm={() => removing.mutate(memory.id)}
          >
            Delete memory
          </ConfirmButton>
        </div>
      )}
      {editing && <EditMemory memory={memory} onClose={() => setEditing(false)} />}
    </div>
  );
}

function Recalls({ id }: { id: string }) {
  const allowed = useAllowed(READ_RUNS);
  const result = useRecalls(id, { enabled: allowed });
  if (!allowed) return null;
  if (!result.data) return <QueryState query={result} rows={1} />;
  if (!result.data.length) return <p className="dim">No run has recalled it yet.</p>;
  return (
    <>
      <h2 className="h2">Recalled in</h2>
      <ul className={css.recalls} aria-label="Runs that recalled the memory">
        {result.data.map((recall) => (
          <li key={recall.runId}>
            <StatusBadge status={recall.status} label={false} />
            <RunLink id={recall.runId}>{recall.task || recall.runId}</RunLink>
            <span className="dim">
              <RelativeTime iso={recall.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function EditMemory({ memory, onClose }: { memory: Memory; onClose: () => void }) {
  const [text, setText] = useState(memory.text);
  const saving = useMemoryMutation(changeMemory, onClose);
  return (
    <FormDialog
      title="Edit memory"
      onClose={onClose}
      saving={saving}
      ready={Boolean(text.trim()) && text !== memory.text}
      fields={["text"]}
      submitLabel="Save memory"
      onSubmit={() => saving.mutate({ id: memory.id, text: text.trim() })}
    >
      <Textarea
        label="Text"
        autosize
        minRows={3}
        maxRows={14}
        error={fieldProblem(saving.error, "text")}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}

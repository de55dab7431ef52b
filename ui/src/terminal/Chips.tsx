// What the next message takes along: commands as chips, each of which can be kept back.

import { ActionIcon, Checkbox } from "@mantine/core";
import { IconTerminal2, IconX } from "@tabler/icons-react";
import { at, call } from "../api/client";
import { Wrong } from "../parts/States";
import { oneLine, plural } from "../words/format";
import { usePending, usePendingChange } from "./asking";
import css from "./terminal.module.css";

interface Command {
  blockId: string;
  cmd: string;
  exitCode: number | null;
}

/** What went with a message that was sent. */
export function SentChips({ commands }: { commands: Command[] }) {
  return (
    <ul className={css.sent} aria-label="Went with this message">
      {commands.map((command) => <li key={command.blockId} className={css.chip}><Ran command={command} /></li>)}
    </ul>
  );
}

function Ran({ command }: { command: Command }) {
  return (
    <>
      <IconTerminal2 size={13} stroke={1.7} aria-hidden />
      <code className="mono">{oneLine(command.cmd, 40)}</code>
      {command.exitCode !== null && <span className="dim" data-bad={command.exitCode !== 0 || undefined}>exit {command.exitCode}</span>}
    </>
  );
}

export function Chips({ sessionId, always }: { sessionId: string; always: boolean }) {
  const pending = usePending(sessionId).data;
  const keep = usePendingChange(sessionId, (slug, id: string) => call(at(slug, `/agent-sessions/${sessionId}/pending-context/${id}`), { method: "DELETE" }));
  const attach = usePendingChange(sessionId, (slug, on: boolean) => call(at(slug, `/agent-sessions/${sessionId}/pending-context`), { method: "PUT", body: { attach: on } }));
  if (!pending || (!always && !pending.blocks.length)) return null;
  const on = attach.isPending ? attach.variables : pending.attach; // as it was clicked, until the server says so too
  const error = keep.error ?? attach.error;
  return (
    <div className={css.chips}>
      <Checkbox label="Attach my commands" checked={on} onChange={(event) => attach.mutate(event.currentTarget.checked)} />
      {on && (
        <ul aria-label="Attached to the next message">
          {pending.blocks.map((block) => (
            <li key={block.blockId} className={css.chip}>
              <Ran command={block} />
              <ActionIcon size="xs" aria-label={`Keep back: ${oneLine(block.cmd, 40)}`} onClick={() => keep.mutate(block.blockId)}><IconX size={11} /></ActionIcon>
            </li>
          ))}
          {pending.dropped > 0 && <li className="dim">{plural(pending.dropped, "older one")} left out</li>}
        </ul>
      )}
      <Wrong error={error} />
    </div>
  );
}

// Terminal commands that are attached to a message.

import { ActionIcon, Checkbox } from "@mantine/core";
import { IconTerminal2, IconX } from "@tabler/icons-react";
import { request, workspacePath } from "../api/client";
import { ErrorMessage } from "../components/ErrorState";
import { oneLine, plural } from "../labels/format";
import { usePending, usePendingChange } from "./api";
import css from "./terminal.module.css";

interface Command {
  blockId: string;
  cmd: string;
  exitCode: number | null;
}

/** The commands that were sent with a message. */
export function SentCommandChips({ commands }: { commands: Command[] }) {
  return (
    <ul className={css.sent} aria-label="Commands attached to this message">
      {commands.map((command) => (
        <li key={command.blockId} className={css.chip}>
          <CommandLabel command={command} />
        </li>
      ))}
    </ul>
  );
}

function CommandLabel({ command }: { command: Command }) {
  return (
    <>
      <IconTerminal2 size={13} stroke={1.7} aria-hidden />
      <code className="mono">{oneLine(command.cmd, 40)}</code>
      {command.exitCode !== null && (
        <span className="dim" data-bad={command.exitCode !== 0 || undefined}>
          exit {command.exitCode}
        </span>
      )}
    </>
  );
}

export function CommandChips({ sessionId, always }: { sessionId: string; always: boolean }) {
  const pending = usePending(sessionId).data;
  const detach = usePendingChange(sessionId, (slug, id: string) =>
    request(workspacePath(slug, `/agent-sessions/${sessionId}/pending-context/${id}`), { method: "DELETE" }),
  );
  const attach = usePendingChange(sessionId, (slug, on: boolean) =>
    request(workspacePath(slug, `/agent-sessions/${sessionId}/pending-context`), {
      method: "PUT",
      body: { attach: on },
    }),
  );
  if (!pending || (!always && !pending.blocks.length)) return null;
  const on = attach.isPending ? attach.variables : pending.attach; // show the new value until the server confirms it
  const error = detach.error ?? attach.error;
  return (
    <div className={css.chips}>
      <Checkbox
        label="Attach my commands"
        checked={on}
        onChange={(event) => attach.mutate(event.currentTarget.checked)}
      />
      {on && (
        <ul aria-label="Commands attached to the next message">
          {pending.blocks.map((block) => (
            <li key={block.blockId} className={css.chip}>
              <CommandLabel command={block} />
              <ActionIcon
                size="xs"
                aria-label={`Detach command: ${oneLine(block.cmd, 40)}`}
                onClick={() => detach.mutate(block.blockId)}
              >
                <IconX size={11} />
              </ActionIcon>
            </li>
          ))}
          {pending.dropped > 0 && <li className="dim">{plural(pending.dropped, "older command")} omitted</li>}
        </ul>
      )}
      <ErrorMessage error={error} />
    </div>
  );
}

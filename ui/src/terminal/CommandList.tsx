import type { Block } from "../api/types";
import { duration, oneLine } from "../labels/format";
import { useBlocks } from "./api";
import css from "./terminal.module.css";

/** The commands of a terminal, newest first, with exit code and duration. */
export function CommandList({ sessionId, terminalId }: { sessionId: string; terminalId: string | null }) {
  const blocks = useBlocks(sessionId, terminalId).data ?? [];
  if (!blocks.length) return <p className={css.none}>Commands that you run here are attached to your next message.</p>;
  return (
    <ol className={css.commands} aria-label="Commands" tabIndex={0}>
      {blocks.map((block) => (
        <li key={block.blockId}>
          <code className="mono" title={block.cmd}>
            {oneLine(block.cmd, 120)}
          </code>
          <span className={css.exit} data-bad={(block.exitCode ?? 0) !== 0 || undefined}>
            {describeResult(block)}
          </span>
        </li>
      ))}
    </ol>
  );
}

function describeResult(block: Block): string {
  if (block.status === "running") return "running";
  const exit = block.exitCode === null ? block.status : `exit ${block.exitCode}`;
  const took =
    block.startedAt && block.endedAt ? duration(Date.parse(block.endedAt) - Date.parse(block.startedAt)) : "";
  return [exit, took].filter(Boolean).join(" · ");
}

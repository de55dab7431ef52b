import { duration, oneLine } from "../words/format";
import { useBlocks, type Block } from "./asking";
import css from "./terminal.module.css";

/** What was run in a terminal, newest first, each with its exit code and how long it took. */
export function Commands({ sessionId, terminalId }: { sessionId: string; terminalId: string | null }) {
  const blocks = useBlocks(sessionId, terminalId).data ?? [];
  if (!blocks.length) return <p className={css.none}>What you run here goes with your next message.</p>;
  return (
    <ol className={css.commands} aria-label="Commands" tabIndex={0}>
      {blocks.map((block) => (
        <li key={block.blockId}>
          <code className="mono" title={block.cmd}>{oneLine(block.cmd, 120)}</code>
          <span className={css.exit} data-bad={(block.exitCode ?? 0) !== 0 || undefined}>{ending(block)}</span>
        </li>
      ))}
    </ol>
  );
}

function ending(block: Block): string {
  if (block.status === "running") return "running";
  const exit = block.exitCode === null ? block.status : `exit ${block.exitCode}`;
  const took = block.startedAt && block.endedAt ? duration(Date.parse(block.endedAt) - Date.parse(block.startedAt)) : "";
  return [exit, took].filter(Boolean).join(" · ");
}

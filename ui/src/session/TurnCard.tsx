import { ActionIcon, Tooltip } from "@mantine/core";
import { IconChevronDown, IconExternalLink, IconRobot } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { ENDED } from "../api/types";
import { StatusMark, Took, When, WhyLine } from "../parts/Bits";
import { useSlug } from "../router";
import { useLiveRun } from "../run/useLiveRun";
import { oneLine, plural } from "../words/format";
import css from "./session.module.css";
import { isShown, type Turn } from "./turns";

/** One run of a conversation. One that nobody asked for says why it ran, and can be folded. */
export function TurnCard({ turn, last, sessionId }: { turn: Turn; last: boolean; sessionId: string }) {
  const slug = useSlug();
  const [folded, setFolded] = useState(turn.autonomous && !last);
  const growing = useLiveRun(slug, turn.run ?? undefined, sessionId);
  const shown = turn.parts.filter(isShown);
  const hidden = turn.parts.length - shown.length;
  const running = turn.run !== null && !ENDED.has(turn.run.status);
  const reply = shown.findLast((part) => part.role === "assistant");
  return (
    <article className={css.turn} data-autonomous={turn.autonomous || undefined}>
      <header className={css.turnHead}>
        <span className={css.turnWhy}>
          {turn.autonomous && <span className={css.badge}><IconRobot size={13} stroke={1.7} aria-hidden /> autonomous</span>}
          {turn.reason ? <span className="ellipsis">{turn.reason}</span> : turn.run && <WhyLine run={turn.run} icon={!turn.autonomous} />}
        </span>
        <span className={css.turnFacts}>
          {turn.run && turn.run.status !== "succeeded" && <StatusMark status={turn.run.status} />}
          <When iso={turn.at} />
          {turn.run && <span className="dim"><Took run={turn.run} /></span>}
          <Tooltip label="Open the run">
            <Link to={`/w/${slug}/runs/${turn.runId}` as "/"} aria-label="Open the run" className={css.open}><IconExternalLink size={14} stroke={1.6} /></Link>
          </Tooltip>
          {turn.autonomous && (
            <ActionIcon size="sm" aria-label={folded ? "Unfold" : "Fold"} aria-expanded={!folded} onClick={() => setFolded(!folded)}>
              <IconChevronDown size={15} style={{ transform: folded ? "rotate(-90deg)" : undefined }} />
            </ActionIcon>
          )}
        </span>
      </header>
      {folded ? (
        <p className={`${css.fold} ellipsis`}>{oneLine(reply?.content ?? turn.run?.failureReason ?? "no reply", 160)}</p>
      ) : (
        <div className={css.said}>
          {shown.map((part) => (
            <div key={part.seq} className={css.message} data-role={part.role}>
              <span className="sr-only">{part.role === "user" ? "Person:" : "Agent:"}</span>
              {part.content}
            </div>
          ))}
          {growing.text && <div className={css.message} data-role="assistant" data-live aria-live="polite">{growing.text}</div>}
          {running && !growing.text && <div className={css.waiting} role="status">{turn.run?.status === "queued" ? "waits for its turn…" : "working…"}</div>}
          {turn.run?.status === "failed" && <div className={css.failed}>{turn.run.error?.message ?? turn.run.failureReason}</div>}
          {turn.run?.status === "cancelled" && <div className="dim">{turn.run.failureReason ?? "cancelled"}</div>}
          {hidden > 0 && !running && <Link className={css.hidden} to={`/w/${slug}/runs/${turn.runId}` as "/"}>{plural(hidden, "part")} hidden</Link>}
        </div>
      )}
    </article>
  );
}

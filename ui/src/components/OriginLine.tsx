import {
  IconBolt,
  IconBrandTelegram,
  IconClockHour4,
  IconCode,
  IconFileImport,
  IconHourglassEmpty,
  IconListCheck,
  IconPlugConnected,
  IconPrompt,
  IconSubtask,
  IconTerminal2,
  IconWebhook,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Run } from "../api/types";
import { describeOrigin, originText, runEnd } from "../labels/origin";
import { useSlug } from "../router";
import { RunLink } from "./RunLink";
import css from "./originLine.module.css";

const ICONS: Record<string, typeof IconCode> = {
  api: IconCode,
  import: IconFileImport,
  cli: IconPrompt,
  cron: IconClockHour4,
  timer: IconHourglassEmpty,
  webhook: IconWebhook,
  telegram: IconBrandTelegram,
  terminal: IconTerminal2,
  daemon: IconListCheck,
  subtask: IconSubtask,
  openai: IconPlugConnected,
  anthropic: IconPlugConnected,
};

export function TriggerIcon({ trigger, size = 15 }: { trigger: string; size?: number }) {
  const Icon = ICONS[trigger] ?? IconBolt;
  return <Icon size={size} stroke={1.6} aria-hidden className={css.icon} />;
}

/** The name of a run's trigger with a link to its page. A timer belongs to its session, a queue has no page. */
export function TriggerName({ run, name }: { run: Run; name: string }) {
  const slug = useSlug();
  const { trigger, triggerId, triggerName } = run.origin;
  if (!triggerId || !triggerName) return <b>{name}</b>;
  if (trigger === "timer") {
    if (!run.sessionId) return <b>{name}</b>;
    return (
      <Link className={css.name} to="/w/$slug/sessions/$sessionId" params={{ slug, sessionId: run.sessionId }}>
        {name}
      </Link>
    );
  }
  return (
    <Link className={css.name} to="/w/$slug/triggers/$triggerId" params={{ slug, triggerId }}>
      {name}
    </Link>
  );
}

interface OriginLineProps {
  run: Run;
  icon?: boolean;
  links?: boolean; // without links it can be the content of a link or button
  ownName?: boolean; // whether the name of the run stands for that of a trigger
}

/** The origin of a run: its name, the run it repeats, what started it, and whether it is unattended. */
export function OriginLine({ run, icon = true, links = true, ownName = true }: OriginLineProps) {
  const { name: known, again, reason, unattended } = describeOrigin(run);
  const name = ownName ? known : (run.origin.triggerName ?? "");
  const { rerunOf } = run.origin;
  return (
    <span className={css.origin} title={originText(run)}>
      {icon && <TriggerIcon trigger={run.origin.trigger} />}
      <span className={css.text}>
        {name && (links ? <TriggerName run={run} name={name} /> : <b>{name}</b>)}
        {name && <span className={css.separator}>·</span>}
        {rerunOf && (links ? <Rerun of={rerunOf} /> : again)}
        {rerunOf && <span className={css.separator}>·</span>}
        <span>{reason}</span>
      </span>
      {unattended && <span className={css.unattended}>unattended</span>}
    </span>
  );
}

function Rerun({ of }: { of: string }) {
  return (
    <>
      rerun of <RunLink id={of}>{runEnd(of)}</RunLink>
    </>
  );
}

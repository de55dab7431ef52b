import {
  IconBolt,
  IconBrandTelegram,
  IconClockHour4,
  IconCode,
  IconFileImport,
  IconHourglassEmpty,
  IconListCheck,
  IconPrompt,
  IconSubtask,
  IconTerminal2,
  IconWebhook,
} from "@tabler/icons-react";
import type { Run } from "../api/types";
import { describeOrigin, originText } from "../labels/origin";
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
};

export function TriggerIcon({ trigger, size = 15 }: { trigger: string; size?: number }) {
  const Icon = ICONS[trigger] ?? IconBolt;
  return <Icon size={size} stroke={1.6} aria-hidden className={css.icon} />;
}

/** The origin of a run: its name, what started it, and whether it is unattended. */
export function OriginLine({ run, icon = true }: { run: Run; icon?: boolean }) {
  const { name, reason, unattended } = describeOrigin(run);
  return (
    <span className={css.origin} title={originText(run)}>
      {icon && <TriggerIcon trigger={run.origin.trigger} />}
      <span className={css.text}>
        {name && <b>{name}</b>}
        {name && <span className={css.separator}>·</span>}
        <span>{reason}</span>
      </span>
      {unattended && <span className={css.unattended}>unattended</span>}
    </span>
  );
}

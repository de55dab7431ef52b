// Small things that every page shows: status, time, why, tags.

import {
  IconBolt, IconBrandTelegram, IconClockHour4, IconCode, IconFileImport, IconHourglassEmpty, IconListCheck, IconPrompt, IconSubtask, IconTerminal2, IconWebhook,
} from "@tabler/icons-react";
import type { MouseEvent } from "react";
import type { Run, Status } from "../api/types";
import { ENDED } from "../api/types";
import { ago, duration, fullTime, localTime } from "../words/format";
import { why, whyText } from "../words/why";
import css from "./bits.module.css";
import { useNow } from "./now";

export function StatusMark({ status, label = true }: { status: Status; label?: boolean }) {
  return (
    <span className={css.status} data-status={status}>
      <span className={css.dot} aria-hidden />
      <span className={label ? undefined : "sr-only"}>{status}</span>
    </span>
  );
}

const ICONS: Record<string, typeof IconCode> = {
  api: IconCode, import: IconFileImport, cli: IconPrompt, cron: IconClockHour4, timer: IconHourglassEmpty, webhook: IconWebhook,
  telegram: IconBrandTelegram, terminal: IconTerminal2, daemon: IconListCheck, subtask: IconSubtask,
};

export function TriggerIcon({ trigger, size = 15 }: { trigger: string; size?: number }) {
  const Icon = ICONS[trigger] ?? IconBolt;
  return <Icon size={size} stroke={1.6} aria-hidden className={css.trigger} />;
}

/** Where a run came from, first in every row and page. */
export function WhyLine({ run, icon = true }: { run: Run; icon?: boolean }) {
  const { name, reason, unattended } = why(run);
  return (
    <span className={css.why} title={whyText(run)}>
      {icon && <TriggerIcon trigger={run.origin.trigger} />}
      <span className={css.whyText}>
        {name && <b>{name}</b>}
        {name && <span className={css.sep}>·</span>}
        <span>{reason}</span>
      </span>
      {unattended && <span className={css.unattended}>unattended</span>}
    </span>
  );
}

/** When: relative, with the whole local time on hover. */
export function Ago({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={fullTime(iso)} className="num">
      {ago(Date.parse(iso), now)}
    </time>
  );
}

/** When: local and relative, both written out. */
export function When({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <time dateTime={iso} title={fullTime(iso)} className="num">
      {localTime(iso, now)} <span className="dim">· {ago(Date.parse(iso), now)}</span>
    </time>
  );
}

export function Took({ run }: { run: Pick<Run, "startedAt" | "finishedAt" | "status" | "createdAt"> }) {
  const now = useNow(1000);
  if (!run.startedAt) return <span className="dim">–</span>;
  const end = run.finishedAt ? Date.parse(run.finishedAt) : ENDED.has(run.status) ? null : now;
  if (end === null) return <span className="dim">–</span>;
  return <span className="num">{duration(end - Date.parse(run.startedAt))}</span>;
}

export interface TagActions {
  onPick?: (key: string, value: string) => void;
  onExclude?: (key: string, value: string) => void;
}

export function TagChip({ name, value, source, onPick, onExclude }: { name: string; value: string; source?: string } & TagActions) {
  const chip = (
    <>
      {name && <span className={css.tagKey}>{name}</span>}
      <span className={css.tagValue}>{value === "" ? "“”" : value}</span>
      {source && <span className={css.tagSource}>{source}</span>}
    </>
  );
  if (!onPick) return <span className={css.tag} title={`${name}: ${value}`}>{chip}</span>;
  const click = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
    if (event.altKey && onExclude) onExclude(name, value);
    else onPick(name, value);
  };
  return (
    <button type="button" className={css.tag} data-click onClick={click} title={`${name && `${name}: `}${value}\n${onExclude ? "Click to filter, Alt-click to leave out" : "Show the runs with this tag"}`}>
      <span className="sr-only">Filter by </span>
      {chip}
    </button>
  );
}

export function TagList({ tags, sources, ...actions }: { tags: Record<string, string>; sources?: Record<string, string> } & TagActions) {
  return (
    <span className={css.tags}>
      {Object.entries(tags).map(([key, value]) => (
        <TagChip key={key} name={key} value={value} source={sources?.[key]} {...actions} />
      ))}
    </span>
  );
}

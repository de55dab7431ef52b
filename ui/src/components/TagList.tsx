import type { MouseEvent } from "react";
import css from "./tagList.module.css";

export interface TagActions {
  onPick?: (key: string, value: string) => void;
  onExclude?: (key: string, value: string) => void;
}

export function TagChip({
  name,
  value,
  source,
  onPick,
  onExclude,
}: { name: string; value: string; source?: string } & TagActions) {
  const chip = (
    <>
      {name && <span className={css.key}>{name}</span>}
      <span className={css.value}>{value === "" ? "“”" : value}</span>
      {source && <span className={css.source}>{source}</span>}
    </>
  );
  if (!onPick)
    return (
      <span className={css.tag} title={`${name}: ${value}`}>
        {chip}
      </span>
    );
  const click = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
    if (event.altKey && onExclude) onExclude(name, value);
    else onPick(name, value);
  };
  return (
    <button
      type="button"
      className={css.tag}
      data-click
      onClick={click}
      title={`${name && `${name}: `}${value}\n${onExclude ? "Click to filter, Alt-click to exclude" : "Show runs with this tag"}`}
    >
      <span className="sr-only">Filter by </span>
      {chip}
    </button>
  );
}

export function TagList({
  tags,
  sources,
  ...actions
}: { tags: Record<string, string>; sources?: Record<string, string> } & TagActions) {
  return (
    <span className={css.tags}>
      {Object.entries(tags).map(([key, value]) => (
        <TagChip key={key} name={key} value={value} source={sources?.[key]} {...actions} />
      ))}
    </span>
  );
}

// Values of fields and tags with their counts. A click filters, Alt-click excludes.

import { ActionIcon, Menu, Tooltip } from "@mantine/core";
import { IconChevronRight, IconPin, IconPinnedFilled, IconPlus } from "@tabler/icons-react";
import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState, type MouseEvent } from "react";
import { ApiError } from "../api/client";
import { facetQuery, useAgentNames, useFacet, useKeys } from "../api/queries";
import { useSlug } from "../router";
import { compact, plural } from "../labels/format";
import { excludedValues, joinRange, keyText, pickedValue, withoutKey } from "../query/language";
import { rangeQuery } from "../query/range";
import css from "./filterPanel.module.css";
import { isNearlyUnique } from "./facets";
import { pinned, setPinned, useStored } from "./preferences";
import type { RunsState } from "./pageState";

const FIELDS = ["status", "error", "trigger", "trigger.name", "agent", "model", "executor", "actor"];
const OPEN = new Set(["status", "error", "trigger.name"]);
const OPEN_TAGS = 3;
const COMMON = 6;
const SHOWN = 8;
const SAMPLE = 20; // values that a section loads first

export function FilterPanel({ state, enabled }: { state: RunsState; enabled: boolean }) {
  const slug = useSlug();
  const pins = useStored(pinned);
  const keys = useKeys(slug, rangeQuery(state.range), { enabled }).data ?? [];
  const common = keys
    .map(({ key }) => key)
    .filter((key) => !pins.includes(key) && key !== "demo")
    .slice(0, COMMON);
  const open = useOpenKeys(common, state, enabled);
  const rest = keys.map(({ key }) => key).filter((key) => !pins.includes(key) && !common.includes(key));
  return (
    <div className={css.panel}>
      {FIELDS.map((field) => (
        <Section
          key={field}
          name={field}
          label={field}
          field={field}
          state={state}
          enabled={enabled}
          open={OPEN.has(field)}
        />
      ))}
      {[...pins, ...common].map((key) => (
        <Section
          key={`tag ${key}`}
          name={keyText(key)}
          label={key}
          tag
          state={state}
          enabled={enabled}
          open={pins.includes(key) || open.has(key)}
        />
      ))}
      {rest.length > 0 && <MoreKeys keys={rest} />}
    </div>
  );
}

/** A menu of the other tag keys, which pins one. */
function MoreKeys({ keys }: { keys: string[] }) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button type="button" className={css.more}>
          <IconPlus size={14} aria-hidden /> {plural(keys.length, "more key")}
        </button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: "auto" }}>
        {keys.map((key) => (
          <Menu.Item key={key} onClick={() => setPinned(key, true)}>
            {key}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Return the keys whose values are shown at first: the most common ones, without those that identify a run. */
function useOpenKeys(keys: string[], state: RunsState, enabled: boolean): ReadonlySet<string> {
  const slug = useSlug();
  const client = useQueryClient();
  const open = new Set<string>();
  const queries = keys.map((key) => {
    const query = facetQuery(slug, keyText(key), facetRequest(state, keyText(key)), SAMPLE);
    const needed = open.size < OPEN_TAGS;
    const known = client.getQueryData(query.queryKey);
    if (needed && !(known && isNearlyUnique(known.values))) open.add(key);
    return { ...query, enabled: enabled && needed };
  });
  useQueries({ queries });
  return open;
}

/** Return the query that counts the values of a key: without the value that is picked now. */
function facetRequest(state: RunsState, name: string): string {
  return joinRange(withoutKey(state.q, name), rangeQuery(state.range)).q;
}

interface SectionProps {
  name: string; // as written in a query
  label: string;
  field?: string;
  tag?: boolean;
  state: RunsState;
  enabled: boolean;
  open: boolean;
}

function Section({ name, label, tag = false, state, enabled, open }: SectionProps) {
  const chosen = pickedValue(state.q, name);
  const [toggled, setToggled] = useState<boolean | null>(null);
  const wanted = toggled ?? (open || chosen !== null);
  const sample = useFacet(useSlug(), name, facetRequest(state, name), { enabled: enabled && wanted, limit: SAMPLE });
  const empty = sample.data?.values.length === 0 && chosen === null && !excludedValues(state.q, name).length;
  const isOpen = toggled ?? (wanted && !empty); // empty sections open only on a click
  const pins = useStored(pinned);
  const pin = pins.includes(label);
  return (
    <section className={css.section} aria-label={label}>
      <div className={css.head}>
        <button type="button" className={css.title} aria-expanded={isOpen} onClick={() => setToggled(!isOpen)}>
          <IconChevronRight size={13} aria-hidden className={css.chevron} />
          {label}
        </button>
        {tag && (
          <Tooltip label={pin ? "Unpin" : "Pin to top"}>
            <ActionIcon
              size="xs"
              className={css.pin}
              data-on={pin || undefined}
              aria-label={pin ? `Unpin ${label}` : `Pin ${label}`}
              onClick={() => setPinned(label, !pin)}
            >
              {pin ? <IconPinnedFilled size={12} /> : <IconPin size={12} />}
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      {isOpen && <Values name={name} chosen={chosen} state={state} enabled={enabled} />}
    </section>
  );
}

function Values({
  name,
  chosen,
  state,
  enabled,
}: {
  name: string;
  chosen: string | null;
  state: RunsState;
  enabled: boolean;
}) {
  const slug = useSlug();
  const [all, setAll] = useState(false);
  const facet = useFacet(slug, name, facetRequest(state, name), { enabled, limit: all ? 100 : SAMPLE });
  const names = useAgentNames(name === "agent");
  const excluded = excludedValues(state.q, name);
  if (facet.error instanceof ApiError && facet.error.status === 400) return null; // the query bar shows the error
  if (facet.data === null || facet.error) return <p className={css.none}>not available</p>;
  if (!facet.data) return enabled ? <p className={css.none}>…</p> : null;
  const found = facet.data.values.map((one) => ({ ...one, value: names[one.value] ?? one.value }));
  const picked = chosen === null ? null : (names[chosen] ?? chosen); // a query has the name of an agent, or its ID
  const missing = picked !== null && !found.some(({ value }) => value === picked) ? [{ value: picked, count: 0 }] : [];
  const values = [...found, ...missing];
  const shown = all ? values : values.slice(0, SHOWN);
  const largest = Math.max(1, ...values.map((one) => one.count));
  if (!values.length && !excluded.length) return <p className={css.none}>no values</p>;
  return (
    <ul className={css.values} data-stale={facet.isPlaceholderData || undefined}>
      {shown.map(({ value, count: n }) => (
        <Value
          key={value}
          label={value}
          n={n}
          share={n / largest}
          on={value === picked}
          onClick={(alt) =>
            alt ? state.excludeTag(name, value) : state.toggleTag(name, value === picked ? chosen! : value)
          }
        />
      ))}
      {excluded.map((value) => (
        <Value
          key={`not ${value}`}
          label={names[value] ?? value}
          n={null}
          share={0}
          on={false}
          off
          onClick={() => state.includeTag(name, value)}
        />
      ))}
      {(values.length > SHOWN || facet.data.other > 0) && (
        <li>
          <button type="button" className={css.more} onClick={() => setAll(!all)}>
            {all ? "Show fewer" : moreLabel(values.length - shown.length, facet.data.other)}
          </button>
        </li>
      )}
    </ul>
  );
}

function moreLabel(hidden: number, other: number): string {
  const runs = other > 0 ? ` (${plural(other, "run")} with other values)` : "";
  return hidden > 0 ? `Show ${hidden} more${runs}` : `Show more${runs}`;
}

interface ValueProps {
  label: string;
  n: number | null;
  share: number;
  on: boolean;
  off?: boolean;
  onClick: (alt: boolean) => void;
}

function Value({ label, n, share, on, off = false, onClick }: ValueProps) {
  const text = label === "" ? "“”" : label;
  return (
    <li>
      <button
        type="button"
        className={css.value}
        data-off={off || undefined}
        aria-pressed={on}
        title={
          off ? "Excluded. Click to remove the exclusion." : `${text}: ${plural(n ?? 0, "run")}. Alt-click to exclude.`
        }
        onClick={(event: MouseEvent) => onClick(event.altKey)}
      >
        <span className={css.bar} style={{ width: `${share * 100}%` }} aria-hidden />
        <span className={css.text}>{text}</span>
        {n === null ? (
          <span className="sr-only">, excluded</span>
        ) : (
          <span className={`${css.count} num`}>{compact(n)}</span>
        )}
      </button>
    </li>
  );
}

import type { AuditEntry } from "../api/types";
import { IconArrowRight, IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState, type KeyboardEvent } from "react";
import { RelativeTime } from "../components/Time";
import { useSlug } from "../router";
import { DiffLines } from "../components/DiffLines";
import { fullTime, localTime, shortId } from "../labels/format";
import { useNow } from "../components/clock";
import type { Filters } from "./api";
import css from "./audit.module.css";
import {
  actionLabel,
  actorName,
  actorTerm,
  erasedBy,
  type FieldChange,
  fieldChanges,
  fieldLabel,
  findPage,
  shorten,
} from "./labels";

const SHOWN = 3; // fields of a collapsed change
const SHORT = 60; // characters of a value in a collapsed change

interface ChangeRowProps {
  change: AuditEntry;
  name: string | null; // of the object, if known
  onFilter: (some: Partial<Filters>) => void;
}

/** One change: time, actor, action, object, and old and new values. */
export function ChangeRow({ change, name, onFilter }: ChangeRowProps) {
  const [open, setOpen] = useState(false);
  const { kind, did } = actionLabel(change.action);
  const fields = fieldChanges(change).filter(
    ({ path, before, after }) => path !== "id" && !(path === "name" && before === null && after === name),
  );
  const more = fields.length > SHOWN || fields.some(({ before, after }) => isLong(before) || isLong(after));
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target === event.currentTarget && more) setOpen(!open);
  };
  return (
    <li className={css.row} data-row tabIndex={-1} data-change={change.action} onKeyDown={press}>
      <Time iso={change.at} />
      <button
        type="button"
        className={css.actor}
        title={`Show all changes by ${actorName(change.actor)}`}
        onClick={() => onFilter({ actor: actorTerm(change.actor) })}
      >
        <span className="ellipsis">{actorName(change.actor)}</span>
        {change.actor.kind !== actorName(change.actor) && (
          <span className={css.kind}>{change.actor.kind.replaceAll("_", " ")}</span>
        )}
      </button>
      <div className={css.what}>
        <div className={css.head}>
          <button
            type="button"
            className={css.action}
            title={`Show all “${kind} ${did}”`}
            onClick={() => onFilter({ action: change.action })}
          >
            {kind} {did}
          </button>
          <Subject change={change} name={name} />
          <button
            type="button"
            className={css.all}
            title="Show all changes to this object"
            onClick={() => onFilter({ subject: change.subject })}
          >
            {shortId(change.subject)}
          </button>
          {more && (
            <button type="button" className={css.toggle} aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
              {open ? "Show less" : fields.length > SHOWN ? `Show all ${fields.length} fields` : "Show full values"}
            </button>
          )}
        </div>
        <ErasedNote change={change} />
        {!erasedBy(change) && fields.length > 0 && (
          <Fields fields={open ? fields : fields.slice(0, SHOWN)} open={open} />
        )}
      </div>
    </li>
  );
}

function Time({ iso }: { iso: string }) {
  const now = useNow();
  return (
    <span className={css.time} title={fullTime(iso)}>
      <span className="num">{localTime(iso, now)}</span>
      <span className="dim">
        <RelativeTime iso={iso} />
      </span>
    </span>
  );
}

function Subject({ change, name }: { change: AuditEntry; name: string | null }) {
  const page = findPage(useSlug(), change);
  if (!page) return name ? <span className={css.name}>{name}</span> : null;
  return (
    <Link className={`link ${css.name}`} {...page}>
      {name ?? "Open"}
    </Link>
  );
}

function ErasedNote({ change }: { change: AuditEntry }) {
  const slug = useSlug();
  const by = erasedBy(change);
  if (!by) return null;
  return (
    <p className="dim">
      Details erased, see receipt{" "}
      <Link className="link" to="/w/$slug/data" params={{ slug }} search={{ erasure: by }}>
        {shortId(by)}
      </Link>
    </p>
  );
}

function Fields({ fields, open }: { fields: FieldChange[]; open: boolean }) {
  return (
    <dl className={css.fields} data-open={open || undefined}>
      {fields.map((field) => (
        <div key={field.path}>
          <dt>{fieldLabel(field.path)}</dt>
          <dd>
            <Value field={field} open={open} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field: { before, after }, open }: { field: FieldChange; open: boolean }) {
  if (open && before !== null && after !== null && (isLong(before) || isLong(after)))
    return <DiffLines label="Differences" before={before} after={after} />;
  const [old, now] = open ? [before, after] : shorten(before, after, SHORT);
  return (
    <>
      {before !== null && (
        <del>
          <span className="sr-only">from </span>
          {old}
        </del>
      )}
      {before !== null && after !== null && <IconArrowRight size={13} stroke={1.6} aria-hidden className={css.arrow} />}
      {after !== null && (
        <ins>
          <span className="sr-only">to </span>
          {now}
        </ins>
      )}
    </>
  );
}

function isLong(text: string | null): boolean {
  return text !== null && (text.length > SHORT || text.includes("\n"));
}

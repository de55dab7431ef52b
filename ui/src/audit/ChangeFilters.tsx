import type { AuditEntry } from "../api/types";
import { Autocomplete, Button, Select, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { RangePicker } from "../runs/RangePicker";
import type { Filters } from "./api";
import css from "./audit.module.css";
import { actionLabel, actorTerm, KINDS } from "./labels";

interface FiltersProps {
  filters: Filters;
  changes: AuditEntry[];
  onChange: (some: Partial<Filters>) => void;
}

/** Filters by action, actor, object and time. */
export function ChangeFilters({ filters, changes, onChange }: FiltersProps) {
  const actors = [...new Set(changes.map(({ actor }) => actorTerm(actor)))].sort();
  const text = (name: "actor" | "subject") => (value: string) =>
    value.trim() !== filters[name] && onChange({ [name]: value });
  return (
    <div className={css.filters} data-filters>
      <Select
        aria-label="Action"
        placeholder="All actions"
        searchable
        clearable
        clearButtonProps={{ "aria-label": "Clear action filter" }}
        data={actionOptions(filters.action)}
        value={filters.action || null}
        onChange={(action) => onChange({ action: action ?? "" })}
      />
      <ActorField key={`a:${filters.actor}`} value={filters.actor} known={actors} onApply={text("actor")} />
      <SubjectField key={`s:${filters.subject}`} value={filters.subject} onApply={text("subject")} />
      <RangePicker range={filters.range} onChange={(range) => onChange({ range })} />
    </div>
  );
}

/** Return all kinds of objects, and the selected action. */
function actionOptions(selected: string): { value: string; label: string }[] {
  const kinds = Object.entries(KINDS).map(([value, label]) => ({ value, label }));
  if (!selected || selected in KINDS) return kinds;
  const { kind, did } = actionLabel(selected);
  return [{ value: selected, label: `${kind} ${did}` }, ...kinds];
}

interface FieldProps {
  value: string;
  onApply: (value: string) => void;
}

function ActorField({ value, known, onApply }: FieldProps & { known: string[] }) {
  const [text, setText] = useState(value);
  return (
    <Autocomplete
      aria-label="Actor"
      placeholder="All actors"
      size="xs"
      data={known}
      value={text}
      clearable
      clearButtonProps={{ "aria-label": "Clear actor filter" }}
      onChange={setText}
      onOptionSubmit={onApply}
      onClear={() => onApply("")}
      onBlur={() => onApply(text)}
      onKeyDown={(event) => event.key === "Enter" && onApply(text)}
      comboboxProps={{ shadow: "md" }}
    />
  );
}

function SubjectField({ value, onApply }: FieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput
      aria-label="Object ID"
      placeholder="Object ID, such as trg_…"
      value={text}
      classNames={{ input: "mono" }}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onApply(text)}
      onKeyDown={(event) => event.key === "Enter" && onApply(text)}
      rightSection={
        text ? (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label="Clear object filter"
            onClick={() => {
              setText("");
              onApply("");
            }}
          >
            ×
          </Button>
        ) : null
      }
    />
  );
}

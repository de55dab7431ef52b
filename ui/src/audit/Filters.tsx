import { Autocomplete, Button, Select, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { RangePicker } from "../runs/RangePicker";
import type { Asked, Change } from "./asking";
import css from "./audit.module.css";
import { actionWords, actorTerm, KINDS } from "./words";

interface FiltersProps {
  asked: Asked;
  changes: Change[];
  onChange: (some: Partial<Asked>) => void;
}

/** Which changes are shown. */
export function Filters({ asked, changes, onChange }: FiltersProps) {
  const actors = [...new Set(changes.map(({ actor }) => actorTerm(actor)))].sort();
  const text = (name: "actor" | "subject") => (value: string) => value.trim() !== asked[name] && onChange({ [name]: value });
  return (
    <div className={css.filters} data-filters>
      <Select aria-label="What was done" placeholder="Everything" searchable clearable clearButtonProps={{ "aria-label": "Everything" }} data={actions(asked.action)} value={asked.action || null} onChange={(action) => onChange({ action: action ?? "" })} />
      <Actor key={`a:${asked.actor}`} value={asked.actor} known={actors} onApply={text("actor")} />
      <Subject key={`s:${asked.subject}`} value={asked.subject} onApply={text("subject")} />
      <RangePicker range={asked.range} onChange={(range) => onChange({ range })} />
    </div>
  );
}

/** All kinds, and the one action that is asked for. */
function actions(asked: string): { value: string; label: string }[] {
  const kinds = Object.entries(KINDS).map(([value, label]) => ({ value, label }));
  if (!asked || asked in KINDS) return kinds;
  const { kind, did } = actionWords(asked);
  return [{ value: asked, label: `${kind} ${did}` }, ...kinds];
}

interface FieldProps {
  value: string;
  onApply: (value: string) => void;
}

function Actor({ value, known, onApply }: FieldProps & { known: string[] }) {
  const [text, setText] = useState(value);
  return (
    <Autocomplete aria-label="Who" placeholder="Anybody" size="xs" data={known} value={text} clearable clearButtonProps={{ "aria-label": "Anybody" }} onChange={setText} onOptionSubmit={onApply} onClear={() => onApply("")}
      onBlur={() => onApply(text)} onKeyDown={(event) => event.key === "Enter" && onApply(text)} comboboxProps={{ shadow: "md" }} />
  );
}

function Subject({ value, onApply }: FieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  return (
    <TextInput aria-label="Of which thing, by its id" placeholder="Id, such as trg_…" value={text} classNames={{ input: "mono" }} onChange={(event) => setText(event.target.value)}
      onBlur={() => onApply(text)} onKeyDown={(event) => event.key === "Enter" && onApply(text)}
      rightSection={text ? <Button variant="subtle" size="compact-xs" aria-label="Of anything" onClick={() => { setText(""); onApply(""); }}>×</Button> : null} />
  );
}

import { Button, Menu, TextInput } from "@mantine/core";
import { IconCalendar, IconCheck, IconZoomReset } from "@tabler/icons-react";
import { useState } from "react";
import { isAbsolute, type Range, rangeLabel, RANGES } from "../query/range";
import css from "./runs.module.css";

export function RangePicker({ range, onChange }: { range: Range; onChange: (range: Range) => void }) {
  const [opened, setOpened] = useState(false);
  const absolute = isAbsolute(range);
  const chosen = absolute ? null : (range.range ?? "24h");
  const choose = (id: string | undefined) => {
    onChange({ range: id });
    setOpened(false);
  };
  return (
    <div className={css.rangeBox}>
      {absolute && (
        <Button
          onClick={() => onChange({})}
          leftSection={<IconZoomReset size={15} />}
          title="Reset to the last 24 hours"
        >
          Reset
        </Button>
      )}
      <Menu opened={opened} onChange={setOpened} width={240} closeOnItemClick={false}>
        <Menu.Target>
          <Button leftSection={<IconCalendar size={15} stroke={1.6} />} aria-label={`Time range: ${rangeLabel(range)}`}>
            {rangeLabel(range)}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {[
            ...RANGES.map(({ id, label }) => ({ id: id as string, label: `Last ${label}` })),
            { id: "all", label: "All time" },
          ].map(({ id, label }) => (
            <Menu.Item
              key={id}
              onClick={() => choose(id === "24h" ? undefined : id)}
              rightSection={chosen === id ? <IconCheck size={14} /> : null}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <CustomRange
            range={range}
            onApply={(next) => {
              onChange(next);
              setOpened(false);
            }}
          />
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

function CustomRange({ range, onApply }: { range: Range; onApply: (range: Range) => void }) {
  const [from, setFrom] = useState(toLocalInput(range.from));
  const [to, setTo] = useState(toLocalInput(range.to));
  const ready = Boolean(from && to && from < to);
  return (
    <form
      className={css.custom}
      onSubmit={(event) => {
        event.preventDefault();
        if (ready) onApply({ from: new Date(from).toISOString(), to: new Date(to).toISOString() });
      }}
    >
      <TextInput type="datetime-local" label="From" value={from} onChange={(event) => setFrom(event.target.value)} />
      <TextInput type="datetime-local" label="To" value={to} onChange={(event) => setTo(event.target.value)} />
      <Button type="submit" disabled={!ready} fullWidth>
        Apply range
      </Button>
    </form>
  );
}

function toLocalInput(iso: string | undefined): string {
  if (!iso) return "";
  const at = new Date(iso);
  const shifted = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return Number.isNaN(at.getTime()) ? "" : shifted.toISOString().slice(0, 16);
}

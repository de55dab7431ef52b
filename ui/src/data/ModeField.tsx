import { useId } from "react";
import type { Mode } from "./api";
import css from "./data.module.css";
import { MODES } from "./labels";

/** Whether to erase all data or only the content. */
export function ModeField({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  const name = useId();
  return (
    <fieldset className={css.modes}>
      <legend>Data to erase</legend>
      {(["content", "all"] as const).map((mode) => (
        <label key={mode} data-chosen={value === mode || undefined}>
          <input type="radio" name={name} value={mode} checked={value === mode} onChange={() => onChange(mode)} />
          <span>
            <b>{MODES[mode].title}</b>
            <span className="dim">{MODES[mode].description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

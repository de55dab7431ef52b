import { useId } from "react";
import type { Mode } from "./asking";
import css from "./data.module.css";
import { MODES } from "./words";

/** How much goes. */
export function ModeChoice({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  const name = useId();
  return (
    <fieldset className={css.modes}>
      <legend>What goes</legend>
      {(["content", "all"] as const).map((mode) => (
        <label key={mode} data-chosen={value === mode || undefined}>
          <input type="radio" name={name} value={mode} checked={value === mode} onChange={() => onChange(mode)} />
          <span><b>{MODES[mode].long}</b><span className="dim">{MODES[mode].says}</span></span>
        </label>
      ))}
    </fieldset>
  );
}

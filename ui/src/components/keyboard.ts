// Keyboard shortcuts of a page. They are off while the user types or an overlay is open.

import { useEffect, useRef } from "react";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

let covered = false; // measured when the key goes down, because the overlay may be closed afterwards
globalThis.window?.addEventListener("keydown", () => (covered = isOverlayOpen()), { capture: true });

export function useKeyboard(keys: Keys, active = true): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      const name = `${event.ctrlKey || event.metaKey ? "Ctrl-" : ""}${event.key}`;
      const action = current.current[name];
      if (!action || event.defaultPrevented || event.altKey) return;
      if (!name.startsWith("Ctrl-") && (isTyping(event.target) || covered)) return;
      action(event);
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [active]);
}

export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ["INPUT", "TEXTAREA", "SELECT"].includes(target.tagName);
}

const OVERLAYS = ["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role="${role}"]`).join();

function isOverlayOpen(): boolean {
  return [...document.querySelectorAll<HTMLElement>(OVERLAYS)].some((one) => one.checkVisibility());
}

/** Move between the rows of a fully rendered list with j and k. */
export function useRowKeys(): void {
  const move = (step: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    rows[Math.max(0, Math.min(rows.length - 1, now + step))]?.focus();
  };
  useKeyboard({ j: () => move(1), k: () => move(-1) });
}

/** Name of the modifier key on this platform. Ctrl and ⌘ both work. */
export const CONTROL = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

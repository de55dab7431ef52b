// Keys that do something wherever one is, except while one types or something lies over the page.

import { useEffect, useRef } from "react";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

let covered = false; // when the key went down: whatever lies over the page takes it, and may be gone afterwards
globalThis.window?.addEventListener("keydown", () => (covered = somethingOver()), { capture: true });

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

const OVER = ["dialog", "alertdialog", "menu", "listbox"].map((role) => `[role="${role}"]`).join();

function somethingOver(): boolean {
  return [...document.querySelectorAll<HTMLElement>(OVER)].some((one) => one.checkVisibility());
}

/** j and k go from row to row of a list whose rows are all drawn. */
export function useRowKeys(): void {
  const move = (step: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
    const now = rows.findIndex((row) => row.contains(document.activeElement));
    rows[Math.max(0, Math.min(rows.length - 1, now + step))]?.focus();
  };
  useKeyboard({ j: () => move(1), k: () => move(-1) });
}

/** How the key beside K is called on this machine; both work. */
export const CONTROL = /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? "") ? "⌘" : "Ctrl";

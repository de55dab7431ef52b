// Keys that do something wherever one is, except while one types.

import { useEffect, useRef } from "react";

export type Keys = Record<string, (event: KeyboardEvent) => void>;

export function useKeyboard(keys: Keys, active = true): void {
  const current = useRef(keys);
  current.current = keys;
  useEffect(() => {
    if (!active) return;
    const press = (event: KeyboardEvent) => {
      const name = `${event.ctrlKey || event.metaKey ? "Ctrl-" : ""}${event.key}`;
      const action = current.current[name];
      if (!action || event.defaultPrevented || event.altKey) return;
      if (!name.startsWith("Ctrl-") && (isTyping(event.target) || dialogOpen())) return;
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

function dialogOpen(): boolean {
  return document.querySelector('[role="dialog"]:not([data-hidden])') !== null;
}

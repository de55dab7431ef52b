// Whether the server answers; the banner of the page listens.

import { useSyncExternalStore } from "react";

let lost = false;
const listeners = new Set<() => void>();

export function setLost(now: boolean): void {
  if (lost === now) return;
  lost = now;
  for (const listener of listeners) listener();
}

const RELOADED = "runwhy.reloaded";
const ONCE_IN = 20_000;
let reload = false;

/** A part of the page is missing: load the page again as soon as the server answers. False if that did not help just now. */
export function reloadWhenBack(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOADED) ?? 0) < ONCE_IN) return false;
  reload = true;
  setLost(true);
  return true;
}

/** The server answers again. */
export function setBack(): void {
  setLost(false);
  if (!reload) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  window.location.reload();
}

export function useLost(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lost,
  );
}

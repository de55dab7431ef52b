// Whether the server can be reached.

import { useSyncExternalStore } from "react";

let offline = false;
const listeners = new Set<() => void>();

export function setOffline(now: boolean): void {
  if (offline === now) return;
  offline = now;
  for (const listener of listeners) listener();
}

const RELOAD_KEY = "runwhy.reloaded";
const MIN_RELOAD_INTERVAL_MS = 20_000;
let reload = false;

/** Reload the page when the server is back, because a module could not be loaded. Return false right after a reload. */
export function reloadWhenOnline(): boolean {
  if (Date.now() - Number(sessionStorage.getItem(RELOAD_KEY) ?? 0) < MIN_RELOAD_INTERVAL_MS) return false;
  reload = true;
  setOffline(true);
  return true;
}

/** Record that the server responded. */
export function setOnline(): void {
  setOffline(false);
  if (!reload) return;
  sessionStorage.setItem(RELOAD_KEY, String(Date.now()));
  window.location.reload();
}

export function useOffline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offline,
  );
}

// Whether the server answers; the banner of the page listens.

import { useSyncExternalStore } from "react";

let lost = false;
const listeners = new Set<() => void>();

export function setLost(now: boolean): void {
  if (lost === now) return;
  lost = now;
  for (const listener of listeners) listener();
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

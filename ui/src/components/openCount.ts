// The number of open inbox items, for the navigation and the titles of all pages.

import { useSyncExternalStore } from "react";

let open = 0;
const listeners = new Set<() => void>();

export function setOpenCount(count: number): void {
  if (count === open) return;
  open = count;
  for (const listener of listeners) listener();
}

export function useOpenCount(): number {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => open,
  );
}

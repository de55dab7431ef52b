// Preferences stored in this browser: pinned tag keys and recent queries.

import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();

function createList(name: string): { get: () => string[]; set: (values: string[]) => void } {
  let cache: string[] | null = null;
  return {
    get: () => {
      if (cache) return cache;
      try {
        const found: unknown = JSON.parse(localStorage.getItem(name) ?? "[]");
        cache = Array.isArray(found) ? found.map(String) : [];
      } catch {
        cache = [];
      }
      return cache;
    },
    set: (values) => {
      cache = values;
      try {
        localStorage.setItem(name, JSON.stringify(values));
      } catch {
        // without storage, preferences last until the page is closed
      }
      for (const listener of listeners) listener();
    },
  };
}

export const pinned = createList("runwhy.pinned");
export const recent = createList("runwhy.recent");
const RECENT = 20;

export function setPinned(key: string, on: boolean): void {
  const rest = pinned.get().filter((one) => one !== key);
  pinned.set(on ? [...rest, key] : rest);
}

export function rememberQuery(query: string): void {
  const text = query.trim();
  if (text) recent.set([text, ...recent.get().filter((one) => one !== text)].slice(0, RECENT));
}

export function useStored(store: { get: () => string[] }): string[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, store.get);
}

// One clock for all relative times of a page.

import { useSyncExternalStore } from "react";

let now = Date.now();
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const one of listeners) one();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer) {
      clearInterval(timer);
      timer = undefined;
    }
  };
}

/** Now, to the given precision, so that a row is drawn again only when its text changes. */
export function useNow(every = 5000): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now / every) * every);
}

// A bar of tabs that is wider than its window shows the current tab.

import { type RefObject, useEffect, useRef } from "react";

/** Scroll a bar sideways to its current tab, if that changes. The key also changes when the bar appears. */
export function useCurrentTab<T extends HTMLElement>(key: string | undefined): RefObject<T | null> {
  const bar = useRef<T>(null);
  useEffect(() => {
    const current = bar.current?.querySelector("[aria-current], [aria-selected=true]")?.getBoundingClientRect();
    if (!bar.current || !current) return;
    const around = bar.current.getBoundingClientRect();
    bar.current.scrollLeft += current.left - around.left - (around.width - current.width) / 2;
  }, [key]);
  return bar;
}

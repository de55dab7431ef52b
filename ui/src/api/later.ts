// Parts of the dashboard that come when they are needed: also when the server was away just then.

import { lazy } from "react";
import { reloadWhenBack } from "./connection";

/** The module; or, if it cannot be had, nothing until the page has been loaded again. */
export function patiently<T>(load: () => Promise<T>): Promise<T> {
  return load().catch((error: unknown) => {
    if (!reloadWhenBack()) throw error;
    return new Promise<T>(() => undefined);
  });
}

export const later: typeof lazy = (load) => lazy(() => patiently(load));

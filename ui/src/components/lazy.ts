// Components that load on demand, also if the server was unreachable when they were needed.

import { lazy } from "react";
import { reloadWhenOnline } from "../api/connection";

/** Load a module. If that fails, reload the page when the server is back. */
export function loadOrReload<T>(load: () => Promise<T>): Promise<T> {
  return load().catch((error: unknown) => {
    if (!reloadWhenOnline()) throw error;
    return new Promise<T>(() => undefined);
  });
}

export const lazyComponent: typeof lazy = (load) => lazy(() => loadOrReload(load));

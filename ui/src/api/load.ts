// Functions that load resources of a workspace, for queries.

import { isMissing, request, workspacePath } from "./client";

type Params = Parameters<typeof workspacePath>[2];

interface Paged {
  nextCursor: string | null;
}

/** Return the function of a query that loads one resource. */
export function load<T>(slug: string, path: string, params?: Params) {
  return ({ signal }: { signal?: AbortSignal }) => request<T>(workspacePath(slug, path, params), { signal });
}

/** Return the options of a query that loads a list page by page. */
export function loadPages<T extends Paged>(slug: string, path: string, params?: Params) {
  return {
    queryFn: ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) =>
      load<T>(slug, path, { ...params, cursor: pageParam })({ signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: T) => page.nextCursor,
  };
}

/** Load all pages of a list. */
export async function* allPages<T extends Paged>(
  slug: string,
  path: string,
  params: Params,
  signal?: AbortSignal,
): AsyncGenerator<T> {
  let cursor: string | null = null;
  do {
    const page: T = await load<T>(slug, path, { ...params, cursor })({ signal });
    yield page;
    cursor = page.nextCursor;
  } while (cursor);
}

/** Return null if the server is too old to have the endpoint. */
export async function unlessMissing<T>(loading: Promise<T>): Promise<T | null> {
  try {
    return await loading;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

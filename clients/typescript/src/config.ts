/** Options of a client. Missing ones are read from RUNWHY_URL, RUNWHY_API_KEY and RUNWHY_WORKSPACE. */
export interface ClientOptions {
  /** Address of the server. Default: http://127.0.0.1:7420, in a browser the address of the page. */
  baseUrl?: string;
  apiKey?: string;
  /** Default: "default". */
  workspace?: string;
  /** Seconds for one response. Default: 60. */
  timeout?: number;
  /** Seconds to keep repeating a failed request, if that is safe. 0 turns retries off. Default: 3. */
  retryFor?: number;
  /** Seconds to keep reopening a broken stream without progress. Default: 60. */
  reconnectFor?: number;
  /** Extra headers for every request. */
  headers?: Readonly<Record<string, string>>;
  /** Another `fetch`, for example one that uses a proxy. */
  fetch?: typeof fetch;
}

export interface Config {
  baseUrl: string;
  workspace: string;
  timeout: number;
  retryFor: number;
  reconnectFor: number;
  headers: Readonly<Record<string, string>>;
  fetch: typeof fetch;
}

const GLOBAL_PATHS = ["/api/", "/healthz", "/readyz", "/openapi.json", "/v1/"];

/** Combine options with the environment. Throws a TypeError if the address is not an HTTP URL. */
export function configure(options: ClientOptions): Config {
  const { apiKey = variable("RUNWHY_API_KEY"), fetch: given = globalThis.fetch } = options;
  const baseUrl = (options.baseUrl ?? variable("RUNWHY_URL") ?? defaultUrl()).replace(/\/+$/, "");
  if (!/^https?:\/\/[^/]/.test(baseUrl)) {
    throw new TypeError(`baseUrl must start with http:// or https://; it is ${JSON.stringify(baseUrl)}`);
  }
  return {
    baseUrl,
    workspace: options.workspace ?? variable("RUNWHY_WORKSPACE") ?? "default",
    timeout: options.timeout ?? 60,
    retryFor: options.retryFor ?? 3,
    reconnectFor: options.reconnectFor ?? 60,
    headers: { ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}), ...options.headers },
    fetch: (input, init) => given(input, init), // a browser's fetch must not be called as a method
  };
}

/** Return the full URL of a path, which is relative to the workspace unless it is global. */
export function urlOf(config: Config, path: string, params?: Params): string {
  const query = queryOf(params ?? {});
  const workspace = `/api/v1/workspaces/${encodeURIComponent(config.workspace)}`;
  const full = GLOBAL_PATHS.some((prefix) => path.startsWith(prefix)) ? path : workspace + path;
  return config.baseUrl + full + (query ? `?${query}` : "");
}

/** Query parameters. Undefined ones are left out, lists are repeated. */
export type Params = Readonly<Record<string, string | number | boolean | readonly string[] | undefined | null>>;

function queryOf(params: Params): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value === undefined || value === null) continue;
    for (const one of Array.isArray(value) ? value : [value]) pairs.append(name, String(one));
  }
  return pairs.toString();
}

function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  try {
    return process?.env?.[name] || undefined;
  } catch {
    return undefined; // Deno without permission to read the environment
  }
}

function defaultUrl(): string {
  const { location } = globalThis as { location?: { origin?: string } };
  return location?.origin?.startsWith("http") ? location.origin : "http://127.0.0.1:7420";
}

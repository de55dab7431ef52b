import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { refreshLive } from "../src/api/live";

const SECOND = 1000;
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  client = new QueryClient();
});

afterEach(() => {
  client.clear();
  vi.useRealTimers();
});

/** Show a query on the page, and return how often it was loaded. */
function show(slug: string, name: string, live?: number, load: () => Promise<number> = async () => 1) {
  const queryFn = vi.fn(load);
  const meta = live === undefined ? undefined : { live };
  const observer = new QueryObserver(client, { queryKey: [slug, name], queryFn, meta, staleTime: Infinity });
  return { stop: observer.subscribe(() => undefined), loads: () => queryFn.mock.calls.length };
}

test("a change reloads the live queries of its workspace only", async () => {
  const [runs, other, still] = [show("blue", "newest", 0), show("red", "newest", 0), show("blue", "models")];
  await vi.advanceTimersByTimeAsync(SECOND);

  refreshLive(client, "blue");
  await vi.advanceTimersByTimeAsync(SECOND);

  expect([runs.loads(), other.loads(), still.loads()]).toEqual([2, 1, 1]);
});

test("many changes reload a query once in its time, and the last one is not lost", async () => {
  const chart = show("blue", "histogram", 10 * SECOND);
  for (let second = 0; second < 15; second += 1) {
    await vi.advanceTimersByTimeAsync(SECOND);
    refreshLive(client, "blue");
  }
  expect(chart.loads()).toBe(2);

  await vi.advanceTimersByTimeAsync(10 * SECOND);
  expect(chart.loads()).toBe(3);

  await vi.advanceTimersByTimeAsync(60 * SECOND);
  expect(chart.loads()).toBe(3);
});

test("a change during a load reloads after it, without cancelling it", async () => {
  const slow = () => new Promise<number>((resolve) => setTimeout(() => resolve(1), 5 * SECOND));
  const runs = show("blue", "newest", 0, slow);
  for (let second = 0; second < 4; second += 1) {
    refreshLive(client, "blue");
    await vi.advanceTimersByTimeAsync(SECOND);
  }
  expect(runs.loads()).toBe(1);

  await vi.advanceTimersByTimeAsync(3 * SECOND);
  expect(runs.loads()).toBe(2);
});

test("a query that has left the page is not loaded", async () => {
  const chart = show("blue", "aggregate", 10 * SECOND);
  await vi.advanceTimersByTimeAsync(SECOND);
  refreshLive(client, "blue");
  chart.stop();

  await vi.advanceTimersByTimeAsync(20 * SECOND);

  expect(chart.loads()).toBe(1);
});
